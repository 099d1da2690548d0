#include "engine/cegar/predicates.h"

#include <algorithm>

#include "logic/abstraction.h"
#include "logic/atoms.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using logic::Truth;

namespace {

// Past so many combinations Boolean abstraction is given up for Cartesian.
constexpr size_t kMostCombinations = 64;

}  // namespace

Predicates::Predicates(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps,
                       CegarOptions::Domain kind, Budget& budget, Statistics& statistics)
    : terms_(terms),
      steps_(steps),
      kind_(kind),
      statistics_(statistics),
      liveness_(program),
      solvers_(terms, budget, statistics) {}

std::vector<Element> Predicates::cubes_of(const Element& element, size_t size) {
  if (element.size() <= size) return {element};
  std::vector<Element> cubes;
  for (size_t i = 0; i < element.size(); i += size) cubes.push_back(element.substr(i, size));
  return cubes;
}

Element Predicates::kept(const Element& element, size_t then) const {
  Element all;
  for (Element& cube : cubes_of(element, then)) {
    cube.resize(predicates_.size(), kOpen);
    all += cube;
  }
  return all;
}

// One element. What all agree about stays where there are too many.
Element Predicates::any_of(std::vector<Element> cubes) const {
  auto includes = [](const Element& weak, const Element& strong) {
    for (size_t i = 0; i < weak.size(); ++i)
      if (weak[i] != kOpen && weak[i] != strong[i]) return false;
    return true;
  };
  std::ranges::sort(cubes);
  cubes.erase(std::ranges::unique(cubes).begin(), cubes.end());
  std::vector<Element> kept;
  for (const Element& cube : cubes)
    if (std::ranges::none_of(cubes, [&](const Element& other) { return other != cube && includes(other, cube); }))
      kept.push_back(cube);
  if (kept.size() > kMostCombinations) {
    for (const Element& cube : kept)
      for (size_t i = 0; i < cube.size(); ++i)
        if (cube[i] != kept[0][i]) kept[0][i] = kOpen;
    kept.resize(1);
  }
  Element all;
  for (const Element& cube : kept) all += cube;
  return all;
}

bool Predicates::covers(const Element& weak, const Element& strong) const {
  size_t size = predicates_.size();
  for (size_t at = 0; at == 0 || at < strong.size(); at += size) {
    auto includes = [&](size_t other) {
      for (size_t i = 0; i < size; ++i)
        if (weak[other + i] != kOpen && weak[other + i] != strong[at + i]) return false;
      return true;
    };
    bool is_covered = false;
    for (size_t other = 0; !is_covered && (other == 0 || other < weak.size()); other += size) {
      is_covered = includes(other);
      if (size == 0) return true;
    }
    if (!is_covered) return false;
  }
  return true;
}

Term Predicates::term(const Element& element) {
  Term any = terms_.boolean(false);
  for (const Element& cube : cubes_of(element, predicates_.size())) {
    Term all = terms_.boolean(true);
    for (size_t i = 0; i < cube.size(); ++i)
      if (cube[i] != kOpen) all = terms_.and_(all, cube[i] == kHolds ? predicates_[i] : terms_.not_(predicates_[i]));
    any = terms_.or_(any, all);
  }
  return any;
}

bool Predicates::learn(Term predicate) {
  if (predicate.is_const() || !known_.insert(predicate).second) return false;
  predicates_.push_back(predicate);
  variables_.push_back(logic::variables_of({predicate}));
  return true;
}

// Predicates alone tell less than their combinations do. Where all are known, a combination is a predicate of its own: a trace is
// excluded by its interpolants at the latest.
bool Predicates::refine(const std::vector<Term>& formulas) {
  bool is_new = false;
  for (Term formula : formulas)
    for (Term atom : logic::atoms_of(terms_, formula)) is_new = learn(atom) || is_new;
  if (is_new) return true;
  for (Term formula : formulas)
    for (Term part : logic::conjuncts_of(terms_, formula))
      is_new = learn(part.op() == logic::Op::not_ ? part.args()[0] : part) || is_new;
  return is_new;
}

bool Predicates::sharpen() {
  if (kind_ != CegarOptions::Domain::pred_cart) return false;
  kind_ = CegarOptions::Domain::pred_split;
  transformers_.clear();
  return true;
}

std::vector<Element> Predicates::post(const Element& before, uint32_t action, uint32_t thread, uint32_t location) {
  if (kind_ != CegarOptions::Domain::pred_bool) return after_cube(before, action, thread, location);
  std::vector<Element> after;
  for (const Element& cube : cubes_of(before, predicates_.size()))
    for (Element& next : after_cube(cube, action, thread, location)) after.push_back(std::move(next));
  if (after.empty()) return {};
  return {any_of(std::move(after))};
}

std::vector<Element> Predicates::after_cube(const Element& before, uint32_t action, uint32_t thread,
                                            uint32_t location) {
  Transformer& transformer = transformer_of(action);
  std::string key;
  for (uint32_t predicate : transformer.relevant) key += before[predicate];
  auto found = transformer.results.find(key);
  if (found == transformer.results.end()) {
    std::vector<std::string> result = asked(transformer, steps_.action(action), key);
    found = transformer.results.emplace(key, std::move(result)).first;
  }
  std::vector<Element> after;
  for (const std::string& alternative : found->second) {
    Element element = before;
    for (size_t i = 0; i < alternative.size(); ++i) element[transformer.relevant[i]] = alternative[i];
    for (uint32_t predicate : forgotten_at(thread, location)) element[predicate] = kOpen;
    if (std::ranges::find(after, element) == after.end()) after.push_back(std::move(element));
  }
  return after;
}

Predicates::Transformer& Predicates::transformer_of(uint32_t action) {
  Transformer& transformer = transformers_.try_emplace(action, terms_, steps_.action(action)).first->second;
  if (transformer.precision != predicates_.size()) {
    find_relevant(transformer, steps_.action(action));
    transformer.precision = predicates_.size();
  }
  return transformer;
}

// Results are kept if the new predicates have nothing to do with the action.
void Predicates::find_relevant(Transformer& transformer, const Action& action) const {
  std::vector<Term> terms{action.guard};
  std::unordered_set<Term> changed;
  for (const Update& update : action.updates) {
    changed.insert(update.variable);
    terms.push_back(update.variable);
    if (update.value) terms.push_back(update.value);
  }
  std::vector<Term> of_action = logic::variables_of(terms);
  std::unordered_set<Term> reached(of_action.begin(), of_action.end());
  std::vector<bool> relevant(predicates_.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < predicates_.size(); ++i) {
      if (relevant[i] || std::ranges::none_of(variables_[i], [&](Term v) { return reached.contains(v); })) continue;
      relevant[i] = grew = true;
      reached.insert(variables_[i].begin(), variables_[i].end());
    }
  }
  std::vector<uint32_t> now, written;
  for (uint32_t i = 0; i < predicates_.size(); ++i) {
    if (!relevant[i]) continue;
    if (std::ranges::any_of(variables_[i], [&](Term v) { return changed.contains(v); }))
      written.push_back(static_cast<uint32_t>(now.size()));
    now.push_back(i);
  }
  if (now == transformer.relevant) return;
  transformer.relevant = std::move(now);
  transformer.written = std::move(written);
  transformer.results.clear();
}

std::vector<std::string> Predicates::asked(Transformer& transformer, const Action& action, const std::string& before) {
  statistics_.add("cegar.posts");
  std::vector<Term> premises;
  for (size_t i = 0; i < before.size(); ++i) {
    Term predicate = predicates_[transformer.relevant[i]];
    if (before[i] != kOpen) premises.push_back(before[i] == kHolds ? predicate : terms_.not_(predicate));
  }
  bool is_guarded = !action.guard.is_true();
  if (is_guarded) premises.push_back(action.guard);
  // What the action leaves alone stays as it was; what was open may be told by the guard.
  std::string after = before;
  std::vector<size_t> open;
  std::vector<Term> goals;
  for (uint32_t i : transformer.written) after[i] = kOpen;
  for (size_t i = 0; i < before.size(); ++i) {
    if (after[i] != kOpen) continue;
    bool is_written = std::ranges::find(transformer.written, i) != transformer.written.end();
    if (!is_written && !is_guarded) continue;
    Term goal = transformer.before(predicates_[transformer.relevant[i]]);
    if (goal.is_const()) {
      after[i] = goal.is_true() ? kHolds : kFails;
    } else {
      open.push_back(i);
      goals.push_back(goal);
    }
  }
  if (goals.empty() && !is_guarded) return {after};
  std::vector<Term> all = premises;
  all.insert(all.end(), goals.begin(), goals.end());
  logic::Solver& solver = solvers_(all);
  std::vector<logic::Cube> cubes;
  if (kind_ == CegarOptions::Domain::pred_cart) {
    if (auto cube = logic::abstract_cartesian(terms_, solver, goals, premises)) cubes.push_back(std::move(*cube));
  } else {
    cubes = logic::abstract_boolean(terms_, solver, goals, kMostCombinations, premises);
  }
  std::vector<std::string> results;
  for (const logic::Cube& cube : cubes) {
    for (size_t i = 0; i < open.size(); ++i)
      after[open[i]] = cube[i] == Truth::open ? kOpen : cube[i] == Truth::holds ? kHolds : kFails;
    results.push_back(after);
  }
  return results;
}

const std::vector<uint32_t>& Predicates::forgotten_at(uint32_t thread, uint32_t location) {
  Forgotten& at = forgotten_[uint64_t{thread} << 32 | location];
  for (; at.precision < predicates_.size(); ++at.precision)
    if (std::ranges::any_of(variables_[at.precision],
                            [&](Term variable) { return liveness_.is_dead(variable, thread, location); }))
      at.predicates.push_back(static_cast<uint32_t>(at.precision));
  return at.predicates;
}

}  // namespace fencepost::engine::cegar

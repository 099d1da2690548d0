#include "boolean/cube_search.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "logic/evaluate.h"
#include "logic/substitute.h"
#include "logic/variables.h"

namespace fencepost::boolean {

namespace {

std::vector<Term> sorted_variables(Term of) {
  std::vector<Term> variables = logic::variables_of({of});
  std::ranges::sort(variables, {}, [](Term term) { return term.id(); });
  return variables;
}

bool share(const std::vector<Term>& one, const std::vector<Term>& other) {
  auto a = one.begin();
  auto b = other.begin();
  while (a != one.end() && b != other.end()) {
    if (*a == *b) return true;
    (a->id() < b->id() ? a : b)++;
  }
  return false;
}

bool contains_one(const Cube& cube, const std::vector<Cube>& parts) {
  return std::ranges::any_of(parts, [&](const Cube& part) { return std::ranges::includes(cube, part); });
}

using Bits = std::vector<uint64_t>;
void set_bit(Bits& bits, size_t number) {
  if (number / 64 >= bits.size()) bits.resize(number / 64 + 1);
  bits[number / 64] |= uint64_t{1} << number % 64;
}
// The second may be shorter: what it does not have is 0.
bool have_common(const Bits& one, const Bits& other) {
  for (size_t i = 0; i < std::min(one.size(), other.size()); ++i)
    if ((one[i] & other[i]) != 0) return true;
  return false;
}

bool is_zero(const Bits& bits) {
  return std::ranges::all_of(bits, [](uint64_t one) { return one == 0; });
}

// x = t where x is not in t.
std::optional<std::pair<Term, Term>> variable_and_value(Term term) {
  if (term.op() != logic::Op::eq) return std::nullopt;
  for (int side : {0, 1}) {
    Term variable = term.args()[side], value = term.args()[1 - side];
    if (variable.op() != logic::Op::variable) continue;
    std::vector<Term> of = logic::variables_of({value});
    if (std::ranges::find(of, variable) == of.end()) return std::pair(variable, value);
  }
  return std::nullopt;
}

constexpr size_t kMostModels =
    256;  // evaluating a formula in all of them costs about as much as a question to a solver

}  // namespace

// For cubes that imply a formula.
struct CubeSearch::Search {
  Term negation;
  std::vector<Term> variables;       // of the formula
  std::vector<uint32_t> candidates;  // predicates
  size_t first_new = 0;              // of the candidates: cubes name one from this one on
  uint32_t size = 0;                 // of the cubes that are looked for
  // Models in which the formula fails, by number: how many, for each literal those in which it holds, and for the first so many literals of
  // the cube those in which all of these do.
  size_t refuting = 0;
  std::vector<Bits> holds, left;
  Cube cube;
  Formula found;

  Search(Term negated, size_t predicates) : negation(negated), holds(2 * predicates), left(1) {}
  static size_t number(const Literal& literal) { return 2 * index(literal.variable) + (literal.positive ? 1 : 0); }
  void add(const Valuation& values) {
    for (uint32_t i = 0; i < values.size(); ++i) set_bit(holds[2 * i + (values[i] ? 1 : 0)], refuting);
    for (size_t length = 0; length < left.size(); ++length) {
      auto all = std::views::take(cube, static_cast<std::ptrdiff_t>(length));
      auto is_true = [&](const Literal& one) { return values[index(one.variable)] == one.positive; };
      if (std::ranges::all_of(all, is_true)) set_bit(left[length], refuting);
    }
    ++refuting;
  }
  void push(const Literal& literal) {
    const Bits &before = left.back(), &now = holds[number(literal)];
    Bits both(std::min(before.size(), now.size()));
    for (size_t i = 0; i < both.size(); ++i) both[i] = before[i] & now[i];
    cube.push_back(literal);
    left.push_back(std::move(both));
  }
  void pop() {
    cube.pop_back();
    left.pop_back();
  }
};

CubeSearch::CubeSearch(std::vector<Term> predicates, uint32_t most_literals, std::optional<std::vector<Cube>> given,
                       std::vector<Term> searched, std::vector<logic::Assignment> samples, logic::Terms& terms,
                       logic::Solver& solver)
    : predicates_(std::move(predicates)),
      most_(most_literals),
      given_(std::move(given)),
      searched_(std::move(searched)),
      terms_(terms),
      solver_(solver) {
  std::vector<Term> first;
  std::swap(first, predicates_);
  for (Term predicate : first) add(predicate);
  std::ranges::sort(searched_, {}, [](Term term) { return term.id(); });
  if (given_) std::ranges::stable_sort(*given_, {}, &Cube::size);
  for (logic::Assignment& sample : samples) {
    Valuation values = valuation(sample);
    samples_.push_back({std::move(sample), std::move(values)});
  }
}

void CubeSearch::add(Term predicate) {
  predicates_.push_back(predicate);
  variables_.push_back(sorted_variables(predicate));
  literals_.push_back(terms_.not_(predicate));
  literals_.push_back(predicate);
  auto tell = [&](Model& model) { model.values.push_back(logic::Evaluator(model.assignment).holds(predicate)); };
  std::ranges::for_each(samples_, tell);
  std::ranges::for_each(models_, tell);
}

CubeSearch::Valuation CubeSearch::valuation(const logic::Assignment& assignment) const {
  logic::Evaluator evaluate(assignment);
  Valuation values;
  for (Term predicate : predicates_) values.push_back(evaluate.holds(predicate));
  return values;
}

std::vector<uint32_t> CubeSearch::cone(const std::vector<Term>& variables) const {
  std::vector<bool> is_in(predicates_.size());
  std::vector<std::vector<Term>> reached{variables};
  for (size_t next = 0; next < reached.size(); ++next)
    for (uint32_t i = 0; i < predicates_.size(); ++i) {
      if (is_in[i] || !share(reached[next], variables_[i])) continue;
      is_in[i] = true;
      reached.push_back(variables_[i]);
    }
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < predicates_.size(); ++i)
    if (is_in[i]) found.push_back(i);
  return found;
}

bool CubeSearch::is_connected(const Cube& cube, const std::vector<Term>& with) const {
  std::vector<const std::vector<Term>*> reached{&with};
  std::vector<bool> is_in(cube.size());
  for (size_t next = 0; next < reached.size(); ++next)
    for (size_t i = 0; i < cube.size(); ++i) {
      if (is_in[i] || !share(*reached[next], variables_[index(cube[i].variable)])) continue;
      is_in[i] = true;
      reached.push_back(&variables_[index(cube[i].variable)]);
    }
  return reached.size() == cube.size() + 1;
}

// By equalities alone.
bool CubeSearch::is_plainly_false(const Cube& cube, Term and_also) {
  std::vector<Term> left;
  for (const Literal& one : cube) left.push_back(literal(one));
  if (and_also) left.push_back(and_also);
  for (size_t rounds = cube.size(); rounds > 0; --rounds) {
    std::optional<std::pair<Term, Term>> equal;
    for (size_t i = 0; i < left.size() && !equal; ++i) {
      equal = variable_and_value(left[i]);
      if (equal) left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (!equal) return false;
    logic::Substitution put(terms_);
    put.put(equal->first, equal->second);
    for (Term& term : left) term = put(term);
    if (std::ranges::any_of(left, [](Term term) { return term.is_false(); })) return true;
  }
  return false;
}

// True if the solver gives up: then nothing is concluded, and there is no model.
bool CubeSearch::is_satisfiable(const Cube& cube, Term and_also) {
  std::vector<Term> assumed;
  for (const Literal& one : cube) assumed.push_back(literal(one));
  if (and_also) assumed.push_back(and_also);
  ++counts_.solver_calls;
  model_ = nullptr;
  logic::Answer answer = solver_.check(assumed);
  if (answer == logic::Answer::unsat) return false;
  if (answer == logic::Answer::unknown) return true;
  if (models_.size() == kMostModels) models_.pop_front();
  Model& model = models_.emplace_back(Model{solver_.model(), {}});
  model.values = valuation(model.assignment);
  model_ = &model;
  return true;
}

bool CubeSearch::is_contradiction(const Cube& cube) {
  if (contains_one(cube, contradictions_)) return true;
  auto holds_in = [&](const Model& model) {
    return std::ranges::all_of(cube,
                               [&](const Literal& one) { return model.values[index(one.variable)] == one.positive; });
  };
  if (std::ranges::any_of(samples_, holds_in) || std::ranges::any_of(models_, holds_in)) return false;
  if (is_satisfiable(cube, {})) return false;
  add_contradiction(cube);
  return true;
}

void CubeSearch::add_contradiction(const Cube& cube) {
  std::erase_if(contradictions_, [&](const Cube& one) { return std::ranges::includes(one, cube); });
  contradictions_.push_back(cube);
}

void CubeSearch::try_cube(Search& search) {
  if (contains_one(search.cube, search.found) || contains_one(search.cube, contradictions_)) return;
  if (!is_connected(search.cube, search.variables)) return;
  ++counts_.cubes_tried;
  if (!is_plainly_false(search.cube, search.negation) && is_satisfiable(search.cube, search.negation)) {
    if (model_ != nullptr) search.add(model_->values);
    return;
  }
  if (search.negation.is_true())
    add_contradiction(search.cube);
  else if (!is_contradiction(search.cube))
    search.found.push_back(search.cube);
}

void CubeSearch::search_from(Search& search, uint32_t predicate) const {
  search.first_new =
      static_cast<size_t>(std::ranges::lower_bound(search.candidates, predicate) - search.candidates.begin());
}

void CubeSearch::extend(Search& search, size_t next) {
  const size_t missing = search.size - search.cube.size();
  // Otherwise all of this would be asked again and again below.
  if (is_zero(search.left.back()) &&
      (contains_one(search.cube, search.found) || contains_one(search.cube, contradictions_)))
    return;
  // The last literal is of the last predicate.
  for (size_t i = missing == 1 ? std::max(next, search.first_new) : next; i + missing <= search.candidates.size(); ++i)
    for (bool positive : {true, false}) {
      Literal literal{BoolVar{search.candidates[i]}, positive};
      if (missing == 1 && have_common(search.left.back(), search.holds[Search::number(literal)])) continue;
      search.push(literal);
      if (missing == 1)
        try_cube(search);
      else
        extend(search, i + 1);
      search.pop();
    }
}

void CubeSearch::try_given(Search& search, const Cube& cube) {
  for (const Literal& literal : cube) search.push(literal);
  if (is_zero(search.left.back())) try_cube(search);
  for (size_t i = 0; i < cube.size(); ++i) search.pop();
}

void CubeSearch::refute_by_known_models(Search& search) {
  auto refute_by = [&](const Model& model) {
    logic::Evaluator evaluate(model.assignment);
    if (evaluate.holds(search.negation)) search.add(model.values);
  };
  std::ranges::for_each(samples_, refute_by);
  std::ranges::for_each(models_, refute_by);
}

const Formula& CubeSearch::implicants(Term formula) {
  const auto [found, is_new] = known_.try_emplace(formula);
  Known& known = found->second;
  const auto predicates = static_cast<uint32_t>(predicates_.size());
  // What always holds does so without predicates.
  if (!is_new && known.predicates >= predicates) return known.cubes;
  const uint32_t tried = std::exchange(known.predicates, predicates);
  auto is_all = [&](Formula cubes) -> const Formula& {
    known = {std::move(cubes), kAll};
    return known.cubes;
  };
  if (formula.is_const()) return is_all(formula.is_true() ? Formula{Cube{}} : Formula{});
  for (uint32_t i = tried; i < predicates; ++i)
    for (bool positive : {true, false})
      if (formula == literal({BoolVar{i}, positive})) return is_all({{{BoolVar{i}, positive}}});
  Search search(terms_.not_(formula), predicates_.size());
  search.found = known.cubes;
  refute_by_known_models(search);
  if (search.refuting == 0) {
    if (!is_satisfiable({}, search.negation)) return is_all({Cube{}});
    if (model_ != nullptr) search.add(model_->values);
  }
  search.variables = sorted_variables(formula);
  search.candidates = cone(search.variables);
  search_from(search, tried);
  const bool is_searched = !given_ || share(search.variables, searched_);
  for (search.size = 1; search.size <= (is_searched ? most_ : 1); ++search.size) extend(search, 0);
  if (given_)
    for (const Cube& cube : *given_) try_given(search, cube);
  std::ranges::sort(search.found);
  return known.cubes = std::move(search.found);
}

std::vector<Cube> CubeSearch::contradictions(uint32_t most_literals) {
  const auto tried = std::exchange(looked_for_contradictions_, static_cast<uint32_t>(predicates_.size()));
  Search search(terms_.boolean(true), predicates_.size());
  refute_by_known_models(search);
  for (uint32_t i = 0; i < predicates_.size(); ++i) {
    // Those of which it is the first.
    search.variables = variables_[i];
    search.candidates.clear();
    for (uint32_t other : cone(variables_[i]))
      if (other > i) search.candidates.push_back(other);
    search_from(search, tried);
    for (bool positive : {true, false}) {
      search.push({BoolVar{i}, positive});
      if (i >= tried && is_zero(search.left.back())) try_cube(search);
      for (search.size = 2; search.size <= most_literals; ++search.size) extend(search, 0);
      search.pop();
    }
  }
  std::ranges::sort(contradictions_);
  return contradictions_;
}

Truth CubeSearch::truth(Term formula, Term given) {
  if (!is_satisfiable({}, terms_.and_(given, terms_.not_(formula)))) return Truth::holds;
  return is_satisfiable({}, terms_.and_(given, formula)) ? Truth::open : Truth::fails;
}

}  // namespace fencepost::boolean

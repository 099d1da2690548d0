#include "engine/symmetric/abstraction.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "boolean/cube_search.h"
#include "engine/solvers.h"
#include "engine/symmetric/renewed_solver.h"
#include "logic/atoms.h"
#include "logic/print.h"
#include "logic/variables.h"

namespace fencepost::engine::symmetric {

using boolean::BoolVar;
using boolean::BroadcastEdge;
using boolean::Cube;
using boolean::Formula;
using boolean::Literal;

namespace {

// Never true or never false of predicates in a program is for the solver to say; this is about two literals that exclude each other.
constexpr uint32_t kMostInContradictions = 2;

// What is longer costs more than to exclude the same later.
constexpr int kMostConflicts = 5'000;

// So often a step is refined until its cubes have so many literals, and all steps and states together until those of all have one.
constexpr size_t kRefinedForOne = 2, kRefinedForTwo = 6, kAllRefinedForOne = 8;

}  // namespace

// The predicates that an active thread of a template knows of, and a passive one of another, as what a search for cubes chooses from.
class Abstractor::Candidates {
 public:
  Candidates(Threads& threads, uint32_t cube_length, std::optional<uint32_t> active, std::optional<uint32_t> passive,
             logic::Terms& terms, logic::Solver& solver)
      : threads_(threads),
        terms_(terms),
        length_(cube_length),
        active_(active),
        passive_(passive),
        search_({}, std::max(cube_length, 1u), std::nullopt, {}, {}, terms, solver) {}

  // Those that are new.
  void take_in(const Precision& precision) {
    occurrences_ = {static_cast<uint32_t>(precision.predicates.size())};
    for (; taken_in_ < precision.predicates.size(); ++taken_in_) {
      const Predicate& one = precision.predicates[taken_in_];
      if (!one.owner || one.owner == active_) add({taken_in_, false}, one.term);
      if (one.owner && one.owner == passive_) add({taken_in_, true}, threads_.of_thread(one.term, kPassive));
    }
  }

  // Cubes that imply the formula.
  Formula implicants(Term formula) {
    Formula found;
    if (length_ > 0) {
      for (const Cube& cube : search_.implicants(formula)) found.push_back(mapped(cube));
      return found;
    }
    if (formula.is_true()) return {Cube{}};
    for (Term one : logic::conjuncts_of(terms_, terms_.not_(formula)))
      if (auto literal = literals_.find(terms_.not_(one)); literal != literals_.end())
        found.push_back({{occurrence(literal->second.first), literal->second.second}});
    return found;
  }

  std::vector<Cube> contradictions() {
    std::vector<Cube> found;
    if (length_ == 0) return found;
    for (const Cube& cube : search_.contradictions(kMostInContradictions)) found.push_back(mapped(cube));
    return found;
  }

  boolean::Truth truth(Term formula, Term given) { return search_.truth(formula, given); }
  uint32_t length() const { return length_; }

 private:
  struct Numbered {
    uint32_t predicate = 0;
    bool is_passive = false;
  };

  void add(Numbered number, Term predicate) {
    literals_.emplace(predicate, std::pair(number, true));
    literals_.emplace(terms_.not_(predicate), std::pair(number, false));
    search_.add(predicate);
    numbers_.push_back(number);
  }
  BoolVar occurrence(Numbered of) const {
    return of.is_passive ? occurrences_.of_passive(BoolVar{of.predicate}) : BoolVar{of.predicate};
  }
  Cube mapped(Cube cube) const {
    for (Literal& literal : cube) literal.variable = occurrence(numbers_[boolean::index(literal.variable)]);
    std::ranges::sort(cube);
    return cube;
  }

  Threads& threads_;
  logic::Terms& terms_;
  uint32_t length_;
  std::optional<uint32_t> active_, passive_;
  boolean::CubeSearch search_;
  boolean::Occurrences occurrences_;
  uint32_t taken_in_ = 0;
  std::vector<Numbered> numbers_;  // by number in the search
  std::unordered_map<Term, std::pair<Numbered, bool>> literals_;
};

struct Abstractor::Work {
 public:
  Work(Threads& threads, uint32_t cube_length, logic::Terms& terms, Budget& budget, Statistics& statistics)
      : threads_(threads), length_(cube_length), terms_(terms), budget_(budget), statistics_(statistics) {
    for (const auto& of : threads.steps())
      for (const TemplateStep& step : of) {
        needed_.push_back(step.guard);
        for (const Update& update : step.action.whole.updates)
          needed_.push_back(update.value ? update.value : update.variable);
      }
    for (uint32_t i = 0; i < threads.given().templates.size(); ++i)
      if (threads.is_replicated(i)) replicated_.push_back(i);
  }

  BroadcastAbstraction operator()(const Precision& precision) {
    precision_ = &precision;
    choose_solver();
    made_ = {};
    variables();
    for (uint32_t i = 0; i < threads_.given().templates.size(); ++i) make_template(i);
    contradictions();
    boolean::verify(made_.program, "the abstraction of templates");
    return std::move(made_);
  }

 private:
  // Another predicate may need another one; then what was asked is forgotten.
  void choose_solver() {
    for (; known_ < precision_->predicates.size(); ++known_) needed_.push_back(precision_->predicates[known_].term);
    if (logic::SolverKind kind = fastest_for(needed_); !solver_ || kind != kind_) {
      candidates_.clear();
      kind_ = kind;
      solver_ = std::make_unique<RenewedSolver>(kind, kMostConflicts, terms_, budget_, statistics_);
      // All that is asked is asked about threads that have numbers.
      solver_->assert_term(threads_.numbers_differ());
    }
  }

  Candidates& candidates(std::optional<uint32_t> active, std::optional<uint32_t> passive, uint32_t length) {
    if (active && !threads_.is_replicated(*active)) active.reset();
    Candidates& made =
        candidates_.try_emplace({active, passive, length}, threads_, length, active, passive, terms_, *solver_)
            .first->second;
    made.take_in(*precision_);
    return made;
  }

  // Of the cubes of a step.
  uint32_t length_of(const TemplateStep& step) const {
    const auto number = static_cast<uint32_t>(&step - threads_.steps()[step.of].data());
    auto found = precision_->excluded.find({step.of, number});
    const size_t refined = found == precision_->excluded.end() ? 0 : found->second.size();
    return std::max(least_length(), refined < kRefinedForOne ? 0u : refined < kRefinedForTwo ? 1u : 2u);
  }
  uint32_t least_length() const {
    size_t refined = precision_->never.size();
    for (const auto& [step, cubes] : precision_->excluded) refined += cubes.size();
    return refined < kAllRefinedForOne ? length_ : std::max(length_, 1u);
  }

  // What has to hold before a step: of the active thread, of passive ones, and of one that begins.
  struct Images {
    Preimage active, passive;
    std::optional<Preimage> begun;
  };
  Images& images(const TemplateStep& step) {
    auto found = images_.find(&step);
    if (found != images_.end()) return found->second;
    Images made{Preimage(terms_, step.action.whole), Preimage(terms_, threads_.shared_part(step.action.whole)), {}};
    if (step.spawns && threads_.is_replicated(*step.spawns)) {
      Action begun = step.action.whole;
      for (const Update& first : threads_.beginning(*step.spawns))
        if (std::ranges::find(begun.updates, first.variable, &Update::variable) == begun.updates.end())
          begun.updates.push_back(first);
      made.begun.emplace(terms_, begun);
    }
    return images_.emplace(&step, std::move(made)).first->second;
  }

  void variables() {
    Term start = terms_.boolean(true);
    for (const Update& update : beginning_of(threads_.program(), terms_).updates)
      if (update.value) start = terms_.and_(start, terms_.eq(update.variable, update.value));
    for (const Predicate& one : precision_->predicates)
      made_.program.variables.push_back(
          {logic::to_string(one.term), one.term, one.owner,
           one.owner ? boolean::Truth::open : candidates({}, {}, length_).truth(one.term, start)});
  }

  void make_template(uint32_t number) {
    const flat::Template& of = threads_.given().templates[number];
    boolean::BroadcastTemplate made{of.name, threads_.is_replicated(number), of.locations, flat::index(of.entry), {},
                                    {}};
    std::vector<std::pair<BroadcastEdge, uint32_t>> edges;
    auto& stands = made_.stands.emplace_back();
    std::map<const flat::Block*, uint32_t> waiting;
    const std::vector<TemplateStep>& steps = threads_.steps()[number];
    for (uint32_t i = 0; i < steps.size(); ++i) {
      budget_.check();
      BroadcastEdge edge = this->edge(steps[i], i);
      if (steps[i].joins) {
        auto [at, is_new] = waiting.emplace(steps[i].block, made.locations);
        if (is_new) {
          BroadcastEdge waits;
          waits.from = edge.from;
          waits.to = made.locations;
          waits.kind = BroadcastEdge::Kind::join;
          waits.other = *steps[i].joins;
          waits.number = steps[i].joins_number;
          waits.pos = edge.pos;
          edges.emplace_back(std::move(waits), BroadcastAbstraction::kWaits);
          stands.emplace(made.locations++, edge.from);
        }
        edge.from = at->second;
        if (edge.kind == BroadcastEdge::Kind::check) edge.to = edge.from;
      }
      edges.emplace_back(std::move(edge), i);
    }
    std::ranges::stable_sort(edges, {}, [](const auto& one) { return one.first.from; });
    made.first_out.assign(made.locations + 1, 0);
    auto& numbers = made_.steps.emplace_back();
    for (auto& [edge, step] : edges) {
      ++made.first_out[edge.from + 1];
      made.edges.push_back(std::move(edge));
      numbers.push_back(step);
    }
    for (uint32_t at = 0; at < made.locations; ++at) made.first_out[at + 1] += made.first_out[at];
    made_.program.templates.push_back(std::move(made));
  }

  BroadcastEdge edge(const TemplateStep& step, uint32_t number) {
    BroadcastEdge made;
    made.from = step.from;
    made.to = step.to;
    const flat::Template& by = threads_.program()[threads_.copy(step.of, kActive)];
    made.pos = step.fails ? step.fails->pos : by.edges[step.block->edges[0]].pos;
    Candidates& own = candidates(step.of, {}, length_of(step));
    if (step.fails) {
      made.kind = BroadcastEdge::Kind::check;
      made.to = made.from;
      auto* check = std::get_if<flat::Check>(&step.fails->label);
      made.is_claim = check != nullptr && check->kind.has_value();
      made.passes = own.implicants(terms_.not_(step.guard));
      refined(step.of, number, made.passes);
      return made;
    }
    if (step.spawns) {
      made.kind = BroadcastEdge::Kind::spawn;
      made.other = *step.spawns;
    }
    if (step.block->ends_program) made.kind = BroadcastEdge::Kind::exit;
    made.blocked = own.implicants(terms_.not_(step.guard));
    updates(step, made);
    refined(step.of, number, made.excluded);
    return made;
  }

  void updates(const TemplateStep& step, BroadcastEdge& made) {
    const boolean::Occurrences occurrences = made_.program.occurrences();
    Images& images = this->images(step);
    const uint32_t length = length_of(step);
    for (uint32_t i = 0; i < precision_->predicates.size(); ++i) {
      const Predicate& one = precision_->predicates[i];
      BoolVar id{i};
      if (!one.owner || one.owner == step.of)
        if (Term needed = images.active(one.term); needed != one.term)
          made.updates.push_back(update(occurrences.before(id), step.guard, needed, candidates(step.of, {}, length)));
      if (!one.is_mixed) continue;
      Term of_passive = threads_.of_thread(one.term, kPassive);
      if (Term needed = images.passive(of_passive); needed != of_passive)
        made.updates.push_back(
            update(occurrences.of_passive(id), step.guard, needed, candidates(step.of, one.owner, length)));
    }
    std::ranges::sort(made.updates, {}, &boolean::Update::target);
    if (images.begun) begins(step, *images.begun, made);
  }

  void begins(const TemplateStep& step, Preimage& before, BroadcastEdge& made) {
    const boolean::Occurrences occurrences = made_.program.occurrences();
    for (uint32_t i = 0; i < precision_->predicates.size(); ++i)
      if (const Predicate& one = precision_->predicates[i]; one.owner == step.spawns)
        made.begins.push_back(update(occurrences.of_passive(BoolVar{i}), step.guard,
                                     before(threads_.of_thread(one.term, kPassive)),
                                     candidates(step.of, {}, length_of(step))));
  }

  boolean::Update update(BoolVar target, Term guard, Term needed, Candidates& from) {
    if (from.length() == 0) return {target, from.implicants(needed), from.implicants(terms_.not_(needed))};
    Term otherwise = terms_.not_(guard);
    return {target, from.implicants(terms_.or_(otherwise, needed)),
            from.implicants(terms_.or_(otherwise, terms_.not_(needed)))};
  }

  void refined(uint32_t of, uint32_t step, std::vector<Cube>& into) {
    auto found = precision_->excluded.find({of, step});
    if (found == precision_->excluded.end()) return;
    for (const SeenCube& cube : found->second) add(mapped(cube), into);
  }
  static void add(Cube cube, std::vector<Cube>& into) {
    auto includes = [](const Cube& all, const Cube& part) { return std::ranges::includes(all, part); };
    if (std::ranges::any_of(into, [&](const Cube& known) { return includes(cube, known); })) return;
    std::erase_if(into, [&](const Cube& known) { return includes(known, cube); });
    into.push_back(std::move(cube));
  }
  Cube mapped(const SeenCube& seen) const {
    const boolean::Occurrences occurrences = made_.program.occurrences();
    Cube cube;
    for (const Seen& one : seen) {
      BoolVar id{one.predicate};
      BoolVar occurrence = one.is_after ? (one.is_passive ? occurrences.after_of_passive(id) : occurrences.after(id))
                                        : (one.is_passive ? occurrences.of_passive(id) : occurrences.before(id));
      cube.push_back({occurrence, one.positive});
    }
    std::ranges::sort(cube);
    return cube;
  }

  // Locations where a thread stands really there.
  std::vector<uint32_t> locations(uint32_t of, uint32_t stop) const {
    std::vector<uint32_t> found{stop};
    for (const auto& [location, really] : made_.stands[of])
      if (really == stop) found.push_back(location);
    return found;
  }
  void at_places(const SeenAt& seen) {
    boolean::NeverAt made{mapped(seen.cube), seen.of, seen.other_of, {}};
    for (const auto& [first, second] : seen.places)
      for (uint32_t at : locations(seen.of, first))
        for (uint32_t other : locations(seen.other_of, second)) made.places.emplace_back(at, other);
    made_.program.never_at.push_back(std::move(made));
  }

  void contradictions() {
    for (const SeenAt& seen : precision_->never_at) at_places(seen);
    std::vector<Cube>& never = made_.program.never;
    const uint32_t length = least_length();
    for (const SeenCube& cube : precision_->never) add(mapped(cube), never);
    for (const Cube& cube : candidates({}, {}, length).contradictions()) add(cube, never);
    for (uint32_t active : replicated_)
      for (uint32_t passive : replicated_)
        for (const Cube& cube : candidates(active, passive, length).contradictions()) add(cube, never);
  }

  Threads& threads_;
  const uint32_t length_;
  logic::Terms& terms_;
  Budget& budget_;
  Statistics& statistics_;
  const Precision* precision_ = nullptr;
  std::vector<Term> needed_;  // by the solver
  size_t known_ = 0;          // predicates of which it has been told
  logic::SolverKind kind_{};
  std::unique_ptr<logic::Solver> solver_;
  std::vector<uint32_t> replicated_;
  // By owner of the active thread and of the passive one, and by length.
  std::map<std::tuple<std::optional<uint32_t>, std::optional<uint32_t>, uint32_t>, Candidates> candidates_;
  std::unordered_map<const TemplateStep*, Images> images_;
  BroadcastAbstraction made_;
};

Abstractor::Abstractor(Threads& threads, uint32_t cube_length, logic::Terms& terms, Budget& budget,
                       Statistics& statistics)
    : work_(std::make_unique<Work>(threads, cube_length, terms, budget, statistics)) {}
Abstractor::~Abstractor() = default;

BroadcastAbstraction Abstractor::operator()(const Precision& precision) { return (*work_)(precision); }

bool Precision::add(Term about_active, const Threads& threads, logic::Terms& terms) {
  if (about_active.is_const()) return false;
  for (const Predicate& one : predicates)
    if (one.term == about_active || one.term == terms.not_(about_active)) return false;
  std::optional<uint32_t> owner = threads.owner(about_active);
  bool has_shared =
      std::ranges::any_of(logic::variables_of({about_active}), [&](Term variable) { return !threads.owner(variable); });
  predicates.push_back({about_active, owner, owner && has_shared});
  return true;
}

size_t Precision::count(bool has_owner, bool is_mixed) const {
  return static_cast<size_t>(std::ranges::count_if(predicates, [&](const Predicate& one) {
    return one.owner.has_value() == has_owner && one.is_mixed == is_mixed;
  }));
}

}  // namespace fencepost::engine::symmetric

#include "boolean/cube_search.h"

#include <algorithm>

#include "logic/evaluate.h"
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

}  // namespace

// For cubes of one size that imply a formula.
struct CubeSearch::Search {
  Term negation;
  std::vector<Term> variables;       // of the formula
  std::vector<uint32_t> candidates;  // predicates
  uint32_t size = 0;
  std::vector<Valuation> refuting;  // of models in which it fails
  Formula found;
};

CubeSearch::CubeSearch(std::vector<Term> predicates, uint32_t most_literals, logic::Terms& terms, logic::Solver& solver)
    : predicates_(std::move(predicates)), most_(most_literals), terms_(terms), solver_(solver) {
  for (Term predicate : predicates_) variables_.push_back(sorted_variables(predicate));
}

Term CubeSearch::literal(const Literal& literal) {
  Term predicate = predicates_[index(literal.variable)];
  return literal.positive ? predicate : terms_.not_(predicate);
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

// True if the solver gives up: then nothing is concluded. A model is kept.
bool CubeSearch::is_satisfiable(const Cube& cube, Term and_also) {
  std::vector<Term> assumed;
  for (const Literal& one : cube) assumed.push_back(literal(one));
  if (and_also) assumed.push_back(and_also);
  ++counts_.solver_calls;
  logic::Answer answer = solver_.check(assumed);
  if (answer == logic::Answer::unsat) return false;
  models_.clear();
  if (answer == logic::Answer::sat) {
    logic::Assignment model = solver_.model();
    logic::Evaluator evaluate(model);
    Valuation& values = models_.emplace_back();
    for (Term predicate : predicates_) values.push_back(evaluate.holds(predicate));
  }
  return true;
}

bool CubeSearch::is_contradiction(const Cube& cube) {
  if (contains_one(cube, contradictions_)) return true;
  if (is_satisfiable(cube, {})) return false;
  contradictions_.push_back(cube);
  return true;
}

void CubeSearch::try_cube(Search& search, const Cube& cube) {
  if (!is_connected(cube, search.variables)) return;
  ++counts_.cubes_tried;
  if (is_satisfiable(cube, search.negation)) {
    search.refuting.insert(search.refuting.end(), models_.begin(), models_.end());
    return;
  }
  if (!is_contradiction(cube)) search.found.push_back(cube);
}

// `refuting`: the models in which the formula fails and the cube so far holds, among the first `known` ones.
void CubeSearch::extend(Search& search, Cube& cube, size_t next, std::vector<uint32_t> refuting, uint32_t known) {
  if (contains_one(cube, search.found) || contains_one(cube, contradictions_)) return;
  auto holds = [&](const Literal& one, uint32_t model) {
    return search.refuting[model][index(one.variable)] == one.positive;
  };
  auto take_new_ones = [&] {
    for (; known < search.refuting.size(); ++known)
      if (std::ranges::all_of(cube, [&](const Literal& one) { return holds(one, known); })) refuting.push_back(known);
  };
  take_new_ones();
  if (cube.size() == search.size) {
    if (refuting.empty()) try_cube(search, cube);
    return;
  }
  size_t missing = search.size - cube.size();
  for (size_t i = next; i + missing <= search.candidates.size(); ++i)
    for (bool positive : {true, false}) {
      Literal literal{BoolVar{search.candidates[i]}, positive};
      take_new_ones();
      std::vector<uint32_t> still;
      for (uint32_t model : refuting)
        if (holds(literal, model)) still.push_back(model);
      cube.push_back(literal);
      extend(search, cube, i + 1, std::move(still), known);
      cube.pop_back();
    }
}

const Formula& CubeSearch::implicants(Term formula) {
  if (auto found = known_.find(formula); found != known_.end()) return found->second;
  Formula& made = known_[formula];
  if (formula.is_const()) {
    if (formula.is_true()) made.emplace_back();
    return made;
  }
  for (uint32_t i = 0; i < predicates_.size(); ++i)
    for (bool positive : {true, false})
      if (formula == literal({BoolVar{i}, positive})) {
        made.push_back({{BoolVar{i}, positive}});
        return made;
      }
  Search search{terms_.not_(formula), sorted_variables(formula), {}, 0, {}, {}};
  if (!is_satisfiable({}, search.negation)) {
    made.emplace_back();
    return made;
  }
  search.refuting = models_;
  search.candidates = cone(search.variables);
  for (search.size = 1; search.size <= most_; ++search.size) {
    Cube cube;
    extend(search, cube, 0, {}, 0);
  }
  std::ranges::sort(search.found);
  return made = std::move(search.found);
}

std::vector<Cube> CubeSearch::contradictions(uint32_t most_literals) {
  Search search{terms_.boolean(true), {}, {}, 0, {}, {}};
  for (uint32_t i = 0; i < predicates_.size(); ++i) {
    // Those of which it is the first.
    search.variables = variables_[i];
    search.candidates.clear();
    for (uint32_t other : cone(variables_[i]))
      if (other > i) search.candidates.push_back(other);
    for (bool positive : {true, false})
      for (search.size = 1; search.size <= most_literals; ++search.size) {
        Cube cube{{BoolVar{i}, positive}};
        extend(search, cube, 0, {}, 0);
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

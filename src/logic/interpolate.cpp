#include "logic/interpolate.h"

#include <algorithm>
#include <unordered_set>

#include "logic/abstraction.h"
#include "logic/atoms.h"
#include "logic/bit_interpolant.h"
#include "logic/check_interpolants.h"
#include "logic/project.h"
#include "logic/spacer.h"
#include "logic/variables.h"

namespace fencepost::logic {
namespace {

constexpr size_t kMostRemovals = 64;      // attempts to make a core smaller
constexpr size_t kMostCandidates = 12;    // predicates that by_atoms combines
constexpr size_t kMostMinterms = 64;      // of them
constexpr size_t kMostConflicts = 20000;  // of a resolution proof

std::vector<Term> flat(const std::vector<std::vector<Term>>& parts, size_t from) {
  std::vector<Term> all;
  for (size_t i = from; i < parts.size(); ++i) all.insert(all.end(), parts[i].begin(), parts[i].end());
  return all;
}

std::unordered_set<Term> variable_set(const std::vector<Term>& terms) {
  std::vector<Term> all = variables_of(terms);
  return {all.begin(), all.end()};
}

// Of the former, those that the latter do not have, by id.
std::vector<Term> variables_beyond(const std::vector<Term>& terms, const std::vector<Term>& others) {
  std::unordered_set<Term> known = variable_set(others);
  std::vector<Term> beyond = variables_of(terms);
  std::erase_if(beyond, [&](Term variable) { return known.contains(variable); });
  std::ranges::sort(beyond, {}, &Term::id);
  return beyond;
}

void keep(std::vector<std::vector<Term>>& parts, size_t from, const std::unordered_set<Term>& needed) {
  for (size_t i = from; i < parts.size(); ++i)
    std::erase_if(parts[i], [&](Term part) { return !needed.contains(part); });
}

}  // namespace

std::unique_ptr<Solver> Interpolator::prover(std::span<const Term> formulas) {
  SolverKind fastest = SolverKind::z3;
  for (SolverKind kind : {SolverKind::lazy_floats, SolverKind::cadical})
    if (supports(kind, formulas)) fastest = kind;
  auto solver = make_solver(fastest, terms_, budget_, statistics_);
  if (most_conflicts_ != 0) solver->limit_conflicts(most_conflicts_);
  return solver;
}

// What the contradiction does not need is forgotten from the start, by the solver too, which serves from here on (null if
// there is none). The first conjuncts are tried first: a reason that lies late in a trace excludes other traces with the
// same end as well.
std::unique_ptr<Solver> Interpolator::reduce_to_core(Parts& parts) {
  std::vector<Term> core = flat(parts, 0);
  std::unique_ptr<Solver> solver = prover(core);
  if (solver->check(core) != Answer::unsat) return nullptr;
  core = solver->core();
  solver = prover(core);
  for (size_t at = 0, tried = 0; at < core.size() && tried < kMostRemovals; ++tried) {
    std::vector<Term> fewer = core;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
    if (solver->check(fewer) != Answer::unsat) {
      ++at;
      continue;
    }
    core = solver->core();
    // A core keeps the order of what was assumed, so those before `at`, which are needed, are still there.
  }
  keep(parts, 0, {core.begin(), core.end()});
  return solver;
}

std::optional<std::vector<Term>> Interpolator::sequence(std::span<const Term> formulas, InterpolationMethod method) {
  Timer timer(statistics_, "time.interpolate");
  bool reverse = method == InterpolationMethod::precondition;
  Parts parts;
  for (Term formula : formulas) parts.push_back(conjuncts_of(terms_, formula));
  if (reverse) std::ranges::reverse(parts);
  std::unique_ptr<Solver> solver = reduce_to_core(parts);
  if (!solver) return std::nullopt;
  if (method == InterpolationMethod::integers) return by_integers(formulas, parts);
  bool bits_alone = method == InterpolationMethod::resolution;
  auto found = forwards(std::move(parts), *solver, bits_alone);
  if (found && reverse) {
    std::ranges::reverse(*found);
    for (Term& interpolant : *found) interpolant = terms_.not_(interpolant);
  }
  return checked(formulas, std::move(found), bits_alone ? SolverKind::z3 : SolverKind::cvc5);
}

// The judge has no part in finding them. cvc5 is quick where a step only renames what a sum is made of, Z3 on bits.
std::optional<std::vector<Term>> Interpolator::checked(std::span<const Term> formulas,
                                                       std::optional<std::vector<Term>> found, SolverKind kind) {
  if (!found) return std::nullopt;
  auto judge = make_solver(kind, terms_, budget_, statistics_);
  if (are_interpolants(terms_, *judge, formulas, *found)) return found;
  statistics_.add("interpolate.rejected");
  return std::nullopt;
}

// An interpolant between "the one before and the next formula" and "the rest" follows from the one before: binary
// interpolants in a row are a sequence of interpolants.
std::optional<std::vector<Term>> Interpolator::forwards(Parts parts, Solver& solver, bool bits_alone) {
  std::vector<Term> result{terms_.boolean(true)}, before;
  for (size_t cut = 1; cut < parts.size(); ++cut) {
    budget_.check();
    before.insert(before.end(), parts[cut - 1].begin(), parts[cut - 1].end());
    std::optional<std::vector<Term>> found = at_cut(before, parts, cut, solver, bits_alone);
    if (!found) return std::nullopt;
    before = std::move(*found);
    result.push_back(terms_.and_(std::span(before)));
  }
  result.push_back(terms_.boolean(false));
  return result;
}

// The conjuncts of an interpolant between `before` and what follows the cut.
std::optional<std::vector<Term>> Interpolator::at_cut(const std::vector<Term>& before, Parts& parts, size_t cut,
                                                      Solver& solver, bool bits_alone) {
  if (!bits_alone) {
    if (auto found = by_projection(before, parts, cut, solver)) {
      statistics_.add("interpolate.by-projection");
      return found;
    }
    if (Term found = by_atoms(before, flat(parts, cut))) {
      statistics_.add("interpolate.by-atoms");
      return conjuncts_of(terms_, found);
    }
  }
  if (Term found = bit_interpolant(terms_, before, flat(parts, cut), budget_, kMostConflicts)) {
    statistics_.add("interpolate.by-bits");
    return conjuncts_of(terms_, found);
  }
  statistics_.add("interpolate.not-found");
  return std::nullopt;
}

// Each core leaves fewer conjuncts on either side and so fewer common variables, which is worth another projection.
std::optional<std::vector<Term>> Interpolator::by_projection(const std::vector<Term>& before, Parts& parts, size_t cut,
                                                             Solver& solver) {
  std::optional<std::vector<Term>> found;
  std::vector<Term> state = before;
  for (;;) {
    std::vector<Term> after = flat(parts, cut), gone = variables_beyond(state, after);
    if (found && gone.empty()) return found;
    state = conjuncts_of(terms_, project(terms_, terms_.and_(std::span(state)), gone).formula);
    std::vector<Term> assumed = state;
    assumed.insert(assumed.end(), after.begin(), after.end());
    if (solver.check(assumed) != Answer::unsat) return found;
    std::vector<Term> core = solver.core();
    std::unordered_set<Term> needed(core.begin(), core.end());
    std::erase_if(state, [&](Term part) { return !needed.contains(part); });
    keep(parts, cut, needed);
    found = state;
  }
}

Term Interpolator::by_atoms(const std::vector<Term>& before, const std::vector<Term>& after) {
  Term first = terms_.and_(std::span(before)), second = terms_.and_(std::span(after));
  std::unordered_set<Term> here = variable_set(before), there = variable_set(after);
  std::vector<Term> candidates;
  for (Term side : {second, first})
    for (Term atom : atoms_of(terms_, side)) {
      bool common =
          std::ranges::all_of(variables_of({atom}), [&](Term v) { return here.contains(v) && there.contains(v); });
      bool known = std::ranges::find(candidates, atom) != candidates.end();
      if (common && !known && candidates.size() < kMostCandidates) candidates.push_back(atom);
    }
  if (candidates.empty()) return {};
  auto solver = prover(before);
  solver->assert_term(first);
  Term found = to_term(terms_, candidates, abstract_boolean(terms_, *solver, candidates, kMostMinterms));
  auto other = prover(after);
  other->assert_term(second);
  return other->check(std::span(&found, 1)) == Answer::unsat ? found : Term();
}

// A trace that is too much for Spacer as if nothing wrapped would be so the more exactly.
std::optional<std::vector<Term>> Interpolator::by_integers(std::span<const Term> formulas, const Parts& parts) {
  for (Wrapping wrapping : {Wrapping::ignored, Wrapping::exact}) {
    IntegerView view(terms_, flat(parts, 0), wrapping);
    std::vector<Term> needed;
    for (const std::vector<Term>& part : parts)
      if (!part.empty()) needed.push_back(view.integer(terms_.and_(std::span(part))));
    if (needed.empty()) break;
    HornSolution solution = spacer_interpolants(terms_, needed, budget_, statistics_);
    if (solution.answer == Answer::unknown) break;
    if (solution.answer == Answer::sat) continue;
    if (auto found = checked(formulas, on_words(view, parts, solution.interpolants), SolverKind::cvc5)) {
      statistics_.add("interpolate.by-integers");
      return found;
    }
  }
  statistics_.add("interpolate.not-found");
  return std::nullopt;
}

// Formulas of which the core needs nothing change no state: the interpolant before them is the one after.
std::optional<std::vector<Term>> Interpolator::on_words(IntegerView& view, const Parts& parts,
                                                        std::vector<Term> integers) {
  integers.push_back(terms_.boolean(false));
  std::vector<Term> result{terms_.boolean(true)};
  auto next = integers.begin();
  for (const std::vector<Term>& part : parts) {
    Term here = part.empty() ? result.back() : view.words(*next++);
    if (!here) return std::nullopt;
    result.push_back(here);
  }
  return result;
}

std::optional<InterpolantAt> Interpolator::backward_binary(std::span<const Term> formulas, InterpolationMethod method) {
  auto solver = prover(formulas);
  for (size_t first = formulas.size(); first-- > 0;) {
    solver->assert_term(formulas[first]);
    if (solver->check() == Answer::sat) continue;
    Term sides[] = {formulas[first], terms_.and_(formulas.subspan(first + 1))};
    std::optional<std::vector<Term>> found = sequence(sides, method);
    if (!found) return std::nullopt;
    return InterpolantAt{first + 1, (*found)[1]};
  }
  return std::nullopt;
}

}  // namespace fencepost::logic

#include "runs/search.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"
#include "logic/evaluate.h"

namespace fencepost::runs {

using logic::Assignment;
using logic::Term;

namespace {

constexpr size_t kMany = 100;  // runs that were proposed in vain

}  // namespace

Search::Search(const unroll::Unrolled& unrolled, const std::shared_ptr<const memory::Model>& model, logic::Terms& terms,
               logic::SolverKind solver, Budget& budget, Statistics& statistics, Formula formula)
    : unrolled_(unrolled), terms_(terms), kind_(solver), budget_(budget), statistics_(statistics), formula_(formula) {
  keep({unrolled.constraints, {}});
  if (!unrolled.concurrent()) return;
  FP_CHECK(model != nullptr);
  refinement_ = std::make_unique<Refinement>(unrolled, model, terms, budget, statistics);
}

std::optional<Assignment> Search::trivial_model(const std::vector<Term>& assumptions) const {
  auto is_true = [](Term term) { return term.is_true(); };
  if (refinement_ || !std::all_of(assumptions.begin(), assumptions.end(), is_true)) return std::nullopt;
  Assignment zeros;
  logic::Evaluator evaluate(zeros);
  for (Term fact : facts_.terms)
    if (!evaluate.holds(fact)) return std::nullopt;
  return zeros;
}

void Search::keep(Facts facts) {
  fact_count_ += facts.terms.size();
  for (const logic::Clauses& clauses : facts.clauses) fact_count_ += clauses.size();
  facts_.terms.insert(facts_.terms.end(), facts.terms.begin(), facts.terms.end());
  std::move(facts.clauses.begin(), facts.clauses.end(), std::back_inserter(facts_.clauses));
}

bool Search::supported(logic::SolverKind kind, const Facts& facts) {
  auto all_of = [&](const logic::Clauses& clauses) { return logic::supports(kind, clauses.disjuncts()); };
  return logic::supports(kind, facts.terms) && std::all_of(facts.clauses.begin(), facts.clauses.end(), all_of);
}

void Search::tell(const Facts& facts) {
  for (Term fact : facts.terms) solver_->assert_term(fact);
  for (const logic::Clauses& clauses : facts.clauses) solver_->assert_clauses(clauses);
}

void Search::start_solver(const std::vector<Term>& assumptions) {
  bool fits = logic::supports(kind_, assumptions);
  if (solver_ && fits) return;
  if (refinement_ && !has_constraints_) {
    keep(formula_ == Formula::whole ? refinement_->whole_model() : refinement_->constraints());
    if (formula_ == Formula::ordered) keep(refinement_->costly_constraints());
    has_constraints_ = true;
  }
  auto serves = [&](logic::SolverKind kind) { return logic::supports(kind, assumptions) && supported(kind, facts_); };
  if (!serves(kind_))
    kind_ = serves(logic::SolverKind::lazy_floats) ? logic::SolverKind::lazy_floats : logic::SolverKind::z3;
  solver_ = logic::make_solver(kind_, terms_, budget_, statistics_);
  tell(facts_);
}

void Search::require(Facts facts) {
  if (solver_ && supported(kind_, facts))
    tell(facts);
  else
    solver_.reset();
  keep(std::move(facts));
}

// A conflict costs about as much time as there are clauses, beyond some number.
int Search::conflicts_for(size_t run) const {
  constexpr size_t kFewFacts = 100'000;
  if (effort_.conflicts < 0) return -1;
  size_t share = (run + 1) * std::max(fact_count_, kFewFacts) / kFewFacts;
  return std::max(1, effort_.conflicts / static_cast<int>(std::min<size_t>(share, 1'000'000)));
}

std::optional<Assignment> Search::ask(const std::vector<Term>& assumptions) {
  if (std::any_of(assumptions.begin(), assumptions.end(), [](Term term) { return term.is_false(); }))
    return std::nullopt;
  if (auto model = trivial_model(assumptions)) return model;
  Timer timer(statistics_, "time.solve");
  statistics_.add("bounded.questions");
  start_solver(assumptions);
  for (size_t runs = 0;; ++runs) {
    solver_->limit_conflicts(conflicts_for(runs));
    logic::Answer answer = runs < effort_.runs ? solver_->check(assumptions) : logic::Answer::unknown;
    gave_up_ = gave_up_ || answer == logic::Answer::unknown;
    if (answer != logic::Answer::sat) return std::nullopt;
    Assignment model = solver_->model();
    if (!refinement_) return model;
    Timer refining(statistics_, "time.refine");
    std::vector<Term> clauses = refinement_->refute(model);
    if (clauses.empty()) return model;
    FP_CHECK_MSG(formula_ != Formula::whole, "the encoding allows what the memory model forbids");
    require(clauses);
    if (told_) told_(runs + 1);
    if (++refuted_ == kMany && formula_ == Formula::cheap) require(refinement_->costly_constraints());
  }
}

}  // namespace fencepost::runs

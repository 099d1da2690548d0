#include "engine/explore/enumeration.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "engine/explore/signature.h"
#include "logic/evaluate.h"

namespace fencepost::engine::explore {

using logic::Assignment;
using logic::Term;
using program::unroll::ChoiceRecord;
using program::unroll::Obligation;
using program::unroll::ThreadInfo;

Enumeration::Enumeration(const program::Cfa& cfa, const program::unroll::Options& unrolling,
                         const result::Property& property, logic::SolverKind solver, Budget& budget,
                         Statistics& statistics)
    : unrolled_(program::unroll::unroll(cfa, unrolling, terms_, budget)),
      kind_(solver),
      budget_(budget),
      statistics_(statistics) {
  for (const auto& [name, value] : unrolled_.statistics.entries()) statistics_.set(name, value);
  open_data_ = std::any_of(unrolled_.choices.begin(), unrolled_.choices.end(),
                           [](const ChoiceRecord& record) { return static_cast<bool>(record.value); });
  if (!unrolled_.concurrent()) return;
  FP_CHECK(property.model != nullptr);
  refinement_ = std::make_unique<program::runs::Refinement>(unrolled_, property.model, terms_, budget_, statistics_);
  // Values out of thin air are data that no read explains; a model without load buffering has none.
  open_data_ = open_data_ || refinement_->relaxations().load_store;
  tells_events_ = open_data_ || std::any_of(unrolled_.events.begin(), unrolled_.events.end(),
                                            [](const auto& event) { return !event.told_apart; });
}

Term Enumeration::failure(Obligation::Kind kind) {
  Term any = terms_.boolean(false);
  for (const Obligation& obligation : unrolled_.obligations)
    if (obligation.kind == kind) any = terms_.or_(any, obligation.failure);
  return any;
}

Term Enumeration::complete(const IsEnd& is_end) {
  Term all = terms_.boolean(true);
  for (const ThreadInfo& thread : unrolled_.threads) {
    Term over = thread.finished ? thread.finished : terms_.boolean(false);
    if (thread.exited) over = terms_.or_(over, thread.exited);
    for (const Obligation& obligation : unrolled_.obligations)
      if (obligation.kind == Obligation::Kind::unwinding && &thread == &unrolled_.threads[obligation.thread] &&
          is_end(unrolled_.sites[obligation.site]))
        over = terms_.or_(over, obligation.failure);
    all = terms_.and_(all, thread.guard ? terms_.implies(thread.guard, over) : over);
  }
  return all;
}

void Enumeration::start_solver(Term question) {
  if (solver_ && logic::supports(kind_, question)) return;
  std::vector<Term> asserted = unrolled_.constraints;
  if (refinement_)
    asserted.insert(asserted.end(), refinement_->constraints().begin(), refinement_->constraints().end());
  asserted.insert(asserted.end(), learnt_.begin(), learnt_.end());
  auto is_supported = [&](Term term) { return logic::supports(kind_, term); };
  if (!is_supported(question) || !std::all_of(asserted.begin(), asserted.end(), is_supported))
    kind_ = logic::SolverKind::z3;
  solver_ = logic::make_solver(kind_, terms_, budget_, statistics_);
  for (Term term : asserted) solver_->assert_term(term);
}

std::optional<Assignment> Enumeration::ask(Term question) {
  if (question.is_false()) return std::nullopt;
  start_solver(question);
  return ask(std::vector<Term>{question});
}

std::optional<Assignment> Enumeration::ask(const std::vector<Term>& assumptions) {
  for (;;) {
    logic::Answer answer = solver_->check(assumptions);
    gave_up_ = gave_up_ || answer == logic::Answer::unknown;
    if (answer != logic::Answer::sat) return std::nullopt;
    Assignment model = solver_->model();
    if (!refinement_) return model;
    Timer timer(statistics_, "time.refine");
    std::vector<Term> clauses = refinement_->refute(model);
    if (clauses.empty()) return model;
    for (Term clause : clauses) {
      learnt_.push_back(clause);
      solver_->assert_term(clause);
    }
  }
}

void Enumeration::each(Term condition, const Visit& visit) {
  if (condition.is_false()) return;
  start_solver(condition);
  // What was counted is ruled out for this enumeration alone.
  std::vector<Term> assumptions = {condition, terms_.fresh("enumeration", logic::bool_sort())};
  Term over = terms_.not_(assumptions[1]);
  std::set<Signature> seen;
  auto is_new = [&](const memory::Relation& co) {
    return !tells_events_ || seen.insert(signature(unrolled_, refinement_->run(), co)).second;
  };
  while (std::optional<Assignment> model = ask(assumptions)) {
    if (!refinement_) {
      visit(*model, nullptr);
      return;
    }
    bool more = true;
    refinement_->each_coherence([&](const memory::Relation& co) { return more = !is_new(co) || visit(*model, &co); });
    if (!more) return;
    Term others = over;
    for (Term literal : refinement_->choices(*model, tells_events_)) others = terms_.or_(others, terms_.not_(literal));
    solver_->assert_term(others);
  }
}

}  // namespace fencepost::engine::explore

#include "engine/explore/enumeration.h"

#include <algorithm>
#include <set>

#include "engine/explore/signature.h"
#include "logic/evaluate.h"

namespace fencepost::engine::explore {

using logic::Assignment;
using logic::Term;
using unroll::ChoiceRecord;
using unroll::Obligation;
using unroll::ThreadInfo;

Enumeration::Enumeration(const result::Task& task, const unroll::Options& unrolling, logic::SolverKind solver,
                         Budget& budget, Statistics& statistics)
    : unrolled_(unroll::unroll(task.cfa, unrolling, terms_, budget)) {
  for (const auto& [name, value] : unrolled_.statistics.entries()) statistics.set(name, value);
  open_data_ = std::any_of(unrolled_.choices.begin(), unrolled_.choices.end(),
                           [](const ChoiceRecord& record) { return static_cast<bool>(record.value); });
  search_ = std::make_unique<runs::Search>(unrolled_, task.model, terms_, solver, budget, statistics);
  if (runs() == nullptr) return;
  // Values out of thin air are data that no read explains; a model without load buffering has none.
  open_data_ = open_data_ || runs()->relaxations().load_store;
  tells_events_ = open_data_ || std::any_of(unrolled_.events.begin(), unrolled_.events.end(),
                                            [](const auto& event) { return !event.observable; });
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

void Enumeration::each(Term condition, const Visit& visit) {
  if (condition.is_false()) return;
  // What was counted is ruled out for this enumeration alone.
  std::vector<Term> assumptions = {condition, terms_.fresh("enumeration", logic::bool_sort())};
  Term over = terms_.not_(assumptions[1]);
  runs::Refinement* refinement = search_->refinement();
  std::set<Signature> seen;
  auto is_new = [&](const memory::Relation& co) {
    return !tells_events_ || seen.insert(signature(unrolled_, refinement->run(), co)).second;
  };
  while (std::optional<Assignment> model = search_->ask(assumptions)) {
    if (refinement == nullptr) {
      visit(*model, nullptr);
      return;
    }
    bool more = true;
    refinement->each_coherence([&](const memory::Relation& co) { return more = !is_new(co) || visit(*model, &co); });
    if (!more) return;
    Term others = over;
    for (Term literal : refinement->choices(*model, tells_events_)) others = terms_.or_(others, terms_.not_(literal));
    search_->require({others});
  }
}

}  // namespace fencepost::engine::explore

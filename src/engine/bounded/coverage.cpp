#include "engine/bounded/coverage.h"

#include <algorithm>

#include "core/whole_runs.h"
#include "logic/evaluate.h"

namespace fencepost::engine::bounded {

using logic::Assignment;
using logic::Term;
using unroll::Obligation;
using Kind = Obligation::Kind;

bool all_are_cut(BoundedRuns& runs, Standstills& standstills) {
  const unroll::Unrolled& unrolled = runs.unrolled();
  logic::Terms& terms = runs.terms();
  Term question = unrolled.threads[0].finished;
  for (const unroll::ThreadInfo& thread : unrolled.threads)
    if (thread.exited) question = terms.or_(question, thread.exited);
  for (const Obligation& obligation : unrolled.obligations)
    if (obligation.kind == Kind::unwinding && unrolled.sites[obligation.site].endless && obligation.thread == 0)
      question = terms.or_(question, obligation.failure);
  for (const Obligation& obligation : unrolled.obligations)
    if (obligation.kind == Kind::unwinding && !unrolled.sites[obligation.site].endless)
      question = terms.and_(question, terms.not_(obligation.failure));
  if (runs.ask_relevant(question) || runs.gave_up()) return false;
  // One that stands still for ever has no end, but nothing of it is cut.
  return !standstills.any();
}

bool looks_at_all(BoundedRuns& runs, const program::CheckPlaces& checks) {
  using core::Undef;
  // What is told from whole runs has no place of its own, nor have races.
  const core::UndefSet& wanted = runs.task().property.checks;
  auto is_wanted = [&](Undef kind) { return wanted.has(kind); };
  if (is_wanted(Undef::data_race) || std::ranges::any_of(core::kWholeRuns, is_wanted)) return false;
  std::vector<Term> open;
  for (const program::Procedure& procedure : runs.task().cfa.procedures) {
    const std::vector<bool>& places = checks.of(procedure.function);
    for (uint32_t place = 0; place < places.size(); ++place) {
      if (!places[place]) continue;
      auto known = runs.unrolled().looked_at.find({procedure.function, program::Loc{place}});
      if (known == runs.unrolled().looked_at.end()) return false;
      open.push_back(known->second);
    }
  }
  bool any = !open.empty();
  while (!open.empty()) {
    std::optional<Assignment> model = runs.whole().ask({open.back()});
    if (!model) return false;
    logic::Evaluator evaluate(*model);
    std::erase_if(open, [&](Term reached) { return evaluate.holds(reached); });
  }
  return any;
}

}  // namespace fencepost::engine::bounded

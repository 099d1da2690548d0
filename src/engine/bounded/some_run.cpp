#include "engine/bounded/some_run.h"

namespace fencepost::engine::bounded {

using logic::Assignment;
using logic::Term;
using unroll::Obligation;
using unroll::ThreadInfo;

namespace {

// Somebody ends the program, or all threads come to their ends.
Term ends_program(BoundedRuns& runs) {
  logic::Terms& terms = runs.terms();
  const std::vector<ThreadInfo>& threads = runs.unrolled().threads;
  Term ends = terms.boolean(false), all = terms.boolean(true);
  for (size_t i = 0; i < threads.size(); ++i) {
    if (threads[i].returned) ends = terms.or_(ends, threads[i].returned);
    if (threads[i].exited) ends = terms.or_(ends, threads[i].exited);
    if (threads[i].finished)
      all =
          terms.and_(all, i == 0 ? threads[i].finished : terms.or_(terms.not_(threads[i].guard), threads[i].finished));
  }
  return terms.or_(ends, all);
}

// Every thread that is made ends, waits for ever or goes on beyond its bound: none breaks an assumption.
Term never_ends(BoundedRuns& runs) {
  logic::Terms& terms = runs.terms();
  const unroll::Unrolled& unrolled = runs.unrolled();
  const std::vector<ThreadInfo>& threads = unrolled.threads;
  std::vector<Term> goes_on(threads.size(), terms.boolean(false));
  for (const unroll::Wait& wait : unrolled.waits) goes_on[wait.thread] = terms.or_(goes_on[wait.thread], wait.blocked);
  for (const Obligation& obligation : unrolled.obligations)
    if (obligation.kind == Obligation::Kind::unwinding)
      goes_on[obligation.thread] = terms.or_(goes_on[obligation.thread], obligation.failure);
  Term all = terms.boolean(true);
  for (size_t i = 0; i < threads.size(); ++i) {
    Term fine = goes_on[i];
    if (threads[i].finished) fine = terms.or_(fine, threads[i].finished);
    if (i != 0 && threads[i].guard) fine = terms.or_(fine, terms.not_(threads[i].guard));
    if (i == 0 || threads[i].guard) all = terms.and_(all, fine);
  }
  return all;
}

}  // namespace

std::optional<result::Run> some_run(BoundedRuns& runs) {
  result::Run run;
  std::optional<Assignment> model = runs.whole().ask({ends_program(runs)});
  if (!model && !runs.gave_up()) {
    run.ends = false;
    model = runs.whole().ask({never_ends(runs)});
  }
  if (!model) return std::nullopt;
  const runs::Refinement* found = runs.refinement();
  if (found == nullptr) {
    run.choices = runs.choices_of(*model);
    return run;
  }
  run.concurrent.emplace();
  auto scheduled = schedule(runs.unrolled(), found->run(), found->relaxations(), *model);
  if (!scheduled) return run;
  // Sections that never end would stop all others: they have not begun.
  scheduled->leave_out(
      [&](uint32_t number, const result::RunStep& step) { return number >= scheduled->blocked[step.thread]; });
  run.concurrent = std::move(scheduled->run);
  return run;
}

std::optional<SourcePos> last_assumption(BoundedRuns& runs) {
  const auto& assumptions = runs.unrolled().assumptions;
  for (size_t i = assumptions.size(); i-- > 0;)
    if (runs.whole().ask({assumptions[i].reached})) return assumptions[i].pos;
  return std::nullopt;
}

}  // namespace fencepost::engine::bounded

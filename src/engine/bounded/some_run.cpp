// Round: a run on which nothing fails, to show that there are runs at all.
#include "engine/bounded/round.h"
#include "engine/bounded/run_graph.h"
#include "logic/evaluate.h"

namespace fencepost::engine::bounded {

using logic::Assignment;
using logic::Term;
using unroll::Obligation;
using unroll::ThreadInfo;

// Somebody ends the program, or all threads come to their ends.
Term Round::ends_program() {
  const std::vector<ThreadInfo>& threads = unrolled_.threads;
  Term ends = terms_.boolean(false), all = terms_.boolean(true);
  for (size_t i = 0; i < threads.size(); ++i) {
    if (threads[i].returned) ends = terms_.or_(ends, threads[i].returned);
    if (threads[i].exited) ends = terms_.or_(ends, threads[i].exited);
    if (threads[i].finished)
      all = terms_.and_(all,
                        i == 0 ? threads[i].finished : terms_.or_(terms_.not_(threads[i].guard), threads[i].finished));
  }
  return terms_.or_(ends, all);
}

// Every thread that is made ends, waits for ever or goes on beyond its bound: none breaks an assumption.
Term Round::never_ends() {
  const std::vector<ThreadInfo>& threads = unrolled_.threads;
  std::vector<Term> goes_on(threads.size(), terms_.boolean(false));
  for (const unroll::Wait& wait : unrolled_.waits)
    goes_on[wait.thread] = terms_.or_(goes_on[wait.thread], wait.blocked);
  for (const Obligation& obligation : unrolled_.obligations)
    if (obligation.kind == Kind::unwinding)
      goes_on[obligation.thread] = terms_.or_(goes_on[obligation.thread], obligation.failure);
  Term all = terms_.boolean(true);
  for (size_t i = 0; i < threads.size(); ++i) {
    Term fine = goes_on[i];
    if (threads[i].finished) fine = terms_.or_(fine, threads[i].finished);
    if (i != 0 && threads[i].guard) fine = terms_.or_(fine, terms_.not_(threads[i].guard));
    if (i == 0 || threads[i].guard) all = terms_.and_(all, fine);
  }
  return all;
}

std::optional<result::Run> Round::some_run() {
  result::Run run;
  std::optional<Assignment> model = search_->ask({ends_program()});
  if (!model && !gave_up()) {
    run.ends = false;
    model = search_->ask({never_ends()});
  }
  if (!model) return std::nullopt;
  if (refinement() == nullptr) {
    run.choices = choices_of(*model);
    return run;
  }
  run.concurrent.emplace();
  auto scheduled = schedule(unrolled_, refinement()->run(), refinement()->relaxations(), *model);
  if (!scheduled) return run;
  // Sections that never end would stop all others: they have not begun.
  scheduled->leave_out(
      [&](uint32_t number, const result::RunStep& step) { return number >= scheduled->stuck[step.thread]; });
  run.graph = run_graph(unrolled_, refinement()->run(), *scheduled);
  run.concurrent = std::move(scheduled->run);
  return run;
}

std::optional<SourcePos> Round::last_assumption() {
  for (size_t i = unrolled_.assumptions.size(); i-- > 0;)
    if (search_->ask({unrolled_.assumptions[i].reached})) return unrolled_.assumptions[i].pos;
  return std::nullopt;
}

}  // namespace fencepost::engine::bounded

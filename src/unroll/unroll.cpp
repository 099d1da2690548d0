// How often a program is executed: until nothing is learnt any more that would change what comes out.
#include <algorithm>

#include "core/walk.h"
#include "unroll/executor.h"

namespace fencepost::unroll {

namespace {

// What threads share is learnt in short executions first, then in longer ones. A loop that waits for another thread never ends
// as long as nobody knows that the place is shared, and most is learnt before long loops have come to their ends.
constexpr uint64_t kLearning = 5'000, kLonger = 8;

Options learning(const program::Cfa& cfa, const Options& options) {
  Options result = options;
  if (core::starts_threads(*cfa.program)) result.bounds.loop_steps = std::min(options.bounds.loop_steps, kLearning);
  return result;
}

bool is_cut_short(const Unrolled& unrolled) {
  return std::any_of(unrolled.sites.begin(), unrolled.sites.end(), [](const Site& site) { return site.by_steps; });
}

}  // namespace

Unrolled unroll(const program::Cfa& cfa, const Options& options, Terms& terms, Budget& budget) {
  program::Shapes shapes(cfa);
  Learnt learnt(options.model);
  Options current = learning(cfa, options);
  for (unsigned executions = 1;; ++executions) {
    size_t threads = learnt.names.threads(), varied = learnt.names.varied.size();
    Unrolled result = Executor(cfa, current, terms, budget, shapes, learnt).run();
    result.statistics.set("unroll.executions", executions);
    bool news = learnt.sharing.settle();
    news = (learnt.address_use.settle() && result.concurrent()) || news;
    if (news || threads != learnt.names.threads() || varied != learnt.names.varied.size()) continue;
    if (current.bounds.loop_steps == options.bounds.loop_steps || !is_cut_short(result)) return result;
    current.bounds.loop_steps = std::min(options.bounds.loop_steps, kLonger * current.bounds.loop_steps);
  }
}

}  // namespace fencepost::unroll

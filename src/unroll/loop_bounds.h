// How often loops and recursion go on. An iteration that leaves the path condition as it was is free: its branches were
// constant, so it must happen. One during which some path left the loop is symbolic and counts against the bound. In between
// are those that *prune*: their path condition changed although nobody left, since an abort, an assumption or a failed
// check thinned the paths out. Those usually belong to loops with a constant number of iterations, so they have a larger
// bound, which ends `for (;;) if (choose()) abort();` all the same.
//
// After many steps no iteration is free any more: whoever is in a loop leaves it within the bound or is cut, and all others
// come to their ends. So a long loop keeps nothing from being looked at that does not need it.
//
// With threads an iteration that must happen may still be costly: each of its events can meet each event of the others, and
// what goes wrong between them mostly does so early. When bounds are deepened anyway, those iterations have one as well.
#pragma once

#include <optional>

#include "unroll/event_log.h"

namespace fencepost::unroll {

// The iterations of a loop, or the nested calls of a function.
struct Iterations {
  unsigned symbolic = 0;  // some path left
  unsigned pruning = 0;
  unsigned visible = 0;    // with events
  unsigned unchanged = 0;  // that left the path as it was
  unsigned all = 0;        // of whatever kind
  unsigned spawns = 0;     // of the thread, before the loop
};

class LoopBounds {
 public:
  LoopBounds(const Bounds& bounds, const core::Program& program, program::Shapes& shapes, Terms& terms,
             const EventLog& events, Records& records)
      : bounds_(bounds), program_(program), shapes_(shapes), terms_(terms), events_(events), records_(records) {}

  // The iteration that begins now; `left`: by some path. False: the bound is reached, and it is recorded that the run goes on.
  struct Next {
    const LoopId& loop;
    SourcePos pos;
    Path before;  // of the iteration that ends
    bool left;
    uint64_t steps;  // of the execution so far
  };
  bool allows(Iterations& done, const Next& next, const Step& step, const State& state);
  // The run goes on here and is not followed.
  void cut(const State& state, const LoopId& loop, Site site);

 private:
  std::optional<unsigned> of_user(const LoopId& loop, const SourcePos& pos) const;

  const Bounds& bounds_;
  const core::Program& program_;
  program::Shapes& shapes_;
  Terms& terms_;
  const EventLog& events_;
  Records& records_;
};

}  // namespace fencepost::unroll

// Broadcast programs with any number of threads: view abstraction (Abdulla, Haziza, Holik, "All for the price of few", VMCAI 2013). A view of size k is what a
// state says of the single threads, the shared variables and k of the other threads. The views are those found by these rules:
//
//   whole       states with fewer than k threads, and those with k that come of them, step by step
//   inside      from a view by a step of a single thread or one of the k, in which those of the view are passive; if a thread begins, all k of the
//               k + 1
//   outside     from a view by a step of another thread, in which all k are passive: of every k + 1 threads of which all k are a view
//
// Why that no view has a failing check proves it for every number of threads: by induction over the steps of a run, its state is one of the whole ones
// while it has fewer than k threads, and afterwards any k of its threads are a view. Let a step lead from a state to another, and take k threads of
// the latter. If one of them begins with the step, the others and the active thread are among k of the former. If the active thread is single or
// one of them, they are a view of the former. Otherwise they and the active thread are k + 1 of the former, of which all k are views. In each case the
// step with passive threads that are only some of those that there are is a step of the rules: all that is said of passive threads
// (blocked, updates of others by some of them, excluded, never) is said of each or leaves more open with fewer of them, and a check fails unless
// it passes with some. A join of a thread of a template with several does not wait in views: it may be one that is not in view.
//
// Where a check fails, perhaps no run does so: then more has to be in view.
#pragma once

#include "boolean/broadcast_explore.h"

namespace fencepost::boolean {

struct ViewOptions {
  uint32_t size = 1;  // k
  bool stops_at_failure = true;
  bool forgets = true;
  size_t most_parts = 64;
  size_t most_views = 200'000;  // then Exhausted is thrown
  size_t most_steps = 5'000;    // that are kept for the sake of FailingView::steps
};

struct FailingView {
  uint32_t of = 0, edge = 0;  // template, and the check
  // So many threads have to be spawned for the steps on the way, if each view comes about as it was found: what to try with a given number.
  uint32_t threads = 0;
  CountedState view;
  // By which steps the views on the way came about, the last first: of a thread in view or of one beside it, with all others as they were. Each has two
  // states, the last one, which is the check, only the one before it. That a single one of them cannot be refutes the failure.
  std::vector<BroadcastFailure> steps;
};

struct BroadcastViews {
  std::vector<FailingView> failures;  // one for each check; none: no check fails, whatever the number of threads
  // An invariant of all of them: a state with fewer than k threads is one of these with as many, and otherwise any k of its threads are one with k.
  std::vector<CountedState> views;
  uint64_t steps = 0;
};

BroadcastViews views(const BroadcastProgram& program, const ViewOptions& options, Budget& budget);

}  // namespace fencepost::boolean

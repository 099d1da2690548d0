// Joins: paths that meet at a location become one state. Arrivals climb the tree of paths (path.h) from the deepest until two
// stand at the same node; those two are merged, under what they added below that node.
#pragma once

#include <vector>

#include "unroll/atomic_sections.h"
#include "unroll/control.h"
#include "unroll/guarded.h"
#include "unroll/initial_contents.h"
#include "unroll/unmodelled.h"

namespace fencepost::unroll {

class StateMerger {
 public:
  StateMerger(Terms& terms, Paths& paths, const Objects& objects, Cells& cells, ControlDependencies& control,
              GuardedReads& guarded, InitialContents& initial, AtomicSections& sections, const Sequences& sequences,
              Records& records, Unmodelled& unmodelled)
      : terms_(terms),
        paths_(paths),
        objects_(objects),
        cells_(cells),
        control_(control),
        guarded_(guarded),
        initial_(initial),
        sections_(sections),
        sequences_(sequences),
        records_(records),
        unmodelled_(unmodelled) {}

  // The states that come to a location of the frame, at least one, as one; the edge is that of the last to come.
  State merge(std::vector<State> states, Frame& frame, program::Loc loc, const program::Edge* edge);
  uint64_t merges() const { return merges_; }

 private:
  void merge_into(State& mine, const State& theirs, Term mine_if, const Frame& frame, program::Loc loc);
  // Where paths meet, their sections become one. Otherwise: why they cannot.
  const char* why_sections_differ(State& mine, State& theirs);

  Terms& terms_;
  Paths& paths_;
  const Objects& objects_;
  Cells& cells_;
  ControlDependencies& control_;
  GuardedReads& guarded_;
  InitialContents& initial_;
  AtomicSections& sections_;
  const Sequences& sequences_;
  Records& records_;
  Unmodelled& unmodelled_;
  uint64_t merges_ = 0;
};

}  // namespace fencepost::unroll

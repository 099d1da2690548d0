// What memory holds when the first thread is spawned: all that happened before is no event but part of the initial contents,
// which every run's first reads may take.
#pragma once

#include <vector>

#include "unroll/cell_contents.h"
#include "unroll/event_log.h"

namespace fencepost::unroll {

class InitialContents {
 public:
  InitialContents(const core::Program& program, Terms& terms, const Paths& paths, const Objects& objects, Cells& cells,
                  CellContents& contents, const Sharing& sharing, EventLog& events, Unrolled& to)
      : program_(program),
        terms_(terms),
        paths_(paths),
        objects_(objects),
        cells_(cells),
        contents_(contents),
        sharing_(sharing),
        events_(events),
        to_(to) {}

  // From here on there may be other threads. What memory holds now is what all of them find first.
  void go_concurrent(State& state);
  // An initial event for each cell, when all cells are known. The globals are observed even if no event names them.
  void add_events(const std::vector<core::GlobalId>& observed);

 private:
  struct Snapshot {
    Path path;
    Memory memory;
    PersistentArray<Term> exposed;
  };
  void add_event(uint32_t cell, Term guard, State& state);

  const core::Program& program_;
  Terms& terms_;
  const Paths& paths_;
  const Objects& objects_;
  Cells& cells_;
  CellContents& contents_;
  const Sharing& sharing_;
  EventLog& events_;
  Unrolled& to_;
  std::vector<Snapshot> snapshots_;  // where states became concurrent
};

}  // namespace fencepost::unroll

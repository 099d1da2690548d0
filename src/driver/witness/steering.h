// Makes a program whose runs pass the waypoints of a witness before they fail. C text is added to it (frontend/clang/insertions.h): each
// thread counts the waypoints that it has passed, in variables of its own, which cost engines nothing; where the next waypoint is
// another thread's, it hands over by a flag. Then, in Core, checks that are not the target's become assumptions, and the target's count
// only when all waypoints are passed. So every run of this program that fails is one of the given program, which passes
// the waypoints at their first occasion; and replay, which runs the added text like any other, confirms both.
//
// With a memory model that reorders, flags would order what they must not: there the order of waypoints within a thread is kept alone.
//
// Rejected: constraints on an engine's unrolling, which only that engine would have, and which no replay would see.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/core.h"
#include "core/source_map.h"
#include "frontend/clang/insertions.h"
#include "result/witness.h"

namespace fencepost::driver {

struct Steering {
  std::vector<frontend::Insertion> insertions;
  size_t handovers = 1;
  // Waypoints that threads count, targets left out, in the order of the witness; `handover`: the flag by which another thread hands over.
  struct Counted {
    const result::Waypoint* point;
    std::optional<size_t> handover = std::nullopt;
  };
  std::vector<Counted> order;
  std::optional<size_t> handed_at_end = std::nullopt;  // likewise, of a target
  // No run passes this waypoint: nothing of its kind stands there.
  std::optional<std::string> impossible;
  // Why it cannot be said whether runs pass the waypoints.
  std::optional<std::string> obstacle;
  SourcePos where;  // of either, in the witness
};

// Marks waypoints at which threads are made.
void mark_creations(result::Witness& witness, const core::SourceMap& map);
Steering steering_of(const result::Witness& witness, const core::SourceMap& map, bool in_one_order);
// Of the program with the insertions. `relaxes`: also accesses, so that nothing races elsewhere.
void weaken_checks(core::Program& program, const result::Witness& witness, const core::SourceMap& map,
                   const Steering& steering, bool relaxes);

}  // namespace fencepost::driver

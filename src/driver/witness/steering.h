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

#include <map>
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
  // What stands inside macros, where no text can be added, and the arms of parallel compositions, which are no calls, are done in Core.
  struct Turn {
    uint32_t thread = 0;                            // whose it is,
    size_t passed = 0;                              // once it has passed so many,
    std::optional<size_t> handover = std::nullopt;  // and another one has handed over
  };
  struct Creation {
    SourcePos pos;  // of the call, or of the arm
    Turn turn;
    uint32_t number = 0;                         // of the new thread
    std::optional<size_t> hands = std::nullopt;  // the flag by which the maker hands over
  };
  std::vector<Creation> creations;
  struct Failing {
    const result::Waypoint* target;
    Turn turn;
  };
  std::vector<Failing> failing;
  std::optional<size_t> handed_at_end = std::nullopt;  // likewise, of a target
  bool is_declaration = false;  // at the target: what fails there does so before anything is done
  // No run passes this waypoint: nothing of its kind stands there.
  std::optional<std::string> impossible;
  // Why it cannot be said whether runs pass the waypoints.
  std::optional<std::string> obstacle;
  SourcePos where;  // of either, in the witness
};

// Marks waypoints at which threads are made.
void mark_creations(result::Witness& witness, const core::SourceMap& map);
// `fails_there`: what it is about is a check or an access at the target, not how the run ends. `has_gates`: it counts only when other
// threads have told that they have passed theirs, which nobody hears who stands outside an atomic section in which it was told.
Steering steering_of(const result::Witness& witness, const core::SourceMap& map, bool in_one_order, bool fails_there,
                     bool has_gates = true);
// Of the program with the insertions.
struct Weakening {
  bool relaxes = false;      // also accesses, so that nothing races elsewhere
  bool in_one_order = true;  // false: who ends has passed all
  core::UndefSet counting;   // checks of other kinds are not what the witness is about
};
void weaken_checks(core::Program& program, const result::Witness& witness, const core::SourceMap& map,
                   const Steering& steering, const Weakening& how);

// How many waypoints each thread of the witness passes.
std::map<uint32_t, size_t> counted_by_thread(const Steering& steering);

}  // namespace fencepost::driver

// Threads that do the same, seen as a crowd: where several templates with one instance differ in nothing but the names of their variables
// and in constants, one template with any number of instances takes their place. A constant in which they differ becomes a
// variable of the thread, which the one who spawns it gives (anti-unification; Plotkin, Machine Intelligence 5, 1970).
//
// Every run of the given program is one of the made program: it begins the same threads, each with its own constants, and no more of
// them. There a Join waits for any of the crowd (flat_program.h), which is less than to wait for one of them; in a crowd that is counted, for
// as many as whoever waits has waited for on every way to there, one by one: for all of them in the end. So what holds of
// the crowd holds of the threads, while the number of places where threads stand no longer grows with their number.
#pragma once

#include <optional>

#include "flat/flat_program.h"

namespace fencepost::flat {

// Fewer threads are told one by one faster than as a crowd.
constexpr size_t kFewestOfCrowd = 3;

struct CrowdKind {
  size_t fewest = kFewestOfCrowd;  // threads
  // The template has as many instances as there were threads, and what they store in locks to say who has them becomes the number of the instance
  // (Variable::is_instance_number), if it tells them apart: which one it was does not matter then.
  bool is_counted = false;
};

// Nothing where there is no crowd. Programs with notes have none.
std::optional<FlatProgram> crowded(const FlatProgram& program, logic::Terms& terms, const CrowdKind& kind = {});

}  // namespace fencepost::flat

// No UNSAFE leaves unchecked: of a result's violations only those stay that replay (check/replay.h). One that does not is a
// bug of ours, and saying so loudly is all that may be said about the program.
#pragma once

#include <optional>
#include <string>

#include "base/budget.h"
#include "core/core.h"
#include "result/result.h"
#include "result/task.h"

namespace fencepost::driver {

bool replays(result::Violation& violation, const core::Program& program, const result::Property& property,
             Budget& budget);
void keep_replayed(result::Result& result, const core::Program& program, const result::Property& property,
                   Budget& budget);

// Nothing: the run is one of the program, nothing fails on it, and the memory model allows it. Otherwise why not.
std::optional<std::string> problem_of(const result::Run& run, const core::Program& program,
                                      const result::Property& property, Budget& budget);
// Of a run with a graph: does the cat file allow that?
bool is_consistent(const result::Run& run, const result::Property& property, Budget& budget);

// Of violations that stayed: what no run under sequential consistency does (check/weakness.h).
void find_weaknesses(result::Result& result, const result::Property& property);

}  // namespace fencepost::driver

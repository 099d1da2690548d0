// Whether a run that was replayed passes the waypoints of a witness. What the run did is what the interpreter noted (core/way.h); who
// proposed the run, and how it was made to pass them, is nothing to this. Looked for, in their order, are the waypoints of which
// the interpreter notes something: branches, threads that begin, values of __VERIFIER_nondet functions, and the target.
#pragma once

#include <optional>
#include <string>

#include "core/source_map.h"
#include "result/violation.h"
#include "result/witness.h"

namespace fencepost::check {

// Nothing: it does. `in_one_order`: the order of waypoints of different threads counts, too.
std::optional<std::string> problem_of(const result::Witness& witness, const result::Violation& violation,
                                      const core::SourceMap& map, bool in_one_order);

// Is that position in the statement, or the condition, at which the target is?
bool is_at_target(const result::Waypoint& target, const SourcePos& pos, const core::SourceMap& map);

}  // namespace fencepost::check

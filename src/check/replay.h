// No UNSAFE leaves unchecked: a violation is shown only after the concrete interpreter, fed with the violation's choices,
// has failed the same check at the same place. The interpreter's memory and arithmetic share nothing with the engines'.
//
// A violation of a program with threads brings a run (result::ConcurrentRun), which is followed step by step on a machine
// for its memory model (concurrent_replay.h).
//
// A race has two places (and an Unseq around it); an engine may name any of them. Other checks must agree exactly.
#pragma once

#include <optional>
#include <string>

#include "base/budget.h"
#include "check/machine_kind.h"
#include "core/core.h"
#include "result/result.h"

namespace fencepost::check {

// On success sets violation.replayed and violation.trace and returns nothing; otherwise leaves the violation as it was
// and says why it does not replay. Throws Exhausted when the budget ends.
std::optional<std::string> replay(const core::Program& program, result::Violation& violation,
                                  const core::UndefSet& checks, Budget& budget, MachineKind machine = MachineKind::sc);

}  // namespace fencepost::check

// No SAFE without a run: before it is said that no execution fails, one is shown. The run that an engine exhibits, or that
// was drawn at random, is followed on the interpreter like a claim, and nothing may fail on it.
#pragma once

#include "check/replay.h"
#include "result/run.h"

namespace fencepost::check {

// No problem: the run is one of the program, no check fails, no assumption is broken, and it comes to its end; or, if it says
// that it does not, it gets as far as it says. Whether the model allows it is not asked. Throws Exhausted when the budget ends.
Replayed replay(const core::Program& program, const result::Run& run, const core::UndefSet& checks, Budget& budget,
                const program::Mapping& mapping, MachineKind machine, bool with_story = false);

}  // namespace fencepost::check

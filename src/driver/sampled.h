// An engine, and beside it runs at random (engine/sampling) where they may find what a formula takes long for.
#pragma once

#include <functional>

#include "base/budget.h"
#include "check/checker.h"
#include "engine/sampling/sampler.h"
#include "result/claim.h"
#include "result/task.h"

namespace fencepost::driver {

// Is every interleaving of the threads a run? Of a program without threads there is one.
bool allows_interleavings(const result::Task& task);

// `engine` stops early when a run fails a check and replays, which is then the result, whoever comes first (sampling::Finding).
result::Claims with_samples(const result::Task& task, const check::Checker& checker, Budget& budget,
                            engine::sampling::Finding finding, const std::function<result::Claims()>& engine);

}  // namespace fencepost::driver

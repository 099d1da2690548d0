// An engine, and beside it runs at random (engine/sampling) where they may find what a formula takes long for.
#pragma once

#include <functional>

#include "base/budget.h"
#include "core/core.h"
#include "result/result.h"
#include "result/task.h"

namespace fencepost::driver {

// `engine` stops early when a run fails a check and replays, which is then the result.
result::Result with_samples(const core::Program& program, const result::Property& property, Budget& budget,
                            const std::function<result::Result()>& engine);

}  // namespace fencepost::driver

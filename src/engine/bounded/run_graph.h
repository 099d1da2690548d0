// The part of a consistent execution graph that a scheduled run reaches, for those who explain and draw it.
#pragma once

#include "engine/bounded/schedule.h"

namespace fencepost::engine::bounded {

// Up to the last step of the run, without the bookkeeping of lifetimes, and of the first so many threads alone.
result::RunGraph run_graph(const unroll::Unrolled& unrolled, const runs::Candidate& candidate,
                           const Scheduled& scheduled, uint32_t threads = ~0u);

}  // namespace fencepost::engine::bounded

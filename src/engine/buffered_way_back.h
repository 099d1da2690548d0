// The way back (way_back.h) from a failing run of a program whose store buffers were made a part of it (flat/store_buffers.h,
// flat/buffer_variables.h): a claim about the C program with steps at which writes leave buffers, which check/ replays under the model.
//
// Core's machine goes where the run went, with store buffers of its own: what a thread writes to a place that others use enters its buffer, and what
// it reads is the youngest that waits there for the same place, or else memory. Writes leave when the run has a Store of the thread that has
// waited (flat::Origin::Buffer), or at once where the run stores to memory directly. That a store enters a buffer, and a load that is answered by
// one, are no steps that others see: the machine takes these on its way to the next one that is.
#pragma once

#include "engine/way_back.h"

namespace fencepost::engine {

// `program`: as it was flattened, whose shared variables are the cells of the claim; `buffered`: what was made of it, of which this is a run.
// The last step is the Check that fails. The model of the task has store buffers.
WayBack buffered_way_back(const result::Task& task, const flat::FlatProgram& program, const flat::FlatProgram& buffered,
                          std::span<const flat::Step> run, Budget& budget);

}  // namespace fencepost::engine

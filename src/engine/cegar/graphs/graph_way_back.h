// The way back (way_back.h) from an execution that is no interleaving: Core's machine goes where its steps went, and each read takes what
// its source wrote, wherever that is. Memory keeps the first values; who judges the claim has a machine or the model's axioms.
#pragma once

#include "engine/cegar/graphs/graph_run.h"
#include "engine/way_back.h"

namespace fencepost::engine::cegar::graphs {

WayBack way_back_of(const result::Task& task, const flat::FlatProgram& program, const GraphRun& run, Budget& budget);

}  // namespace fencepost::engine::cegar::graphs

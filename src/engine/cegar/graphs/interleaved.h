// A failing execution graph as an interleaving, if it is one: the steps of its threads in an order in which every read takes what was
// written last, and atomic sections are not interrupted.
#pragma once

#include <optional>

#include "engine/cegar/graphs/graph_steps.h"
#include "engine/cegar/trace.h"

namespace fencepost::engine::cegar::graphs {

// trace: a path of these steps whose variables are all tracked; run: a model of it. The last step is the failing check.
std::optional<std::vector<flat::Step>> interleaved(const flat::FlatProgram& program, const GraphSteps& steps,
                                                   uint32_t first, const Trace& trace, const ConcreteRun& run,
                                                   Budget& budget);

}  // namespace fencepost::engine::cegar::graphs

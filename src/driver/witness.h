// Executions of a litmus test that show its condition: one that the model allows, or, where it allows none, the candidate that breaks an
// axiom most plainly.
#pragma once

#include <optional>
#include <vector>

#include "engine/litmus/simulate.h"
#include "frontend/litmus/test.h"
#include "memory/consistency.h"
#include "memory/model.h"

namespace fencepost::driver {

struct Witness {
  memory::ExecutionGraph graph{{}};  // as of complete_graph
  std::vector<SourcePos> places;     // of its events
  std::optional<memory::Reason> reason;
};

// With rf and co, which the model may have chosen, what follows from them, and words for the events.
memory::ExecutionGraph complete_graph(const litmus::Execution& execution);

std::optional<Witness> allowed_witness(const litmus::Test& test, const memory::Model& model,
                                       const litmus::SimulationOptions& options);
// `tried`: how many candidates there are, up to a limit.
std::optional<Witness> forbidden_witness(const litmus::Test& test, const memory::Model& model,
                                         const litmus::SimulationOptions& options, size_t& tried);

}  // namespace fencepost::driver

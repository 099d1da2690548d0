// The page of `litmus --html`: a test with its outcomes, some executions of each, and, where the model allows none that the condition
// describes, one that it forbids and why.
#pragma once

#include "engine/litmus/simulate.h"
#include "frontend/litmus/test.h"
#include "memory/model.h"
#include "report/html.h"

namespace fencepost::driver {

report::Page litmus_page(const litmus::Test& test, const memory::Model& model, const litmus::Outcome& outcome,
                         const litmus::SimulationOptions& options);

}  // namespace fencepost::driver

// `fencepost explain`: why a model allows or forbids the condition of a litmus test, in words, and the drawings of
// `litmus --draw`. A forbidden outcome is explained by a candidate execution that would show it and the axiom it breaks.
#pragma once

#include <ostream>
#include <set>
#include <string>

#include "engine/litmus/simulate.h"
#include "frontend/litmus/test.h"
#include "memory/model.h"

namespace fencepost::driver {

struct ExplainOptions {
  std::string file;
  std::string model;
  std::set<std::string> variants;
  unsigned unroll = 2;
  std::string root;  // nothing outside it is read; empty: anything may be
};

int explain_run(const ExplainOptions& options, std::ostream& err);

// The model of a test's own world, for when none is named.
std::string default_model(const litmus::Test& test);

// Writes NAME.dot and NAME.svg into `folder`: an allowed execution that shows the condition, or the forbidden one.
void draw_test(const litmus::Test& test, const memory::Model& model, const std::string& folder,
               const litmus::SimulationOptions& options);

}  // namespace fencepost::driver

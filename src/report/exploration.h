// Executions and outcomes of a program for people (report/json.h has them for machines), and the drawing of one execution.
#pragma once

#include <string>

#include "report/graph_drawing.h"
#include "result/exploration.h"

namespace fencepost::report {

std::string to_text(const result::Exploration& exploration);

GraphDrawing drawing(const result::Execution& execution, const std::vector<std::string>& observed);

// "return=0 x=1"
std::string outcome_text(const std::vector<std::string>& values, const std::vector<std::string>& observed);

}  // namespace fencepost::report

// "Weak because ...": why a run is not sequentially consistent, and which fences forbid it, in a few lines.
#pragma once

#include <string>

#include "result/result.h"

namespace fencepost::report {

// "12 (y reads 0) overtook 11 (x = 1). A full fence between 11 and 12 forbids it."
// `trace`: of the run, as people are told it.
std::string weakness_cause(const result::RunGraph& graph, const result::Weakness& weakness,
                           const std::vector<result::Step>& trace);

std::string weakness_text(const result::RunGraph& graph, const result::Weakness& weakness,
                          const std::vector<result::Step>& trace);
// Empty for a violation without a weakness.
std::string weakness_text(const result::Violation& violation);

}  // namespace fencepost::report

// How intervals of values grow to an end: to constants of the program, at which loops mostly stop.
#pragma once

#include <vector>

#include "engine/cegar/value_ranges.h"
#include "flat/flat_program.h"

namespace fencepost::engine::cegar {

// Constants of the program and their neighbours, in order.
std::vector<logic::SignedBits> thresholds(const flat::FlatProgram& program);

// The least interval around both that thresholds allow.
Interval widened(const Interval& before, const Interval& now, logic::Sort sort,
                 const std::vector<logic::SignedBits>& to);

}  // namespace fencepost::engine::cegar

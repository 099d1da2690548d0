// States of a program that nobody has reached: assignments of a few values to all of its variables, so that many are equal, or next to each other. A
// cube that implies no formula is refuted by one of them more often than not, and then no solver is asked.
#pragma once

#include <vector>

#include "flat/flat_program.h"
#include "logic/solver.h"

namespace fencepost::boolean {

// The same in every run. Values are those that the program and the predicates name, and small numbers.
std::vector<logic::Assignment> samples(const flat::FlatProgram& program, const std::vector<logic::Term>& predicates,
                                       size_t number);

}  // namespace fencepost::boolean

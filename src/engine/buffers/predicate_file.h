// Predicates that a user gives: one a line, in the words of C, over the variables of the flat program as `fencepost show --stage flat` names
// them; from a # on that begins a word, a line says nothing.
//
//   flag == 0 && turn != 1      x < y + 1      (a & 3) == 2
//
// Words have no sign there: comparisons are of signed numbers, unless a number in them is written with u (x < 10u).
#pragma once

#include <string>
#include <vector>

#include "flat/flat_program.h"

namespace fencepost::engine::buffers {

// Throws InputError with the line that is not understood.
std::vector<logic::Term> parse_predicates(const std::string& file, const std::string& text,
                                          const flat::FlatProgram& program, logic::Terms& terms);

}  // namespace fencepost::engine::buffers

// The values that the constants of a program lead to, without regard to who does what when: a variable that has few of them may be told
// value by value. What is unknown (Havoc) leads to nothing, and where there are many the first ones are all that is listed, so that
// this suggests predicates and proves nothing.
#pragma once

#include <vector>

#include "flat/flat_program.h"

namespace fencepost::engine::cegar {

struct FewValues {
  logic::Term variable;             // a word, and no cell of a group
  std::vector<logic::Bits> values;  // in the order in which they were found
};

// By variable, in the order of the program.
std::vector<FewValues> few_values(const flat::FlatProgram& program);

}  // namespace fencepost::engine::cegar

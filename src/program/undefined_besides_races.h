// Is what a memory model makes undefined (`undefined_unless`) what engines look for, data races of C? A race is between accesses of
// different threads to one place, of which one writes and not both are atomic (C11 5.1.2.4p25), or between unsequenced ones of one
// thread, which are found without the model (6.5p2). Decided by the text of the relation and the tags that the table of orders
// gives to accesses; what the text does not show is not so.
#pragma once

#include <optional>
#include <string>

#include "program/mapping.h"

namespace fencepost::program {

// The name of the first such check that may relate anything else. Built-in models have none.
std::optional<std::string> undefined_besides_races(const memory::Model& model);

}  // namespace fencepost::program

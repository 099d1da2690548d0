// First half of compile(): from statements to ops. Every name becomes a slot or a local; procedures and `if` statements
// disappear; `try` keeps the branch whose names exist.
#pragma once

#include <set>
#include <string>

#include "memory/cat/program.h"

namespace fencepost::memory::cat {

void resolve(const File& file, const std::set<std::string>& variants, const std::set<std::string>& tags,
             Program& program);
bool holds(const Condition& condition,
           const std::set<std::string>& variants);  // requires a condition about variants only

}  // namespace fencepost::memory::cat

// The variables that terms are made of: what their values depend on.
#pragma once

#include <vector>

#include "logic/term.h"

namespace fencepost::logic {

// Each once, in no meaningful order that is yet the same in every run. Null terms have none.
std::vector<Term> variables_of(std::vector<Term> terms);

}  // namespace fencepost::logic

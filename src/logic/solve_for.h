// Equations turned around: one variable on the left, the rest on the right.
#pragma once

#include "logic/term.h"

namespace fencepost::logic {

// equation <=> variable = value and condition, neither of which mentions the variable. Null value: not by this file's rules.
struct Solved {
  Term value;
  Term condition;
};

Solved solve_for(Terms& terms, Term equation, Term variable);

bool occurs(Term variable, Term in);

}  // namespace fencepost::logic

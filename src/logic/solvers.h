// The adapters' factories, one file each; solver.cpp chooses. Nothing outside this folder includes it.
#pragma once

#include "logic/solver.h"

namespace fencepost::logic {

std::unique_ptr<Solver> make_cadical(Budget& budget, Statistics& statistics);
std::unique_ptr<Solver> make_lazy_floats(Terms& terms, Budget& budget, Statistics& statistics);
std::unique_ptr<Solver> make_z3(Terms& terms, Budget& budget, Statistics& statistics);
std::unique_ptr<Solver> make_cvc5(Terms& terms, Budget& budget, Statistics& statistics);

}  // namespace fencepost::logic

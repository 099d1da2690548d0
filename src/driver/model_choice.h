// Under which memory model a program is judged, and why, if the user names none: then it is ISO C that speaks, which means
// RC11, and data races are undefined (C11 5.1.2.4p25). A program all of whose atomic accesses and fences are seq_cst, and which has no
// data race in any run under sc, has no other runs than those (Lahav et al., Repairing Sequential Consistency in C/C++11,
// PLDI 2017, theorem 4; Boehm and Adve, PLDI 2008, also for two accesses being about to happen at once): sc is enough, and
// races are looked for in it, unless orders are to become weaker. Other answers: code with the kernel's primitives is judged by the kernel's model, a litmus
// test by that of its own world, a property of SV-COMP by interleavings, which is how SV-COMP reads programs.
#pragma once

#include <string>

#include "driver/options.h"
#include "frontend/clang/frontend.h"

namespace fencepost::driver {

struct ModelChoice {
  std::string name;
  std::string reason;                // for the heading; empty: the user named it
  bool races_are_undefined = false;  // whatever the model says of them
};

ModelChoice choose_model(const Options& options, const frontend::Elaborated& program);
result::Task task_of(const Options& options, const program::Cfa& cfa, const ModelChoice& model);

}  // namespace fencepost::driver

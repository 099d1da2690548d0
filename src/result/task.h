// What goes into an engine besides the program: which checks count, how far to unroll, and how to solve.
#pragma once

#include <map>
#include <string>

#include "core/undef.h"
#include "logic/solver.h"

namespace fencepost::result {

struct Property {
  core::UndefSet checks = core::UndefSet::defaults();
  bool all_violations = false;  // report every check that can fail, not only the first
};

enum class Integers { bitvector, mathematical };

struct EngineOptions {
  unsigned unwind = 0;                          // 0: deepen until complete or out of budget
  std::map<std::string, unsigned> loop_bounds;  // "function.line" or "line" of the loop head -> bound
  Integers integers = Integers::bitvector;
  logic::SolverKind solver = logic::SolverKind::cadical;
};

}  // namespace fencepost::result

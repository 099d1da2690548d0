// The solvers by name, for tests that try each of them.
#pragma once

#include "logic/solver.h"

namespace fencepost::logic::test {

inline std::string name(SolverKind kind) {
  switch (kind) {
    case SolverKind::cadical:
      return "cadical";
    case SolverKind::lazy_floats:
      return "lazy_floats";
    case SolverKind::z3:
      return "z3";
    case SolverKind::cvc5:
      return "cvc5";
  }
  return "";
}

}  // namespace fencepost::logic::test

// One solver of each kind, made when it is first needed; what it has learned serves later questions.
#pragma once

#include <map>
#include <memory>
#include <span>

#include "logic/solver.h"

namespace fencepost::engine {

// The fastest that can decide such terms.
inline logic::SolverKind fastest_for(std::span<const logic::Term> terms) {
  for (logic::SolverKind kind : {logic::SolverKind::cadical, logic::SolverKind::lazy_floats})
    if (logic::supports(kind, terms)) return kind;
  return logic::SolverKind::z3;
}

class Solvers {
 public:
  // All outlive it.
  Solvers(logic::Terms& terms, Budget& budget, Statistics& statistics)
      : terms_(terms), budget_(budget), statistics_(statistics) {}

  logic::Solver& operator()(std::span<const logic::Term> terms) {
    std::unique_ptr<logic::Solver>& solver = made_[fastest_for(terms)];
    if (!solver) solver = logic::make_solver(fastest_for(terms), terms_, budget_, statistics_);
    return *solver;
  }

 private:
  logic::Terms& terms_;
  Budget& budget_;
  Statistics& statistics_;
  std::map<logic::SolverKind, std::unique_ptr<logic::Solver>> made_;
};

}  // namespace fencepost::engine

// Is a schedule of a flat program a run? A Boolean program has more of them than the program that it abstracts. If it is none: what would tell.
#pragma once

#include <optional>
#include <vector>

#include "boolean/explore.h"
#include "engine/buffers/context.h"
#include "flat/interpreter.h"
#include "logic/versions.h"

namespace fencepost::engine::buffers {

class Schedule {
 public:
  // The last step is the check that is to fail. All outlive it.
  Schedule(const Context& context, const flat::FlatProgram& program, const std::vector<boolean::Step>& steps);

  // sat: it is a run, and run() is that. unknown: nobody knows.
  logic::Answer is_run();
  const std::vector<flat::Step>& run() const { return run_; }
  // Of one that is no run: predicates that tell so, by interpolation; none if there are no such.
  std::vector<Term> predicates();

 private:
  const Context& context_;
  const flat::FlatProgram& program_;
  const std::vector<boolean::Step>& steps_;
  logic::Versions versions_;
  std::vector<Term> formulas_;  // of the beginning, of each step, and of the failure
  std::vector<Term> chosen_;    // by formula: the version that it chooses
  std::vector<flat::Step> run_;
};

}  // namespace fencepost::engine::buffers

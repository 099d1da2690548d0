// A path of the abstract reachability graph that ends in a failure, as formulas in static single assignment: is it a run?
#pragma once

#include <optional>
#include <vector>

#include "engine/cegar/steps.h"
#include "flat/interpreter.h"
#include "logic/solver.h"
#include "logic/versions.h"

namespace fencepost::engine::cegar {

struct Trace {
  std::vector<const Move*> moves;
  Failure failure;
  std::vector<uint32_t> nodes;  // of the graph: before each move, and before the failure
};

// A run of the flat program that fails: the moves of the trace, with the values that are chosen.
struct ConcreteRun {
  std::vector<flat::Step> steps;                            // the last is the failing check, unless
  std::vector<std::optional<logic::Bits>> loaded;           // by step: what a load or an update has read
  std::optional<std::pair<flat::Step, flat::Step>> racing;  // after them two accesses race
};

class TraceFormulas {
 public:
  TraceFormulas(logic::Terms& terms, const Steps& steps) : steps_(steps), terms_(terms), versions_(terms) {}

  // One for the beginning, one for each move, one for the failure.
  const std::vector<Term>& of(const Trace& trace);
  // Of the trace of the last of(): a formula over its versions, in variables of the program.
  Term program(Term formula) { return versions_.program(formula); }
  // The values of a model of the last of().
  ConcreteRun concrete(const flat::FlatProgram& program, const Trace& trace, const logic::Assignment& model) const;

 private:
  void add(const Action& action);

  const Steps& steps_;
  logic::Terms& terms_;
  logic::Versions versions_;
  std::vector<Term> formulas_;
  std::vector<Term> chosen_;  // of each formula: the version that it chooses, or null
  std::vector<Term> first_;   // the version of what it updates first, or null
};

}  // namespace fencepost::engine::cegar

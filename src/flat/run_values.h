// The values of variables along a run of a flat program in which every template has one instance. A first value that may be any is 0: who
// needs to know better looks at what the run does.
#pragma once

#include <optional>

#include "flat/flat_program.h"
#include "logic/evaluate.h"

namespace fencepost::flat {

class RunValues {
 public:
  // The program outlives it.
  explicit RunValues(const FlatProgram& program);

  // The step along the edge. chosen: what a Havoc does.
  void take(const Edge& edge, std::optional<Bits> chosen);
  Bits value(Term term) const { return logic::evaluate(term, values_); }
  // Nothing: its place is that of no cell.
  std::optional<VarId> cell(const Access& access) const;

 private:
  Bits& at(VarId id) { return values_[program_[id].term]; }

  const FlatProgram& program_;
  logic::Assignment values_;
};

}  // namespace fencepost::flat

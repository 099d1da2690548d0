// The runs of one unrolling, each execution once. The solver proposes a run, the memory model judges it
// (program/runs/refinement.h), and an execution that was counted is ruled out by the negation of its choices. Models of the
// store-order shape are asked about reads-from alone; the orders of writes that go with it are listed without the solver.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "logic/solver.h"
#include "program/runs/refinement.h"
#include "program/unroll/unrolled.h"
#include "result/task.h"

namespace fencepost::engine::explore {

class Enumeration {
 public:
  Enumeration(const program::Cfa& cfa, const program::unroll::Options& unrolling, const result::Property& property,
              logic::SolverKind solver, Budget& budget, Statistics& statistics);

  const program::unroll::Unrolled& unrolled() const { return unrolled_; }
  bool gave_up() const { return gave_up_; }  // the solver did: no answer counts
  // The environment's data can change a run without changing what its reads take.
  bool open_data() const { return open_data_; }

  logic::Term failure(program::unroll::Obligation::Kind kind);  // some obligation of the kind fails
  // Every thread comes to its end, or to an unwinding obligation that counts as one.
  using IsEnd = std::function<bool(const program::unroll::Site&)>;
  logic::Term complete(const IsEnd& is_end);
  logic::Terms& terms() { return terms_; }

  // A run that the memory model allows; none: there is none.
  std::optional<logic::Assignment> ask(logic::Term question);
  const program::runs::Refinement* runs() const { return refinement_.get(); }  // null: one thread

  // Every execution on which `condition` holds, until `visit` says no. `co` is the order of writes (null: one thread).
  using Visit = std::function<bool(const logic::Assignment& model, const memory::Relation* co)>;
  void each(logic::Term condition, const Visit& visit);

 private:
  void start_solver(logic::Term question);
  std::optional<logic::Assignment> ask(const std::vector<logic::Term>& assumptions);

  logic::Terms terms_;
  program::unroll::Unrolled unrolled_;
  logic::SolverKind kind_;
  Budget& budget_;
  Statistics& statistics_;
  std::unique_ptr<program::runs::Refinement> refinement_;
  std::vector<logic::Term> learnt_;
  std::unique_ptr<logic::Solver> solver_;
  bool gave_up_ = false;
  bool open_data_ = false;
  bool tells_events_ = false;  // which events happen does not follow from what is told apart otherwise
};

}  // namespace fencepost::engine::explore

// The runs of one unrolling, each execution once. The solver proposes a run, the memory model judges it
// (runs/refinement.h), and an execution that was counted is ruled out by the negation of its choices. Models of the
// store-order shape are asked about reads-from alone; the orders of writes that go with it are listed without the solver.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "logic/solver.h"
#include "result/task.h"
#include "runs/search.h"
#include "unroll/unrolled.h"

namespace fencepost::engine::explore {

class Enumeration {
 public:
  Enumeration(const result::Task& task, const unroll::Options& unrolling, logic::SolverKind solver, Budget& budget,
              Statistics& statistics);

  const unroll::Unrolled& unrolled() const { return unrolled_; }
  bool gave_up() const { return search_->gave_up(); }  // the solver did: no answer counts
  // The environment's data can change a run without changing what its reads take.
  bool open_data() const { return open_data_; }

  logic::Term failure(unroll::Obligation::Kind kind);  // some obligation of the kind fails
  // Every thread comes to its end, or to an unwinding obligation that counts as one.
  using IsEnd = std::function<bool(const unroll::Site&)>;
  logic::Term complete(const IsEnd& is_end);
  logic::Terms& terms() { return terms_; }

  // A run that the memory model allows; none: there is none.
  std::optional<logic::Assignment> ask(logic::Term question) { return search_->ask({question}); }
  const runs::Refinement* runs() const { return search_->refinement(); }  // null: one thread

  // Every execution on which `condition` holds, until `visit` says no. `co` is the order of writes (null: one thread).
  using Visit = std::function<bool(const logic::Assignment& model, const memory::Relation* co)>;
  void each(logic::Term condition, const Visit& visit);

 private:
  logic::Terms terms_;
  unroll::Unrolled unrolled_;
  std::unique_ptr<runs::Search> search_;
  bool open_data_ = false;
  bool tells_events_ = false;  // which events happen does not follow from what is observable otherwise
};

}  // namespace fencepost::engine::explore

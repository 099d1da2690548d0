// What a statement, and what a call of a function, may read, write and do besides: the basis for deciding where the order
// of calls inside an expression can matter (evaluation_order.h). Summaries are relative to the callee's parameters, transitive over
// the call graph, and over-approximate. The end of a lifetime counts as a write.
//
// A function's effects on objects that it creates itself are left out: whoever else reaches such an object has read a
// pointer that the function stored, and that store is in the summary.
#pragma once

#include <vector>

#include "core/core.h"
#include "core/points_to.h"

namespace fencepost::core {

struct Effects {
  AbstractObjects reads;
  AbstractObjects writes;
  bool may_not_return = false;  // can reach exit, an assumption that may fail, or a function without definition
  bool may_fail = false;        // contains a check, or an Unsupported

  bool add(const Effects& other);  // did anything change?
};

class EffectAnalysis {
 public:
  explicit EffectAnalysis(const Program& program);

  const PointsTo& points_to(FunctionId id) const { return points_to_[index(id)]; }
  const Effects& of_function(FunctionId id) const { return summaries_[index(id)]; }
  // The statement's own effects as seen inside function `in` (locals and parameters are those of `in`); the effects
  // of nested statements are left out.
  Effects of_stmt(const Stmt& stmt, FunctionId in) const;
  // The functions that a call may call.
  std::vector<FunctionId> callees(const Call& call) const;
  // Functions that a run can reach.
  const std::vector<bool>& reachable() const { return reachable_; }

  // May two abstract objects, both as seen inside function `in`, be the same memory?
  bool may_alias(const AbstractObject& a, const AbstractObject& b, FunctionId in) const;
  bool conflict(const Effects& a, const Effects& b, FunctionId in) const;

 private:
  Effects of_call(const Call& call, FunctionId in) const;
  bool escapes(const AbstractObject& object, FunctionId in) const;
  bool any_alias(const AbstractObjects& a, const AbstractObjects& b, FunctionId in) const;
  void find_reachable();

  const Program& program_;
  std::vector<PointsTo> points_to_;
  std::vector<bool> taken_functions_;
  std::vector<bool> taken_globals_;
  std::vector<Effects> summaries_;
  std::vector<bool> reachable_;
};

}  // namespace fencepost::core

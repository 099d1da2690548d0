// A run on which a check fails, and which fences leave it possible. The run's graph (result::RunGraph) has a mark wherever a thread
// comes to a place; with fences added there, the memory model is asked whether some order of writes makes the graph an
// execution. If so, the program with these fences has the same run: each thread reads what it read, and does the same.
//
// Some failures are more than values that were read: fences can order two accesses that race, and leave the graph possible. There the
// whole run is replayed, on the program with the fences.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "base/budget.h"
#include "core/place.h"
#include "fences/kinds.h"
#include "fences/placement.h"
#include "result/violation.h"

namespace fencepost::fences {

// Is the claim confirmed on the program with these fences?
using Replays = std::function<bool(const result::Claim&, const Placement&)>;

class Obstacle {
 public:
  // Of the program with the fences `with`. All but `violation` outlive it.
  Obstacle(const result::Violation& violation, const Placement& with, const std::vector<core::Place>& places,
           const std::vector<Kind>& kinds, const std::shared_ptr<const memory::Model>& model, const Replays& replays);

  // The places that the run comes to, once there are several threads; a fence elsewhere cannot forbid it.
  const std::set<uint32_t>& passed() const { return passed_; }
  // False also where it was not found out within reasonable work. Throws Exhausted.
  bool survives(const Placement& fences, Budget& budget) const;

 private:
  struct Mark {
    uint32_t place = 0, thread = 0, next = 0;  // as result::RunGraph::Mark
  };

  memory::ExecutionGraph with(const Placement& fences) const;

  result::Claim claim_;
  std::optional<memory::ExecutionGraph> graph_;  // without the fences that are not in the source
  std::vector<Mark> marks_;
  std::set<uint32_t> passed_;
  const std::vector<Kind>& kinds_;
  const std::shared_ptr<const memory::Model>& model_;
  const Replays& replays_;
};

}  // namespace fencepost::fences

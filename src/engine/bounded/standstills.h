// Can a run never go on, with a thread that waits for a lock or another thread (deadlock), or in a loop (liveness)?
#pragma once

#include "engine/bounded/bounded_runs.h"
#include "runs/standstill.h"

namespace fencepost::engine::bounded {

class Standstills {
 public:
  explicit Standstills(BoundedRuns& runs) : runs_(runs) {}

  // One, or one for each place.
  Answer find(core::Undef kind, bool all);
  // Does any run stand still, for whatever reason?
  bool any() { return resting_runs().ask({standstill_->at_standstill()}).has_value(); }

 private:
  runs::Search& resting_runs();
  result::Claim explain(core::Undef kind, const logic::Assignment& model, const std::vector<SourcePos>& reported);

  BoundedRuns& runs_;
  std::unique_ptr<runs::Standstill> standstill_;
  std::unique_ptr<runs::Search> resting_;  // of the program with its observer
};

}  // namespace fencepost::engine::bounded

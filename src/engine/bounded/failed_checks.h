// Can a check fail? The first question about bounded runs.
#pragma once

#include <set>

#include "engine/bounded/bounded_runs.h"

namespace fencepost::engine::bounded {

class FailedChecks {
 public:
  struct Answer : bounded::Answer {
    // A check that fails after reads of what is written only after the failure, as models without causality have it. No
    // run shows that: it ends where it fails.
    std::optional<unroll::Site> too_early;
    bool some_fail = false;  // on some run, whether it is claimed or not
  };

  explicit FailedChecks(BoundedRuns& runs) : runs_(runs), unrolled_(runs.unrolled()) {}

  // Runs that fail a check, with no earlier failure on them: one, or one for each site. Once.
  Answer find(bool all);

 private:
  struct Explained {
    result::Claim claim;
    uint32_t site = 0;
    bool too_early = false;
  };

  logic::Term question(bool all);
  bool ends_run(const unroll::Obligation& obligation) const;
  bool is_unsupported(const unroll::Obligation& obligation) const;
  const unroll::Obligation& first_met(const logic::Assignment& model) const;
  struct Moment {
    const unroll::Obligation& failed;
    uint32_t time;  // steps that lead there
  };
  Moment first_scheduled(const logic::Assignment& model, const Scheduled& scheduled) const;
  bool cut(Scheduled& scheduled, const Moment& moment) const;
  Explained explain(const logic::Assignment& model) const;

  BoundedRuns& runs_;
  const unroll::Unrolled& unrolled_;
  std::set<uint32_t> reported_;  // sites
};

}  // namespace fencepost::engine::bounded

// Where do runs leave what was unrolled: at what is not modelled, or beyond a bound?
#pragma once

#include "engine/bounded/bounded_runs.h"

namespace fencepost::engine::bounded {

class OpenPlaces {
 public:
  // `some_fail`: checks do. Only runs that failed nothing before count.
  OpenPlaces(BoundedRuns& runs, bool some_fail);

  // A place at which some run does what is not modelled.
  std::optional<unroll::Site> unsupported();
  // The places at which some run goes on beyond its bound: one for each loop.
  std::vector<unroll::Site> unfinished();

 private:
  BoundedRuns& runs_;
  const unroll::Unrolled& unrolled_;
  std::vector<logic::Term> failures_;  // by obligation, on runs that failed nothing before
};

}  // namespace fencepost::engine::bounded

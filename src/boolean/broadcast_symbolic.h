// A model checker of Boolean broadcast programs for a given number of threads, with BDDs (BuDDy), for comparison: threads are counted by where they
// stand, and their values are told apart in the sets that were met there. It knows all states exactly, as the other one does (broadcast_explore.h),
// in another way: nothing is split, forgotten or covered.
#pragma once

#include "boolean/broadcast_explore.h"

namespace fencepost::boolean {

struct SymbolicBroadcastOptions {
  uint32_t most_instances = 2;  // of each template with several
  bool stops_at_failure = true;
};

struct SymbolicBroadcastFailure {
  uint32_t of = 0, edge = 0;  // template, and the check
  uint32_t steps = 0;         // before it
};

struct SymbolicallyExploredBroadcast {
  std::vector<SymbolicBroadcastFailure> failures;  // one for each check that may fail
  uint64_t places = 0;                             // where so many threads stand
  uint64_t steps = 0;
  double states = 0;  // two-valued ones, as far as such a number can be told
};

SymbolicallyExploredBroadcast explore_symbolically(const BroadcastProgram& program,
                                                   const SymbolicBroadcastOptions& options, Budget& budget);

}  // namespace fencepost::boolean

// A model checker of Boolean programs that knows all states exactly, as BDDs (BuDDy): for every place where threads stand the set of values that
// were met there. Unlike the three-valued one (explore.h), it never has to choose between many sets and a coarse one; the price is the size
// of the BDDs.
//
// BuDDy has one table for the whole process: whoever is second waits for the first.
#pragma once

#include <functional>

#include "boolean/explore.h"

namespace fencepost::boolean {

struct SymbolicOptions {
  bool stops_at_failure = true;
  // In the end, for every place that was reached: does the set have a state of the given ones?
  std::function<void(const Configuration&, const std::function<bool(const ThreeValued&)>&)> visit = nullptr;
};

struct SymbolicallyExplored {
  std::vector<Failure> failures;  // one for each check that may fail; each is a run
  uint64_t configurations = 0;
  double states = 0;  // how many, as far as such a number can be told
};

SymbolicallyExplored explore_symbolically(const BooleanProgram& program, const SymbolicOptions& options,
                                          Budget& budget);

}  // namespace fencepost::boolean

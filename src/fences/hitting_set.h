// The cheapest set that has an element of each of some sets (a hitting set), found exactly: an element of the smallest set that is not
// hit yet must be chosen, and a choice is given up once what it costs, with the cheapest element of each of some disjoint sets that
// are left, is too much. A fence search has tens of sets with a few elements each; rejected: a formula for a SAT solver with a
// sum of costs, which takes longer to build than this takes to search, and whose model depends on the solver.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"

namespace fencepost::fences {

struct HittingSet {
  std::vector<uint32_t> elements;  // sorted
  uint64_t cost = 0;
};

struct Elements {
  std::vector<uint64_t> costs;                // of each, positive
  std::vector<std::vector<uint32_t>> rivals;  // of each: those that are not chosen with it; empty: nobody has any
};

// None of `excluded`, sorted sets, is part of the answer. Of several cheapest ones the answer is always the same. Nothing: there is
// none. Throws Exhausted.
std::optional<HittingSet> cheapest_hitting_set(const std::vector<std::vector<uint32_t>>& sets, const Elements& elements,
                                               const std::vector<std::vector<uint32_t>>& excluded, Budget& budget);

}  // namespace fencepost::fences

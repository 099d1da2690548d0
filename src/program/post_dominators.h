// The immediate post-dominator of a location is the nearest location on every path from it to the exit. What comes after the
// post-dominator of a branch does not depend on the branch (Ferrante, Ottenstein, Warren, "The program
// dependence graph and its use in optimization", TOPLAS 1987).
#pragma once

#include <vector>

#include "program/cfa.h"

namespace fencepost::program {

class PostDominators {
 public:
  explicit PostDominators(const Procedure& procedure);
  // The exit if there is no nearer one, or if no path leads to the exit.
  Loc of(Loc loc) const { return Loc{next_[index(loc)]}; }

 private:
  std::vector<uint32_t> next_;
};

}  // namespace fencepost::program

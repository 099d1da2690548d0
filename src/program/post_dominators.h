// Where the ways from a location meet again: its immediate post-dominator, the nearest location that every way from it to
// the exit passes. What comes after that place happens whichever way was taken (Ferrante, Ottenstein, Warren, "The program
// dependence graph and its use in optimization", TOPLAS 1987).
#pragma once

#include <vector>

#include "program/cfa.h"

namespace fencepost::program {

class PostDominators {
 public:
  explicit PostDominators(const Procedure& procedure);
  // The exit if there is no nearer one, or if no way leads to the exit.
  Loc of(Loc loc) const { return Loc{next_[index(loc)]}; }

 private:
  std::vector<uint32_t> next_;
};

}  // namespace fencepost::program

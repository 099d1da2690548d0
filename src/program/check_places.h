// The locations at which a program's checks are decided, to know whether a bounded set of runs covers all of them:
// the location of the check itself or, if the check always fails as that of reach_error() does, the branch that alone
// leads to it. A call of a function that always reaches such a check counts as such a check. Library functions have
// no such locations of their own: their checks count at the calls.
#pragma once

#include <vector>

#include "core/undef.h"
#include "program/cfa.h"

namespace fencepost::program {

class CheckPlaces {
 public:
  CheckPlaces(const Cfa& cfa, const core::UndefSet& checks);
  // Is a check decided at the location? Indexed by location.
  const std::vector<bool>& of(core::FunctionId function) const { return places_[core::index(function)]; }

 private:
  std::vector<std::vector<bool>> places_;
};

}  // namespace fencepost::program

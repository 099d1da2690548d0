// Where a program's checks are decided, to tell whether a bounded set of runs looks at all of them: at the check itself or,
// if it always fails as reach_error() does, at the branch that alone leads to it. A call of a function that always comes to
// such a check is one. Library functions have none: theirs are of the calls.
#pragma once

#include <vector>

#include "core/undef.h"
#include "program/cfa.h"

namespace fencepost::program {

class CheckPlaces {
 public:
  CheckPlaces(const Cfa& cfa, const core::UndefSet& checks);
  // By location.
  const std::vector<bool>& of(core::FunctionId function) const { return places_[core::index(function)]; }

 private:
  std::vector<std::vector<bool>> places_;
};

}  // namespace fencepost::program

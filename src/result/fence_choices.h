// Fences under which a program is safe, as people are told of them: where they stand, what each costs, and the run that makes it
// necessary.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/core.h"
#include "core/place.h"
#include "result/violation.h"

namespace fencepost::result {

struct ChosenFence {
  core::Place place;
  core::MemoryOrder order = core::MemoryOrder::seq_cst;
  std::string code;  // the statement of C
  uint64_t cost = 0;
  std::optional<Violation>
      without;  // on a run of the program with all other fences of its choice, but not with this one
};
using FenceChoice = std::vector<ChosenFence>;

struct FenceChoices {
  std::vector<FenceChoice> choices;  // of the same cost; only in the first `without` is known
  bool are_all = false;              // there is no other choice as cheap
  std::string patch;                 // of the first, as a unified diff
};

}  // namespace fencepost::result

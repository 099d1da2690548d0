// Fences and memory orders under which a program is safe, as people are told of them: where they stand, what each costs, and the runs that
// make it necessary.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/core.h"
#include "core/place.h"
#include "result/violation.h"

namespace fencepost::result {

// With all other changes of its choice, but without this one or with a weaker order.
struct Weakened {
  core::MemoryOrder order = core::MemoryOrder::relaxed;  // of a fence: relaxed is none
  std::optional<core::MemoryOrder> failure = std::nullopt;
  std::optional<Violation> violation = std::nullopt;  // on a run of that program; absent: none was found
};

struct ChosenFence {
  core::Place place;  // where it is added, or where the text names the order
  core::MemoryOrder order = core::MemoryOrder::seq_cst;
  std::string code;  // the statement of C, or the order
  uint64_t cost = 0;
  std::vector<Weakened> weakened = {};
  std::optional<core::OrderSite> site = std::nullopt;       // whose order becomes `order`; absent: a fence is added
  std::optional<core::MemoryOrder> failure = std::nullopt;  // of the site
  uint32_t site_number = 0;                                 // in RunGraph::sites
};
using FenceChoice = std::vector<ChosenFence>;

struct FenceChoices {
  std::vector<FenceChoice> choices;  // of the same cost; only in the first `weakened` is known
  bool are_all = false;              // there is no other choice as cheap
  std::string doubt;                 // what the model allows, but not with less; then a cheaper choice may be enough
  size_t probed = 0;                 // so many small executions did not show such a thing; 0: none had to be asked
  std::string patch;                 // of the first, as a unified diff
  bool changes_orders = false;       // orders of the text were looked at, too
  bool changes_fences = true;        // fences between statements were looked at
  bool relaxes = false;              // what the text has was made weaker; `choices` are what changes
  FenceChoice kept = {};             // if so: what must stay, for the first choice
  uint64_t cost_before = 0, cost_after = 0;  // if so: of all orders that could be weaker
};

}  // namespace fencepost::result

// What may be changed in a program so that fewer executions are left: at places between statements fences may be added, and orders that
// the text names may become stronger. Of both there are levels, which differ under the memory model.
//
// Of accesses the weakest of the levels that become the same instructions stands for all: who asks for less need not think about more. A
// compare-exchange has two orders, and the one of its failure becomes the stronger one (against C11 7.17.7.4p2) only if the text has it so;
// its levels are pairs.
#pragma once

#include <optional>
#include <vector>

#include "core/place.h"
#include "fences/kinds.h"
#include "fences/placement.h"
#include "program/mapping.h"

namespace fencepost::fences {

struct Level {
  core::MemoryOrder order = core::MemoryOrder::relaxed;  // of fences: relaxed is none
  std::optional<core::MemoryOrder> failure = std::nullopt;
  uint64_t cost = 0;
  bool operator==(const Level& other) const { return order == other.order && failure == other.failure; }
};

// Does the first forbid all that the second does?
bool is_as_strong(const Level& first, const Level& second);
// Which of these are the strongest below a level: none of them as strong as it, nor weaker than another one.
std::vector<Level> next_weaker(const std::vector<Level>& levels, const Level& level);

struct Spot {
  enum class Kind : uint8_t { place, fence, access };  // a place without a fence, the order of a fence, of an access
  Kind kind = Kind::place;
  uint32_t number = 0;                                          // of the place, or of the site (Elaborated)
  core::OrderSite::Kind access = core::OrderSite::Kind::fence;  // of a site
  SourcePos pos;
  SourcePos mark;             // of a fence: where threads come to it (result::RunGraph::Mark)
  Level base;                 // without a change
  std::vector<Level> levels;  // beyond it; none is stronger than one before it

  bool is_fence() const { return kind != Kind::access; }
  // At a place several fences may stand, of which none is as strong as the other.
  bool is_exclusive() const { return kind != Kind::place; }
};

// What the items make of the spot: of exclusive ones a level, of others all fences there.
Level level_at(const std::vector<Spot>& spots, const Placement& items, uint32_t spot);

enum class Direction : uint8_t { strengthen, relax };
struct Wanted {
  bool added_fences = false, fences = false, accesses = false;
  Direction direction = Direction::strengthen;
};

// To relax: the base is the weakest level, and none is beyond what the text has. `model` is that of `mapping`.
std::vector<Spot> spots_of(const std::vector<core::Place>& places, const std::vector<core::OrderSite>& sites,
                           const memory::Model& model, const program::Mapping& mapping, const Costs& costs,
                           const Wanted& wanted);

// The level of the text.
Level written_level(const core::OrderSite& site, const Costs& costs);

}  // namespace fencepost::fences

// The part of coherence that is known so far: one partial order of writes for each location, transitively closed at every moment, because the
// derivation asks "is this pair decided?" far more often than it decides one. Rows of bits over the writes of one location
// only. Each insertion keeps its label, so that path() can say from what a pair follows.
#pragma once

#include <span>
#include <vector>

#include "memory/lightest_path.h"

namespace fencepost::memory {

class CoherenceOrder {
 public:
  explicit CoherenceOrder(const ExecutionGraph& graph);

  size_t locations() const { return locations_.size(); }
  const std::vector<EventId>& writes(size_t location) const { return locations_[location].writes; }
  size_t location(EventId write) const { return where_[write].location; }
  bool ordered(EventId write) const {
    return where_[write].location != kNoLocation;
  }  // false of writes without a location

  // Requires two writes of one location.
  bool before(EventId a, EventId b) const {
    const uint32_t j = where_[b].index;
    return (row(a)[j / 64] >> (j % 64)) & 1;
  }
  bool decided(EventId a, EventId b) const { return before(a, b) || before(b, a); }
  size_t open(size_t location) const;  // undecided pairs

  void add(EventId a, EventId b, uint32_t label);  // a pair that is undecided
  std::vector<OrderEdge> path(EventId a, EventId b, uint32_t limit, std::span<const uint32_t> weights) const;

  // The writes of the location in a topological order of what is known.
  std::vector<EventId> sorted(size_t location) const;
  // The writes after `a`, as bits by index in writes().
  std::span<const uint64_t> row(EventId a) const;
  uint32_t index(EventId write) const { return where_[write].index; }

  struct Mark {
    std::vector<uint64_t> bits;
    size_t added = 0;
  };
  Mark mark() const { return {bits_, added_.size()}; }
  void undo(const Mark& mark);

 private:
  struct Location {
    std::vector<EventId> writes;
    size_t first = 0, words = 0;
  };
  struct Where {
    uint32_t location = kNoLocation, index = 0;
  };

  std::vector<Location> locations_;
  std::vector<Where> where_;  // by event
  std::vector<uint64_t> bits_;
  Successors out_;
  std::vector<EventId> added_;
};

}  // namespace fencepost::memory

// What is known of coherence: one partial order of writes a location, transitively closed at every moment, because the
// derivation asks "is this pair decided?" far more often than it decides one. Rows of bits over the writes of one location
// only. Each insertion keeps its label, so that path() can say from what a pair follows.
#pragma once

#include <span>
#include <vector>

#include "memory/lightest_way.h"

namespace fencepost::memory {

class CoherenceOrder {
 public:
  explicit CoherenceOrder(const ExecutionGraph& graph);

  size_t locations() const { return places_.size(); }
  const std::vector<EventId>& writes(size_t location) const { return places_[location].writes; }
  size_t location(EventId write) const { return where_[write].location; }
  bool ordered(EventId write) const { return where_[write].location != kNoLocation; }  // writes without a place are not

  // Both are writes of one location.
  bool before(EventId a, EventId b) const {
    const uint32_t j = where_[b].index;
    return (row(a)[j / 64] >> (j % 64)) & 1;
  }
  bool decided(EventId a, EventId b) const { return before(a, b) || before(b, a); }
  size_t open(size_t location) const;  // undecided pairs

  void add(EventId a, EventId b, uint32_t label);  // undecided before
  std::vector<OrderEdge> path(EventId a, EventId b, uint32_t limit, std::span<const uint32_t> weights) const;

  // Writes of the location, each after all that are known to be before it.
  std::vector<EventId> sorted(size_t location) const;
  // The writes after `a`, as a set that can be reduced: bits by index in writes().
  std::span<const uint64_t> row(EventId a) const;
  uint32_t index(EventId write) const { return where_[write].index; }

  struct Mark {
    std::vector<uint64_t> bits;
    size_t added = 0;
  };
  Mark mark() const { return {bits_, added_.size()}; }
  void undo(const Mark& mark);

 private:
  struct Place {
    std::vector<EventId> writes;
    size_t first = 0, words = 0;
  };
  struct Where {
    uint32_t location = kNoLocation, index = 0;
  };

  std::vector<Place> places_;
  std::vector<Where> where_;  // by event
  std::vector<uint64_t> bits_;
  Successors out_;
  std::vector<EventId> added_;
};

}  // namespace fencepost::memory

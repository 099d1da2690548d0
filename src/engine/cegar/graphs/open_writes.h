// The writes of a graph by location: what a coherence order has to order.
#pragma once

#include <map>
#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::engine::cegar::graphs {

// Initial writes, which come first, and the others.
struct WritesOfLocation {
  std::vector<memory::EventId> initial, others;
};

inline std::vector<WritesOfLocation> writes_by_location(const memory::ExecutionGraph& graph) {
  std::map<uint32_t, WritesOfLocation> found;
  if (const memory::EventSet* writes = graph.find_set("W"))
    writes->for_each([&](size_t write) {
      const memory::Event& event = graph.events()[write];
      if (event.location == memory::kNoLocation) return;
      WritesOfLocation& of = found[event.location];
      (event.thread == memory::kInitThread ? of.initial : of.others).push_back(static_cast<memory::EventId>(write));
    });
  std::vector<WritesOfLocation> all;
  for (auto& [location, writes] : found) all.push_back(std::move(writes));
  return all;
}

}  // namespace fencepost::engine::cegar::graphs

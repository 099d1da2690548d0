// All coherence orders that a store-order model allows for given reads-from, one after the other: where CoherenceSearch
// looks for one and explains why there is none, the explorer counts them. Open pairs of writes are decided both ways, and
// every graph of an axiom is kept transitively closed, so a wrong decision ends at once. For graphs of tens to a few
// hundred events; nothing is explained.
#pragma once

#include <functional>
#include <vector>

#include "memory/coherence_search.h"

namespace fencepost::memory {

class CoherenceOrders {
 public:
  // As for CoherenceSearch.
  CoherenceOrders(const cat::StoreOrderShape& shape, const ExecutionGraph& graph, const FixedPart& fixed,
                  const std::vector<EventId>& source);

  // A transitive order of the writes of each location; false: stop.
  using Visit = std::function<bool(const Relation& co)>;
  void each(const Visit& visit);

 private:
  struct State {
    std::vector<Relation> reach;  // by axiom, over the nodes of its fixed order, closed
    Relation co;
  };
  bool covers(const cat::Part& part, EventId a, EventId b) const;
  bool add_edge(uint32_t axiom, EventId from, EventId to);
  bool order(EventId a, EventId b);
  bool follows(EventId a, EventId b, std::vector<std::pair<EventId, EventId>>& forced);
  bool search(size_t next, const Visit& visit);

  const cat::StoreOrderShape& shape_;
  const FixedPart& fixed_;
  const std::vector<EventId>& source_;
  std::vector<int> thread_;
  std::vector<std::vector<EventId>> readers_;  // by write
  std::vector<std::vector<EventId>> writes_;   // by location
  std::vector<std::pair<EventId, EventId>> pairs_;
  State state_;
  bool possible_ = true;
};

}  // namespace fencepost::memory

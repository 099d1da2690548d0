#include "memory/cycle.h"

#include <algorithm>
#include <deque>

namespace fencepost::memory {

std::vector<EventId> shortest_cycle(const Relation& r) {
  std::vector<EventId> best;
  const Relation closed = r.closure();
  for (EventId start = 0; start < r.size(); ++start) {
    if (!closed.test(start, start)) continue;
    std::vector<int> previous(r.size(), -1);
    std::deque<EventId> queue = {start};
    bool found = false;
    while (!queue.empty() && !found) {
      const EventId at = queue.front();
      queue.pop_front();
      r.for_each_in_row(at, [&](size_t next) {
        if (found || (previous[next] >= 0)) return;
        previous[next] = static_cast<int>(at);
        if (next == start)
          found = true;
        else
          queue.push_back(static_cast<EventId>(next));
      });
    }
    if (!found) continue;
    std::vector<EventId> cycle = {start};
    for (auto at = static_cast<EventId>(previous[start]); at != start; at = static_cast<EventId>(previous[at]))
      cycle.push_back(at);
    cycle.push_back(start);
    std::reverse(cycle.begin(), cycle.end());
    if (best.empty() || cycle.size() < best.size()) best = std::move(cycle);
  }
  return best;
}

}  // namespace fencepost::memory

#include "memory/growing_graph.h"

#include <map>

namespace fencepost::memory {

namespace {

using Visit = std::function<bool(const Relation& co)>;
using WritePairs = std::vector<std::pair<EventId, EventId>>;

WritePairs pairs_of_writes(const ExecutionGraph& graph) {
  std::map<uint32_t, std::vector<EventId>> by_location;
  graph.find_set("W")->for_each([&](size_t w) {
    const uint32_t location = graph.events()[w].location;
    if (location != kNoLocation) by_location[location].push_back(static_cast<EventId>(w));
  });
  WritePairs pairs;
  for (const auto& [location, writes] : by_location)
    for (size_t j = 0; j < writes.size(); ++j)
      for (size_t i = 0; i < j; ++i) pairs.emplace_back(writes[i], writes[j]);
  return pairs;
}

// Tries both orders of each open pair from `next` on. Returns false when `visit` did.
bool decide(GrowingGraph& growing, const WritePairs& pairs, size_t next, const Visit& visit) {
  const auto is_open = [&](const std::pair<EventId, EventId>& pair) {
    return !growing.co().test(pair.first, pair.second) && !growing.co().test(pair.second, pair.first);
  };
  while (next < pairs.size() && !is_open(pairs[next])) ++next;
  if (next == pairs.size()) return !growing.allowed() || visit(growing.co());
  const auto [a, b] = pairs[next];
  const size_t mark = growing.mark();
  if (growing.add_co(a, b) && !decide(growing, pairs, next + 1, visit)) return false;
  growing.undo(mark);
  const bool go_on = !growing.add_co(b, a) || decide(growing, pairs, next + 1, visit);
  growing.undo(mark);
  return go_on;
}

}  // namespace

std::vector<std::pair<EventId, EventId>> closing_pairs(const Relation& co, EventId first, EventId second) {
  std::vector<EventId> before = {first}, after = {second};
  for (EventId x = 0; x < co.size(); ++x)
    if (co.test(x, first)) before.push_back(x);
  co.for_each_in_row(second, [&](size_t y) { after.push_back(static_cast<EventId>(y)); });
  std::vector<std::pair<EventId, EventId>> pairs;
  for (EventId x : before)
    for (EventId y : after)
      if (!co.test(x, y)) pairs.emplace_back(x, y);
  return pairs;
}

void each_coherence(GrowingGraph& growing, const ExecutionGraph& graph, const Visit& visit) {
  if (growing.possible()) decide(growing, pairs_of_writes(graph), 0, visit);
}

}  // namespace fencepost::memory

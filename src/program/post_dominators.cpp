#include "program/post_dominators.h"

namespace fencepost::program {

// Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", on the reversed graph.
PostDominators::PostDominators(const Procedure& procedure) : next_(procedure.locations, index(procedure.exit)) {
  constexpr uint32_t kNone = ~0u;
  uint32_t exit = index(procedure.exit), count = procedure.locations;
  std::vector<std::vector<uint32_t>> into(count);
  for (const Edge& edge : procedure.edges) into[index(edge.to)].push_back(index(edge.from));
  std::vector<uint32_t> order, number(count, kNone);  // postorder of the reversed graph
  std::vector<std::pair<uint32_t, size_t>> open = {{exit, 0}};
  std::vector<bool> seen(count);
  seen[exit] = true;
  while (!open.empty()) {
    auto& [loc, tried] = open.back();
    if (tried == into[loc].size()) {
      number[loc] = static_cast<uint32_t>(order.size());
      order.push_back(loc);
      open.pop_back();
      continue;
    }
    uint32_t from = into[loc][tried++];
    if (seen[from]) continue;
    seen[from] = true;
    open.emplace_back(from, 0);
  }
  std::vector<uint32_t> nearest(count, kNone);
  nearest[exit] = exit;
  auto meet = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (number[a] < number[b]) a = nearest[a];
      while (number[b] < number[a]) b = nearest[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = order.size(); i-- > 0;) {
      uint32_t loc = order[i], found = kNone;
      if (loc == exit) continue;
      for (uint32_t e = procedure.first_out[loc]; e < procedure.first_out[loc + 1]; ++e) {
        uint32_t to = index(procedure.edges[e].to);
        if (nearest[to] != kNone) found = found == kNone ? to : meet(found, to);
      }
      changed = changed || found != nearest[loc];
      nearest[loc] = found;
    }
  }
  for (uint32_t loc = 0; loc < count; ++loc)
    if (nearest[loc] != kNone) next_[loc] = nearest[loc];
}

}  // namespace fencepost::program

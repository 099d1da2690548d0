#include <algorithm>

#include "program/passes.h"

namespace fencepost::program {

namespace {

// Where a location's chain of Skips ends; on a cycle, its smallest location.
std::vector<uint32_t> skip_targets(const Procedure& procedure) {
  constexpr uint32_t kUnknown = ~0u;
  std::vector<uint32_t> target(procedure.locations, kUnknown);
  std::vector<uint32_t> chain;
  std::vector<bool> on_chain(procedure.locations);
  for (uint32_t start = 0; start < procedure.locations; ++start) {
    chain.clear();
    uint32_t at = start;
    while (target[at] == kUnknown && !on_chain[at]) {
      on_chain[at] = true;
      chain.push_back(at);
      uint32_t first = procedure.first_out[at];
      bool single = procedure.first_out[at + 1] - first == 1;
      if (!single || !std::holds_alternative<Skip>(procedure.edges[first].label)) break;
      at = index(procedure.edges[first].to);
    }
    uint32_t end = target[at];
    if (end == kUnknown) {
      // Either the last of the chain, or a cycle was closed at `at`.
      auto cycle = std::find(chain.begin(), chain.end(), at);
      end = *std::min_element(cycle, chain.end());
    }
    for (uint32_t location : chain) {
      target[location] = end;
      on_chain[location] = false;
    }
  }
  return target;
}

std::vector<bool> reachable(const Procedure& procedure) {
  std::vector<bool> seen(procedure.locations);
  std::vector<uint32_t> stack = {index(procedure.entry)};
  seen[index(procedure.entry)] = true;
  while (!stack.empty()) {
    uint32_t at = stack.back();
    stack.pop_back();
    for (uint32_t e = procedure.first_out[at]; e < procedure.first_out[at + 1]; ++e) {
      uint32_t to = index(procedure.edges[e].to);
      if (seen[to]) continue;
      seen[to] = true;
      stack.push_back(to);
    }
  }
  seen[index(procedure.exit)] = true;
  return seen;
}

}  // namespace

void contract_skips(Procedure& procedure) {
  std::vector<uint32_t> target = skip_targets(procedure);
  for (Edge& edge : procedure.edges) edge.to = Loc{target[index(edge.to)]};
  procedure.entry = Loc{target[index(procedure.entry)]};
  std::vector<bool> kept = reachable(procedure);
  std::vector<uint32_t> renumbered(procedure.locations);
  uint32_t count = 0;
  for (uint32_t i = 0; i < procedure.locations; ++i)
    if (kept[i]) renumbered[i] = count++;
  std::erase_if(procedure.edges, [&](const Edge& edge) { return !kept[index(edge.from)]; });
  for (Edge& edge : procedure.edges) {
    edge.from = Loc{renumbered[index(edge.from)]};
    edge.to = Loc{renumbered[index(edge.to)]};
  }
  procedure.entry = Loc{renumbered[index(procedure.entry)]};
  procedure.exit = Loc{renumbered[index(procedure.exit)]};
  procedure.locations = count;
  index_edges(procedure);
}

}  // namespace fencepost::program

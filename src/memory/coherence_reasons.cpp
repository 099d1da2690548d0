// Explains conflicts: from a cycle or a split update back to its premises.
#include <algorithm>

#include "memory/coherence_search.h"

namespace fencepost::memory {

namespace {

void normalise(Premises& premises) {
  std::sort(premises.begin(), premises.end());
  premises.erase(std::unique(premises.begin(), premises.end()), premises.end());
}

}  // namespace

// Explains a lightest cycle through each of several edges. The graph was acyclic when it was last closed, so every
// cycle contains an edge that was added since.
void CoherenceSearch::cycles(uint32_t k, size_t limit, std::vector<Conflict>& conflicts) {
  const OrderGraph& graph = graphs_[k];
  std::vector<OrderEdge> closing = graph.suspects();
  std::erase_if(closing, [&](const OrderEdge& e) { return e.label < closed_; });
  // A sample of the edges first. An edge that connects two cycles lies on none, so the others may be needed as well.
  const size_t stride = closing.size() / (2 * limit + 4) + 1, enough = conflicts.size() + 1;
  const size_t sampled = (closing.size() + stride - 1) / stride;
  for (size_t at = 0; at < sampled + closing.size() && (at < sampled || conflicts.size() < enough); ++at) {
    const OrderEdge& edge = closing[at < sampled ? at * stride : at - sampled];
    std::vector<OrderEdge> cycle = graph.path(edge.to, edge.from, static_cast<uint32_t>(trail_.size()), weights_);
    if (cycle.empty()) continue;
    cycle.insert(cycle.begin(), edge);
    Conflict conflict;
    conflict.axiom = k;
    std::vector<char> seen(trail_.size());
    explain_path(k, cycle, conflict.premises, seen);
    normalise(conflict.premises);
    conflicts.push_back(std::move(conflict));
  }
}

void CoherenceSearch::explain_path(uint32_t graph, const std::vector<OrderEdge>& path, Premises& premises,
                                   std::vector<char>& seen) {
  for (const OrderEdge& e : path) {
    if (e.label == OrderGraph::kFixed)
      premises.push_back({Premise::Kind::fixed, graph, e.from, e.to});
    else
      explain(e.label, premises, seen);
  }
}

const std::vector<OrderEdge>& CoherenceSearch::path_of(uint32_t label) {
  if (paths_.size() < trail_.size()) paths_.resize(trail_.size());
  if (paths_[label].empty()) {
    const Fact& f = trail_[label];
    paths_[label] = f.graph == kCoherence ? known_.path(f.path_from, f.path_to, f.limit, weights_)
                                          : graphs_[f.graph].path(f.path_from, f.path_to, f.limit, weights_);
  }
  return paths_[label];
}

void CoherenceSearch::explain(uint32_t label, Premises& premises, std::vector<char>& seen) {
  std::vector<uint32_t> open = {label};
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = 1;
    const Fact& fact = trail_[at];
    if (fact.kind == Fact::Kind::rf) {
      premises.push_back({Premise::Kind::rf, 0, fact.from, fact.to});
      continue;
    }
    for (EventId e : {fact.from, fact.to}) premises.push_back({Premise::Kind::event, 0, e, e});
    switch (fact.why) {
      case Fact::Why::given:
        break;
      case Fact::Why::initial:
        premises.push_back({Premise::Kind::initial, 0, fact.from, fact.to});
        break;
      case Fact::Why::decision:
        premises.push_back({Premise::Kind::decision, 0, fact.number, fact.number});
        break;
      case Fact::Why::learned:
        premises.insert(premises.end(), learned_[fact.number].begin(), learned_[fact.number].end());
        break;
      case Fact::Why::path:
        // The ends of a path may be other events of their section than those on the path.
        for (EventId e : {fact.path_from, fact.path_to}) premises.push_back({Premise::Kind::event, 0, e, e});
        if (fact.read != kNoEvent) premises.push_back({Premise::Kind::rf, 0, source_[fact.read], fact.read});
        if (fact.half != kNoEvent) premises.push_back({Premise::Kind::pair, fact.atomic, fact.read, fact.half});
        for (const OrderEdge& e : path_of(at)) {
          if (e.label == OrderGraph::kFixed)
            premises.push_back({Premise::Kind::fixed, fact.graph, e.from, e.to});
          else
            open.push_back(e.label);
        }
        break;
    }
  }
}

// source -co-> between -co-> half while the read of `source` and `half` are one read-modify-write.
Conflict CoherenceSearch::split(uint32_t j, EventId read, EventId half, EventId between) {
  Conflict conflict;
  conflict.atomic = true;
  conflict.axiom = j;
  const EventId source = source_[read];
  conflict.premises = {{Premise::Kind::rf, 0, source, read},
                       {Premise::Kind::pair, j, read, half},
                       {Premise::Kind::event, 0, between, between}};
  std::vector<char> seen(trail_.size());
  const auto facts = static_cast<uint32_t>(trail_.size());
  for (const auto& [from, to] : {std::pair(source, between), std::pair(between, half)})
    explain_path(kCoherence, known_.path(from, to, facts, weights_), conflict.premises, seen);
  normalise(conflict.premises);
  return conflict;
}

}  // namespace fencepost::memory

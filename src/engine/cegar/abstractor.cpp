#include "engine/cegar/abstractor.h"

#include <algorithm>

namespace fencepost::engine::cegar {

namespace {

constexpr uint32_t kNever = 1u << 20;

}  // namespace

ErrorDistance::ErrorDistance(const flat::FlatProgram& program) {
  for (const flat::Template& of : program.templates) {
    std::vector<uint32_t>& steps = steps_.emplace_back(of.locations, kNever);
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = of.edges.size(); i-- > 0;) {
        const flat::Edge& edge = of.edges[i];
        bool may_fail = std::holds_alternative<flat::Check>(edge.label);
        uint32_t there = may_fail ? 0 : std::min(kNever, steps[flat::index(edge.to)] + 1);
        if (there >= steps[flat::index(edge.from)]) continue;
        steps[flat::index(edge.from)] = there;
        changed = true;
      }
    }
  }
}

uint32_t ErrorDistance::operator()(const flat::Configuration& configuration) const {
  uint32_t nearest = kNever;
  for (uint32_t thread = 0; thread < configuration.at.size(); ++thread)
    if (flat::has_begun(configuration, thread)) nearest = std::min(nearest, steps_[thread][configuration.at[thread]]);
  return nearest;
}

Abstractor::Key Abstractor::key_of(uint32_t node) const {
  switch (options_.search) {
    case CegarOptions::Search::bfs:
      return {0, node};
    case CegarOptions::Search::dfs:
      return {~uint64_t{node}, node};
    case CegarOptions::Search::err:
      break;
  }
  return {distance_(steps_[graph_[node].configuration]), node};
}

void Abstractor::add(Node node) {
  if (auto number = graph_.add(std::move(node))) waiting_.push(key_of(*number));
}

std::vector<Element> Abstractor::beginning() {
  return domain_.post(domain_.top(), steps_.beginning(), 0, steps_[steps_.first()].at[0]);
}

void Abstractor::start() {
  waiting_ = {};
  graph_.clear();
  for (Element& element : beginning()) add({steps_.first(), std::move(element)});
}

const Failure* Abstractor::failing(uint32_t node) {
  uint32_t configuration = graph_[node].configuration;
  for (const Failure& failure : steps_.failures(configuration)) {
    uint32_t at = steps_[configuration].at[failure.thread];
    if (!domain_.post(graph_[node].element, failure.action, failure.thread, at).empty()) return &failure;
  }
  return nullptr;
}

Trace Abstractor::trace_to(uint32_t node, const Failure& failure) const {
  Trace trace{{}, failure, graph_.path_to(node)};
  for (uint32_t passed : trace.nodes)
    if (graph_[passed].move) trace.moves.push_back(graph_[passed].move);
  return trace;
}

std::vector<Trace> Abstractor::explore() {
  std::vector<Trace> traces;
  while (!waiting_.empty()) {
    uint32_t number = waiting_.top().second;
    waiting_.pop();
    budget_.check();
    if (how_far_ && number % 64 == 0) how_far_(graph_.size());
    if (graph_.is_closed(number)) continue;
    if (const Failure* failure = failing(number)) {
      traces.push_back(trace_to(number, *failure));
      if (options_.refinement != CegarOptions::Refinement::multi_seq) return traces;
      continue;
    }
    for (const Move& move : steps_.moves(graph_[number].configuration)) {
      uint32_t at = steps_[move.to].at[move.thread];
      for (Element& element : domain_.post(graph_[number].element, move.action, move.thread, at))
        add({move.to, std::move(element), number, &move});
    }
  }
  return traces;
}

bool Abstractor::is_possible(const Trace& trace, std::vector<Element> elements, size_t moves) {
  auto follow = [&](uint32_t action, uint32_t thread, uint32_t location) {
    std::vector<Element> after;
    for (const Element& element : elements)
      for (Element& next : domain_.post(element, action, thread, location))
        if (std::ranges::find(after, next) == after.end()) after.push_back(std::move(next));
    elements = std::move(after);
  };
  for (size_t i = moves; i < trace.moves.size(); ++i) {
    const Move& move = *trace.moves[i];
    follow(move.action, move.thread, steps_[move.to].at[move.thread]);
    if (elements.empty()) return false;
  }
  const Failure& failure = trace.failure;
  uint32_t last = trace.moves.empty() ? steps_.first() : trace.moves.back()->to;
  follow(failure.action, failure.thread, steps_[last].at[failure.thread]);
  return !elements.empty();
}

bool Abstractor::is_possible(const Trace& trace) { return is_possible(trace, beginning(), 0); }

// What a node tells follows from what nodes before it tell, so that whoever is refuted late is refuted early.
std::optional<size_t> Abstractor::refuted_from(const Trace& trace) {
  auto is_refuted = [&](size_t moves) { return !is_possible(trace, {graph_[trace.nodes[moves]].element}, moves); };
  if (!is_refuted(0)) return std::nullopt;
  size_t refuted = 0, possible = trace.nodes.size();
  while (possible - refuted > 1) {
    size_t middle = refuted + (possible - refuted) / 2;
    (is_refuted(middle) ? refuted : possible) = middle;
  }
  return refuted;
}

// The node from which the trace is refuted leads with the new precision to another one than it did: its successor on the trace was
// made with less, and goes. So every call takes a node away that would not be made again, and calls with one precision come
// to an end.
void Abstractor::prune(const std::vector<Trace>& traces) {
  if (options_.pruning == CegarOptions::Pruning::full) return start();
  graph_.keep_up();
  for (const Trace& trace : traces) {
    if (graph_[trace.nodes.back()].is_pruned) continue;
    std::optional<size_t> from = refuted_from(trace);
    if (!from) return start();
    waiting_.push(key_of(trace.nodes.back()));
    if (*from + 1 == trace.nodes.size()) continue;
    for (uint32_t node : graph_.prune(trace.nodes[*from + 1])) waiting_.push(key_of(node));
  }
}

}  // namespace fencepost::engine::cegar

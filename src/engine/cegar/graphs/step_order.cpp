#include "engine/cegar/graphs/step_order.h"

#include <type_traits>

namespace fencepost::engine::cegar::graphs {

std::set<uint32_t> StepOrder::needed() const {
  std::set<uint32_t> found;
  std::vector<uint32_t> open{group_.back()};
  while (!open.empty()) {
    uint32_t node = open.back();
    open.pop_back();
    if (!found.insert(node).second) continue;
    if (auto causes = causes_.find(node); causes != causes_.end())
      open.insert(open.end(), causes->second.begin(), causes->second.end());
  }
  return found;
}

std::optional<std::vector<uint32_t>> StepOrder::sorted(const std::set<uint32_t>& nodes) const {
  std::map<uint32_t, size_t> left;
  for (const auto& [node, later] : after_)
    for (uint32_t other : later)
      if (nodes.contains(node) && nodes.contains(other)) ++left[other];
  std::set<uint32_t> ready;
  for (uint32_t node : nodes)
    if (!left.contains(node)) ready.insert(node);
  std::vector<uint32_t> all;
  std::set<uint32_t> done;
  std::set<std::pair<uint32_t, uint32_t>> dropped;
  auto promise = [&] {
    for (const auto& [a, b] : promised_)
      if (nodes.contains(a) && nodes.contains(b) && !done.contains(a) && !done.contains(b) && left[b] == 1) {
        dropped.insert({a, b});
        ready.insert(b);
        left[b] = 0;
        return true;
      }
    return false;
  };
  while (!ready.empty() || promise()) {
    uint32_t node = *ready.begin();
    ready.erase(ready.begin());
    all.push_back(node);
    done.insert(node);
    if (auto later = after_.find(node); later != after_.end())
      for (uint32_t other : later->second)
        if (nodes.contains(other) && !dropped.contains({node, other}) && --left[other] == 0) ready.insert(other);
  }
  if (all.size() != nodes.size()) return std::nullopt;
  return all;
}

OnMachine::OnMachine(const GraphState& state, const memory::Model& model, const std::vector<const flat::Edge*>& edges,
                     const std::vector<std::vector<uint32_t>>& of_thread,
                     const std::vector<std::vector<EventRef>>& events, StepOrder& order)
    : state_(state),
      model_(model),
      edges_(edges),
      of_thread_(of_thread),
      allowed_(memory::relaxations(model)),
      has_memory_(allowed_.fits_store_buffers()),
      is_buffered_(has_memory_ && (allowed_.store_load || allowed_.store_store)),
      order_(order) {
  for (uint32_t step = 0; step < events.size(); ++step)
    for (const EventRef& event : events[step]) step_of_[{event.thread, event.index}] = step;
  for (const std::vector<uint32_t>& own : of_thread)
    for (size_t i = 1; i < own.size(); ++i) order_.before(order_.node(own[i - 1]), order_.node(own[i]), true);
}

void OnMachine::operator()(const NumberedGraph& made, const memory::Relation& co) {
  const memory::Relation& rf = *made.graph.find_relation("rf");
  auto each = [&](const memory::Relation& relation, const auto& say) {
    relation.for_each([&](size_t a, size_t b) {
      if (step(made.events[a]) && step(made.events[b])) say(made.events[a], made.events[b]);
    });
  };
  each(rf, [&](const EventRef& write, const EventRef& read) {
    const GraphEvent& of = state_.threads[read.thread].events[read.index];
    if (!is_buffered_ || write.thread != read.thread) order_.before(visible(write), node(read), true);
    // Who sees another thread's write has nothing of its own waiting there: it would have taken that.
    for (uint32_t i = 0; i < read.index && write.thread != read.thread; ++i)
      if (waits({read.thread, i}) && state_.threads[read.thread].events[i].variable == of.variable)
        order_.before(visible({read.thread, i}), node(read), true);
    bool is_load = std::holds_alternative<flat::Load>(of.edge->label);
    if (!has_memory_ && is_load && of.section == 0) order_.may_promise(node(write), node(read));
  });
  each(*made.graph.find_relation("sync"), [&](const EventRef& a, const EventRef& b) {
    order_.before(node(a), node(b), true);
    for (uint32_t i = 0; i < a.index; ++i)  // who has ended, or made a thread, has written all
      if (waits({a.thread, i})) order_.before(visible({a.thread, i}), node(b), true);
  });
  if (is_buffered_)
    for (uint32_t thread = 0; thread < state_.threads.size(); ++thread) put_buffer(thread);
  if (!has_memory_) return;
  each(co, [&](const EventRef& a, const EventRef& b) { order_.before(visible(a), visible(b), false); });
  each(rf.transpose().compose(co) - *made.graph.find_relation("id"),
       [&](const EventRef& read, const EventRef& write) { order_.before(node(read), visible(write), false); });
}

void OnMachine::put_buffer(uint32_t thread) {
  const std::vector<GraphEvent>& events = state_.threads[thread].events;
  for (uint32_t i = 0; i < events.size(); ++i) {
    if (!waits({thread, i})) continue;
    uint32_t leaves = visible({thread, i});
    order_.before(node({thread, i}), leaves, true);
    for (uint32_t later : of_thread_[thread])
      if (later > *step({thread, i}) && empties_buffer(*edges_[later])) order_.before(leaves, order_.node(later), true);
    bool keeps_stores = !allowed_.store_store, is_empty = false;
    for (uint32_t k = i + 1; k < events.size(); ++k) {
      if (is_empty && *step({thread, k}) != *step({thread, i})) order_.before(leaves, node({thread, k}), true);
      if (waits({thread, k}) && (keeps_stores || events[k].variable == events[i].variable))
        order_.before(leaves, visible({thread, k}), true);
      if (events[k].kind != GraphEvent::Kind::fence) continue;
      auto kept = memory::kept_by(model_, memory::Between::fence, *events[k].tags);
      keeps_stores = keeps_stores || kept.store_store;
      is_empty = is_empty || kept.store_load;
    }
  }
}

bool OnMachine::empties_buffer(const flat::Edge& edge) {
  auto is = [&]<typename... Label>(std::type_identity<Label>...) {
    return (std::holds_alternative<Label>(edge.label) || ...);
  };
  return is(std::type_identity<flat::Rmw>(), std::type_identity<flat::AtomicBegin>(),
            std::type_identity<flat::AtomicEnd>(), std::type_identity<flat::Spawn>(), std::type_identity<flat::Join>());
}

}  // namespace fencepost::engine::cegar::graphs

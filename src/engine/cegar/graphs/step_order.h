// In which order the steps of an execution can be taken on a machine: graph_run.h.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "memory/model.h"
#include "memory/probe.h"
#include "result/graph_of.h"

namespace fencepost::engine::cegar::graphs {

using result::EventRef;
using result::GraphEvent;
using result::GraphState;
using result::NumberedGraph;

// Nodes are steps, by the first of their group, and the moments at which what a step writes leaves a buffer.
class StepOrder {
 public:
  StepOrder(size_t steps, const std::vector<uint32_t>& group) : steps_(steps), group_(group) {}

  uint32_t node(uint32_t step) const { return group_[step]; }
  uint32_t flush(uint32_t step) const { return static_cast<uint32_t>(steps_ + step); }
  bool is_flush(uint32_t node) const { return node >= steps_; }

  // The step at b may be done before a: it takes what will be written there.
  void may_promise(uint32_t a, uint32_t b) { promised_.insert({a, b}); }

  // causes: whoever needs b needs a.
  void before(uint32_t a, uint32_t b, bool causes) {
    if (a == b) return;
    after_[a].insert(b);
    if (causes) causes_[b].insert(a);
  }

  // What the last step comes from. All else is left out: who did it may stand in the middle of an atomic section for ever.
  std::set<uint32_t> needed() const;

  // Of these nodes. Nothing: they wait for each other.
  std::optional<std::vector<uint32_t>> sorted(const std::set<uint32_t>& nodes) const;

 private:
  size_t steps_;
  const std::vector<uint32_t>& group_;
  std::map<uint32_t, std::set<uint32_t>> causes_, after_;
  std::set<std::pair<uint32_t, uint32_t>> promised_;
};

// What the edges of an execution say about the order of its steps on a machine.
class OnMachine {
 public:
  OnMachine(const GraphState& state, const memory::Model& model, const std::vector<const flat::Edge*>& edges,
            const std::vector<std::vector<uint32_t>>& of_thread, const std::vector<std::vector<EventRef>>& events,
            StepOrder& order);

  void operator()(const NumberedGraph& made, const memory::Relation& co);

  bool waits(const EventRef& of) const {
    const GraphEvent& event = state_.threads[of.thread].events[of.index];
    return is_buffered_ && event.kind == GraphEvent::Kind::write && !event.updates && event.section == 0;
  }

 private:
  std::optional<uint32_t> step(const EventRef& of) const {
    auto found = step_of_.find({of.thread, of.index});
    return found == step_of_.end() ? std::nullopt : std::optional(found->second);
  }
  uint32_t node(const EventRef& of) const { return order_.node(*step(of)); }
  // The node at which others see a write.
  uint32_t visible(const EventRef& of) const { return waits(of) ? order_.flush(*step(of)) : node(of); }

  // Writes of a thread leave its buffer in their order, or those to one variable do; what fences say of them they say at once.
  void put_buffer(uint32_t thread);
  // Before it, as check/ has it.
  static bool empties_buffer(const flat::Edge& edge);

  const GraphState& state_;
  const memory::Model& model_;
  const std::vector<const flat::Edge*>& edges_;          // by step
  const std::vector<std::vector<uint32_t>>& of_thread_;  // steps
  const memory::Relaxations& allowed_;
  bool has_memory_, is_buffered_;
  StepOrder& order_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> step_of_;
};

}  // namespace fencepost::engine::cegar::graphs

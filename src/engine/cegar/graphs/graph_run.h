// A failing execution graph as steps in an order that replay follows (check/concurrent_replay.h), by the machine that a model has there:
//
//   one memory       every read takes what was written last, and atomic sections are not interrupted: an interleaving
//   store buffers    likewise, where a write enters its thread's buffer first, and leaves it in a step of its own
//   sources as given program order and reads-from alone: causes come first. The order of writes is told beside it
#pragma once

#include <optional>

#include "engine/cegar/graphs/graph_steps.h"
#include "engine/cegar/graphs/trace_dependencies.h"
#include "engine/cegar/trace.h"

namespace fencepost::engine::cegar::graphs {

struct GraphRun {
  static constexpr uint32_t kInitial = ~0u, kNone = ~0u - 1;

  struct Step {
    flat::Step flat;
    uint32_t source = kNone;  // of a read: the step that wrote what it takes, by its place here
    bool is_event = false;    // others may see it
    // What it reads, if that is written later: a promise, where program order and reads-from run in circles.
    std::optional<logic::Bits> promised;
    bool is_flush = false;  // no step of the program: what `source` wrote leaves the buffer
  };
  std::vector<Step> steps;  // the last is the failing check
  std::vector<uint32_t>
      coherence;  // the steps that write, those to one variable in the order in which they take effect
};

class GraphRuns {
 public:
  // trace: a path of these steps from `first` whose variables are all tracked; run: a model of it. All outlive it.
  GraphRuns(const flat::FlatProgram& program, const GraphSteps& steps, uint32_t first, const Trace& trace,
            const ConcreteRun& run);

  // Does the model forbid the execution once dependencies are there?
  bool is_forbidden(const memory::Model& model, Budget& budget) const;
  // Nothing: the model forbids the execution, or no order of its steps is a run of that machine.
  std::optional<GraphRun> under(const memory::Model& model, Budget& budget) const;

 private:
  void put_steps(uint32_t first, const Trace& trace);
  void put_events(uint32_t step, uint32_t first, const GraphState& state);
  void forget(const Forgotten& forgotten);
  void settle(uint32_t thread, size_t event, const EventRef& source);
  EventRef in_whole(EventRef of) const;
  NumberedGraph graph() const;
  bool has_broken_section(const std::set<uint32_t>& needed) const;
  uint32_t step_of(const EventRef& of) const;
  GraphRun run_of(const std::vector<uint32_t>& nodes, const NumberedGraph& made, const memory::Relation& co) const;
  std::vector<uint32_t> coherence(const NumberedGraph& made, const memory::Relation& co,
                                  const std::vector<uint32_t>& placed) const;

  const flat::FlatProgram& program_;
  const GraphSteps& steps_;
  const ConcreteRun& run_;
  TraceDependencies dependencies_;
  GraphState whole_;                              // with all reads, also those that were forgotten
  std::vector<std::vector<uint32_t>> place_;      // by thread and event of a state: its place in `whole_`
  std::vector<uint32_t> group_;                   // by step: the first of its atomic section, or itself
  std::vector<std::vector<uint32_t>> of_thread_;  // steps
  std::vector<const flat::Edge*> edges_;          // by step
  std::vector<std::vector<EventRef>> events_;     // by step, of `whole_`
  std::vector<uint32_t> sections_;                // by thread: how many atomic sections it has entered
};

}  // namespace fencepost::engine::cegar::graphs

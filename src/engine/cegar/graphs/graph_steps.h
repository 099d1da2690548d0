// The declarative semantics of a flat program (seed 000, chapter 4), for the loop that abstracts: a configuration is a state that carries an
// execution graph, and no interleavings are told apart.
//
// In each state one thread goes on: one that is inside an atomic section if there is any, else the first that can. A read of a tracked variable
// takes one of the writes that are there, or blocks until another one comes; a write may wake those that block. What is read from
// other variables may be anything, and their accesses are no events. Why this finds every failure of every execution: follow such an execution up to its failure. Whatever thread goes on, its next event is part of that, and there is a move
// for it, since it may also pass a read whose write is still to come, where the model lets program order and reads-from run in circles
// (GraphFacts::may_be_open): that read is open, and its value any, until the write comes; or the thread has done its part, and another event of it, which takes or is the last write, is allowed as well
// (graph_facts.cpp); a thread that cannot go on, or is back at the head of a loop, may stand still.
// That a read blocks although nobody can write any more adds nothing: the same execution is found where it takes what is there.
//
// A failing check inside other threads' atomic sections, or while reads are open, says nothing before they have left them, and all reads have
// their writes: that thread stands, and others go on.
//
// Programs of which a loop writes tracked variables are explored in another order, so that graphs can forget: growing_graphs.h.
#pragma once

#include <map>
#include <set>

#include "engine/cegar/graphs/graph_facts.h"
#include "engine/cegar/graphs/graph_solver.h"
#include "engine/cegar/graphs/growing_graphs.h"
#include "engine/cegar/steps.h"
#include "memory/graph_rules.h"
#include "result/graph_of.h"

namespace fencepost::engine::cegar::graphs {

using result::EventRef;
using result::GraphEvent;
using result::GraphState;
using result::NumberedGraph;
using result::ThreadState;

// Executions of the program cannot be built; thrown while looking for moves.
struct NotBuilt {
  std::string reason;
  SourcePos pos;
};

class GraphSteps : public Steps {
 public:
  enum class Leaf : uint8_t { none, safe, blocked, inconsistent };

  // All outlive it. eager: every graph is judged, not only those of failures, after sections and updates, and at loops.
  GraphSteps(const flat::FlatProgram& program, logic::Terms& terms, const GraphFacts& facts,
             const program::Mapping& mapping, const memory::GraphRules& rules, GraphSolver& solver, bool eager)
      : Steps(program, terms), facts_(facts), mapping_(mapping), rules_(rules), solver_(solver), eager_(eager) {}

  uint32_t first() override;
  const flat::Configuration& operator[](uint32_t configuration) const override {
    return states_[configuration].control;
  }
  size_t size() const override { return states_.size(); }
  const std::vector<Move>& moves(uint32_t configuration) override { return expanded(configuration).moves; }
  const std::vector<Failure>& failures(uint32_t configuration) override { return expanded(configuration).failures; }

  const GraphState& state(uint32_t configuration) const { return states_[configuration]; }
  NumberedGraph graph(uint32_t configuration) const { return graph(states_[configuration]); }
  NumberedGraph graph(const GraphState& state) const;
  // What the graph was before a move from there has dropped events. Null: it has dropped none.
  const Forgotten* forgotten(uint32_t from, const Move& move) const;
  Growth growth() const { return growth_; }
  // Executions that were not built, although nothing forbids them.
  const std::optional<NotBuilt>& left_out() const { return left_out_; }
  // Of a configuration that has been expanded.
  Leaf leaf(uint32_t configuration) const { return expansions_[configuration].leaf; }
  bool is_tracked(uint32_t variable) const { return tracked_.contains(variable); }
  // From now on; configurations that were met before are void. Is any of them new?
  bool track(const std::set<uint32_t>& variables);
  // Likewise, whatever is tracked.
  void grow_by_threads();
  // Of an edge: the variables that are events if they are tracked.
  std::set<uint32_t> seen_by(uint32_t thread, const flat::Edge& edge) const;

 private:
  struct Expansion {
    bool done = false, consistent = true, judged = false;
    Leaf leaf = Leaf::none;
    std::vector<Move> moves;
    std::map<size_t, Forgotten> forgotten;  // by move
    std::vector<Failure> failures;
  };
  // What an access does at one variable, where its place is that one's.
  struct Place {
    uint32_t variable = 0;
    Term guard;
  };
  // A read's source, and the value there.
  struct Source {
    EventRef from;
    Term value;
  };

  uint32_t number(GraphState state, bool grew);
  bool is_consistent(uint32_t configuration);
  const Expansion& expanded(uint32_t configuration);
  std::optional<uint32_t> next_thread(const GraphState& state) const;
  bool can_go_on(const GraphState& state, uint32_t thread) const;
  bool is_unfinished(const GraphState& state, uint32_t except) const;
  bool may_be_written(const GraphState& state, uint32_t variable, uint32_t by_others_than) const;
  bool blocks_forever(const GraphState& state) const;
  bool has_left_section(const GraphState& state) const;
  bool has_come_back(const GraphState& state) const;
  bool is_settled(const GraphState& state, uint32_t failing) const;

  void start_anew();
  void expand_growing(uint32_t from);
  void expand_edges(uint32_t from, uint32_t thread);
  void expand_buffer(uint32_t from, uint32_t thread);
  bool is_for_itself(const GraphState& state, uint32_t thread) const;
  bool has_to_wait(const GraphState& state, uint32_t thread, const flat::Edge& edge) const;
  flat::Barrier barrier_of(const GraphEvent& fence) const;
  EventRef latest(const GraphState& state, uint32_t thread, uint32_t variable) const;
  std::vector<std::vector<uint32_t>> kept_by_memory(uint32_t from, const GraphState& next) const;
  std::vector<std::vector<uint32_t>> kept_by_causes(GraphState& next);
  bool may_observe(const GraphState& state, uint32_t thread, const EventRef& write, uint32_t variable);
  std::optional<Forgotten> forget_repeated(GraphState& next, uint32_t thread) const;
  void rename_values(const Forgotten& forgotten, const GraphState& next, Action& action);

  void expand_thread(uint32_t from, uint32_t thread);
  void stand(uint32_t from, uint32_t thread, Term guard);
  void fail(uint32_t from, uint32_t thread, const flat::Edge& edge, Term guard);
  void take(uint32_t from, uint32_t thread, const flat::Edge& edge);
  void take_access(uint32_t from, uint32_t thread, const flat::Edge& edge, const Place& place);
  void take_read(uint32_t from, uint32_t thread, const flat::Edge& edge, const Place& place, const Source& source);
  void take_write(uint32_t from, const GraphState& next, uint32_t thread, const flat::Edge& edge, const Place& place,
                  EventRef write, Term written, Action action);
  void take_spawn(GraphState& next, uint32_t thread, const flat::Edge& edge, const flat::Spawn& spawn);
  void go(uint32_t from, GraphState next, uint32_t thread, const flat::Edge* edge, Action action, bool grew,
          std::optional<Forgotten> forgotten = std::nullopt);
  uint32_t known(Action action);
  void arrive(GraphState& next, uint32_t thread, flat::Loc at);

  EventRef put(GraphState& next, uint32_t thread, const GraphEvent& event) const;
  void put_barrier(GraphState& next, uint32_t thread, const flat::Edge& edge, const std::vector<std::string>& tags,
                   bool depends = false) const;
  std::vector<Place> places_of(const flat::Access& access);
  std::vector<Source> sources_of(const GraphState& state, uint32_t thread, uint32_t variable);
  // A constant that is stored is its own value; others have a variable.
  Term value_of(const GraphState& state, const EventRef& write, uint32_t variable);
  // The write gets its value.
  void give_value(Action& action, const GraphState& next, const EventRef& write, uint32_t variable, Term stored,
                  Term value);
  // What an open read takes.
  Term open_value(const EventRef& read, uint32_t variable);
  Action with(Term guard, flat::VarId target, Term value) const;

  const GraphFacts& facts_;
  const program::Mapping& mapping_;
  const memory::GraphRules& rules_;
  GraphSolver& solver_;
  bool eager_;
  std::set<uint32_t> tracked_;
  Growth growth_ = Growth::by_threads;
  bool is_by_threads_ = false;  // whatever is tracked
  std::optional<NotBuilt> left_out_;
  std::unordered_map<std::string, uint32_t> numbers_;
  std::deque<GraphState> states_;
  std::deque<Expansion> expansions_;
  std::map<std::vector<uint32_t>, uint32_t> known_actions_;          // by the numbers of their terms
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Term> values_;  // of writes, by variable, thread and place
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Term> open_values_;
};

}  // namespace fencepost::engine::cegar::graphs

// The steps of a flat program between states that carry execution graphs (result/graph_state.h), for whoever checks a proof about them: what
// result::ExecutionProof says of them, in the plainest words. It shares nothing with the engine that makes such proofs.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "check/flat_steps.h"
#include "flat/buffer_facts.h"
#include "flat/sharing.h"
#include "memory/graph_rules.h"
#include "program/mapping.h"
#include "result/graph_state.h"

namespace fencepost::check {

struct ExecutionStep {
  result::GraphState next;
  logic::Term possible;                                      // over the values before
  std::vector<std::pair<logic::Term, logic::Term>> changes;  // variable, value before; null: any
};

// A program that such steps do not describe.
struct NoExecutions {
  std::string why;
};

class ExecutionSteps {
 public:
  // All outlive it. tracked: variables, by number.
  ExecutionSteps(const flat::FlatProgram& program, const program::Mapping& mapping, const std::set<uint32_t>& tracked,
                 const core::UndefSet& asked, const memory::Model& model, result::Growth growth, logic::Terms& terms,
                 std::function<bool(const result::GraphState&)> is_allowed);

  result::GraphState first() const;
  std::vector<ExecutionStep> of(const result::GraphState& state);
  // When a check fails here that nothing has to wait for.
  logic::Term fails(const result::GraphState& state);
  // Whether executions are found that way.
  bool is_complete();
  // Events come in the order in which memory sees them, and what the future does not see is gone (execution_memory.cpp). Such graphs are
  // not judged: they lack events.
  bool is_by_memory() const { return growth_ == result::Growth::by_memory; }
  // Reads take what is there, graphs are judged at each step, and what nobody can read any more is gone (execution_causes.cpp).
  bool is_by_causes() const { return growth_ == result::Growth::by_causes; }
  // The variable that is the value of a write.
  logic::Term value_of(const result::EventRef& write, uint32_t variable);
  // The variable that is what an open read takes.
  logic::Term value_of_open(const result::EventRef& read, uint32_t variable);
  // Likewise in a state that has forgotten events: that of a place in a buffer, or of memory.
  logic::Term variable_of(const result::GraphState& state, const result::EventRef& write, uint32_t variable);
  // That, or the constant that is stored there or that the program begins with.
  logic::Term value_in(const result::GraphState& state, const result::EventRef& write, uint32_t variable);

 private:
  using State = result::GraphState;
  struct EventTags {
    const std::vector<std::string>*read = nullptr, *written = nullptr;  // written: of an update
    bool operator==(const EventTags&) const = default;
  };
  using Steps = std::vector<ExecutionStep>;

  // Those that may take the next step.
  std::vector<uint32_t> movers(const State& state);
  std::vector<uint32_t> movers_by_memory(const State& state);
  Steps steps_by_memory(const State& state);
  std::optional<uint32_t> goes_on(const State& state) const;
  Steps of(const State& state, uint32_t thread);
  bool can_go_on(const State& state, uint32_t thread) const;
  bool is_over(const State& state, uint32_t thread) const;
  bool are_others_left(const State& state, uint32_t thread) const;
  bool is_premature(const State& state, uint32_t thread) const;
  bool may_come(const State& state, uint32_t reader, uint32_t variable) const;
  bool may_write(uint32_t thread, uint32_t location, uint32_t variable) const;
  bool is_event(uint32_t thread, const flat::Edge& edge, uint32_t variable) const;

  void edge(const State& state, uint32_t thread, const flat::Edge& edge, Steps& all);
  void access(const State& state, uint32_t thread, const flat::Edge& edge, const TouchedVariable& at, Steps& all);
  void quiet_access(const State& state, uint32_t thread, const flat::Edge& edge, const TouchedVariable& at, Steps& all);
  void read(const State& state, uint32_t thread, const flat::Edge& edge, const TouchedVariable& at,
            const result::EventRef& source, Steps& all);
  void wake(ExecutionStep step, uint32_t variable, const result::EventRef& write, logic::Term written, Steps& all);
  bool may_be_open(uint32_t thread, const flat::Edge& edge);
  bool may_follow_unordered(uint32_t thread, const flat::Edge& read, const memory::Mapped& as) const;
  void drop_third_copy(State& state, uint32_t thread) const;
  void arrive(State& state, uint32_t thread, flat::Loc at) const;
  result::EventRef add(State& state, uint32_t thread, result::GraphEvent::Kind kind,
                       const std::vector<std::string>& tags, const flat::Edge* edge, uint32_t variable = ~0u,
                       result::EventRef source = {}) const;
  void fence(State& state, uint32_t thread, const flat::Edge& edge, const std::vector<std::string>& tags) const;

  bool has_memory();
  bool has_causes() const;
  std::vector<EventTags> possible_reads(const State& state, uint32_t thread, uint32_t variable) const;
  bool is_readable(const State& state, const result::EventRef& write, uint32_t variable);
  bool forget_unreadable(ExecutionStep& step);
  bool is_quiet(const State& state, uint32_t thread);
  bool has_pending(const State& state, uint32_t thread) const;
  enum class Keeps : uint8_t { nothing, writes, all };
  Keeps kept_by(const std::vector<std::string>& tags);
  bool waits_for_buffer(const State& state, uint32_t thread, const flat::Edge& edge);
  result::EventRef visible(const State& state, uint32_t thread, uint32_t variable) const;
  void leave_buffer(const State& state, uint32_t thread, Steps& all);
  void forget(const State& before, uint32_t thread, State& next);

  const flat::FlatProgram& program_;
  const program::Mapping& mapping_;
  const std::set<uint32_t>& tracked_;
  const core::UndefSet& asked_;
  const memory::Model& model_;
  const memory::GraphRules& rules_;
  result::Growth growth_;
  std::function<bool(const result::GraphState&)> is_allowed_;
  logic::Terms& terms_;
  flat::Sharing sharing_;
  std::vector<std::vector<bool>> loop_heads_;
  std::set<uint32_t> written_alone_;  // before there is a second thread
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, logic::Term> values_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, logic::Term> open_values_;
  std::map<const flat::Edge*, bool> may_be_open_;
  bool is_buffered_ = false;  // writes wait in buffers
  std::map<const std::vector<std::string>*, Keeps> kept_by_;
  mutable std::map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> may_write_;
};

}  // namespace fencepost::check

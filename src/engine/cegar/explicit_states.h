// Every state that a program can reach, one by one: values of all variables, and where the threads stand. What abstraction has to learn
// round by round is known here from the start, at the price of many states; so it is tried where rounds grow many, up to a number of states.
// A value that a step chooses among many stays open: then a failure may be none, and the try has failed.
#pragma once

#include <deque>
#include <unordered_set>

#include "engine/cegar/explicit_values.h"
#include "engine/cegar/interleaving.h"
#include "engine/cegar/trace.h"

namespace fencepost::engine::cegar {

// Several threads, each of which can end wherever it stands: servers have states without end, and one thread alone is better abstracted.
bool may_have_few_states(const flat::FlatProgram& program);

class ExplicitStates {
 public:
  // All outlive it.
  ExplicitStates(const flat::FlatProgram& program, logic::Terms& terms, Interleaving& steps, Budget& budget,
                 Statistics& statistics);

  enum class Outcome { safe, may_fail, too_many };
  // Looks at so many states at most.
  Outcome explore(size_t most);
  size_t size() const { return states_.size(); }

  // Of may_fail: how.
  const std::optional<Trace>& failing() const { return failing_; }
  // Of safe: what holds, by configuration.
  std::map<uint32_t, Term> invariants();

 private:
  struct State {
    uint32_t configuration = 0;
    uint32_t from = ~0u;         // another one
    const Move* move = nullptr;  // by which
    const std::string* key = nullptr;
  };

  void add(uint32_t configuration, Element element, uint32_t from, const Move* move);
  Element element_of(const State& state) const { return state.key->substr(sizeof(uint32_t)); }
  const Failure* failing(const State& state);
  Trace trace_to(uint32_t number, const Failure& failure) const;

  logic::Terms& terms_;
  Interleaving& steps_;
  Budget& budget_;
  ExplicitValues values_;
  std::deque<State> states_;
  std::unordered_set<std::string> seen_;  // configuration and element
  std::optional<Trace> failing_;
};

}  // namespace fencepost::engine::cegar

// The walk of one thread over the locations of the Cfa. Each activation of a procedure keeps the states that wait at its
// locations and always goes on at the smallest location, so that all paths to a join have arrived before it is left;
// then they become one state. Loops re-enter their head, calls run their callee to its exit. The cost is the number of
// edges executed, never the number of paths.
//
// A thread is executed where it is spawned, by a walk of its own from a copy of its parent's state; what the two share is
// accessed by events, so the order in which threads are executed means nothing.
//
// walk.cpp: activations, locations, calls. walk_loops.cpp: loop heads. walk_threads.cpp: spawning and ending threads.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "unroll/transfer.h"

namespace fencepost::unroll {

class Walk {
 public:
  Walk(Parts& parts, Transfer& transfer) : p_(parts), transfer_(transfer) {}

  // Executes a function to its end, its parameters in the state's registers; nothing: no path returns.
  std::optional<State> run(core::FunctionId function, State state, uint32_t context = Names::kRoot);
  // A thread from its first statement to its last, and how it ends.
  static void run_thread(Parts& parts, Transfer& transfer, core::FunctionId function, State state,
                         const std::vector<Value>& args);

 private:
  struct Arrival {
    State state;
    uint64_t stamp;             // when
    bool back;                  // along an edge that closes a loop
    const program::Edge* edge;  // null: at the start
  };
  // The last visit of a loop head, to see what an iteration changed and whether anybody left it; or the entry of a function.
  struct Visit : HeadVisit {
    Iterations done;
    uint64_t stamp = 0;
    uint64_t signal_waits = 0;  // Walk::signal_waits_ when the iteration began
  };
  struct Callee {
    core::FunctionId function;
    State state;
  };
  struct Activation : Frame {
    std::map<uint32_t, std::vector<Arrival>> pending;
    std::map<uint32_t, Visit> loops;
    Visit entry;
    // Of the call that this activation is making.
    std::optional<Held> acquires;  // the lock that it takes
    PersistentArray<Value> saved;
    uint32_t saved_sequence = 0;
    std::vector<Callee> callees;
    std::vector<Arrival> returned;
  };

  // walk.cpp
  void enter(core::FunctionId function, State state, const Visit& entry, uint32_t context);
  void advance();
  void take_up();  // where states wait, or return
  void finish();
  void resume();
  void follow(State state, program::Loc loc);
  // The edge of a branch that is taken, if one is known to be; otherwise both arrive.
  const program::Edge* branch(State& state, const program::Edge& yes, const program::Edge& no);
  void arrive(State state, const program::Edge& edge);
  bool ends_line(const program::Edge& edge) const;
  std::map<uint32_t, std::vector<Arrival>>::iterator next_location();
  State merged(std::vector<Arrival> arrivals, program::Loc loc);
  void call(const Step& step, const core::Call& call, State state);
  void start_callee();
  Step step(const State& state, const program::Edge* edge) { return {state.thread, state.path, &top(), edge}; }
  Activation& top() { return *stack_.back(); }

  // walk_loops.cpp: false if the state goes no further
  bool enter_head(program::Loc head, State& state, bool from_back, const program::Edge* edge);
  bool next_iteration(Visit& visit, program::Loc head, State& state, const Step& step);
  bool unchanged(program::Loc head, const Visit& last, const State& state) const;
  bool wrote_the_same(program::Loc head, Visit& last, const State& state);
  bool is_idle_alone(program::Loc head, const Visit& last, const State& state);
  bool anybody_left(program::Loc head, uint64_t since) const;
  static bool anybody_waits(const Activation& activation, uint64_t since);
  static SourcePos position(const program::Procedure& procedure, program::Loc loc);

  // walk_threads.cpp
  bool spawn(const Step& step, const core::Spawn& label, State& state);
  void end_in_section(const Step& step, const State& state);
  void end_thread(const Step& step, const core::EndThread& label, State& state);
  void exit(const Step& step, const core::Exit& label, State& state);

  Parts& p_;
  Transfer& transfer_;
  std::vector<std::unique_ptr<Activation>> stack_;
  std::map<uint32_t, std::vector<size_t>> active_;  // function to its places on the stack
  std::optional<State> finished_;                   // what the outermost activation returned
  uint64_t stamp_ = 0;
  uint64_t steps_of_threads_ = 0, terms_of_threads_ = 0;  // that it made
  uint64_t signal_waits_ = 0;                             // calls of functions that wait for a signal
};

}  // namespace fencepost::unroll

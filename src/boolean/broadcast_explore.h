// A model checker of Boolean broadcast programs for a given number of threads, with counters (seed 002, section 4.2): a state has how many
// threads stand at a location with the same values, not which (counter abstraction, which is exact here: threads of a template can be
// exchanged for each other). So the number of states grows polynomially with the number of threads.
//
// Values are three-valued: what an update leaves open stays unknown until something depends on it, also for a whole class of threads; what nothing
// in the future depends on is forgotten. Threads of a class are told apart where a step makes their values different. What is unknown is unrelated
// to everything else, so that every failure is one of a run of the broadcast program, with two exceptions that make `is_run` false: a step that
// would need more than `most_parts` parts, and contradictions (`never`) that only case distinctions find.
#pragma once

#include "base/budget.h"
#include "boolean/broadcast_program.h"
#include "boolean/three_valued.h"

namespace fencepost::boolean {

struct BroadcastOptions {
  uint32_t most_instances = 2;   // of each template with several: runs with so many spawns of it
  bool stops_at_failure = true;  // otherwise all checks that may fail are found
  bool forgets = true;           // values that the future does not depend on
  bool is_oblivious = false;     // threads are told apart: what symmetry is compared with
  bool keeps_states = false;     // in the result
  size_t most_parts = 64;        // of a class of threads, or of the active thread, in one step
};

struct BroadcastStep {
  static constexpr uint32_t kSingle = ~0u;
  uint32_t of = 0;              // template
  uint32_t instance = kSingle;  // of a template with several: all of these are numbered in the order of their spawns
  uint32_t edge = 0;
  bool operator==(const BroadcastStep&) const = default;
};

// A thread of a template with several. What is known of variables of other owners is nothing.
struct SeenThread {
  uint32_t of = 0, location = 0;
  ThreeValued values;
};

struct SeenState {
  static constexpr uint32_t kNotBegun = ~0u;
  std::vector<uint32_t> at;  // by template; of those with several instances kNotBegun
  ThreeValued shared;
  std::vector<SeenThread> threads;  // by instance
};

// Values that are unknown in it do not matter to the run: it is one for each value.
struct BroadcastFailure {
  std::vector<BroadcastStep> steps;  // the last is the check
  std::vector<SeenState> states;     // before each of them
  bool is_run = true;                // of the broadcast program, certainly
};

struct CountedThreads {
  SeenThread like;
  uint32_t count = 0;
};

// All threads of a class have values of their own among those that are possible.
struct CountedState {
  std::vector<uint32_t> at;
  ThreeValued shared;
  std::vector<CountedThreads> threads;
};

struct BroadcastExplored {
  std::vector<BroadcastFailure>
      failures;  // one for each check that may fail, in the order of their discovery; with the fewest steps
  uint64_t states = 0, steps = 0;
  bool is_bounded = false;            // somewhere a thread would have been spawned that is one too many
  std::vector<CountedState> reached;  // if they are kept: together all that can be reached
};

BroadcastExplored explore(const BroadcastProgram& program, const BroadcastOptions& options, Budget& budget);

}  // namespace fencepost::boolean

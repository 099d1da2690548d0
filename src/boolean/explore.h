// A model checker of Boolean programs that goes from state to state, with three-valued states (three_valued.h): what an update leaves open
// stays unknown until an assumption or another update depends on it, and two states that differ in one value are one in which it is unknown.
// Values that nothing depends on are forgotten. All states that can be reached are seen. There may be others where `most_concrete` is too small, since unknown values are not related to each
// other then where the program relates them, and where both of choose hold.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "boolean/boolean_program.h"
#include "boolean/configuration_after.h"
#include "boolean/three_valued.h"

namespace fencepost::boolean {

struct Step {
  uint32_t thread = 0, edge = 0;  // of the thread
  bool operator==(const Step&) const = default;
};

struct Failure {
  std::vector<Step> schedule;  // the last step is the check
  // The check may fail after these steps also if no states are united. Otherwise unknown values of which some came from elsewhere made it fail.
  bool is_run = false;
};

// Where the literal holds and the thread is not in an atomic section, these variables say nothing that matters: they are about what it does not
// use. Nobody else changes whether the literal holds.
struct Unused {
  uint32_t thread = 0;
  Literal where;
  VariableSet what;
};

struct ExploreOptions {
  bool stops_at_failure = true;
  // Who may go before all others, if anybody may (flat/reduction.h): then the states are an invariant of the interleavings that are left.
  std::function<std::optional<uint32_t>(const Configuration&)> first = nullptr;
  // Asked of each failure: is this one enough? Then only those are looked for that are found soon, too.
  std::function<bool(const Failure&)> is_enough = nullptr;
  std::vector<Unused> unused = {};
  // Values that nothing depends on any more (live_variables.h). It may miss that a state has none of the values that it leaves open, since
  // what is forgotten contradicts them.
  bool forgets = true;
  size_t most_concrete = 64;  // states that an assumption, or an update, makes of one
};

struct Explored {
  struct State {
    Configuration at;
    ThreeValued values;
  };
  std::vector<Failure> failures;  // one for each check that may fail, in the order of their discovery
  uint64_t steps = 0;
  std::vector<State> states;  // that no other one covers
};

Explored explore(const BooleanProgram& program, const ExploreOptions& options, Budget& budget);

}  // namespace fencepost::boolean

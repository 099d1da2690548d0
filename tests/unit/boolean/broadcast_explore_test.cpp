// The model checker of broadcast programs against all of their two-valued states, one by one.
#include "boolean/broadcast_explore.h"

#include <gtest/gtest.h>

#include <random>

#include "boolean/broadcast_symbolic.h"
#include "broadcast_oracle.h"

namespace fencepost::boolean {
namespace {

using testing::Oracle;
using testing::OracleState;
using testing::OracleThread;

// The two-valued states of a set of them, threads sorted.
void add_states(const BroadcastProgram& program, const CountedState& from, std::set<OracleState>& to) {
  std::vector<OracleState> states{{from.at, std::vector<bool>(program.variables.size()), {}}};
  for (const CountedThreads& one : from.threads)
    for (uint32_t i = 0; i < one.count; ++i)
      states[0].threads.push_back({one.like.of, one.like.location, std::vector<bool>(program.variables.size())});
  auto set = [&](Truth truth, auto where) {
    std::vector<OracleState> next;
    for (OracleState& state : states)
      for (bool value : {false, true}) {
        if (truth == (value ? Truth::fails : Truth::holds)) continue;
        next.push_back(state);
        where(next.back()) = value;
      }
    states = std::move(next);
  };
  for (uint32_t i = 0; i < program.variables.size(); ++i) {
    if (!program.variables[i].owner) {
      set(from.shared[BoolVar{i}], [&](OracleState& state) { return state.shared[i]; });
      continue;
    }
    size_t number = 0;
    for (const CountedThreads& one : from.threads)
      for (uint32_t j = 0; j < one.count; ++j, ++number)
        if (one.like.of == *program.variables[i].owner)
          set(one.like.values[BoolVar{i}], [&](OracleState& state) { return state.threads[number].values[i]; });
  }
  for (OracleState& state : states) {
    std::ranges::sort(state.threads);
    to.insert(std::move(state));
  }
}

bool is_seen(const BroadcastProgram& program, const OracleState& state, const SeenState& as) {
  if (state.at != as.at || state.threads.size() != as.threads.size()) return false;
  auto fits = [](Truth truth, bool value) { return truth == Truth::open || (truth == Truth::holds) == value; };
  for (uint32_t i = 0; i < program.variables.size(); ++i)
    if (!program.variables[i].owner && !fits(as.shared[BoolVar{i}], state.shared[i])) return false;
  for (size_t j = 0; j < state.threads.size(); ++j) {
    const OracleThread& one = state.threads[j];
    if (one.of != as.threads[j].of || one.location != as.threads[j].location) return false;
    for (uint32_t i = 0; i < program.variables.size(); ++i)
      if (program.variables[i].owner == one.of && !fits(as.threads[j].values[BoolVar{i}], one.values[i])) return false;
  }
  return true;
}

// Some states that it sees, one after the other, are a run.
bool is_run(const BroadcastProgram& program, uint32_t most, const BroadcastFailure& failure) {
  Oracle oracle(program, most);
  std::set<OracleState> now;
  for (const OracleState& first : oracle.initial()) now.insert(first);
  for (size_t i = 0; i < failure.steps.size(); ++i) {
    std::erase_if(now, [&](const OracleState& one) { return !is_seen(program, one, failure.states[i]); });
    testing::OracleStep step{failure.steps[i].of, failure.steps[i].instance, failure.steps[i].edge};
    if (i + 1 == failure.steps.size())
      return std::ranges::any_of(now, [&](const OracleState& one) { return oracle.fails(one, step); });
    std::set<OracleState> next;
    for (const OracleState& one : now)
      for (OracleState& after : oracle.after(one, step)) next.insert(std::move(after));
    now = std::move(next);
  }
  return false;
}

std::string compared(const BroadcastProgram& program, uint32_t most, const BroadcastOptions& options) {
  constexpr size_t kMost = 1000;
  Oracle::Reached all = Oracle(program, most).reached(kMost);
  if (all.states.size() >= kMost) return "";
  Budget budget;
  BroadcastExplored found = explore(program, options, budget);
  std::map<std::pair<uint32_t, uint32_t>, size_t> failed;
  for (const BroadcastFailure& failure : found.failures) {
    if (!failure.is_run) return "a failure is no run";
    if (!is_run(program, most, failure)) return "a failure is said to be a run";
    failed[{failure.steps.back().of, failure.steps.back().edge}] = failure.steps.size() - 1;
  }
  if (failed != all.failed) {
    std::string text;
    for (auto& [one, depth] : failed) text += fmt::format(" found {} {} after {}", one.first, one.second, depth);
    for (auto& [one, depth] : all.failed) text += fmt::format(" is {} {} after {}", one.first, one.second, depth);
    return "other checks fail:" + text;
  }
  if (options.forgets) {
    if (options.is_oblivious || !program.never_at.empty()) return "";
    std::map<std::pair<uint32_t, uint32_t>, size_t> symbolic;
    SymbolicBroadcastOptions exact{.most_instances = most, .stops_at_failure = false};
    for (const SymbolicBroadcastFailure& one : explore_symbolically(program, exact, budget).failures)
      symbolic[{one.of, one.edge}] = one.steps;
    return symbolic == failed ? "" : "other checks fail with BDDs";
  }
  std::set<OracleState> states;
  for (const CountedState& one : found.reached) add_states(program, one, states);
  Oracle oracle(program, most);
  std::erase_if(states, [&](const OracleState& state) { return oracle.is_none(state); });
  if (!std::ranges::includes(states, all.states)) return "states are not reached";
  if (program.never.empty() && program.never_at.empty() && states != all.states)
    return "states are reached that are none";
  return "";
}

void compare(uint64_t seed, const testing::RandomShape& shape, bool forgets) {
  BroadcastProgram program = testing::random_broadcast(seed, shape);
  for (uint32_t most : {1u, 2u, 3u})
    for (bool is_oblivious : {false, true}) {
      BroadcastOptions options{.most_instances = most,
                               .stops_at_failure = false,
                               .forgets = forgets,
                               .is_oblivious = is_oblivious,
                               .keeps_states = true};
      std::string why = compared(program, most, options);
      ASSERT_EQ(why, "") << "seed " << seed << ", " << most << " instances, oblivious " << is_oblivious << '\n'
                         << to_string(program);
    }
}

constexpr uint64_t kSeeds = 120;

TEST(BroadcastExplore, RandomProgramsWithoutContradictions) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    compare(seed, {.has_never = false, .broadcasts = seed % 2 == 1}, false);
    if (HasFatalFailure()) return;
  }
}
TEST(BroadcastExplore, RandomProgramsThatForget) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    compare(seed, {.has_never = false, .is_consistent = true, .broadcasts = seed % 2 == 1}, true);
    if (HasFatalFailure()) return;
  }
}
TEST(BroadcastExplore, RandomProgramsWithContradictions) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    compare(seed, {.broadcasts = seed % 2 == 1}, false);
    if (HasFatalFailure()) return;
    compare(seed + 10'000, {.is_consistent = true, .broadcasts = seed % 2 == 1}, true);
    if (HasFatalFailure()) return;
  }
}

// Nothing is added where nobody stands, and nothing is missed.
TEST(BroadcastExplore, RandomProgramsWithContradictionsAtPlaces) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const bool forgets = seed % 2 == 0;
    compare(seed + 20'000,
            {.has_never = seed % 4 < 2, .is_consistent = forgets, .broadcasts = seed % 3 == 1, .has_never_at = true},
            forgets);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace fencepost::boolean

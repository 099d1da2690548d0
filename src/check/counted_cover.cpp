#include "check/counted_cover.h"

#include <algorithm>
#include <functional>

namespace fencepost::check {

using logic::Cube;
using logic::Truth;

namespace {

// All that the wider one says, the other one says.
bool includes(const Cube& wider, const Cube& other) {
  for (size_t i = 0; i < wider.size(); ++i)
    if (wider[i] != Truth::open && wider[i] != other[i]) return false;
  return true;
}

// Every thread has a class of its own kind, and no class has more than it counts: a flow, by augmenting paths (Ford, Fulkerson 1956), with as many
// units as there are threads.
bool can_be_matched(const CountedCover::State& state, const CountedCover::State& listed) {
  const size_t from = state.threads.size(), to = listed.threads.size();
  std::vector<std::vector<uint32_t>> flow(from, std::vector<uint32_t>(to, 0));
  std::vector<uint32_t> used(to, 0);
  auto fits = [&](size_t i, size_t j) {
    return state.threads[i].member == listed.threads[j].member &&
           includes(listed.threads[j].values, state.threads[i].values);
  };
  std::vector<bool> seen;
  std::function<bool(size_t)> augment = [&](size_t i) {
    for (size_t j = 0; j < to; ++j) {
      if (seen[j] || !fits(i, j)) continue;
      seen[j] = true;
      bool is_free = used[j] < listed.threads[j].count;
      for (size_t other = 0; !is_free && other < from; ++other)
        if (other != i && flow[other][j] > 0 && augment(other)) {
          --flow[other][j];
          --used[j];
          is_free = true;
        }
      if (!is_free) continue;
      ++flow[i][j];
      ++used[j];
      return true;
    }
    return false;
  };
  for (size_t i = 0; i < from; ++i)
    for (uint32_t unit = 0; unit < state.threads[i].count; ++unit) {
      seen.assign(to, false);
      if (!augment(i)) return false;
    }
  return true;
}

}  // namespace

CountedCover::Places CountedCover::places_of(const State& state) {
  Places places{state.singles, {}};
  for (const auto& one : state.threads) places.second[one.member] += one.count;
  return places;
}

void CountedCover::add(const State& state) { listed_[places_of(state)].push_back(&state); }

const std::vector<const CountedCover::State*>* CountedCover::listed(const State& like) const {
  auto found = listed_.find(places_of(like));
  return found == listed_.end() ? nullptr : &found->second;
}

std::vector<bool> CountedCover::shared_of(const State& places) const {
  std::vector<bool> told;
  if (const auto* states = listed(places))
    for (const State* one : *states) {
      told.resize(one->shared.size());
      for (size_t i = 0; i < told.size(); ++i) told[i] = told[i] || one->shared[i] != Truth::open;
    }
  return told;
}

std::vector<bool> CountedCover::values_of(const State& places, const Member& at) const {
  std::vector<bool> told;
  if (const auto* states = listed(places))
    for (const State* state : *states)
      for (const auto& one : state->threads) {
        if (one.member != at) continue;
        told.resize(one.values.size());
        for (size_t i = 0; i < told.size(); ++i) told[i] = told[i] || one.values[i] != Truth::open;
      }
  return told;
}

bool CountedCover::covers(const State& state) const {
  const auto* states = listed(state);
  return states && std::ranges::any_of(*states, [&](const State* one) {
           return includes(one->shared, state.shared) && can_be_matched(state, *one);
         });
}

}  // namespace fencepost::check

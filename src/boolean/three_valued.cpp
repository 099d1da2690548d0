#include "boolean/three_valued.h"

#include <algorithm>

namespace fencepost::boolean {

namespace {

constexpr unsigned kMostSplits = 6;

Truth truth_of(const Cube& cube, const ThreeValued& state) {
  Truth all = Truth::holds;
  for (const Literal& literal : cube) {
    Truth one = state(literal);
    if (one == Truth::fails) return Truth::fails;
    if (one == Truth::open) all = Truth::open;
  }
  return all;
}

// A formula may hold although no single cube does: then it is asked for either value of something unknown.
Truth truth_with_splits(const Formula& formula, const ThreeValued& state, unsigned splits) {
  const Cube* undecided = nullptr;
  size_t open_cubes = 0;
  for (const Cube& cube : formula) {
    Truth one = truth_of(cube, state);
    if (one == Truth::holds) return Truth::holds;
    if (one != Truth::open) continue;
    ++open_cubes;
    undecided = &cube;
  }
  if (undecided == nullptr) return Truth::fails;
  if (open_cubes == 1 || splits == 0) return Truth::open;
  auto is_open = [&](const Literal& literal) { return state(literal) == Truth::open; };
  BoolVar split = std::ranges::find_if(*undecided, is_open)->variable;
  for (Truth value : {Truth::fails, Truth::holds}) {
    ThreeValued half = state;
    half.set(split, value);
    if (truth_with_splits(formula, half, splits - 1) != Truth::holds) return Truth::open;
  }
  return Truth::holds;
}

// The one literal that is open while all others hold; null if there is none, `fails` if all hold.
const Literal* last_open(const Cube& cube, const ThreeValued& state, bool& all_hold) {
  const Literal* open = nullptr;
  all_hold = false;
  for (const Literal& literal : cube) {
    Truth one = state(literal);
    if (one == Truth::fails || (one == Truth::open && open != nullptr)) return nullptr;
    if (one == Truth::open) open = &literal;
  }
  all_hold = open == nullptr;
  return open;
}

}  // namespace

Truth truth(const Formula& formula, const ThreeValued& state) { return truth_with_splits(formula, state, kMostSplits); }

bool exclude(const std::vector<Cube>& cubes, const std::vector<Cube>& more, ThreeValued& state) {
  for (bool learned = true; learned;) {
    learned = false;
    for (const std::vector<Cube>* all : {&cubes, &more})
      for (const Cube& cube : *all) {
        bool all_hold = false;
        const Literal* open = last_open(cube, state, all_hold);
        if (all_hold) return false;
        if (open == nullptr) continue;
        state.set(open->variable, open->positive ? Truth::fails : Truth::holds);
        learned = true;
      }
  }
  return true;
}

namespace {

// Splits sets where `undecided` names something open, as long as there are not too many. `learn` makes known what is the same in all of one, and
// is false of one that has no states.
template <typename F, typename G>
std::vector<ThreeValued> split(ThreeValued state, size_t most, F learn, G undecided) {
  std::vector<ThreeValued> done, open;
  if (learn(state)) open.push_back(std::move(state));
  while (!open.empty()) {
    ThreeValued next = std::move(open.back());
    open.pop_back();
    std::optional<BoolVar> variable = undecided(next);
    if (!variable || done.size() + open.size() + 2 > most) {
      done.push_back(std::move(next));
      continue;
    }
    for (Truth value : {Truth::fails, Truth::holds}) {
      ThreeValued half = next;
      half.set(*variable, value);
      if (learn(half)) open.push_back(std::move(half));
    }
  }
  return done;
}

std::optional<BoolVar> open_variable(const Formula& formula, const ThreeValued& state) {
  for (const Cube& cube : formula) {
    if (truth_of(cube, state) != Truth::open) continue;
    for (const Literal& literal : cube)
      if (state(literal) == Truth::open) return literal.variable;
  }
  return std::nullopt;
}

}  // namespace

std::vector<ThreeValued> without(const std::vector<Cube>& cubes, const std::vector<Cube>& never, ThreeValued state,
                                 size_t most) {
  return split(
      std::move(state), most, [&](ThreeValued& now) { return exclude(cubes, never, now); },
      [&](const ThreeValued& now) { return open_variable(cubes, now); });
}

std::vector<ThreeValued> decided(const std::vector<Update>& updates, const std::vector<Cube>& never, ThreeValued state,
                                 size_t most) {
  // There is no state in which both of choose hold.
  auto learn = [&](ThreeValued& now) {
    if (!exclude(never, {}, now)) return false;
    return std::ranges::all_of(updates, [&](const Update& update) {
      if (truth(update.pos, now) == Truth::holds) return exclude(update.neg, never, now);
      if (truth(update.neg, now) == Truth::holds) return exclude(update.pos, never, now);
      return true;
    });
  };
  return split(std::move(state), most, learn, [&](const ThreeValued& now) -> std::optional<BoolVar> {
    for (const Update& update : updates) {
      Truth pos = truth(update.pos, now), neg = truth(update.neg, now);
      if (pos == Truth::holds || neg == Truth::holds) continue;
      if (pos == Truth::open) return open_variable(update.pos, now);
      if (neg == Truth::open) return open_variable(update.neg, now);
    }
    return std::nullopt;
  });
}

std::optional<ThreeValued> updated(const std::vector<Update>& updates, const ThreeValued& state) {
  ThreeValued next = state;
  for (const Update& update : updates) {
    bool is_true = truth(update.pos, state) == Truth::holds, is_false = truth(update.neg, state) == Truth::holds;
    if (is_true && is_false) return std::nullopt;
    next.set(update.target, is_true ? Truth::holds : is_false ? Truth::fails : Truth::open);
  }
  return next;
}

}  // namespace fencepost::boolean

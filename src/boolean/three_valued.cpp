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

template <typename F>
std::optional<BoolVar> open_variable(const Formula& formula, const ThreeValued& state, F matters) {
  for (const Cube& cube : formula) {
    if (truth_of(cube, state) != Truth::open) continue;
    for (const Literal& literal : cube)
      if (state(literal) == Truth::open && matters(literal.variable)) return literal.variable;
  }
  return std::nullopt;
}

}  // namespace

std::vector<ThreeValued> without(const std::vector<Cube>& cubes, const std::vector<Cube>& never, ThreeValued state,
                                 size_t most) {
  return split(
      std::move(state), most, [&](ThreeValued& now) { return exclude(cubes, never, now); },
      [&](const ThreeValued& now) { return open_variable(cubes, now, [](BoolVar) { return true; }); });
}

Transition::Transition(const std::vector<Update>& updates, size_t variables)
    : updates_(updates), by_several_(variables), targets_(variables) {
  VariableSet by_one(variables);
  for (const Update& update : updates) {
    targets_.insert(update.target);
    VariableSet read(variables);
    for (const Formula* formula : {&update.pos, &update.neg})
      for (const Cube& cube : *formula)
        for (const Literal& literal : cube) read.insert(literal.variable);
    VariableSet again = by_one;
    again.keep(read);
    by_several_.insert(again);
    by_one.insert(read);
  }
}

std::vector<ThreeValued> Transition::decided(const std::vector<Cube>& never, ThreeValued state, const VariableSet& live,
                                             size_t most) const {
  // There is no state in which both of choose hold.
  auto learn = [&](ThreeValued& now) {
    if (!exclude(never, {}, now)) return false;
    return std::ranges::all_of(updates_, [&](const Update& update) {
      if (!live.contains(update.target)) return true;
      if (truth(update.pos, now) == Truth::holds) return exclude(update.neg, never, now);
      if (truth(update.neg, now) == Truth::holds) return exclude(update.pos, never, now);
      return true;
    });
  };
  auto matters = [&](BoolVar id) { return by_several_.contains(id) || (live.contains(id) && !targets_.contains(id)); };
  return split(std::move(state), most, learn, [&](const ThreeValued& now) -> std::optional<BoolVar> {
    for (const Update& update : updates_) {
      if (!live.contains(update.target)) continue;
      if (truth(update.pos, now) == Truth::holds || truth(update.neg, now) == Truth::holds) continue;
      for (const Formula* formula : {&update.pos, &update.neg})
        if (auto found = open_variable(*formula, now, matters)) return found;
    }
    return std::nullopt;
  });
}

std::optional<ThreeValued> Transition::updated(const ThreeValued& state, const VariableSet& live) const {
  ThreeValued next = state;
  for (const Update& update : updates_) {
    bool matters = live.contains(update.target);
    bool is_true = matters && truth(update.pos, state) == Truth::holds;
    bool is_false = matters && truth(update.neg, state) == Truth::holds;
    if (is_true && is_false) return std::nullopt;
    next.set(update.target, is_true ? Truth::holds : is_false ? Truth::fails : Truth::open);
  }
  next.keep(live);
  return next;
}

}  // namespace fencepost::boolean

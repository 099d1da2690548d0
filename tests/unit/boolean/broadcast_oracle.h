// What Boolean broadcast programs mean, straight from broadcast_program.h: two-valued states of threads that are told apart, all of them. And
// random small programs to compare model checkers on.
#pragma once

#include <map>
#include <random>
#include <set>

#include "broadcast_builder.h"

namespace fencepost::boolean::testing {

struct OracleThread {
  uint32_t of = 0, location = 0;
  std::vector<bool> values;  // by variable; those of others are false
  auto operator<=>(const OracleThread&) const = default;
};

struct OracleState {
  static constexpr uint32_t kNotBegun = ~0u;
  std::vector<uint32_t> at;
  std::vector<bool> shared;
  std::vector<OracleThread> threads;
  auto operator<=>(const OracleState&) const = default;
};

struct OracleStep {
  uint32_t of = 0;
  uint32_t instance = ~0u;
  uint32_t edge = 0;
  auto operator<=>(const OracleStep&) const = default;
};

class Oracle {
 public:
  Oracle(const BroadcastProgram& program, uint32_t most_instances)
      : program_(program), all_(program.occurrences()), most_(most_instances) {}

  std::vector<OracleState> initial() const {
    OracleState first;
    first.at.assign(program_.templates.size(), OracleState::kNotBegun);
    first.at[0] = program_.templates[0].entry;
    std::vector<OracleState> states{first};
    for (const BroadcastVariable& variable : program_.variables) {
      std::vector<OracleState> next;
      for (OracleState& state : states)
        for (bool value : {false, true}) {
          if (variable.owner && value) continue;
          if (!variable.owner && variable.initial == (value ? Truth::fails : Truth::holds)) continue;
          next.push_back(state);
          next.back().shared.push_back(value);
        }
      states = std::move(next);
    }
    std::erase_if(states, [&](const OracleState& state) { return is_none(state); });
    return states;
  }

  std::vector<OracleStep> steps(const OracleState& state) const {
    std::vector<OracleStep> found;
    auto add = [&](uint32_t of, uint32_t location, uint32_t instance) {
      for (uint32_t i = 0; i < program_.templates[of].edges.size(); ++i)
        if (program_.templates[of].edges[i].from == location) found.push_back({of, instance, i});
    };
    for (uint32_t i = 0; i < state.at.size(); ++i)
      if (state.at[i] != OracleState::kNotBegun) add(i, state.at[i], ~0u);
    for (uint32_t i = 0; i < state.threads.size(); ++i) add(state.threads[i].of, state.threads[i].location, i);
    return found;
  }

  bool fails(const OracleState& state, const OracleStep& step) const {
    const BroadcastEdge& edge = program_.templates[step.of].edges[step.edge];
    return edge.kind == BroadcastEdge::Kind::check && !holds_with_some(edge.passes, state, state, step.instance);
  }

  std::vector<OracleState> after(const OracleState& state, const OracleStep& step) const {
    const BroadcastEdge& edge = program_.templates[step.of].edges[step.edge];
    const BroadcastTemplate& other = program_.templates[edge.other];
    if (edge.kind == BroadcastEdge::Kind::exit || holds_with_some(edge.blocked, state, state, step.instance)) return {};
    OracleState base = state;
    (step.instance == ~0u ? base.at[step.of] : base.threads[step.instance].location) = edge.to;
    auto is_end = [&](uint32_t location) {
      return std::ranges::none_of(other.edges, [&](const BroadcastEdge& one) { return one.from == location; });
    };
    if (edge.kind == BroadcastEdge::Kind::join) {
      uint32_t ended =
          !other.is_replicated && state.at[edge.other] != OracleState::kNotBegun && is_end(state.at[edge.other]);
      for (const OracleThread& one : state.threads) ended += one.of == edge.other && is_end(one.location);
      if (ended < edge.number) return {};
    }
    bool begins = edge.kind == BroadcastEdge::Kind::spawn;
    if (begins && !other.is_replicated) {
      if (state.at[edge.other] != OracleState::kNotBegun) return {};
      base.at[edge.other] = other.entry;
    } else if (begins) {
      auto is_one = [&](const OracleThread& one) { return one.of == edge.other; };
      if (std::ranges::count_if(state.threads, is_one) >= most_) return {};
      base.threads.push_back({edge.other, other.entry, std::vector<bool>(program_.variables.size())});
    }
    // Who gets which values: all choices.
    std::vector<OracleState> results{base};
    auto set = [&](bool pos, bool neg, auto where) {
      std::vector<OracleState> next;
      for (OracleState& one : results)
        for (bool value : {false, true}) {
          if ((pos && !value) || (neg && value)) continue;
          next.push_back(one);
          where(next.back()) = value;
        }
      results = std::move(next);
    };
    for (const Update& update : edge.updates) {
      uint32_t variable = index(all_.variable(update.target));
      auto owner = program_.variables[variable].owner;
      if (all_.is_of_passive(update.target)) {
        for (uint32_t i = 0; i < state.threads.size(); ++i)
          if (i != step.instance && state.threads[i].of == *owner)
            set(holds(update.pos, state, state, step.instance, i), holds(update.neg, state, state, step.instance, i),
                [&](OracleState& one) { return one.threads[i].values[variable]; });
      } else {
        set(holds_with_some(update.pos, state, state, step.instance),
            holds_with_some(update.neg, state, state, step.instance), [&](OracleState& one) {
              return owner ? one.threads[step.instance].values[variable] : one.shared[variable];
            });
      }
    }
    if (begins && other.is_replicated)
      for (uint32_t variable = 0; variable < program_.variables.size(); ++variable) {
        if (program_.variables[variable].owner != edge.other) continue;
        bool pos = false, neg = false;
        for (const Update& update : edge.begins)
          if (index(all_.variable(update.target)) == variable) {
            pos = holds_with_some(update.pos, state, state, step.instance);
            neg = holds_with_some(update.neg, state, state, step.instance);
          }
        set(pos, neg, [&](OracleState& one) { return one.threads.back().values[variable]; });
      }
    std::erase_if(results, [&](const OracleState& one) {
      return is_none(one) || holds_with_some(edge.excluded, state, one, step.instance);
    });
    return results;
  }

  struct Reached {
    std::set<OracleState> states;                            // threads sorted
    std::map<std::pair<uint32_t, uint32_t>, size_t> failed;  // template and edge; the fewest steps before it
  };
  Reached reached(size_t most) const {
    Reached all;
    std::vector<OracleState> layer;
    auto add = [&](OracleState state, std::vector<OracleState>& to) {
      std::ranges::sort(state.threads);
      if (all.states.insert(state).second) to.push_back(std::move(state));
    };
    for (OracleState& first : initial()) add(std::move(first), layer);
    for (size_t depth = 0; !layer.empty() && all.states.size() < most; ++depth) {
      std::vector<OracleState> next;
      for (const OracleState& state : layer)
        for (const OracleStep& step : steps(state)) {
          if (fails(state, step)) all.failed.try_emplace({step.of, step.edge}, depth);
          for (OracleState& one : after(state, step)) add(std::move(one), next);
        }
      layer = std::move(next);
    }
    return all;
  }

  bool is_none(const OracleState& state) const {
    auto with = [&](const Cube& cube, uint32_t active, uint32_t passive) {
      return holds(Formula{cube}, state, state, active, passive);
    };
    for (const Cube& cube : program_.never) {
      if (with(cube, ~0u, ~0u)) return true;
      for (uint32_t i = 0; i < state.threads.size(); ++i) {
        if (with(cube, i, ~0u) || with(cube, ~0u, i)) return true;
        for (uint32_t j = 0; j < state.threads.size(); ++j)
          if (i != j && with(cube, i, j)) return true;
      }
    }
    for (const NeverAt& one : program_.never_at)
      for (uint32_t i = 0; i < state.threads.size(); ++i)
        for (uint32_t j = 0; j < state.threads.size(); ++j) {
          const auto &first = state.threads[i], &second = state.threads[j];
          if (i == j || first.of != one.of || second.of != one.other_of) continue;
          if (std::ranges::find(one.places, std::pair(first.location, second.location)) == one.places.end()) continue;
          if (with(one.cube, i, j)) return true;
        }
    return false;
  }

 private:
  // ~0: nobody, so that nothing holds that is said of it.
  bool holds(const Formula& formula, const OracleState& before, const OracleState& after, uint32_t active,
             uint32_t passive) const {
    return std::ranges::any_of(formula, [&](const Cube& cube) {
      return std::ranges::all_of(cube, [&](const Literal& literal) {
        const OracleState& state = all_.is_after(literal.variable) ? after : before;
        uint32_t variable = index(all_.variable(literal.variable));
        auto owner = program_.variables[variable].owner;
        if (!owner) return state.shared[variable] == literal.positive;
        uint32_t who = all_.is_of_passive(literal.variable) ? passive : active;
        return who != ~0u && state.threads[who].of == *owner && state.threads[who].values[variable] == literal.positive;
      });
    });
  }
  bool holds_with_some(const Formula& formula, const OracleState& before, const OracleState& after,
                       uint32_t active) const {
    if (holds(formula, before, after, active, ~0u)) return true;
    for (uint32_t i = 0; i < before.threads.size(); ++i)
      if (i != active && holds(formula, before, after, active, i)) return true;
    return false;
  }

  const BroadcastProgram& program_;
  const Occurrences all_;
  const uint32_t most_;
};

struct RandomShape {
  bool has_never = true, has_excluded = true, has_second = true;
  bool is_consistent = false;  // of no update both formulas hold
  bool broadcasts = false;     // more is said of passive threads
  bool has_never_at = false;   // the model checker with BDDs does not look at these
  unsigned steps = 4;
};

// main spawns threads in a loop or a few of them, and goes on.
inline BroadcastProgram random_broadcast(uint64_t seed, const RandomShape& shape) {
  std::mt19937_64 random(seed);
  auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  BroadcastBuilder b;
  std::vector<uint32_t> all{b.thread("main"), b.thread("t", true)};
  if (shape.has_second && below(3) == 0) all.push_back(b.thread("u", below(2) == 0));
  std::vector<BoolVar> shared;
  std::vector<std::vector<BoolVar>> own(all.size());
  for (unsigned n = 1 + below(2); n > 0; --n)
    shared.push_back(b.shared("s", below(2) ? Truth::open : below(2) ? Truth::holds : Truth::fails));
  for (uint32_t of : all)
    if (b.program.templates[of].is_replicated)
      for (unsigned n = 1 + below(of == 1 ? 2 : 1); n > 0; --n) own[of].push_back(b.own(of, "l"));
  const Occurrences occurrences = b.program.occurrences();

  auto cube = [&](uint32_t active, std::optional<uint32_t> passive, bool has_after, unsigned most) {
    Cube made;
    uint32_t other = passive ? *passive : all[1 + below(static_cast<unsigned>(all.size()) - 1)];
    for (unsigned n = 1 + below(most); n > 0; --n) {
      Literal literal{shared[below(static_cast<unsigned>(shared.size()))], below(2) == 0};
      unsigned whose = shape.broadcasts && below(2) ? 3 : below(4);
      if (whose < 2 && active < all.size() && !own[active].empty())
        literal.variable = own[active][below(static_cast<unsigned>(own[active].size()))];
      else if (whose == 3 && other < all.size() && !own[other].empty())
        literal.variable = occurrences.of_passive(own[other][below(static_cast<unsigned>(own[other].size()))]);
      if (has_after && below(2)) literal.variable = BoolVar{index(literal.variable) + 2 * occurrences.variables};
      if (std::ranges::find(made, literal.variable, &Literal::variable) == made.end()) made.push_back(literal);
    }
    std::ranges::sort(made);
    return made;
  };
  auto formula = [&](uint32_t active, std::optional<uint32_t> passive, unsigned most) {
    Formula made;
    for (unsigned n = below(most + 1); n > 0; --n) {
      Cube one = cube(active, passive, false, 2);
      auto is_part = [&](const Cube& other) {
        return std::ranges::includes(one, other) || std::ranges::includes(other, one);
      };
      if (std::ranges::none_of(made, is_part)) made.push_back(one);
    }
    return made;
  };
  auto update = [&](BoolVar target, uint32_t active, std::optional<uint32_t> passive) {
    switch (below(4)) {
      case 0:
        return Update{target, {}, {}};
      case 1:
        return Update{target, {{}}, {}};
      case 2:
        return Update{target, {}, {{}}};
      default:
        break;
    }
    Update made{target, formula(active, passive, 2), formula(active, passive, 2)};
    if (!shape.is_consistent) return made;
    Literal either{shared[0], true};
    for (auto [cubes, positive] : {std::pair{&made.pos, true}, std::pair{&made.neg, false}}) {
      Formula with;
      for (Cube one : *cubes) {
        std::erase_if(one, [&](const Literal& literal) { return literal.variable == either.variable; });
        one.push_back({either.variable, positive});
        std::ranges::sort(one);
        if (std::ranges::none_of(with, [&](const Cube& other) {
              return std::ranges::includes(one, other) || std::ranges::includes(other, one);
            }))
          with.push_back(one);
      }
      *cubes = with;
    }
    return made;
  };
  auto fill = [&](uint32_t of, BroadcastEdge& edge) {
    if (below(3) == 0) edge.blocked = formula(of, {}, 2);
    std::set<BoolVar> targets;
    for (unsigned n = below(shape.broadcasts ? 5 : 3); n > 0; --n) {
      unsigned what = shape.broadcasts && below(2) ? 2 : below(3);
      uint32_t other = all[1 + below(static_cast<unsigned>(all.size()) - 1)];
      BoolVar target = shared[below(static_cast<unsigned>(shared.size()))];
      std::optional<uint32_t> passive;
      if (what == 1 && !own[of].empty()) target = own[of][below(static_cast<unsigned>(own[of].size()))];
      if (what == 2 && !own[other].empty()) {
        target = occurrences.of_passive(own[other][below(static_cast<unsigned>(own[other].size()))]);
        passive = other;
      }
      if (targets.insert(target).second) edge.updates.push_back(update(target, of, passive));
    }
    if (shape.has_excluded)
      for (unsigned n = below(3) == 0 ? 1 + below(2) : 0; n > 0; --n) edge.excluded.push_back(cube(of, {}, true, 3));
  };
  for (uint32_t of : all) {
    uint32_t at = 0;
    if (of == 0) {
      for (uint32_t other : all)
        if (other != 0) {
          BroadcastEdge edge = b.spawn(other);
          for (BoolVar variable : own[other])
            if (below(3)) {
              Update begins = update(occurrences.of_passive(variable), 0, ~0u);
              edge.begins.push_back(begins);
            }
          bool loops = below(2) && b.program.templates[other].is_replicated;
          b.edge(0, at, loops ? at : at + 1, edge);
          if (loops) b.edge(0, at, at + 1);
          if (!loops && b.program.templates[other].is_replicated && below(2)) b.edge(0, at + 1, at + 2, edge);
          at = b.program.templates[0].locations - 1;
        }
    }
    for (unsigned n = 1 + below(shape.steps); n > 0; --n) {
      uint32_t to = at + 1;
      BroadcastEdge edge;
      unsigned kind = below(8);
      if (kind < 2) {
        edge.kind = BroadcastEdge::Kind::check;
        edge.passes = formula(of, {}, 3);
      } else if (kind == 2) {
        edge.kind = below(6) ? BroadcastEdge::Kind::join : BroadcastEdge::Kind::exit;
        edge.other = all[below(static_cast<unsigned>(all.size()))];
        if (b.program.templates[edge.other].is_replicated) edge.number = 1 + below(2);
      } else {
        fill(of, edge);
      }
      if (below(6) == 0) to = 0;
      b.edge(of, at, to, edge);
      if (to == 0 || below(5) == 0) b.edge(of, at, at + 1);
      ++at;
    }
  }
  if (shape.has_never)
    for (unsigned n = below(3); n > 0; --n) {
      uint32_t active = all[below(static_cast<unsigned>(all.size()))];
      Cube one = cube(active, {}, false, 3);
      if (one.size() > 1) b.program.never.push_back(one);
    }
  if (shape.has_never_at)
    for (unsigned n = 1 + below(3); n > 0; --n) {
      auto some = [&] { return all[below(static_cast<unsigned>(all.size()))]; };
      uint32_t first = some(), second = some();
      if (!b.program.templates[first].is_replicated || !b.program.templates[second].is_replicated) continue;
      NeverAt made{cube(first, second, false, 3), first, second, {}};
      for (uint32_t i = 0; i < b.program.templates[first].locations; ++i)
        for (uint32_t j = 0; j < b.program.templates[second].locations; ++j)
          if (below(2) == 0) made.places.emplace_back(i, j);
      b.program.never_at.push_back(std::move(made));
    }
  return b.done();
}

}  // namespace fencepost::boolean::testing

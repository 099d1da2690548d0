// Boolean programs of random flat programs and random predicates have all of their states and failing checks; examples of the seed are proved.
#include "boolean/explore.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>

#include "../flat/builder.h"
#include "boolean/abstract.h"
#include "boolean/explore_symbolic.h"
#include "boolean/needed_variables.h"
#include "flat/interpreter.h"
#include "flat/reduction.h"
#include "flat/verify.h"
#include "logic/evaluate.h"
#include "logic/variables.h"

namespace fencepost::boolean {
namespace {

using flat::TemplateId;
using flat::VarId;
using logic::Op;

class RandomFlat {
 public:
  explicit RandomFlat(uint64_t seed) : random_(seed) {
    TemplateId main = b.thread("main"), other = b.thread("t");
    for (const char* name : {"x", "y", "z"}) shared_.push_back(b.shared(name, kBits, value()));
    b.program.groups.push_back({"g", 1, {{0, shared_[0]}, {1, shared_[1]}}});
    b.edge(main, 0, 1, flat::Spawn{other, {}});
    uint32_t end = body(main, 1, 3);
    if (below(2)) b.edge(main, end, end + 1, flat::Join{other});
    body(other, 0, 4);
    if (below(2)) {
      auto& spawn = std::get<flat::Spawn>(b.program.templates[0].edges[0].label);
      spawn.arguments.push_back({own_[1][0], b.num(value(), kBits)});
    }
    b.done();
    flat::verify(b.program, "building");
  }

  std::vector<Term> predicates() {
    std::vector<Term> made;
    for (unsigned n = 2 + below(5); n > 0; --n) {
      Term one = any(), other = below(2) ? any() : b.num(value(), kBits);
      Term sum = below(3) ? one : b.plus(one, 1);
      made.push_back(below(3) ? b.terms.eq(sum, other) : b.terms.binary(Op::bv_ult, sum, other));
    }
    return made;
  }

  flat::testing::Builder b;

 private:
  static constexpr unsigned kBits = 2;
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  unsigned value() { return below(3); }
  Term any() {
    unsigned n = below(7);
    return n < 3 ? b(shared_[n]) : b(own_[n < 5][n % 2]);
  }
  Term own(TemplateId of) { return b(own_[flat::index(of)][below(2)]); }
  flat::Access place(TemplateId of) {
    if (below(4) == 0) return {flat::GroupId{0}, b.terms.extract(own(of), 0, 0)};
    return {shared_[below(3)], {}};
  }

  uint32_t body(TemplateId of, uint32_t at, unsigned most) {
    std::vector<VarId>& own_of = own_[flat::index(of)];
    std::string name = b.program[of].name;
    for (const char* one : {".u", ".v"})
      own_of.push_back(b.own(of, name + one, kBits, below(4) ? std::optional<logic::Bits>(value()) : std::nullopt));
    bool in_section = false;
    uint32_t first = at;
    for (unsigned n = 2 + below(most); n > 0; --n) {
      VarId target = own_of[below(2)];
      Term some = below(2) ? b.plus(own(of), below(2)) : b.num(value(), kBits);
      Term condition = below(2) ? b.terms.eq(own(of), b.num(value(), kBits))
                                : b.terms.binary(Op::bv_ult, b(own_of[0]), b(own_of[1]));
      uint32_t to = at + 1;
      switch (below(12)) {
        case 0:
          b.edge(of, at, to, flat::Assign{target, some});
          break;
        case 1:
        case 2:
          b.edge(of, at, to, flat::Load{target, place(of)});
          break;
        case 3:
        case 4:
          b.edge(of, at, to, flat::Store{place(of), some});
          break;
        case 5:
          b.edge(of, at, to, flat::Rmw{target, place(of), condition, some});
          break;
        case 6:
          b.edge(of, at, to, flat::Havoc{target});
          break;
        case 7:  // a branch back or ahead
          b.edge(of, at, below(2) ? first : at + 2, flat::Assume{condition});
          b.edge(of, at, to, flat::Assume{b.terms.not_(condition)});
          b.edge(of, to, at + 2, flat::Store{place(of), some});
          to = at + 2;
          break;
        case 8:  // a wait
          b.edge(of, at, to, flat::Assume{condition});
          break;
        case 9:
        case 10:
          b.edge(of, at, to, flat::Check{core::Undef::assertion, condition, ""});
          break;
        default:
          if (in_section)
            b.edge(of, at, to, flat::AtomicEnd{});
          else
            b.edge(of, at, to, flat::AtomicBegin{});
          in_section = !in_section;
      }
      at = to;
    }
    return at;
  }

  std::mt19937_64 random_;
  std::vector<VarId> shared_;
  std::vector<VarId> own_[2];
};

Abstraction abstraction_of(const flat::FlatProgram& program, const std::vector<Term>& predicates,
                           const AbstractionOptions& options, logic::Terms& terms) {
  Budget budget;
  Statistics statistics;
  auto made = abstracted(program, predicates, options, terms, budget, statistics);
  return std::get<Abstraction>(std::move(made));
}

Explored explored(const BooleanProgram& program, bool forgets, ExploreOptions options = {}) {
  Budget budget;
  options.stops_at_failure = false;
  options.forgets = forgets;
  return explore(program, options, budget);
}

// Whoever says that something is not in use may be wrong.
ExploreOptions with_any_unused(const BooleanProgram& program, uint64_t seed) {
  std::mt19937_64 random(seed);
  ExploreOptions options;
  const size_t number = program.variables.size();
  for (unsigned n = 0; n < 3 && number > 0; ++n) {
    Unused one{static_cast<uint32_t>(random() % 2), {}, VariableSet(number)};
    one.where = {BoolVar{static_cast<uint32_t>(random() % number)}, random() % 2 == 0};
    for (uint32_t i = 0; i < number; ++i)
      if (random() % 2 == 0) one.what.insert(BoolVar{i});
    options.unused.push_back(std::move(one));
  }
  return options;
}

// The state of threads and predicates, as far as its variables exist; the rest is open.
struct Seen {
  std::vector<uint32_t> at;
  ThreeValued values;
};
Seen seen(const std::vector<flat::Standing>& state, const BooleanProgram& program) {
  Seen made{std::vector<uint32_t>(program.threads.size(), Configuration::kNotBegun),
            ThreeValued(program.variables.size())};
  logic::Assignment values;
  for (const flat::Standing& thread : state) {
    made.at[flat::index(thread.of)] = flat::index(thread.at);
    values.insert(thread.values.begin(), thread.values.end());
  }
  for (uint32_t i = 0; i < program.variables.size(); ++i) {
    std::vector<Term> needed = logic::variables_of({program.variables[i].predicate});
    if (!std::ranges::all_of(needed, [&](Term one) { return values.contains(one); })) continue;
    bool holds = logic::evaluate(program.variables[i].predicate, values) != 0;
    made.values.set(BoolVar{i}, holds ? Truth::holds : Truth::fails);
  }
  return made;
}

using Edges = std::set<std::pair<uint32_t, uint32_t>>;
Edges last_edges(const std::vector<Failure>& failures) {
  Edges last;
  for (const Failure& one : failures) last.emplace(one.schedule.back().thread, one.schedule.back().edge);
  return last;
}

// The values after the schedule, one of many, if all of its steps can be taken by somebody who knows single states alone.
bool can_be_taken(const std::vector<Step>& schedule, const BooleanProgram& program) {
  std::set<std::vector<bool>> now;
  size_t number = program.variables.size();
  auto all = [&](auto&& take) {
    for (uint32_t bits = 0; bits < 1u << number; ++bits) {
      std::vector<bool> state(number);
      for (size_t i = 0; i < number; ++i) state[i] = bits >> i & 1;
      take(state);
    }
  };
  auto holds = [](const Formula& formula, const std::vector<bool>& state) {
    return std::ranges::any_of(formula, [&](const Cube& cube) {
      return std::ranges::all_of(cube, [&](const Literal& one) { return state[index(one.variable)] == one.positive; });
    });
  };
  all([&](const std::vector<bool>& state) {
    for (size_t i = 0; i < number; ++i)
      if (program.variables[i].initial == (state[i] ? Truth::fails : Truth::holds)) return;
    if (!holds(program.never, state)) now.insert(state);
  });
  for (const Step& step : schedule) {
    const Edge& edge = program.threads[step.thread].edges[step.edge];
    if (&step == &schedule.back())
      return std::ranges::any_of(now, [&](const auto& state) { return !holds(edge.passes, state); });
    std::set<std::vector<bool>> next;
    for (const std::vector<bool>& state : now) {
      if (holds(edge.blocked, state)) continue;
      all([&](const std::vector<bool>& after) {
        std::vector<bool> updated(number);
        for (const Update& update : edge.updates) {
          size_t i = index(update.target);
          updated[i] = true;
          if (holds(update.pos, state) && !after[i]) return;
          if (holds(update.neg, state) && after[i]) return;
        }
        for (size_t i = 0; i < number; ++i)
          if (!updated[i] && after[i] != state[i]) return;
        if (!holds(program.never, after)) next.insert(after);
      });
    }
    now = std::move(next);
  }
  return false;
}

std::vector<Term> some_cubes(const std::vector<Term>& predicates, uint64_t seed, logic::Terms& terms) {
  std::mt19937_64 random(seed);
  std::vector<Term> cubes;
  for (unsigned n = 0; n < 8; ++n) {
    Term all = terms.boolean(true);
    for (Term predicate : predicates)
      if (uint64_t drawn = random() % 3) all = terms.and_(all, drawn == 1 ? predicate : terms.not_(predicate));
    cubes.push_back(all);
  }
  return cubes;
}

// t := choose(b, c) where c holds: b cannot, though nothing else says so, and the check of it passes.
TEST(Boolean, BothOfChooseHoldNowhere) {
  BooleanProgram program;
  for (Truth initial : {Truth::open, Truth::holds, Truth::open}) program.variables.push_back({"", {}, initial});
  const Literal b{BoolVar{0}, true}, c{BoolVar{1}, true}, not_b{BoolVar{0}, false};
  Edge choice{0, 1}, check{1, 2, Edge::Kind::check};
  choice.updates = {{BoolVar{2}, {{b}}, {{c}}}};
  check.passes = {{not_b}};
  check.blocked = {{b}};
  program.threads.push_back({"main", 3, 0, {choice, check}, {0, 1, 2, 2}, {false, false, true}});
  verify(program, "building");
  EXPECT_TRUE(explored(program, false).failures.empty());
  Budget budget;
  EXPECT_TRUE(explore_symbolically(program, {}, budget).failures.empty());
}

// What one thread stores and never reads again the other one needs.
TEST(Boolean, WhatOthersReadIsNotForgotten) {
  flat::testing::Builder b;
  TemplateId main = b.thread("main"), other = b.thread("other");
  VarId x = b.shared("x"), seen = b.own(other, "seen");
  b.edge(main, 0, 1, flat::Spawn{other, {}});
  b.edge(main, 1, 2, flat::Store{{x, {}}, b.num(1), core::MemoryOrder::relaxed});
  b.edge(other, 0, 1, flat::Load{seen, {x, {}}, core::MemoryOrder::relaxed});
  Term expected = b.terms.or_(b.terms.eq(b(seen), b.num(0)), b.terms.eq(b(seen), b.num(1)));
  b.edge(other, 1, 2, flat::Check{core::Undef::assertion, expected, ""});
  const flat::FlatProgram& program = b.done();
  std::vector<Term> predicates;
  for (VarId id : {x, seen})
    for (unsigned value : {0u, 1u}) predicates.push_back(b.terms.eq(b(id), b.num(value)));
  Abstraction made = abstraction_of(program, predicates, {}, b.terms);
  for (bool forgets : {false, true}) EXPECT_TRUE(explored(made.program, forgets).failures.empty()) << forgets;
}

// In a section a thread waits where a place is no cell's, and others go on: they see what it has done there.
TEST(Boolean, SectionsWaitForCells) {
  flat::testing::Builder b;
  TemplateId main = b.thread("main"), other = b.thread("other");
  VarId x = b.shared("x"), place = b.own(main, "place", 2, 3), seen = b.own(other, "seen");
  b.program.groups.push_back({"g", 2, {{0, x}}});
  b.edge(main, 0, 1, flat::Spawn{other, {}});
  b.edge(main, 1, 2, flat::AtomicBegin{});
  b.edge(main, 2, 3, flat::Store{{x, {}}, b.num(1), core::MemoryOrder::relaxed});
  b.edge(main, 3, 4, flat::Store{{flat::GroupId{0}, b(place)}, b.num(0), core::MemoryOrder::relaxed});
  b.edge(main, 4, 5, flat::Store{{x, {}}, b.num(0), core::MemoryOrder::relaxed});
  b.edge(main, 5, 6, flat::AtomicEnd{});
  b.edge(other, 0, 1, flat::Load{seen, {x, {}}, core::MemoryOrder::relaxed});
  b.edge(other, 1, 2, flat::Check{core::Undef::assertion, b.terms.eq(b(seen), b.num(0)), ""});
  const flat::FlatProgram& program = b.done();
  EXPECT_EQ(flat::explore(program).failures.size(), 1u);
  std::vector<Term> predicates = {b.terms.eq(b(x), b.num(0)), b.terms.eq(b(seen), b.num(0)),
                                  b.terms.eq(b(place), b.num(0, 2))};
  Abstraction made = abstraction_of(program, predicates, {}, b.terms);
  EXPECT_EQ(explored(made.program, true).failures.size(), 1u);
}

TEST(Boolean, EveryRunIsOneOfTheAbstraction) {
  unsigned proved = 0, failing = 0, spurious = 0, schedules = 0, runs_of_it = 0, single_runs = 0, coarser = 0,
           more_by_forgetting = 0, idle = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    RandomFlat random(seed);
    const flat::FlatProgram& program = random.b.program;
    std::vector<Term> predicates = random.predicates();
    AbstractionOptions options;
    options.most_literals = 1 + seed % 3;
    options.most_in_contradictions = seed % 4;
    std::vector<Term> cubes = some_cubes(predicates, seed, random.b.terms);
    if (seed % 5 == 0) options.cubes = &cubes;
    Abstraction made = abstraction_of(program, predicates, options, random.b.terms);
    Explored found = explored(made.program, false), shorter = explored(made.program, true);
    Explored coarse = explored(made.program, true, with_any_unused(made.program, seed));
    std::string where = fmt::format("seed {}\n{}\n{}", seed, flat::to_string(program), to_string(made.program));
    // All states of the symbolic checker are states of the other, which has few more; and all those of the program are its own.
    SymbolicOptions symbolic;
    symbolic.stops_at_failure = false;
    flat::ExploreOptions exhaustive;
    std::vector<Seen> states;
    exhaustive.visit = [&](const std::vector<flat::Standing>& state) { states.push_back(seen(state, made.program)); };
    flat::Explored runs = flat::explore(program, exhaustive);
    std::vector<bool> is_met(states.size());
    bool is_below = true, is_same = true;
    auto is_met_at = [&](const Explored& by, const Configuration& at, const ThreeValued& values) {
      return std::ranges::any_of(by.states,
                                 [&](const Explored::State& one) { return one.at == at && one.values.covers(values); });
    };
    symbolic.visit = [&](const Configuration& at, const std::function<bool(const ThreeValued&)>& has) {
      for (size_t i = 0; i < states.size(); ++i)
        is_met[i] = is_met[i] || (states[i].at == at.at && has(states[i].values));
      for (uint32_t bits = 0; bits < 1u << made.program.variables.size(); ++bits) {
        Seen one{at.at, ThreeValued(made.program.variables.size())};
        for (uint32_t i = 0; i < made.program.variables.size(); ++i)
          one.values.set(BoolVar{i}, bits >> i & 1 ? Truth::holds : Truth::fails);
        auto is_never = [&](const Cube& cube) {
          return std::ranges::all_of(cube, [&](const Literal& literal) { return one.values(literal) == Truth::holds; });
        };
        if (std::ranges::any_of(made.program.never, is_never)) continue;
        bool is_met_there = is_met_at(found, at, one.values);
        is_below = is_below && (!has(one.values) || (is_met_there && is_met_at(shorter, at, one.values) &&
                                                     is_met_at(coarse, at, one.values)));
        is_same = is_same && has(one.values) == is_met_there;
      }
    };
    Budget budget;
    SymbolicOptions symbolic_alone;
    symbolic_alone.stops_at_failure = false;
    SymbolicallyExplored exact = explore_symbolically(made.program, symbolic, budget);
    ASSERT_TRUE(std::ranges::all_of(is_met, [](bool one) { return one; })) << where;
    ASSERT_TRUE(is_below) << where;
    coarser += !is_same;
    Edges may_fail = last_edges(found.failures), can_fail = last_edges(exact.failures);
    for (const flat::Failure& failure : runs.failures)
      ASSERT_TRUE(can_fail.contains({flat::index(failure.check().of), failure.check().edge})) << where;
    ASSERT_TRUE(std::ranges::includes(may_fail, can_fail)) << where;
    coarser += may_fail != can_fail;
    // What is forgotten makes states larger, not fewer, and few of them fail that would not.
    Edges may_fail_shorter = last_edges(shorter.failures);
    ASSERT_TRUE(std::ranges::includes(may_fail_shorter, may_fail)) << where;
    more_by_forgetting += may_fail_shorter != may_fail;
    // With fewer interleavings.
    const flat::Reduction reduction(program, random.b.terms);
    ExploreOptions reduced;
    reduced.first = [&](const Configuration& at) { return reduction.first(at); };
    const Explored first = explored(made.program, true, reduced);
    ASSERT_TRUE(runs.failures.empty() || !first.failures.empty()) << where;
    ASSERT_TRUE(std::ranges::includes(may_fail_shorter, last_edges(first.failures))) << where;
    // With fewer variables.
    std::vector<bool> kept;
    std::vector<Term> few;
    for (size_t i = 0; i < made.program.variables.size(); ++i) {
      kept.push_back((seed >> i % 7 & 1) == 0);
      if (kept[i]) few.push_back(made.program.variables[i].predicate);
    }
    const BooleanProgram part = restricted(made.program, kept);
    BooleanProgram other = abstraction_of(program, few, options, random.b.terms).program;
    other.never.insert(other.never.end(), part.never.begin(), part.never.end());
    ASSERT_TRUE(std::ranges::includes(last_edges(explored(part, true).failures),
                                      last_edges(explore_symbolically(other, symbolic_alone, budget).failures)))
        << where;
    if (may_fail_shorter.empty()) {
      std::vector<uint32_t> order(made.program.variables.size());
      std::iota(order.begin(), order.end(), 0);
      std::vector<bool> needed = needed_variables(made.program, {}, order, budget);
      ASSERT_TRUE(explored(restricted(made.program, needed), true).failures.empty()) << where;
      for (uint32_t i = 0; i < needed.size(); ++i) {
        idle += !needed[i];
        if (!needed[i]) continue;
        needed[i] = false;
        ASSERT_FALSE(explored(restricted(made.program, needed), true).failures.empty()) << where;
        needed[i] = true;
      }
    }
    for (const Failure& failure : exact.failures) ASSERT_TRUE(can_be_taken(failure.schedule, made.program)) << where;
    for (const Failure& failure : found.failures) {
      ++schedules;
      runs_of_it += failure.is_run;
      single_runs += can_be_taken(failure.schedule, made.program);
    }
    failing += !runs.failures.empty();
    spurious += runs.failures.size() < may_fail.size();
    proved += may_fail.empty();
  }
  EXPECT_GT(failing, 50u);
  EXPECT_GT(proved, 50u);
  EXPECT_GT(runs_of_it, schedules * 99 / 100);
  EXPECT_GT(single_runs, schedules * 9 / 10);
  // Where both of choose hold, which is nowhere, one of them drops the state, and the other does not look.
  RecordProperty("coarser", static_cast<int>(coarser));
  EXPECT_LT(coarser, 10u);
  EXPECT_LT(more_by_forgetting, 10u);
  EXPECT_LT(spurious, failing);
  EXPECT_GT(idle, 50u);
}

}  // namespace
}  // namespace fencepost::boolean

// Threads that take whole blocks fail as they do step by step: random flat programs, all their runs in both ways.
#include "flat/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "flat/interpreter.h"
#include "flat/verify.h"
#include "random_threads.h"

namespace fencepost::flat {
namespace {

using testing::Builder;
using testing::RandomProgram;

// Every block is an atomic section of its own.
FlatProgram in_sections(const FlatProgram& program, const Blocks& blocks, Term always) {
  FlatProgram made = program;
  for (uint32_t i = 0; i < program.templates.size(); ++i) {
    const Template& from = program.templates[i];
    Template& of = made.templates[i];
    of.edges.clear();
    auto add = [&](Loc at, Label label, Loc to) { of.edges.push_back({at, to, std::move(label), {}, {}}); };
    auto fresh = [&] { return Loc{of.locations++}; };
    for (const auto& [stop, all] : blocks.of(TemplateId{i}))
      for (const Block& block : all) {
        Loc at = stop;
        bool has_begun = false;
        for (uint32_t number : block.edges) {
          const Label& label = from.edges[number].label;
          if (std::holds_alternative<AtomicBegin>(label) || std::holds_alternative<AtomicEnd>(label)) continue;
          const bool is_alone = std::holds_alternative<Spawn>(label) || std::holds_alternative<Join>(label);
          if (!is_alone && !has_begun) {
            Loc to = fresh();
            add(at, AtomicBegin{}, to);
            at = to;
            has_begun = true;
          }
          Loc to = fresh();
          add(at, label, to);
          at = to;
        }
        add(at, has_begun ? Label(AtomicEnd{}) : Label(Assume{always}), block.to);
      }
    index_edges(of);
  }
  return made;
}

struct Compared {
  uint64_t fail = 0, states = 0, fewer = 0;
};
Compared compare(bool has_locks, uint64_t programs) {
  Compared found;
  for (uint64_t seed = 1; seed <= programs; ++seed) {
    RandomProgram random(seed, has_locks);
    const FlatProgram& program = random.builder.program;
    Blocks blocks(program, random.builder.terms);
    FlatProgram sections = in_sections(program, blocks, random.builder.terms.boolean(true));
    EXPECT_EQ(problem_of(sections), std::nullopt) << "seed " << seed;
    uint64_t stops = 0, stops_in_blocks = 0;
    ExploreOptions all, in_blocks;
    all.visit = [&](const std::vector<Standing>&) { ++stops; };
    // Where no thread is within a block.
    in_blocks.visit = [&](const std::vector<Standing>& threads) {
      stops_in_blocks +=
          std::ranges::all_of(threads, [&](const Standing& one) { return index(one.at) < program[one.of].locations; });
    };
    Explored full = explore(program, all), some = explore(sections, in_blocks);
    EXPECT_TRUE(full.complete && some.complete) << "seed " << seed;
    EXPECT_EQ(full.failures.empty(), some.failures.empty()) << "seed " << seed << "\n" << to_string(program);
    found.fail += full.failures.empty() ? 0 : 1;
    found.states += stops;
    found.fewer += stops_in_blocks;
  }
  return found;
}

TEST(Blocks, FailAsTheirSteps) {
  auto [fail, states, fewer] = compare(false, 1000);
  EXPECT_GT(fail, 200u);
  EXPECT_LT(fail, 800u);
  EXPECT_LT(fewer, states);
}

TEST(Blocks, FailAsTheirStepsUnderLocks) {
  auto [fail, states, fewer] = compare(true, 1500);
  EXPECT_GT(fail, 300u);
  EXPECT_LT(fail, 1200u);
  EXPECT_LT(fewer * 10, states * 6);
}

// Two threads that take a lock, read and write x there, and give it back.
struct Locked {
  Builder b;
  TemplateId main = b.thread("main"), f = b.thread("f");
  VarId x = b.shared("x"), lock = b.shared("lock"), r = b.own(main, "r"), s = b.own(f, "s");

  Locked() {
    b.edge(main, 0, 1, Spawn{f, {}});
    body(main, r, 1, 1);
    body(f, s, 0, 2);
  }
  void body(TemplateId of, VarId own, uint32_t at, unsigned self) {
    Term is_free = b.terms.eq(b(own), b.num(0));
    b.edge(of, at, at + 1, Rmw{own, {lock, {}}, is_free, b.num(self)});
    b.edge(of, at + 1, at + 2, Assume{is_free});
    b.edge(of, at + 2, at + 3, Load{own, {x, {}}});
    b.edge(of, at + 3, at + 4, Store{{x, {}}, b.plus(b(own), 1)});
    b.edge(of, at + 4, at + 5, Load{own, {x, {}}});
    b.edge(of, at + 5, at + 6, Rmw{own, {lock, {}}, b.terms.boolean(true), b.num(0)});
  }
  std::vector<uint32_t> stops_of(TemplateId id) {
    Blocks blocks(b.done(), b.terms);
    std::vector<uint32_t> stops;
    for (const auto& [at, all] : blocks.of(id)) stops.push_back(index(at));
    return stops;
  }
};
using Stops = std::vector<uint32_t>;

TEST(Blocks, ACriticalSectionIsOne) {
  Locked program;
  EXPECT_EQ(program.stops_of(program.f), (Stops{0, 6}));
  EXPECT_EQ(program.stops_of(program.main), (Stops{0, 1, 7}));
}

// x is read without the lock: at most one step of a block may be seen.
TEST(Blocks, ACriticalSectionMayBeSeenOnce) {
  Locked program;
  program.b.edge(program.main, 7, 8, Load{program.r, {program.x, {}}});
  EXPECT_EQ(program.stops_of(program.f), (Stops{0, 6}));
  EXPECT_EQ(program.stops_of(program.main), (Stops{0, 1, 7, 8}));
}

// x is written without it: each access is seen.
TEST(Blocks, WhatALockDoesNotKeepApartIsSeen) {
  Locked program;
  program.b.edge(program.main, 7, 8, Store{{program.x, {}}, program.b.num(0)});
  EXPECT_EQ(program.stops_of(program.f), (Stops{0, 3, 4, 6}));
}

// Whether the lock is taken is read: where it is held is a place of its own.
TEST(Blocks, ALockThatIsReadIsSeen) {
  Locked program;
  program.b.edge(program.main, 7, 8, Load{program.r, {program.lock, {}}});
  EXPECT_EQ(program.stops_of(program.f), (Stops{0, 1, 5, 6}));
}

// Before anybody else is under way a lock may be made ready.
TEST(Blocks, ALockIsMadeReady) {
  Builder b;
  TemplateId main = b.thread("main"), f = b.thread("f");
  VarId x = b.shared("x"), lock = b.shared("lock"), r = b.own(main, "r"), s = b.own(f, "s");
  auto body = [&](TemplateId of, VarId own, uint32_t at, unsigned self) {
    Term is_free = b.terms.eq(b(own), b.num(0));
    b.edge(of, at, at + 1, Rmw{own, {lock, {}}, is_free, b.num(self)});
    b.edge(of, at + 1, at + 2, Assume{is_free});
    b.edge(of, at + 2, at + 3, Store{{x, {}}, b.num(self)});
    b.edge(of, at + 3, at + 4, Store{{lock, {}}, b.num(0)});
  };
  b.edge(main, 0, 1, Store{{lock, {}}, b.num(0)});
  b.edge(main, 1, 2, Spawn{f, {}});
  body(main, r, 2, 1);
  body(f, s, 0, 2);
  Blocks blocks(b.done(), b.terms);
  EXPECT_EQ(blocks.of(f).size(), 2u);
  EXPECT_EQ(blocks.of(main).size(), 4u);
}

}  // namespace
}  // namespace fencepost::flat

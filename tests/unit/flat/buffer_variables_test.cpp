// Buffers as variables: memories, failing checks and ends are those of the machine, for litmus tests and random programs; and what does not fit
// into a buffer is told.
#include "flat/buffer_variables.h"

#include <gtest/gtest.h>

#include "buffer_machine.h"

namespace fencepost::flat {
namespace {

using namespace testing;

struct Found {
  std::set<std::vector<Bits>> memories;
  std::set<std::string> failed;
  std::set<uint64_t> shown;
  bool overflows = false;
};

Found found_in(const BufferVariables& made) {
  const FlatProgram& program = made.program;
  Found found;
  ExploreOptions options;
  options.most_states = 10'000'000;
  options.visit = [&](const std::vector<Standing>& state) {
    std::vector<Bits> memory;
    for (const Variable& variable : program.variables)
      if (!variable.owner) memory.push_back(state[0].values.at(variable.term));
    found.memories.insert(std::move(memory));
    // Within a statement some step is possible.
    for (const Standing& thread : state) {
      if (!made.within[index(thread.of)][index(thread.at)]) continue;
      const Template& of = program[thread.of];
      auto is_possible = [&](const Edge& edge) {
        if (edge.from != thread.at) return false;
        if (auto* assume = std::get_if<Assume>(&edge.label))
          return logic::evaluate(assume->condition, thread.values) != 0;
        const Access* touched = access(edge.label);
        auto* group = touched != nullptr ? std::get_if<GroupId>(&touched->to) : nullptr;
        if (group == nullptr) return true;
        const Bits place = logic::evaluate(touched->place, thread.values);
        return std::ranges::any_of(program[*group].cells, [&](const Group::Cell& one) { return one.place == place; });
      };
      EXPECT_TRUE(std::ranges::any_of(of.edges, is_possible)) << of.name << " " << index(thread.at);
    }
  };
  Explored explored = explore(program, options);
  EXPECT_TRUE(explored.complete);
  for (const Failure& failure : explored.failures) {
    const auto& check = std::get<Check>(program[failure.check().of].edges[failure.check().edge].label);
    if (made.overflows.contains({index(failure.check().of), failure.check().edge}))
      found.overflows = true;
    else if (check.detail.starts_with("check"))
      found.failed.insert(check.detail);
    else
      found.shown.insert(std::stoull(check.detail));
  }
  return found;
}

BufferVariables reduced(const FlatProgram& program, const BufferFacts& facts, uint32_t bound, Waiting waiting,
                        logic::Terms& terms) {
  Budget budget;
  auto made = with_buffer_variables(program, facts, bound, waiting, terms, budget);
  EXPECT_TRUE(std::holds_alternative<BufferVariables>(made));
  return std::get<BufferVariables>(std::move(made));
}

uint32_t most_stores(const FlatProgram& program) {
  uint32_t most = 1;
  for (const Template& of : program.templates) {
    auto is_store = [](const Edge& edge) { return std::holds_alternative<Store>(edge.label); };
    most = std::max(most, static_cast<uint32_t>(std::ranges::count_if(of.edges, is_store)));
  }
  return most;
}

TEST(BufferVariables, TheQueuesOfAModel) {
  for (const char* model : {"tso", "pso"}) {
    TwoThreads test;
    VarId wide = test.b.shared("wide", 8);
    test.store(test.s, test.x, 1);
    test.store(test.s, test.y, 1);
    test.add(test.s, Store{{wide, {}}, test.b.num(3), MemoryOrder::relaxed});
    test.load(test.t, test.x);
    BufferVariables made = reduced(test.done(), facts_of(model), 2, Waiting::all, test.b.terms);
    EXPECT_TRUE(made.queues[0].empty());
    EXPECT_EQ(made.queues[1].size(), std::string(model) == "tso" ? 1u : 3u);
    const BufferQueue& first = made.queues[1][0];
    EXPECT_EQ(first.bound(), 2u);
    EXPECT_EQ(first.objects.size(), std::string(model) == "tso" ? 3u : 1u);
    EXPECT_EQ(first.entries[0].object.has_value(), std::string(model) == "tso");
    EXPECT_EQ(first.entries[0].values.size(), std::string(model) == "tso" ? 2u : 1u);  // of one bit, and of eight
    EXPECT_FALSE(first.closed);
  }
}

// Figure 8 of the seed: the load takes 1, and memory has it after the fence.
TEST(BufferVariables, IntraThreadCoherence) {
  for (const char* model : {"tso", "pso"}) {
    TwoThreads test;
    test.load(test.t, test.x);
    test.store(test.s, test.x, 0);
    test.store(test.s, test.x, 1);
    VarId first = test.load(test.s, test.x), second = test.own(test.s);
    test.fence(test.s);
    test.add(test.s, Load{second, {test.x, {}}, MemoryOrder::relaxed});
    Term same = test.b.terms.eq(test.b(first), test.b(second));
    test.add(test.s, Check{core::Undef::assertion, same, "check same"});
    test.add(test.s, Check{core::Undef::assertion, test.b.terms.eq(test.b(first), test.b.num(1, 1)), "check 1"});
    const FlatProgram& program = test.done();
    Found enough = found_in(reduced(program, facts_of(model), 2, Waiting::all, test.b.terms));
    EXPECT_FALSE(enough.overflows) << model;
    EXPECT_TRUE(enough.failed.empty()) << model;
    EXPECT_TRUE(found_in(reduced(program, facts_of(model), 1, Waiting::all, test.b.terms)).overflows) << model;
  }
}

// Figures 3 and 4 of the seed, with the values that threads see: X = Y + 1 || Y = X + 1, and afterwards both are 1.
TEST(BufferVariables, TheUnsoundnessExampleFails) {
  for (const char* model : {"tso", "pso"}) {
    TwoThreads test;
    VarId u = test.own(test.s), v = test.own(test.t), x = test.own(test.t), y = test.own(test.t);
    auto plus_one = [&](VarId of) { return test.b.plus(test.b(of), 1); };
    test.add(test.s, Load{u, {test.y, {}}, MemoryOrder::relaxed});
    test.add(test.s, Store{{test.x, {}}, plus_one(u), MemoryOrder::relaxed});
    test.fence(test.s);
    test.add(test.t, Load{v, {test.x, {}}, MemoryOrder::relaxed});
    test.add(test.t, Store{{test.y, {}}, plus_one(v), MemoryOrder::relaxed});
    test.fence(test.t);
    test.add(test.t, Load{x, {test.x, {}}, MemoryOrder::relaxed});
    test.add(test.t, Load{y, {test.y, {}}, MemoryOrder::relaxed});
    test.add(test.t, Check{core::Undef::assertion, test.b.terms.ne(test.b(x), test.b(y)), "check differ"});
    Found found = found_in(reduced(test.done(), facts_of(model), 1, Waiting::all, test.b.terms));
    EXPECT_TRUE(found.failed.contains("check differ")) << model;
    EXPECT_FALSE(found.overflows) << model;
  }
}

// Groups whose cells and places have other widths wait in one queue: each entry has a value and a place for every width, and within a statement a
// thread never waits, also where a place is no cell's.
TEST(BufferVariables, GroupsOfSeveralWidths) {
  for (const char* model : {"tso", "pso"}) {
    Builder b;
    TemplateId main = b.thread("main"), s = b.thread("s"), t = b.thread("t");
    VarId x = b.shared("x", 2), y = b.shared("y", 2), first = b.shared("first"), second = b.shared("second");
    VarId chooses = b.shared("chooses", 1), chosen = b.own(s, "chosen", 1);
    VarId older = b.own(s, "older", 2), younger = b.own(s, "younger"), seen = b.own(t, "seen", 2);
    b.program.groups.push_back({"narrow", 2, {{1, x}, {2, y}}});
    b.program.groups.push_back({"wide", 3, {{0, first}, {5, second}}});
    auto narrow = [&](Bits place, Bits otherwise) {
      return Access{GroupId{0}, b.terms.ite(b.terms.eq(b(chosen), b.num(1, 1)), b.num(place, 2), b.num(otherwise, 2))};
    };
    auto wide = [&](Bits place, Bits otherwise) {
      return Access{GroupId{1}, b.terms.ite(b.terms.eq(b(chosen), b.num(1, 1)), b.num(place, 3), b.num(otherwise, 3))};
    };
    b.edge(main, 0, 1, Spawn{s, {}});
    b.edge(main, 1, 2, Spawn{t, {}});
    b.edge(s, 0, 1, Load{chosen, {chooses, {}}, MemoryOrder::relaxed});
    b.edge(s, 1, 2, Store{narrow(1, 2), b.num(1, 2), MemoryOrder::relaxed});
    b.edge(s, 2, 3, Store{wide(5, 0), b.num(200), MemoryOrder::relaxed});
    b.edge(s, 3, 4, Load{older, narrow(1, 2), MemoryOrder::relaxed});  // what waits is not the youngest
    b.edge(s, 4, 5, Check{core::Undef::assertion, b.terms.ne(b(older), b.num(0, 2)), "check older"});
    b.edge(s, 5, 6, Load{younger, wide(5, 7), MemoryOrder::relaxed});
    b.edge(s, 6, 7, Check{core::Undef::assertion, b.terms.eq(b(younger), b.num(200)), "check younger"});
    b.edge(s, 7, 8, Store{narrow(3, 1), b.num(3, 2), MemoryOrder::relaxed});
    b.edge(s, 8, 9, Store{wide(0, 0), b.num(0), MemoryOrder::relaxed});
    b.edge(t, 0, 1, Store{{chooses, {}}, b.num(1, 1), MemoryOrder::relaxed});
    b.edge(t, 1, 2, Load{seen, {x, {}}, MemoryOrder::relaxed});
    b.edge(t, 2, 3, Store{{second, {}}, b.num(3), MemoryOrder::relaxed});
    const FlatProgram& program = b.done();
    verify(program, "building");
    const BufferFacts facts = facts_of(model);
    Machine machine(program, facts);
    machine.shown(chosen, 100);
    const BufferVariables made = reduced(program, facts, 4, Waiting::all, b.terms);
    if (!facts.per_variable) {
      EXPECT_EQ(made.queues[1][0].entries[0].values.size(), 2u);
      EXPECT_EQ(made.queues[1][0].entries[0].places.size(), 2u);
    }
    Found found = found_in(made);
    EXPECT_FALSE(found.overflows) << model;
    EXPECT_EQ(found.memories, machine.memories) << model;
    EXPECT_EQ(found.failed, machine.failed) << model;
    EXPECT_FALSE(found.failed.contains("check older")) << model;
  }
}

// A store barrier keeps back what comes next behind what waits, but not what comes next from each other: that nothing had left when both were stored
// the thread knows by what it reads afterwards.
TEST(BufferVariables, BarriersKeepBackOnlyWhatIsBehind) {
  BufferFacts facts = facts_of("pso");
  ASSERT_EQ(facts.fences[static_cast<size_t>(MemoryOrder::release)], Barrier::stores);
  TwoThreads test;
  VarId z = test.b.shared("z", 1), w = test.b.shared("w", 1);
  test.store(test.s, z, 1);
  test.fence(test.s, MemoryOrder::release);
  test.store(test.s, test.x, 1);
  test.store(test.s, test.y, 1);
  test.load(test.s, w);
  test.store(test.t, w, 1);
  test.fence(test.t);
  for (VarId id : {z, test.y, test.x}) test.load(test.t, id);
  const FlatProgram& program = test.done();
  Machine machine(program, facts);
  const std::set<uint64_t> shown = machine.shown(test.packed(), test.end());
  for (Waiting waiting : {Waiting::all, Waiting::needed}) {
    Found found = found_in(reduced(program, facts, 4, waiting, test.b.terms));
    EXPECT_FALSE(found.overflows);
    EXPECT_EQ(found.shown, shown);
    EXPECT_TRUE(found.shown.contains(0b001011));  // w is 0, then z is 0, y is 1 and x is 0
  }
}

// Where a group and a variable have a cell in common, stores to it wait in one queue.
TEST(BufferVariables, StoresToOneCellStayInOrder) {
  TwoThreads test;
  Builder& b = test.b;
  b.program.groups.push_back({"g", 1, {{0, test.x}, {1, test.y}}});
  VarId place = test.own(test.s);
  test.load(test.t, test.x);
  test.add(test.s, Store{{GroupId{0}, b(place)}, b.num(1, 1), MemoryOrder::relaxed});
  test.store(test.s, test.x, 0);
  const FlatProgram& program = test.done();
  BufferFacts facts = facts_of("pso");
  Machine machine(program, facts);
  std::set<uint64_t> shown = machine.shown(test.packed(), test.end());
  BufferVariables made = reduced(program, facts, 2, Waiting::all, b.terms);
  EXPECT_EQ(made.queues[1].size(), 1u);
  Found found = found_in(made);
  EXPECT_EQ(found.shown, shown);
  EXPECT_EQ(found.memories, machine.memories);
}

// A store that reaches memory at once waits all the same for older ones: to its cell, and beyond a store barrier, in the queue or behind it.
TEST(BufferVariables, AtOnceIsNotBeforeWhatWaits) {
  for (const char* model : {"tso", "pso"})
    for (unsigned barriers : {0u, 1u, 2u}) {
      TwoThreads test;
      Builder& b = test.b;
      VarId z = b.shared("z", 1), w = b.shared("w", 1), r = test.own(test.s), last = test.own(test.t);
      auto stops = [&] { test.add(test.s, Load{r, {test.y, {}}, MemoryOrder::relaxed}); };
      if (barriers == 0) {
        test.store(test.s, test.x, 1);
        stops();
        test.store(test.s, test.x, 0);
      } else {
        test.store(test.s, z, 1);
        stops();
        test.fence(test.s, MemoryOrder::release);
        if (barriers == 2) {
          test.store(test.s, w, 1);
          stops();
        }
        test.store(test.s, test.x, 1);
      }
      test.store(test.t, test.y, 1);
      VarId x = test.load(test.t, test.x);
      test.add(test.t, Load{last, {z, {}}, MemoryOrder::relaxed});
      test.add(test.t, Load{last, {barriers == 2 ? w : z, {}}, MemoryOrder::relaxed});
      VarId end = test.own(test.t);
      test.add(test.t, Load{end, {z, {}}, MemoryOrder::relaxed});
      Term behind = b.terms.or_(b.terms.eq(b(x), b.num(0, 1)), b.terms.eq(b(end), b.num(1, 1)));
      if (barriers > 0) test.add(test.t, Check{core::Undef::assertion, behind, "check behind"});
      const FlatProgram& program = test.done();
      BufferFacts facts = facts_of(model);
      Machine machine(program, facts);
      std::set<uint64_t> shown = machine.shown(test.packed(), test.end());
      ASSERT_TRUE(machine.failed.empty());
      Found found = found_in(reduced(program, facts, 4, Waiting::needed, b.terms));
      EXPECT_TRUE(found.failed.empty()) << model << " " << barriers;
      EXPECT_EQ(found.shown, shown) << model << " " << barriers;
    }
}

// Two instances of one template: each has buffers of its own. What one has stored and not given to memory the other misses.
TEST(BufferVariables, EveryInstanceHasItsOwn) {
  Builder b;
  TemplateId main = b.thread("main"), t = b.thread("t", 2);
  VarId x = b.shared("x", 2), seen = b.own(t, "seen", 2);
  b.edge(main, 0, 1, Spawn{t, {}});
  b.edge(main, 1, 2, Spawn{t, {}});
  b.edge(t, 0, 1, Load{seen, {x, {}}, MemoryOrder::relaxed});
  b.edge(t, 1, 2, Store{{x, {}}, b.plus(b(seen), 1), MemoryOrder::relaxed});
  b.edge(t, 2, 3, Load{seen, {x, {}}, MemoryOrder::relaxed});
  b.edge(t, 3, 4, Check{core::Undef::assertion, b.terms.ne(b(seen), b.num(0, 2)), "check own"});
  Found found = found_in(reduced(b.done(), facts_of("tso"), 1, Waiting::all, b.terms));
  EXPECT_FALSE(found.overflows);
  EXPECT_TRUE(found.failed.empty());
  EXPECT_TRUE(found.memories.contains({2}));
}

// A loop that stores without a barrier fills every buffer.
TEST(BufferVariables, ALoopOverflows) {
  for (uint32_t bound = 1; bound <= 3; ++bound) {
    TwoThreads test;
    uint32_t head = test.at(test.s);
    test.store(test.s, test.x, 1);
    test.b.edge(test.s, test.at(test.s), head, Assume{test.b.terms.boolean(true)});
    test.load(test.t, test.x);
    EXPECT_TRUE(found_in(reduced(test.done(), facts_of("pso"), bound, Waiting::all, test.b.terms)).overflows);
  }
}

TEST(BufferVariables, RandomProgramsAreAsOnTheMachine) {
  unsigned tried = 0, overflowing = 0, failing = 0;
  for (const char* model : {"tso", "pso"}) {
    BufferFacts facts = facts_of(model);
    for (uint64_t seed = 20000; seed < 20060; ++seed) {
      RandomBuffers random(seed, true);
      const FlatProgram& program = random.test.done();
      logic::Terms& terms = random.test.b.terms;
      Machine machine(program, facts);
      std::set<uint64_t> shown = machine.shown(random.test.packed(), random.test.end());
      if (machine.states() > 800) continue;  // every one of them is many of the program's
      ++tried;
      std::string where = fmt::format("{} seed {}\n{}", model, seed, to_string(program));
      Found all = found_in(reduced(program, facts, most_stores(program), Waiting::all, terms));
      ASSERT_FALSE(all.overflows) << where;
      ASSERT_EQ(all.memories, machine.memories) << where;
      ASSERT_EQ(all.failed, machine.failed) << where;
      ASSERT_EQ(all.shown, shown) << where;
      failing += !all.failed.empty();
      // With less room either somebody says so, or nothing is missing.
      {
        auto bound = static_cast<uint32_t>(1 + seed % 2);
        Found some = found_in(reduced(program, facts, bound, Waiting::all, terms));
        ASSERT_TRUE(machine.longest > bound || !some.overflows) << where;
        size_t needed = facts.per_variable ? machine.longest_of_cell : machine.longest;
        ASSERT_TRUE(needed <= bound || some.overflows) << where;
        overflowing += some.overflows;
        ASSERT_TRUE(some.overflows || some.memories == machine.memories) << where;
        ASSERT_TRUE(some.overflows || some.failed == machine.failed) << where;
      }
      // Stores of which nobody can tell do not wait; if no check fails, all ends are kept.
      Found needed = found_in(reduced(program, facts, most_stores(program), Waiting::needed, terms));
      ASSERT_FALSE(needed.overflows) << where;
      ASSERT_EQ(needed.failed.empty(), machine.failed.empty()) << where;
      ASSERT_TRUE(!machine.failed.empty() || needed.shown == shown) << where;
    }
  }
  EXPECT_GT(tried, 30u);
  EXPECT_GT(overflowing, 15u);
  EXPECT_GT(failing, 10u);
}

}  // namespace
}  // namespace fencepost::flat

// Store buffers as a transformation: litmus tests whose answers are known, and random programs whose final states are those of a machine
// with queues that is written here in the plainest words.
#include "flat/store_buffers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <set>

#include "buffer_machine.h"
#include "flat/interpreter.h"
#include "flat/operands.h"
#include "flat/triangular_races.h"
#include "flat/verify.h"
#include "flat/watched_races.h"
#include "logic/evaluate.h"

namespace fencepost::flat {
namespace {

using namespace testing;

// Of a program in which races are watched for.
bool meets_a_race(const FlatProgram& program) {
  ExploreOptions options;
  options.most_states = 3'000'000;
  Explored explored = explore(program, options);
  EXPECT_TRUE(explored.complete);
  return std::ranges::any_of(explored.failures, [&](const Failure& failure) {
    const Edge& edge = program[failure.check().of].edges[failure.check().edge];
    return std::get<Check>(edge.label).detail.starts_with("another thread");
  });
}

std::set<uint64_t> outcomes(Outcomes& of, const char* model) {
  Budget budget;
  auto made = with_store_buffers(of.done(), facts_of(model), of.b.terms, budget);
  if (auto* why = std::get_if<NotFlat>(&made)) {
    ADD_FAILURE() << why->reason;
    return {};
  }
  return shown_by(std::get<FlatProgram>(made));
}

TEST(StoreBuffers, StoresAreDelayedBehindLoads) {  // SB
  for (const char* model : {"tso", "pso"}) {
    TwoThreads relaxed, fenced, sc;
    for (auto* test : {&relaxed, &fenced, &sc}) {
      MemoryOrder order = test == &sc ? MemoryOrder::seq_cst : MemoryOrder::relaxed;
      test->store(test->s, test->x, 1, order);
      test->store(test->t, test->y, 1, order);
      if (test == &fenced) test->fence(test->s), test->fence(test->t);
      test->load(test->s, test->y);
      test->load(test->t, test->x);
    }
    EXPECT_EQ(outcomes(relaxed, model), (std::set<uint64_t>{0b0011, 0b0111, 0b1011, 0b1111})) << model;
    EXPECT_EQ(outcomes(fenced, model), (std::set<uint64_t>{0b0111, 0b1011, 0b1111})) << model;
    EXPECT_EQ(outcomes(sc, model), (std::set<uint64_t>{0b0111, 0b1011, 0b1111})) << model;
  }
}

TEST(StoreBuffers, StoresPassEachOtherWhereEachVariableHasAQueue) {  // MP
  for (MemoryOrder order : {MemoryOrder::relaxed, MemoryOrder::release}) {
    TwoThreads tso, pso;
    for (auto* test : {&tso, &pso}) {
      test->store(test->s, test->x, 1);
      test->store(test->s, test->y, 1, order);
      test->load(test->t, test->y);
      test->load(test->t, test->x);
    }
    EXPECT_FALSE(outcomes(tso, "tso").contains(0b1011));
    EXPECT_EQ(outcomes(pso, "pso").contains(0b1011), order == MemoryOrder::relaxed);
  }
}

TEST(StoreBuffers, LoadsAreNotDelayedBehindStores) {  // LB
  for (const char* model : {"tso", "pso"}) {
    TwoThreads test;
    test.load(test.s, test.x);
    test.store(test.s, test.y, 1);
    test.load(test.t, test.y);
    test.store(test.t, test.x, 1);
    EXPECT_FALSE(outcomes(test, model).contains(0b1111)) << model;
  }
}

// n6 of "x86-TSO": a thread sees its own store before others do, and after one that comes later in memory.
TEST(StoreBuffers, AThreadSeesItsOwnStoresFirst) {
  TwoThreads n6, n5;
  n6.store(n6.s, n6.x, 1);
  n6.load(n6.s, n6.x);
  n6.load(n6.s, n6.y);
  n6.store(n6.t, n6.y, 1);
  n6.store(n6.t, n6.x, 0);
  EXPECT_TRUE(outcomes(n6, "tso").contains(0b1011));
  // Both threads write x, and each sees the other's write after its own: forbidden.
  n5.store(n5.s, n5.x, 1);
  n5.load(n5.s, n5.x);
  n5.store(n5.t, n5.x, 0);
  n5.load(n5.t, n5.x);
  std::set<uint64_t> shown = outcomes(n5, "tso");
  EXPECT_TRUE(shown.contains(0b1010));
  EXPECT_FALSE(shown.contains(0b0110));
  EXPECT_FALSE(shown.contains(0b0100));
}

TEST(StoreBuffers, StoresReachMemoryInOrder) {  // 2+2W
  TwoThreads tso, pso;
  for (auto* test : {&tso, &pso}) {
    test->store(test->s, test->x, 0);
    test->store(test->s, test->y, 1);
    test->store(test->t, test->y, 0);
    test->store(test->t, test->x, 1);
  }
  EXPECT_EQ(outcomes(tso, "tso"), (std::set<uint64_t>{0b01, 0b10, 0b11}));
  EXPECT_EQ(outcomes(pso, "pso"), (std::set<uint64_t>{0b00, 0b01, 0b10, 0b11}));
}

TEST(StoreBuffers, RAndS) {
  for (const char* model : {"tso", "pso"}) {
    TwoThreads r, s;
    r.store(r.s, r.x, 1);
    r.store(r.s, r.y, 0);
    r.store(r.t, r.y, 1);
    r.load(r.t, r.x);
    EXPECT_TRUE(outcomes(r, model).contains(0b011)) << model;  // t's load before its store
    // S: x = 0 by s is overwritten by nobody, though t has seen what s did after it.
    s.store(s.s, s.x, 0);
    s.store(s.s, s.y, 1);
    s.load(s.t, s.y);
    s.store(s.t, s.x, 1);
    EXPECT_EQ(outcomes(s, model).contains(0b101), std::string(model) == "pso") << model;
  }
}

TEST(StoreBuffers, UpdatesAndSectionsWait) {
  for (const char* model : {"tso", "pso"}) {
    TwoThreads updates, sections;
    VarId z = updates.shared("z");
    for (auto [of, x, y] : {std::tuple(updates.s, updates.x, updates.y), std::tuple(updates.t, updates.y, updates.x)}) {
      updates.store(of, x, 1);
      // It fails.
      VarId found = updates.own(of);
      updates.add(of, Rmw{found, {z, {}}, updates.b.terms.boolean(false), updates.b.num(1, 1), MemoryOrder::relaxed});
      updates.load(of, y);
    }
    EXPECT_FALSE(outcomes(updates, model).contains(0b00110)) << model;
    for (auto [of, x, y] :
         {std::tuple(sections.s, sections.x, sections.y), std::tuple(sections.t, sections.y, sections.x)}) {
      sections.add(of, AtomicBegin{});
      sections.store(of, x, 1);
      sections.load(of, y);
      sections.add(of, AtomicEnd{});
    }
    EXPECT_EQ(outcomes(sections, model), (std::set<uint64_t>{0b0111, 0b1011})) << model;
  }
}

TEST(StoreBuffers, CellsOfGroupsAreForwarded) {
  for (const char* model : {"tso", "pso"}) {
    TwoThreads test;
    test.b.program.groups.push_back({"g", 1, {{0, test.x}, {1, test.y}}});
    VarId place = test.own(test.s), other = test.own(test.s), seen = test.own(test.s), missed = test.own(test.s);
    test.b.program.variables[index(place)].initial.reset();
    test.add(test.s, Assign{other, test.b.terms.unary(logic::Op::bv_not, test.b(place))});
    test.add(test.s, Store{{GroupId{0}, test.b(place)}, test.b.num(1, 1), MemoryOrder::relaxed});
    test.add(test.s, Load{seen, {GroupId{0}, test.b(place)}, MemoryOrder::relaxed});
    test.add(test.s, Load{missed, {GroupId{0}, test.b(other)}, MemoryOrder::relaxed});
    test.show(test.s, seen);
    test.show(test.s, missed);
    test.load(test.t, test.x);  // so that they are shared, and written by others
    test.store(test.t, test.y, 0);
    std::set<uint64_t> found = outcomes(test, model);
    // seen, missed, x of t, x, y
    EXPECT_TRUE(found.contains(0b10010)) << model;
    EXPECT_TRUE(found.contains(0b10001)) << model;
    EXPECT_FALSE(found.contains(0b11001)) << model;
    EXPECT_FALSE(found.contains(0b00010)) << model;
  }
}

// What waits for ever has no bounded buffer; a loop that waits for an answer has.
TEST(StoreBuffers, BuffersAreBounded) {
  for (bool waits : {false, true}) {
    TwoThreads test;
    VarId found = test.own(test.s);
    uint32_t head = test.at(test.s);
    test.store(test.s, test.x, 1);
    test.add(test.s, Load{found, {waits ? test.x : test.y, {}}, MemoryOrder::relaxed});
    Term is_one = test.b.terms.eq(test.b(found), test.b.num(1, 1));
    if (waits) test.b.edge(test.s, test.at(test.s), test.at(test.s) - 1, Assume{is_one});
    test.b.edge(test.s, test.at(test.s), head, Assume{test.b.terms.not_(is_one)});
    if (!waits) test.b.edge(test.s, test.at(test.s), head, Assume{is_one});
    test.at(test.s) += 1;
    test.store(test.t, test.x, 0);
    test.store(test.t, test.y, 1);
    Budget budget;
    auto made = with_store_buffers(test.done(), facts_of("tso"), test.b.terms, budget);
    EXPECT_EQ(std::holds_alternative<FlatProgram>(made), waits);
    if (waits) continue;
    EXPECT_NE(std::get<NotFlat>(made).reason.find("may wait for ever"), std::string::npos);
  }
}

// Where no load follows a store before a full barrier, nothing is buffered: the program stays as it is.
TEST(StoreBuffers, StoresThatNobodyMissesAreNotDelayed) {
  TwoThreads test;
  test.store(test.s, test.x, 1);
  test.store(test.s, test.y, 1);
  test.fence(test.s);
  test.load(test.s, test.x);
  test.store(test.t, test.x, 1);
  uint32_t locations = test.done()[test.s].locations;
  Budget budget;
  auto made = with_store_buffers(test.b.program, facts_of("tso"), test.b.terms, budget);
  EXPECT_LT(std::get<FlatProgram>(made)[test.s].locations, locations);
}

TEST(StoreBuffers, RandomProgramsEndAsOnTheMachine) {
  BufferFacts tso = facts_of("tso"), pso = facts_of("pso");
  Budget budget;
  unsigned weak = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    RandomBuffers random(seed);
    const FlatProgram& program = random.test.done();
    std::set<uint64_t> interleavings = seed % 4 == 0 ? shown_by(program) : std::set<uint64_t>{};
    for (const BufferFacts* facts : {&tso, &pso}) {
      auto made = with_store_buffers(program, *facts, random.test.b.terms, budget);
      ASSERT_TRUE(std::holds_alternative<FlatProgram>(made)) << seed;
      std::set<uint64_t> expected = Machine(program, *facts).shown(random.test.packed(), random.test.end());
      std::set<uint64_t> found = shown_by(std::get<FlatProgram>(made));
      ASSERT_EQ(found, expected) << "seed " << seed << (facts == &pso ? " pso\n" : " tso\n") << to_string(program);
      if (seed % 4 == 0 && found != interleavings) ++weak;
    }
  }
  EXPECT_GT(weak, 20u);  // the machine was asked something
}

// t's section reads what s stores, and then writes what s loads: no interleaving has both at once, and yet x = 1 may wait.
TEST(TriangularRaces, SectionsOfSeveralVariablesAreNotUnderstood) {
  for (bool several : {false, true}) {
    TwoThreads test;
    test.store(test.s, test.x, 1);
    test.load(test.s, test.y);
    VarId found = test.own(test.t);
    test.add(test.t, AtomicBegin{});
    test.add(test.t, Load{found, {several ? test.x : test.y, {}}, MemoryOrder::relaxed});
    test.add(test.t, Assume{test.b.terms.eq(test.b(found), test.b.num(0, 1))});
    test.store(test.t, test.y, 1);
    test.add(test.t, AtomicEnd{});
    test.done();
    BufferFacts tso = facts_of("tso");
    auto made = with_triangular_races(test.b.program, tso, Delays(test.b.program, tso, test.b.terms), test.b.terms);
    ASSERT_EQ(std::holds_alternative<NotFlat>(made), several);
    if (several) continue;
    EXPECT_TRUE(Machine(std::get<FlatProgram>(made), tso).races());
  }
}

TEST(TriangularRaces, WithoutThemAllRunsAreInterleavings) {
  BufferFacts tso = facts_of("tso");
  unsigned free = 0, racing = 0, weak = 0;
  for (uint64_t seed = 5000; seed < 6000; ++seed) {
    RandomBuffers random(seed);
    const FlatProgram& program = random.test.done();
    Delays delays(program, tso, random.test.b.terms);
    auto made = with_triangular_races(program, tso, delays, random.test.b.terms);
    if (std::holds_alternative<NotFlat>(made)) continue;
    std::set<uint64_t> runs = Machine(program, tso).shown(random.test.packed(), random.test.end());
    std::set<uint64_t> interleavings = shown_by(std::get<FlatProgram>(made));
    bool races = Machine(std::get<FlatProgram>(made), tso).races();
    ++(races ? racing : free);
    if (runs == interleavings) continue;
    ++weak;
    ASSERT_TRUE(races) << "seed " << seed << "\n" << to_string(program) << to_string(std::get<FlatProgram>(made));
  }
  EXPECT_GT(free, 100u);
  EXPECT_GT(racing, 100u);
  EXPECT_GT(weak, 20u);
}

// Sections of several variables included, and for stores that pass each other as well. That there are no races is asked of the program in which
// they are watched for.
TEST(RacesOfWaiting, WithoutThemAllRunsAreInterleavings) {
  std::map<std::string, BufferFacts> machines = {{"tso", facts_of("tso")}, {"pso", facts_of("pso")}};
  for (const auto& [name, facts] : machines) {
    unsigned free = 0, racing = 0, weak = 0;
    for (uint64_t seed = 7000; seed < 7200; ++seed) {
      RandomBuffers random(seed);
      const FlatProgram& program = random.test.done();
      logic::Terms& terms = random.test.b.terms;
      Delays delays(program, facts, terms);
      auto made = with_races_of_waiting(program, facts, delays, terms);
      ASSERT_TRUE(std::holds_alternative<FlatProgram>(made)) << name << " seed " << seed;
      auto watched = with_watched_races(std::get<FlatProgram>(made), terms);
      ASSERT_TRUE(std::holds_alternative<FlatProgram>(watched)) << name << " seed " << seed;
      bool races = meets_a_race(std::get<FlatProgram>(watched));
      ++(races ? racing : free);
      bool is_weak = Machine(program, facts).shown(random.test.packed(), random.test.end()) !=
                     shown_by(std::get<FlatProgram>(made));
      weak += is_weak;
      ASSERT_TRUE(races || !is_weak) << name << " seed " << seed << "\n"
                                     << to_string(program) << to_string(std::get<FlatProgram>(watched));
    }
    EXPECT_GT(free, 4u) << name;
    EXPECT_GT(racing, 40u) << name;
    EXPECT_GT(weak, 5u) << name;
  }
}

// A lock that is given back by a store. A release waits for what was stored under the lock, so that who sees it sees that, and looks at the
// lock when it likes; a relaxed one overtakes, where stores pass each other, and so does one after a barrier what was stored since (beside).
TEST(RacesOfWaiting, AStoreThatNothingIsOvertakenByIsABarrier) {
  enum class Given { relaxed, release, fence, beside };
  auto races = [](const char* model, Given given) {
    TwoThreads test;
    MemoryOrder order = given == Given::release ? MemoryOrder::release : MemoryOrder::relaxed;
    test.store(test.s, test.x, 1);
    test.add(test.s, Load{test.own(test.s), {test.x, {}}, MemoryOrder::relaxed});
    if (given == Given::fence) test.fence(test.s, MemoryOrder::release);
    if (given == Given::beside) {
      test.fence(test.s, MemoryOrder::release);
      test.store(test.s, test.x, 1);
    }
    test.add(test.s, Store{{test.y, {}}, test.b.num(1, 1), order});
    VarId seen = test.own(test.t);
    test.add(test.t, Load{seen, {test.y, {}}, MemoryOrder::relaxed});
    test.add(test.t, Assume{test.b.terms.eq(test.b(seen), test.b.num(1, 1))});
    test.load(test.t, test.x);
    const FlatProgram& program = test.done();
    BufferFacts facts = facts_of(model);
    auto made = with_races_of_waiting(program, facts, Delays(program, facts, test.b.terms), test.b.terms);
    return meets_a_race(std::get<FlatProgram>(with_watched_races(std::get<FlatProgram>(made), test.b.terms)));
  };
  for (const char* model : {"tso", "pso"}) {
    EXPECT_FALSE(races(model, Given::release)) << model;
    EXPECT_FALSE(races(model, Given::fence)) << model;
  }
  EXPECT_FALSE(races("tso", Given::relaxed));
  EXPECT_TRUE(races("pso", Given::relaxed));
  EXPECT_TRUE(races("pso", Given::beside));
}

// The check fails where two threads are about to access the same; and, since cells of a group count as one and an update as a write, seldom
// elsewhere.
TEST(WatchedRaces, FailWhereThereIsATriangularRace) {
  BufferFacts tso = facts_of("tso");
  unsigned free = 0, racing = 0, suspected = 0;
  for (uint64_t seed = 9000; seed < 9500; ++seed) {
    RandomBuffers random(seed);
    const FlatProgram& program = random.test.done();
    auto made = with_triangular_races(program, tso, Delays(program, tso, random.test.b.terms), random.test.b.terms);
    if (std::holds_alternative<NotFlat>(made)) continue;
    auto watched = with_watched_races(std::get<FlatProgram>(made), random.test.b.terms);
    ASSERT_TRUE(std::holds_alternative<FlatProgram>(watched)) << seed;
    bool races = Machine(std::get<FlatProgram>(made), tso).races();
    bool meets = meets_a_race(std::get<FlatProgram>(watched));
    ASSERT_TRUE(meets || !races) << "seed " << seed << "\n" << to_string(std::get<FlatProgram>(watched));
    ++(races ? racing : meets ? suspected : free);
  }
  EXPECT_GT(free, 50u);
  EXPECT_GT(racing, 50u);
  EXPECT_LT(suspected, free);
}

// Where no store of any number of threads waits, there is nothing but interleavings: so say three of them on the machine.
TEST(Delays, StoresInSectionsAndBeforeBarriersWaitForNobody) {
  TwoThreads test;
  test.add(test.s, AtomicBegin{});
  test.store(test.s, test.x, 1);
  test.load(test.s, test.y);
  test.add(test.s, AtomicEnd{});
  test.store(test.s, test.y, 1);
  test.load(test.t, test.x);
  test.load(test.t, test.y);
  const FlatProgram& program = test.done();
  BufferFacts tso = facts_of("tso");
  EXPECT_EQ(Delays(program, tso, test.b.terms).first_that_waits(), nullptr);
  TwoThreads late;
  late.store(late.s, late.x, 1);
  late.load(late.s, late.y);
  late.store(late.t, late.y, 1);
  const FlatProgram& other = late.done();
  const Edge* waits = Delays(other, tso, late.b.terms).first_that_waits();
  ASSERT_NE(waits, nullptr);
  EXPECT_TRUE(std::holds_alternative<Store>(waits->label));
}

// Two threads write x, and load y, which the other writes: who reads x decides whether that store has to wait.
TEST(Delays, StoresThatNobodyReadsWaitForNobody) {
  for (bool is_read : {false, true}) {
    Builder b;
    b.thread("main");
    TemplateId s = b.thread("s"), t = b.thread("t");
    VarId x = b.shared("x", 1), y = b.shared("y", 1);
    for (TemplateId of : {s, t}) {
      VarId seen = b.own(of, "seen", 1);
      b.edge(of, 0, 1, Store{{x, {}}, b.num(1, 1), MemoryOrder::relaxed});
      b.edge(of, 1, 2, Load{seen, {y, {}}, MemoryOrder::relaxed});
      b.edge(of, 2, 3, Store{{y, {}}, b.num(1, 1), MemoryOrder::relaxed});
      if (is_read && of == t) b.edge(of, 3, 4, Load{seen, {x, {}}, MemoryOrder::relaxed});
    }
    b.edge(TemplateId{0}, 0, 1, Spawn{s, {}});
    b.edge(TemplateId{0}, 1, 2, Spawn{t, {}});
    b.done();
    const Edge* waits = Delays(b.program, facts_of("tso"), b.terms).first_that_waits();
    EXPECT_EQ(waits != nullptr, is_read);
  }
}

}  // namespace
}  // namespace fencepost::flat

#include "flat/flat_program.h"

#include <gtest/gtest.h>

#include "builder.h"
#include "flat/interpreter.h"
#include "flat/verify.h"

namespace fencepost::flat {
namespace {

using core::MemoryOrder;
using testing::Builder;

// Two threads add 1 to x, in two steps or in one; thread 0 waits for them and expects 2.
struct Counter : Builder {
  TemplateId main = thread("main"), adder = thread("adder", 2);
  VarId x = shared("x"), seen = own(main, "seen"), r = own(adder, "r");

  explicit Counter(bool in_one_step) {
    edge(main, 0, 1, Spawn{adder, {}});
    edge(main, 1, 2, Spawn{adder, {}});
    edge(main, 2, 3, Load{seen, {x, {}}, MemoryOrder::plain});
    edge(main, 3, 2, Assume{terms.ne((*this)(seen), num(2))});
    edge(main, 3, 4, Assume{terms.eq((*this)(seen), num(2))});
    edge(main, 2, 5, Join{adder});
    if (in_one_step) {
      edge(adder, 0, 1, Rmw{r, {x, {}}, terms.boolean(true), plus((*this)(r), 1)});
    } else {
      edge(adder, 0, 1, Load{r, {x, {}}, MemoryOrder::plain});
      edge(adder, 1, 2, Store{{x, {}}, plus((*this)(r), 1), MemoryOrder::plain});
    }
    done();
  }
};

TEST(FlatProgram, PrintsWhatItIs) {
  Counter counter(true);
  EXPECT_EQ(to_string(counter.program),
            "shared x: bv8 = 0\n\n"
            "template main (1): entry 0\n"
            "  own seen: bv8 = 0\n"
            "  0 -> 1: spawn adder\n"
            "  1 -> 2: spawn adder\n"
            "  2 -> 3: seen := load x\n"
            "  2 -> 5: join adder\n"
            "  3 -> 2: assume (not (= seen #x02))\n"
            "  3 -> 4: assume (= seen #x02)\n\n"
            "template adder (2): entry 0\n"
            "  own r: bv8 = 0\n"
            "  0 -> 1: r := rmw seq_cst x := (bvadd r #x01)\n");
}

TEST(FlatProgram, VerifierNamesWhatIsWrong) {
  auto problem = [](auto&& spoil) {
    Counter counter(true);
    spoil(counter);
    return problem_of(counter.program).value_or("none");
  };
  EXPECT_EQ(problem([](Counter&) {}), "none");
  EXPECT_EQ(problem([](Counter& c) { c.program.templates[0].edges[1].to = Loc{9}; }),
            "main, edge 1 -> 9: leads nowhere");
  EXPECT_EQ(problem([](Counter& c) { std::get<Spawn>(c.program.templates[0].edges[0].label).spawned = TemplateId{7}; }),
            "main, edge 0 -> 1: spawns no template");
  EXPECT_EQ(problem([](Counter& c) { std::get<Rmw>(c.program.templates[1].edges[0].label).value = c.num(1, 16); }),
            "adder, edge 0 -> 1: #x0001 has another sort");
  EXPECT_EQ(problem([](Counter& c) { std::get<Rmw>(c.program.templates[1].edges[0].label).value = c(c.seen); }),
            "adder, edge 0 -> 1: seen is not a variable of this thread");
  EXPECT_EQ(problem([](Counter& c) { std::get<Rmw>(c.program.templates[1].edges[0].label).value = c(c.x); }),
            "adder, edge 0 -> 1: x is not a variable of this thread")
      << "shared variables are read by Load";
  EXPECT_EQ(problem([](Counter& c) { std::get<Rmw>(c.program.templates[1].edges[0].label).target = c.x; }),
            "adder, edge 0 -> 1: assigns x, which is not its thread's");
  EXPECT_EQ(problem([](Counter& c) { c.program.variables[1].name = "x"; }), "two variables are called x");
  EXPECT_EQ(problem([](Counter& c) { c.program.templates[1].entry = Loc{4}; }), "adder has no entry");
  EXPECT_EQ(problem([](Counter& c) { c.program.templates[0].instances = {0}; }), "thread 0 is not one thread");
}

TEST(FlatInterpreter, FindsWhatSomeInterleavingDoes) {
  Counter counter(false);
  counter.edge(counter.main, 4, 6, Check{core::Undef::assertion, counter.terms.boolean(false), "x becomes 2"});
  Explored explored = explore(counter.done());
  EXPECT_TRUE(explored.complete);
  ASSERT_EQ(explored.failures.size(), 1u);
  // Two spawns, two loads and stores, the load that finds 2, the assume, the check.
  EXPECT_EQ(explored.failures[0].schedule.size(), 9u);
  EXPECT_EQ(explored.failures[0].check().thread, 0u);
}

TEST(FlatInterpreter, AnUpdateIsOneStep) {
  Builder b;
  TemplateId main = b.thread("main"), other = b.thread("other");
  VarId x = b.shared("x"), r = b.own(main, "r"), s = b.own(other, "s");
  auto add = [&](VarId reg) { return Rmw{reg, {x, {}}, b.terms.boolean(true), b.plus(b(reg), 1)}; };
  b.edge(main, 0, 1, Spawn{other, {}});
  b.edge(main, 1, 2, add(r));
  b.edge(main, 2, 3, Join{other});
  b.edge(main, 3, 4, Load{r, {x, {}}, MemoryOrder::plain});
  b.edge(main, 4, 5, Check{core::Undef::assertion, b.terms.eq(b(r), b.num(2)), ""});
  b.edge(other, 0, 1, add(s));
  EXPECT_TRUE(explore(b.done()).failures.empty());
}

TEST(FlatInterpreter, AGroupIsReadAtItsPlace) {
  Builder b;
  TemplateId main = b.thread("main");
  VarId first = b.shared("a0", 8, 5), second = b.shared("a1", 8, 6);
  VarId i = b.own(main, "i", 2, std::nullopt), r = b.own(main, "r");
  b.program.groups.push_back({"a", 2, {{0, first}, {1, second}}});
  b.edge(main, 0, 1, Check{std::nullopt, b.terms.binary(logic::Op::bv_ult, b(i), b.num(2, 2)), "place"});
  b.edge(main, 1, 2, Load{r, {GroupId{0}, b(i)}, MemoryOrder::plain});
  b.edge(main, 2, 3, Check{core::Undef::assertion, b.terms.eq(b(r), b.num(5)), ""});
  b.done();
  ASSERT_EQ(problem_of(b.program), std::nullopt);
  Explored explored = explore(b.program);
  EXPECT_TRUE(explored.complete) << "a variable of two bits is tried with all four values";
  ASSERT_EQ(explored.failures.size(), 2u) << "i may be 2, and may be 1";
}

TEST(FlatInterpreter, NobodyStepsIntoAnAtomicSection) {
  for (bool atomic : {false, true}) {
    Builder b;
    TemplateId main = b.thread("main"), other = b.thread("other");
    VarId x = b.shared("x"), r = b.own(main, "r");
    b.edge(main, 0, 1, Spawn{other, {}});
    b.edge(main, 1, 2, Load{r, {x, {}}, MemoryOrder::plain});
    b.edge(main, 2, 3, Check{core::Undef::assertion, b.terms.ne(b(r), b.num(1)), ""});
    if (atomic) b.edge(other, 0, 1, AtomicBegin{});
    b.edge(other, atomic ? 1 : 0, 2, Store{{x, {}}, b.num(1), MemoryOrder::plain});
    b.edge(other, 2, 3, Store{{x, {}}, b.num(2), MemoryOrder::plain});
    if (atomic) b.edge(other, 3, 4, AtomicEnd{});
    EXPECT_EQ(explore(b.done()).failures.size(), atomic ? 0u : 1u);
  }
}

}  // namespace
}  // namespace fencepost::flat

// What a reduction leaves out loses no failure: random flat programs, all their runs with it and without.
#include "flat/reduction.h"

#include <gtest/gtest.h>

#include "flat/interpreter.h"
#include "flat/operands.h"
#include "flat/verify.h"
#include "random_threads.h"

namespace fencepost::flat {
namespace {

using testing::Builder;
using testing::RandomProgram;

struct Compared {
  uint64_t fail = 0, states = 0, fewer = 0;
};
Compared compare(bool has_locks, uint64_t programs) {
  Compared found;
  auto& [fail, states, fewer] = found;
  for (uint64_t seed = 1; seed <= programs; ++seed) {
    RandomProgram random(seed, has_locks);
    const FlatProgram& program = random.builder.program;
    EXPECT_EQ(problem_of(program), std::nullopt) << "seed " << seed;
    Reduction reduction(program, random.builder.terms);
    ExploreOptions all, reduced;
    reduced.reduction = &reduction;
    Explored full = explore(program, all), some = explore(program, reduced);
    EXPECT_TRUE(full.complete && some.complete) << "seed " << seed;
    EXPECT_EQ(full.failures.empty(), some.failures.empty()) << "seed " << seed << "\n" << to_string(program);
    EXPECT_LE(some.states, full.states);
    fail += full.failures.empty() ? 0 : 1;
    states += full.states;
    fewer += some.states;
  }
  return found;
}

TEST(Reduction, LosesNoFailure) {
  auto [fail, states, fewer] = compare(false, 1500);
  EXPECT_GT(fail, 300u);
  EXPECT_LT(fail, 1200u);
  EXPECT_LT(fewer * 10, states * 8);
}

// The program in which loads of what is not seen yield anything.
FlatProgram without(FlatProgram program, const Reduction::Variables& unseen, logic::Terms& terms) {
  for (Template& of : program.templates)
    for (Edge& edge : of.edges) {
      const Access* at = access(edge.label);
      if (at == nullptr || !unseen[index(std::get<VarId>(at->to))]) continue;
      if (auto read = target(edge.label))
        edge.label = Havoc{*read};
      else
        edge.label = Assume{terms.boolean(true)};
    }
  return program;
}

// A proof of what the reduction leaves of that program is one of the program itself.
TEST(Reduction, LosesNoFailureOfWhatIsSeen) {
  uint64_t fail = 0, more = 0, states = 0, fewer = 0;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    RandomProgram random(seed, seed % 2 == 0);
    const FlatProgram& program = random.builder.program;
    Reduction reduction(program, random.builder.terms);
    ExploreOptions all, reduced;
    reduced.reduction = &reduction;
    for (const Variable& variable : program.variables)
      reduced.unseen.push_back(!variable.owner && (seed * 7 + reduced.unseen.size()) % 3 == 0);
    FlatProgram less = without(program, reduced.unseen, random.builder.terms);
    Explored full = explore(program, all), some = explore(less, reduced), other = explore(less, all);
    EXPECT_TRUE(full.complete && some.complete) << "seed " << seed;
    EXPECT_TRUE(full.failures.empty() || !some.failures.empty()) << "seed " << seed << "\n" << to_string(program);
    fail += full.failures.empty() ? 0 : 1;
    more += some.failures.empty() ? 0 : 1;
    states += other.states;
    fewer += some.states;
  }
  EXPECT_GT(fail, 300u);
  EXPECT_LT(more, 1300u);
  EXPECT_LT(fewer * 10, states * 7);
}

TEST(Reduction, LosesNoFailureUnderLocks) {
  auto [fail, states, fewer] = compare(true, 1500);
  EXPECT_GT(fail, 300u);
  EXPECT_LT(fail, 1200u);
  EXPECT_LT(fewer * 10, states * 6);
}

// Between two steps of who holds a lock there are none of who wants it.
TEST(Reduction, WhoHoldsALockGoesFirst) {
  Builder b;
  TemplateId main = b.thread("main"), f = b.thread("f");
  VarId x = b.shared("x"), lock = b.shared("lock"), r = b.own(main, "r"), s = b.own(f, "s");
  auto body = [&](TemplateId of, VarId own, uint32_t at, unsigned self) {
    Term is_free = b.terms.eq(b(own), b.num(0));
    b.edge(of, at, at + 1, Rmw{own, {lock, {}}, is_free, b.num(self)});
    b.edge(of, at + 1, at + 2, Assume{is_free});
    b.edge(of, at + 2, at + 3, Store{{x, {}}, b(own)});
    b.edge(of, at + 3, at + 4, Rmw{own, {lock, {}}, b.terms.boolean(true), b.num(0)});
  };
  b.edge(main, 0, 1, Spawn{f, {}});
  body(main, r, 1, 1);
  body(f, s, 0, 2);
  const FlatProgram& program = b.done();
  Reduction reduction(program, b.terms);
  auto first = [&](uint32_t at_main, uint32_t at_f) { return reduction.first({{at_main, at_f}}); };
  EXPECT_EQ(first(1, 0), std::nullopt);       // who takes the lock?
  EXPECT_EQ(first(2, 0), std::optional(0u));  // main does
  EXPECT_EQ(first(3, 0), std::optional(0u));  // f cannot come to its store
  EXPECT_EQ(first(4, 0), std::optional(0u));
  EXPECT_EQ(first(1, 2), std::optional(1u));
  EXPECT_EQ(first(5, 0), std::nullopt);  // f may wait
}

// A thread that only computes goes first; one that waits does not, nor one whose variable others still write.
TEST(Reduction, WhoGoesFirst) {
  Builder b;
  TemplateId main = b.thread("main"), f = b.thread("f");
  VarId x = b.shared("x"), r = b.own(main, "r"), s = b.own(f, "s");
  b.edge(main, 0, 1, Spawn{f, {}});
  b.edge(main, 1, 2, Load{r, {x, {}}});
  b.edge(main, 2, 3, Assign{r, b.plus(b(r), 1)});
  b.edge(main, 3, 4, Assume{b.terms.eq(b(r), b.num(1))});
  b.edge(f, 0, 1, Assign{s, b.num(5)});
  b.edge(f, 1, 2, Store{{x, {}}, b(s)});
  b.edge(f, 2, 3, Assign{s, b.num(0)});
  const FlatProgram& program = b.done();
  Reduction reduction(program, b.terms);
  auto first = [&](uint32_t at_main, uint32_t at_f) { return reduction.first({{at_main, at_f}}); };
  EXPECT_EQ(first(1, 0), std::optional(1u));  // f computes
  EXPECT_EQ(first(1, 1), std::nullopt);       // the load and the store touch x
  EXPECT_EQ(first(1, 2), std::optional(0u));  // nobody writes x any more
  EXPECT_EQ(first(2, 1), std::optional(0u));  // main computes
  EXPECT_EQ(first(3, 1), std::optional(1u));  // main may wait, and touches x no more
  EXPECT_EQ(first(3, 2), std::optional(1u));  // f computes, though main may wait
  EXPECT_EQ(first(4, 1), std::optional(1u));  // main has ended
}

}  // namespace
}  // namespace fencepost::flat

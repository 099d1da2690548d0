// What a reduction leaves out loses no failure: random flat programs, all their runs with it and without.
#include "flat/reduction.h"

#include <gtest/gtest.h>

#include <random>

#include "builder.h"
#include "flat/interpreter.h"
#include "flat/operands.h"
#include "flat/verify.h"

namespace fencepost::flat {
namespace {

using testing::Builder;

class RandomProgram {
 public:
  RandomProgram(uint64_t seed, bool has_locks) : has_locks_(has_locks), random_(seed) {
    main_ = builder.thread("main");
    for (const char* name : {"f", "g"}) threads_.push_back(builder.thread(name));
    for (const char* name : {"x", "y", "z"}) shared_.push_back(builder.shared(name, 2));
    if (has_locks)
      for (const char* name : {"l", "m"}) locks_.push_back(builder.shared(name, 2));
    for (uint32_t i = 0; i <= threads_.size(); ++i)
      registers_.push_back(builder.own(TemplateId{i}, std::string(1, 'r') + char('0' + i), 2));
    uint32_t at = 0;
    body(main_, at, 1);
    for (TemplateId thread : threads_) {
      builder.edge(main_, at, at + 1, Spawn{thread, {}});
      ++at;
    }
    if (has_locks)
      locked_body(main_, at, 1);
    else
      body(main_, at, 2);
    if (below(2)) {
      builder.edge(main_, at, at + 1, Join{threads_[0]});
      ++at;
    }
    Term r = builder(registers_[0]);
    builder.edge(main_, at, at + 1, Load{registers_[0], {shared_[0], {}}});
    builder.edge(main_, at + 1, at + 2,
                 Check{core::Undef::assertion, builder.terms.ne(r, builder.num(below(4), 2)), ""});
    for (TemplateId thread : threads_) {
      uint32_t from = 0;
      body(thread, from, has_locks ? 1 : 4);
      if (has_locks) locked_body(thread, from, 2);
    }
    builder.done();
  }

  Builder builder;

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  // Mostly as it should be: taken by one update and waited for, by a loop, or if it is free; given back by an update or a store; sometimes
  // by who does not hold it, or not at all.
  void locked_body(TemplateId of, uint32_t& at, unsigned most) {
    VarId own = registers_[index(of)], lock = locks_[below(2)];
    Term is_free = builder.terms.eq(builder(own), builder.num(0, 2)), always = builder.terms.boolean(true);
    uint32_t first = at;
    auto add = [&](Label label) {
      builder.edge(of, at, at + 1, std::move(label));
      ++at;
    };
    unsigned how = below(8);
    std::optional<uint32_t> tried;
    if (how > 0) add(Rmw{own, {lock, {}}, below(3) ? is_free : always, builder.num(1 + index(of), 2)});
    if (how >= 1 && how <= 4) add(Assume{is_free});
    if (how == 5 || how == 6) {
      builder.edge(of, at, first, Assume{builder.terms.not_(is_free)});
      add(Assume{is_free});
    }
    if (how == 7) {
      tried = at;
      add(Assume{is_free});
    }
    if (most > 1 && below(3) == 0)
      locked_body(of, at, most - 1);
    else
      body(of, at, most);
    if (unsigned back = below(8); back > 1)
      add(Rmw{own, {lock, {}}, always, builder.num(0, 2)});
    else if (back == 1)
      add(Store{{lock, {}}, builder.num(0, 2)});
    if (tried) builder.edge(of, *tried, at, Assume{builder.terms.not_(is_free)});
  }

  void body(TemplateId of, uint32_t& at, unsigned most) {
    VarId own = registers_[index(of)];
    uint32_t first = at;
    auto add = [&](Label label) {
      builder.edge(of, at, at + 1, std::move(label));
      ++at;
    };
    for (unsigned n = 1 + below(most); n > 0; --n) {
      VarId shared = shared_[below(3)];
      Term condition = builder.terms.eq(builder(own), builder.num(below(4), 2));
      switch (below(9)) {
        case 0:
        case 1:  // of a lock, too: who wants it may change it, whoever holds it
          add(Load{own, {has_locks_ && below(4) == 0 ? locks_[below(2)] : shared, {}}});
          break;
        case 2:
        case 3:
          add(Store{{shared, {}}, below(2) ? builder(own) : builder.num(below(4), 2)});
          break;
        case 4:
          add(Assign{own, builder.plus(builder(own), 1)});
          break;
        case 5:  // a branch that joins again, or waits
          builder.edge(of, at, at + 1, Assume{condition});
          if (below(3)) builder.edge(of, at, at + 1, Assume{builder.terms.not_(condition)});
          ++at;
          break;
        case 6:
          add(AtomicBegin{});
          add(Load{own, {shared, {}}});
          if (below(3) == 0) add(Assume{condition});
          add(Store{{shared, {}}, builder.plus(builder(own), 1)});
          add(AtomicEnd{});
          break;
        case 7:
          add(Rmw{own, {shared, {}}, builder.terms.eq(builder(own), builder.num(0, 2)), builder.num(1, 2)});
          break;
        case 8:  // back to the beginning, or on
          builder.edge(of, at, first, Assume{condition});
          builder.edge(of, at, at + 1, Assume{builder.terms.not_(condition)});
          ++at;
          break;
      }
    }
    if (below(4) == 0) add(Check{core::Undef::assertion, builder.terms.ne(builder(own), builder.num(below(4), 2)), ""});
  }

  bool has_locks_;
  std::mt19937_64 random_;
  TemplateId main_{};
  std::vector<TemplateId> threads_;
  std::vector<VarId> shared_, locks_, registers_;
};

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

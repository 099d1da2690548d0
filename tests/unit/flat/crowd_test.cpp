#include "flat/crowd.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "builder.h"
#include "flat/interpreter.h"

namespace fencepost::flat {
namespace {

using testing::Builder;

// main, and threads that do the same with constants of their own.
class Alike {
 public:
  Alike(uint64_t seed, size_t threads) : random_(seed), threads_(threads) {
    main_ = made_.thread("main");
    shared_ = {made_.shared("x", 3), made_.shared("y", 3)};
    for (size_t i = 0; i < threads; ++i) {
      members_.push_back(made_.thread("member" + std::to_string(i)));
      own_.push_back(
          {made_.own(members_[i], "r" + std::to_string(i), 3), made_.own(members_[i], "s" + std::to_string(i), 3)});
    }
    for (uint32_t length = 2 + below(3); steps_ < length; ++steps_) step(below(6));
    uint32_t at = 0;
    for (size_t i = 0; i < threads; ++i) {
      Spawn spawn{members_[i], {}};
      if (below(2) == 0) spawn.arguments.push_back({own_[i][1], made_.num(below(4), 3)});
      made_.edge(main_, at, at + 1, spawn), ++at;
    }
    for (uint32_t joins = below(5); joins > 0; --joins, ++at) {
      made_.edge(main_, at, at + 1, Join{members_[below(threads)]});
      if (below(4) == 0) made_.edge(main_, at, at + 1, Assume{made_.terms.boolean(true)});
    }
    VarId last = made_.own(main_, "last", 3);
    made_.edge(main_, at, at + 1, Load{last, {shared_[below(2)], {}}}), ++at;
    made_.edge(main_, at, at + 1, Check{core::Undef::assertion, differs(last), "main"});
  }

  Builder& made() { return made_; }

 private:
  uint32_t below(size_t n) { return static_cast<uint32_t>(random_() % n); }
  Term differs(VarId variable) { return made_.terms.not_(made_.terms.eq(made_(variable), made_.num(below(5), 3))); }

  // The same choice for all, other constants for each; sometimes the same ones.
  void step(uint32_t kind) {
    VarId shared = shared_[below(2)];
    size_t own = below(2);
    bool is_same = below(3) == 0;
    uint32_t same = below(4);
    for (size_t i = 0; i < threads_; ++i) {
      Term number = made_.num(is_same ? same : below(4), 3), mine = made_(own_[i][own]);
      Access at{shared, {}};
      Label label = Store{at, number};
      if (kind == 1) label = Load{own_[i][own], at};
      if (kind == 2) label = Store{at, made_.terms.binary(logic::Op::bv_add, mine, number)};
      if (kind == 3) label = Assume{made_.terms.not_(made_.terms.eq(mine, number))};
      if (kind == 4) label = Rmw{own_[i][own], at, made_.terms.eq(mine, number), made_.plus(mine, 1)};
      if (kind == 5) label = Check{core::Undef::assertion, made_.terms.not_(made_.terms.eq(mine, number)), "member"};
      made_.edge(members_[i], steps_, steps_ + 1, label);
    }
  }

  std::mt19937_64 random_;
  size_t threads_;
  Builder made_;
  TemplateId main_{};
  std::vector<VarId> shared_;
  std::vector<TemplateId> members_;
  std::vector<std::array<VarId, 2>> own_;
  uint32_t steps_ = 0;
};

struct Seen {
  std::set<std::vector<Bits>> shared;  // values of x and y
  std::set<std::string> failures;      // details of checks
  bool complete = true;
};

Seen seen(const FlatProgram& program, uint32_t most_instances) {
  Seen all;
  std::vector<Term> shared;
  for (const Variable& variable : program.variables)
    if (!variable.owner) shared.push_back(variable.term);
  ExploreOptions options;
  options.most_instances = most_instances;
  options.visit = [&](const std::vector<Standing>& threads) {
    std::vector<Bits> values;
    for (Term variable : shared) values.push_back(threads[0].values.at(variable));
    all.shared.insert(values);
  };
  Explored explored = explore(program, options);
  all.complete = explored.complete;
  for (const Failure& failure : explored.failures) {
    const Step& last = failure.check();
    all.failures.insert(std::get<Check>(program[last.of].edges[last.edge].label).detail);
  }
  return all;
}

// What the threads do the crowd does, too.
void have_all_runs(const CrowdKind& kind) {
  size_t crowds = 0, stricter = 0, waiting = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    Alike alike(seed, 3);
    const FlatProgram& program = alike.made().done();
    std::optional<FlatProgram> crowd = crowded(program, alike.made().terms, kind);
    if (!crowd) continue;
    ++crowds;
    ASSERT_EQ(crowd->templates.size(), 2u);
    EXPECT_EQ(crowd->templates[1].instances, Instances{kind.is_counted ? 3u : 0u});
    for (const Edge& edge : crowd->templates[0].edges)
      if (auto* join = std::get_if<Join>(&edge.label)) waiting += join->number > 1;
    // Variables that nobody needs are gone there; then the states cannot be compared.
    Seen one = seen(program, 3), all = seen(*crowd, 3);
    EXPECT_TRUE(std::ranges::includes(all.failures, one.failures)) << "seed " << seed;
    bool has_both = std::ranges::count_if(crowd->variables, [](const Variable& of) { return !of.owner; }) == 2;
    EXPECT_TRUE(!has_both || std::ranges::includes(all.shared, one.shared)) << "seed " << seed;
    stricter += one.failures.empty() ? 0 : 1;
  }
  EXPECT_GT(crowds, 100u);
  EXPECT_GT(stricter, 20u);
  EXPECT_EQ(waiting > 20, kind.is_counted);
}
TEST(Crowd, HasAllRunsOfItsMembers) { have_all_runs({}); }
TEST(Crowd, HasAllRunsOfItsMembersWhereTheyAreCounted) { have_all_runs({3, true}); }

// Who has waited for two of three on every way waits for the third: for all of them. On one way for another one, or twice for the same: for fewer.
TEST(Crowd, WaitsForAsManyAsItsMembers) {
  Builder made;
  TemplateId main = made.thread("main");
  VarId x = made.shared("x");
  std::vector<TemplateId> members;
  for (uint32_t i = 0; i < 3; ++i) {
    members.push_back(made.thread("member" + std::to_string(i)));
    made.edge(members[i], 0, 1, Store{Access{x, {}}, made.num(i)});
    made.edge(main, i, i + 1, Spawn{members[i], {}});
  }
  auto join = [&](uint32_t from, uint32_t member) { made.edge(main, from, from + 1, Join{members[member]}); };
  join(3, 1);
  join(4, 2);
  join(4, 0);
  join(5, 2);
  join(6, 0);
  join(7, 0);
  std::optional<FlatProgram> crowd = crowded(made.done(), made.terms, {3, true});
  ASSERT_TRUE(crowd);
  std::vector<uint32_t> numbers;
  for (const Edge& edge : crowd->templates[0].edges)
    if (auto* label = std::get_if<Join>(&edge.label)) numbers.push_back(label->number);
  EXPECT_EQ(numbers, (std::vector<uint32_t>{1, 2, 2, 2, 3, 3}));
}

TEST(Crowd, TwoAreNone) {
  Alike alike(1, 2);
  EXPECT_FALSE(crowded(alike.made().done(), alike.made().terms));
}

// Three that store, two of them in another order.
TEST(Crowd, OrdersCount) {
  Builder made;
  TemplateId main = made.thread("main");
  VarId x = made.shared("x");
  for (auto order : {core::MemoryOrder::relaxed, core::MemoryOrder::relaxed, core::MemoryOrder::release}) {
    TemplateId member = made.thread("member" + std::to_string(made.program.templates.size()));
    made.edge(member, 0, 1, Store{Access{x, {}}, made.num(1), order});
    made.edge(main, index(member) - 1, index(member), Spawn{member, {}});
  }
  EXPECT_FALSE(crowded(made.done(), made.terms));
}

}  // namespace
}  // namespace fencepost::flat

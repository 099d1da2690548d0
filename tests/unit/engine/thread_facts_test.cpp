// What intervals and lock sets say of threads on their own holds in every state of small programs, and is accepted by the checker; what is
// said too strongly is not.
#include "engine/cegar/thread_facts.h"

#include <gtest/gtest.h>

#include <random>

#include "../flat/builder.h"
#include "check/thread_facts.h"
#include "engine/cegar/settled_checks.h"
#include "flat/automaton_shape.h"
#include "flat/company.h"
#include "flat/interpreter.h"
#include "logic/atoms.h"

namespace fencepost::engine::cegar {
namespace {

using flat::TemplateId;
using flat::VarId;
using logic::Bits;
using logic::Op;
using logic::Term;
using result::ThreadFacts;

const core::UndefSet kAssertions = [] {
  core::UndefSet set;
  set.set(core::Undef::assertion);
  return set;
}();

struct Program : flat::testing::Builder {
  Budget budget;
  Statistics statistics;

  Term below(Term term, Bits limit) { return terms.binary(Op::bv_slt, term, num(limit, term.sort().width)); }

  ThreadFacts facts() {
    auto found = thread_facts(done(), kAssertions, terms, budget);
    EXPECT_TRUE(found.has_value());
    return *found;
  }
  Settled settled() { return settled_by(facts(), program, kAssertions, terms, budget, statistics); }

  // Empty: the checker accepts them.
  std::string problem(const ThreadFacts& facts, bool safe = false) {
    check::FlatSteps steps(program, kAssertions, terms);
    check::Implications implies(terms, budget, statistics);
    try {
      check::ThreadFactsCheck check(
          program, kAssertions, facts, [](Term term) { return term; }, steps, implies, terms, budget);
      check.require_inductive();
      if (safe) check.require_safe(false);
    } catch (const check::BrokenFacts& broken) {
      return broken.why;
    }
    return "";
  }
};

// Threads of a few steps with loops, branches, sections and a lock.
class RandomProgram : public Program {
 public:
  explicit RandomProgram(uint32_t seed) : random_(seed) {
    for (const char* name : {"x", "y"}) shared_.push_back(shared(name, 4));
    lock_ = shared("lock", 4);
    main_ = thread("main");
    uint32_t workers = 1 + pick(2);
    for (uint32_t i = 0; i < workers; ++i)
      workers_.push_back(thread("worker" + std::to_string(i), pick(4) == 0 ? 0 : 1));
    body(main_, pick(2), true);
    for (TemplateId worker : workers_) body(worker, 3 + pick(4), false);
    done();
  }

 private:
  uint32_t pick(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
  VarId any_shared() { return shared_[pick(2)]; }

  void body(TemplateId of, uint32_t steps, bool spawns) {
    own_ = {own(of, "a" + std::to_string(index(of)), 4, pick(5) == 0 ? std::optional<Bits>() : Bits{pick(3)}),
            own(of, "b" + std::to_string(index(of)), 4)};
    at_ = 0;
    for (uint32_t i = 0; i < steps; ++i) step(of);
    if (spawns) {
      bool loops = false;
      for (TemplateId worker : workers_) {
        uint32_t before = at_;
        flat::Spawn spawn{worker, {}};
        next(of, spawn);
        if (program[worker].instances.any()) {
          edge(of, at_, before, flat::Fence{});
          loops = true;
        }
        if (pick(2) == 0) step(of);
      }
      if (!loops && pick(2) == 0)
        for (TemplateId worker : workers_) next(of, flat::Join{worker});
      for (uint32_t i = pick(3); i > 0; --i) step(of);
    }
    Term said = below((*this)(own_[pick(2)]), 1 + pick(7));
    next(of, flat::Check{core::Undef::assertion, said, ""});
  }

  void next(TemplateId of, flat::Label label) {
    edge(of, at_, at_ + 1, std::move(label));
    ++at_;
  }
  Term value() {
    switch (pick(3)) {
      case 0:
        return num(pick(5), 4);
      case 1:
        return (*this)(own_[pick(2)]);
      default:
        return plus((*this)(own_[pick(2)]), 1);
    }
  }
  Term condition() {
    Term of = (*this)(own_[pick(2)]);
    switch (pick(3)) {
      case 0:
        return below(of, pick(6));
      case 1:
        return terms.eq(of, num(pick(3), 4));
      default:
        return terms.binary(Op::bv_ult, of, num(1 + pick(6), 4));
    }
  }
  void simple(TemplateId of) {
    VarId to = own_[pick(2)];
    switch (pick(6)) {
      case 0:
        return next(of, flat::Assign{to, value()});
      case 1:
        return next(of, flat::Load{to, {any_shared(), {}}});
      case 2:
      case 3:
        return next(of, flat::Store{{any_shared(), {}}, value()});
      case 4:
        return next(of, flat::Rmw{to, {any_shared(), {}}, condition(), value()});
      default:
        return pick(3) == 0 ? next(of, flat::Havoc{to}) : next(of, flat::Assign{to, value()});
    }
  }
  void step(TemplateId of) {
    switch (pick(6)) {
      case 0: {  // a branch, or the way back of a loop
        Term chosen = condition();
        uint32_t from = at_;
        next(of, flat::Assume{chosen});
        simple(of);
        bool loops = pick(2) == 0;
        if (loops) {
          edge(of, at_, from, flat::Fence{});
          ++at_;
          edge(of, from, at_, flat::Assume{terms.not_(chosen)});
        } else {
          edge(of, from, at_, flat::Assume{terms.not_(chosen)});
        }
        return;
      }
      case 1: {
        next(of, flat::AtomicBegin{});
        simple(of);
        simple(of);
        return next(of, flat::AtomicEnd{});
      }
      case 2:
      case 3: {
        VarId found = own_[1];
        bool in_section = pick(3) == 0;
        if (in_section) {
          next(of, flat::AtomicBegin{});
          next(of, flat::Load{found, {lock_, {}}});
          next(of, flat::Assume{terms.eq((*this)(found), num(0, 4))});
          next(of, flat::Store{{lock_, {}}, num(1, 4)});
          next(of, flat::AtomicEnd{});
        } else {
          next(of, flat::Rmw{found, {lock_, {}}, terms.eq((*this)(found), num(0, 4)), num(1 + index(of), 4)});
          next(of, flat::Assume{terms.eq((*this)(found), num(0, 4))});
        }
        simple(of);
        simple(of);
        return next(of, flat::Store{{lock_, {}}, num(0, 4)});
      }
      default:
        return simple(of);
    }
  }

  std::mt19937 random_;
  std::vector<VarId> shared_, own_;
  VarId lock_{};
  TemplateId main_{};
  std::vector<TemplateId> workers_;
  uint32_t at_ = 0;
};

// It has ended, or waits for ever in a section: nothing is said of it.
bool has_ended(const Program& of, const flat::Company& company, const flat::Standing& thread) {
  auto may_go = [&](const flat::Edge& edge) {
    auto* assume = std::get_if<flat::Assume>(&edge.label);
    return assume == nullptr || logic::evaluate(assume->condition, thread.values) != 0;
  };
  auto edges = flat::edges_of(of.program[thread.of], flat::index(thread.at));
  if (edges.empty()) return true;
  return company.is_in_section(thread.of, thread.at) && std::ranges::none_of(edges, may_go);
}

TEST(ThreadFacts, HoldInEveryStateOfRandomProgramsAndAreAccepted) {
  size_t told = 0, with_locks = 0, many = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    RandomProgram of(seed);
    ThreadFacts facts = of.facts();
    told += settled_by(facts, of.program, kAssertions, of.terms, of.budget, of.statistics).facts;
    with_locks += !facts.locks.empty();
    for (const flat::Template& one : of.program.templates) many += one.instances.any();
    flat::Company company(of.program);
    flat::ExploreOptions options;
    options.most_states = 1500;
    options.most_instances = 2;
    options.visit = [&](const std::vector<flat::Standing>& threads) {
      for (const flat::Standing& thread : threads) {
        const ThreadFacts::AtLocation& at = facts.at[flat::index(thread.of)][flat::index(thread.at)];
        if (has_ended(of, company, thread)) continue;
        ASSERT_TRUE(logic::evaluate(at.holds, thread.values) != 0)
            << "seed " << seed << ": at " << flat::index(thread.at) << " of " << of.program[thread.of].name << ": "
            << logic::to_string(at.holds) << "\n"
            << to_string(of.program);
        ASSERT_TRUE(logic::evaluate(facts.always, thread.values) != 0);
      }
      for (size_t lock = 0; lock < facts.locks.size(); ++lock) {
        size_t holders = 0;
        for (const flat::Standing& thread : threads)
          holders +=
              logic::evaluate(facts.at[flat::index(thread.of)][flat::index(thread.at)].held[lock], thread.values) != 0;
        ASSERT_LE(holders, 1u) << "seed " << seed << "\n" << to_string(of.program);
      }
    };
    explore(of.program, options);
    if (HasFatalFailure()) return;
    if (seed % 3 != 0) continue;
    EXPECT_EQ(of.problem(facts), "") << "seed " << seed << "\n" << to_string(of.program);
  }
  EXPECT_GT(told, 4000u);
  EXPECT_GT(with_locks, 100u);
  EXPECT_GT(many, 50u);
}

// Whatever the checker accepts holds: facts are made stronger at random.
TEST(ThreadFacts, NothingWrongIsAccepted) {
  std::mt19937 random(7);
  size_t rejected = 0, accepted = 0;
  for (uint32_t seed = 0; seed < 100; ++seed) {
    RandomProgram of(seed);
    ThreadFacts facts = of.facts();
    uint32_t thread = static_cast<uint32_t>(random() % facts.at.size());
    ThreadFacts::AtLocation& at = facts.at[thread][random() % facts.at[thread].size()];
    const flat::Variable& about = of.program.variables[random() % 3];
    at.holds = of.terms.and_(at.holds, of.terms.eq(about.term, of.num(random() % 3, 4)));
    if (of.problem(facts) != "") {
      ++rejected;
      continue;
    }
    ++accepted;
    flat::Company company(of.program);
    flat::ExploreOptions options;
    options.most_states = 1500;
    options.most_instances = 2;
    options.visit = [&](const std::vector<flat::Standing>& threads) {
      for (const flat::Standing& one : threads)
        ASSERT_TRUE(has_ended(of, company, one) ||
                    logic::evaluate(facts.at[flat::index(one.of)][flat::index(one.at)].holds, one.values) != 0)
            << "seed " << seed << "\n"
            << to_string(of.program);
    };
    explore(of.program, options);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(rejected, 20u);
  EXPECT_GT(accepted, 5u);
}

// lock; x = 5; x = 0; unlock, by two threads: who has the lock finds 0.
struct Locked : Program {
  TemplateId main = thread("main"), one = thread("one", 0);
  VarId x = shared("x"), lock = shared("lock"), found = own(one, "found"), seen = own(one, "seen");

  explicit Locked(Bits taken = 1) {
    edge(main, 0, 1, flat::Spawn{one, {}});
    edge(main, 1, 0, flat::Fence{});
    edge(one, 0, 1, flat::Rmw{found, {lock, {}}, terms.eq((*this)(found), num(0)), num(taken)});
    edge(one, 1, 2, flat::Assume{terms.eq((*this)(found), num(0))});
    edge(one, 2, 3, flat::Load{seen, {x, {}}});
    edge(one, 3, 4, flat::Check{core::Undef::assertion, terms.eq((*this)(seen), num(0)), ""});
    edge(one, 4, 5, flat::Store{{x, {}}, num(5)});
    edge(one, 5, 6, flat::Store{{x, {}}, num(0)});
    edge(one, 6, 0, flat::Store{{lock, {}}, num(0)});
    done();
  }
};

TEST(ThreadFacts, WhatALockGuardsIsWhatItsHoldersLeave) {
  Locked locked;
  ThreadFacts facts = locked.facts();
  ASSERT_EQ(facts.locks.size(), 2u);  // x is taken and given back as well, by who has the lock
  EXPECT_EQ(facts.locks[1].variable, "lock");
  EXPECT_EQ(locked.settled().settled, 1u);
  EXPECT_EQ(locked.problem(facts, true), "");
}

TEST(ThreadFacts, AnUpdateThatTakesNothingIsNoLock) {
  Locked locked(0);
  ThreadFacts facts = locked.facts();
  EXPECT_TRUE(facts.locks.empty());
  EXPECT_EQ(locked.settled().settled, 0u);
  EXPECT_EQ(locked.problem(facts), "");
  EXPECT_EQ(locked.problem(facts, true), "the check 3 -> 4 of one may fail (assertion)");
}

TEST(ThreadFacts, WhateverIsWrongIsTold) {
  Locked locked;
  const ThreadFacts good = locked.facts();
  auto broken = [&](const std::function<void(ThreadFacts&)>& change) {
    ThreadFacts facts = good;
    change(facts);
    return locked.problem(facts, true);
  };
  Term no = locked.terms.boolean(false), yes = locked.terms.boolean(true);
  EXPECT_EQ(broken([&](ThreadFacts& facts) { facts.at[0][0].holds = no; }),
            "the first values do not satisfy the facts at the start");
  EXPECT_EQ(broken([&](ThreadFacts& facts) { facts.at[1][0].holds = no; }),
            "0 -> 1 of main makes a thread with values that do not satisfy the facts at its start");
  EXPECT_EQ(broken([&](ThreadFacts& facts) { facts.at[1][5].holds = no; }),
            "4 -> 5 of one leads to values that do not satisfy the facts there");
  EXPECT_EQ(broken([&](ThreadFacts& facts) { facts.at[1][3].holds = yes; }),
            "3 -> 4 of one leads to values that do not satisfy the facts there");
  EXPECT_EQ(broken([&](ThreadFacts& facts) { facts.at[1][1].held[1] = yes; }),
            "0 -> 1 of one does not treat lock as a lock");
  EXPECT_EQ(broken([&](ThreadFacts& facts) { facts.at[1][6].held[1] = no; }),
            "4 -> 5 of one spoils a fact about one at 6");
  EXPECT_EQ(
      broken([&](ThreadFacts& facts) { facts.at[1][0].holds = locked.terms.eq(locked(locked.x), locked.num(0)); }),
      "0 -> 1 of main makes a thread with values that do not satisfy the facts at its start");
  EXPECT_EQ(broken([&](ThreadFacts& facts) { facts.at[1].pop_back(); }),
            "its facts are of other locations or locks than the program's");
  EXPECT_EQ(broken([&](ThreadFacts& facts) { facts.always = locked.terms.eq(locked(locked.found), locked.num(0)); }),
            "its facts name found, which the thread does not know");
}

TEST(ThreadFacts, ALoopEndsWhereItsConditionSaysAndWordsWrap) {
  Program of;
  TemplateId main = of.thread("main");
  VarId i = of.own(main, "i"), j = of.own(main, "j");
  of.edge(main, 0, 1, flat::Assume{of.below(of(i), 100)});
  of.edge(main, 1, 2, flat::Assign{j, of.plus(of(j), 1)});
  of.edge(main, 2, 0, flat::Assign{i, of.plus(of(i), 1)});
  of.edge(main, 0, 3, flat::Assume{of.terms.not_(of.below(of(i), 100))});
  of.edge(main, 3, 4, flat::Check{core::Undef::assertion, of.terms.eq(of(i), of.num(100)), ""});
  of.edge(main, 4, 5, flat::Check{core::Undef::assertion, of.terms.not_(of.below(of(j), 0)), ""});
  of.done();
  Settled settled = of.settled();
  EXPECT_EQ(settled.checks, 2u);
  EXPECT_EQ(settled.settled, 1u);  // j may be anything, for all that it tells
  EXPECT_EQ(of.problem(of.facts()), "");
}

}  // namespace
}  // namespace fencepost::engine::cegar

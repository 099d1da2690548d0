// What is left when the program ends.
#include "unroll/leaks.h"

#include "logic/substitute.h"
#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

using core::Undef;

class LeaksTest : public testing::PartsTest {
 protected:
  core::ExprPtr global = m.global("p", 8);
  static constexpr uint32_t kP = 3;

  LeaksTest() { options.wanted.checks.set(Undef::memory_leak); }

  // An allocation that happened on every run.
  Value allocate(State& state) {
    uint32_t object = std::max(parts().objects.first_made(), static_cast<uint32_t>(parts().objects.size()));
    ObjectInfo info;
    info.name = "malloc";
    info.storage = core::Storage::heap;
    info.fixed_size = info.most_size = 8;
    info.size = terms.bv(8, 64);
    info.born = terms.boolean(true);
    parts().objects.define(object, info);
    state.memory.set(object, parts().cells.untouched(info));
    return parts().pointers.make(object);
  }
  void point(State& state, const Value& from, const Value& to) {
    parts().access.store(state, from, to, core::testing::kPtr, {}, terms.boolean(true));
  }
  State sequential() {
    State made = state(0);
    made.concurrent = false;
    return made;
  }
  void end(const State& state) {
    parts().leaks.note({.path = state.path}, {.state = state});
    parts().leaks.check();
  }
  const std::vector<Obligation>& obligations() { return parts().result.obligations; }
  // May the obligation fail, if all those objects are taken to be lost that can be?
  bool is_lost(const Obligation& obligation) {
    logic::Substitution put(terms);
    std::vector<Term> open = {obligation.failure};
    while (!open.empty()) {
      Term next = open.back();
      open.pop_back();
      if (next.op() == logic::Op::variable) put.put(next, terms.boolean(true));
      for (Term arg : next.args()) open.push_back(arg);
    }
    return put(obligation.failure).is_true();
  }
};

TEST_F(LeaksTest, WhatNobodyPointsToIsLost) {
  State state = sequential();
  allocate(state);
  end(state);
  ASSERT_EQ(obligations().size(), 1u);
  EXPECT_TRUE(is_lost(obligations()[0]));
}

TEST_F(LeaksTest, WhatAGlobalPointsToIsNot) {
  State state = sequential();
  point(state, pointer(kP), allocate(state));
  end(state);
  for (const Obligation& obligation : obligations()) EXPECT_FALSE(is_lost(obligation));
}

TEST_F(LeaksTest, NorIsWhatItLeadsToInTurn) {
  State state = sequential();
  Value first = allocate(state), second = allocate(state);
  point(state, pointer(kP), first);
  point(state, first, second);
  end(state);
  for (const Obligation& obligation : obligations()) EXPECT_FALSE(is_lost(obligation));
}

TEST_F(LeaksTest, ARingThatNobodyPointsIntoIsLost) {
  State state = sequential();
  Value first = allocate(state), second = allocate(state);
  point(state, first, second);
  point(state, second, first);
  end(state);
  ASSERT_EQ(obligations().size(), 2u);
  EXPECT_TRUE(is_lost(obligations()[0]) && is_lost(obligations()[1]));
}

TEST_F(LeaksTest, WhatWasFreedIsNot) {
  State state = sequential();
  parts().access.kill(state, allocate(state));
  end(state);
  EXPECT_TRUE(obligations().empty());
}

TEST_F(LeaksTest, UnfreedIsAskedWhoeverPointsToIt) {
  options.wanted.checks.set(Undef::memory_leak, false);
  options.wanted.checks.set(Undef::unfreed);
  State state = sequential();
  point(state, pointer(kP), allocate(state));
  end(state);
  ASSERT_EQ(obligations().size(), 1u);
  EXPECT_TRUE(obligations()[0].failure.is_true());
}

TEST_F(LeaksTest, OfAThreadThatEndsTheProgramItIsNotKnown) {
  State state = this->state(2);
  allocate(state);
  end(state);
  ASSERT_EQ(obligations().size(), 1u);
  EXPECT_EQ(obligations()[0].kind, Obligation::Kind::unsupported);
}

TEST_F(LeaksTest, NothingUnlessItIsAskedFor) {
  options.wanted.checks.set(Undef::memory_leak, false);
  State state = sequential();
  allocate(state);
  end(state);
  EXPECT_TRUE(obligations().empty());
}

}  // namespace
}  // namespace fencepost::unroll

// Where threads can go, and what may fail there.
#include <gtest/gtest.h>

#include "../flat/builder.h"
#include "engine/cegar/interleaving.h"

namespace fencepost::engine::cegar {
namespace {

using Semantics = CegarOptions::Semantics;

// main starts a thread; both write x, each after a step of its own.
struct TwoWriters : flat::testing::Builder {
  flat::TemplateId main = thread("main"), other = thread("other");
  flat::VarId x = shared("x"), a = own(main, "a"), b = own(other, "b");
  TwoWriters() {
    edge(main, 0, 1, flat::Spawn{other, {}});
    edge(main, 1, 2, flat::Assign{a, num(1)});
    edge(main, 2, 3, flat::Store{flat::Access{x, {}}, (*this)(a)});
    edge(main, 3, 4, flat::Join{other});
    edge(main, 4, 5, flat::Check{core::Undef::assertion, terms.eq((*this)(a), num(1)), "one"});
    edge(other, 0, 1, flat::Assign{b, num(2)});
    edge(other, 1, 2, flat::Store{flat::Access{x, {}}, (*this)(b)});
    done();
  }
  uint32_t go(Interleaving& steps, uint32_t from, uint32_t thread) {
    for (const Move& move : steps.moves(from))
      if (move.thread == thread) return move.to;
    ADD_FAILURE() << "thread " << thread << " cannot go on";
    return from;
  }
};

TEST(Interleaving, AllMayGoOnOrOneThatNobodySees) {
  for (Semantics semantics : {Semantics::naive, Semantics::por}) {
    TwoWriters made;
    Interleaving steps(made.program, made.terms, semantics, false);
    uint32_t both = made.go(steps, steps.first(), 0);
    EXPECT_EQ(steps.moves(both).size(), semantics == Semantics::naive ? 2u : 1u);
    uint32_t writes = made.go(steps, made.go(steps, both, 0), 1);
    EXPECT_EQ(steps.moves(writes).size(), 2u);
  }
}

TEST(Interleaving, ConfigurationsAreNumberedOnce) {
  TwoWriters made;
  Interleaving steps(made.program, made.terms, Semantics::naive, false);
  uint32_t both = made.go(steps, steps.first(), 0);
  EXPECT_EQ(made.go(steps, made.go(steps, both, 0), 1), made.go(steps, made.go(steps, both, 1), 0));
}

TEST(Interleaving, WhoJoinsWaits) {
  TwoWriters made;
  Interleaving steps(made.program, made.terms, Semantics::naive, false);
  uint32_t waits = made.go(steps, made.go(steps, made.go(steps, steps.first(), 0), 0), 0);
  ASSERT_EQ(steps.moves(waits).size(), 1u);
  EXPECT_EQ(steps.moves(waits)[0].thread, 1u);
  uint32_t ended = made.go(steps, made.go(steps, waits, 1), 1);
  ASSERT_EQ(steps.moves(ended).size(), 1u);
  EXPECT_EQ(steps.moves(ended)[0].thread, 0u);
}

TEST(Interleaving, AFailingCheckAndARaceAreFailures) {
  TwoWriters made;
  Interleaving plain(made.program, made.terms, Semantics::por, false);
  Interleaving races(made.program, made.terms, Semantics::por, true);
  for (Interleaving* steps : {&plain, &races}) {
    uint32_t writes = made.go(*steps, made.go(*steps, made.go(*steps, steps->first(), 0), 0), 1);
    EXPECT_EQ(steps->failures(writes).size(), steps == &races ? 1u : 0u);
    uint32_t checks = made.go(*steps, made.go(*steps, made.go(*steps, writes, 0), 1), 0);
    ASSERT_EQ(steps->failures(checks).size(), 1u);
    EXPECT_EQ(steps->failures(checks)[0].races_with, nullptr);
  }
}

TEST(Interleaving, OthersWaitForAnAtomicSection) {
  flat::testing::Builder made;
  flat::TemplateId main = made.thread("main"), other = made.thread("other");
  flat::VarId x = made.shared("x");
  made.edge(main, 0, 1, flat::Spawn{other, {}});
  made.edge(main, 1, 2, flat::AtomicBegin{});
  made.edge(main, 2, 3, flat::Store{flat::Access{x, {}}, made.num(1)});
  made.edge(main, 3, 4, flat::AtomicEnd{});
  made.edge(other, 0, 1, flat::Store{flat::Access{x, {}}, made.num(2)});
  made.done();
  Interleaving steps(made.program, made.terms, Semantics::naive, true);
  uint32_t inside = steps.moves(steps.moves(steps.first())[0].to)[0].to;
  ASSERT_EQ(steps[inside].atomic, 0u);
  ASSERT_EQ(steps.moves(inside).size(), 1u);
  EXPECT_EQ(steps.moves(inside)[0].thread, 0u);
}

}  // namespace
}  // namespace fencepost::engine::cegar

#include "flat/liveness.h"

#include <gtest/gtest.h>

#include "builder.h"

namespace fencepost::flat {
namespace {

using testing::Builder;

TEST(Liveness, ALoopReadsWhatItWillReadAgain) {
  Builder made;
  TemplateId main = made.thread("main");
  VarId i = made.own(main, "i"), last = made.own(main, "last");
  made.edge(main, 0, 1, Assign{i, made.num(0)});
  made.edge(main, 1, 2, Assign{last, made(i)});
  made.edge(main, 2, 1, Assign{i, made.plus(made(i), 1)});
  made.edge(main, 2, 3, Assume{made.terms.eq(made(last), made.num(5))});
  Liveness liveness(made.done());
  EXPECT_TRUE(liveness.is_dead(made(i), 0, 0));
  EXPECT_FALSE(liveness.is_dead(made(i), 0, 1));
  EXPECT_TRUE(liveness.is_dead(made(last), 0, 1));
  EXPECT_FALSE(liveness.is_dead(made(last), 0, 2));
  EXPECT_TRUE(liveness.is_dead(made(last), 0, 3));
}

TEST(Liveness, SharedVariablesAndThoseOfOthersNeverAreDead) {
  Builder made;
  TemplateId main = made.thread("main"), other = made.thread("other");
  VarId shared = made.shared("shared"), own = made.own(other, "own");
  made.edge(main, 0, 1, Spawn{other, {}});
  made.edge(other, 0, 1, Assign{own, made.num(1)});
  Liveness liveness(made.done());
  EXPECT_FALSE(liveness.is_dead(made(shared), 0, 1));
  EXPECT_FALSE(liveness.is_dead(made(own), 0, 1));
  EXPECT_TRUE(liveness.is_dead(made(own), 1, 1));
}

// The condition of an update means its target as it was just read: that needs no value from before.
TEST(Liveness, AnUpdateDoesNotReadItsTarget) {
  Builder made;
  TemplateId main = made.thread("main");
  VarId shared = made.shared("shared"), old = made.own(main, "old"), next = made.own(main, "next");
  made.edge(main, 0, 1, Rmw{old, Access{shared, {}}, made.terms.eq(made(old), made.num(0)), made(next)});
  made.edge(main, 1, 2, Assume{made.terms.eq(made(old), made.num(0))});
  Liveness liveness(made.done());
  EXPECT_TRUE(liveness.is_dead(made(old), 0, 0));
  EXPECT_FALSE(liveness.is_dead(made(next), 0, 0));
  EXPECT_FALSE(liveness.is_dead(made(old), 0, 1));
}

}  // namespace
}  // namespace fencepost::flat

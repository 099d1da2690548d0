#include "program/post_dominators.h"

#include <gtest/gtest.h>

#include "../core/builder.h"
#include "program/lower.h"
#include "program/shape.h"

namespace fencepost::program {
namespace {

using namespace core;
using namespace core::testing;

bool branches(const Procedure& procedure, Loc loc) {
  return procedure.first_out[index(loc) + 1] - procedure.first_out[index(loc)] == 2;
}

TEST(PostDominators, BranchesOfAnIfMeetAtTheJoin) {
  Main m({kInt, kBool});
  m.body({if_(m.r(1), {let(Reg{0}, num(1))}, {let(Reg{0}, num(2))}), ret(m.r(0))});
  Cfa cfa = lower(m.program);
  const Procedure& main = cfa.procedure(m.main);
  Shape shape(main);
  PostDominators meet(main);
  ASSERT_TRUE(branches(main, main.entry));
  EXPECT_TRUE(shape.joins(meet.of(main.entry)));
  EXPECT_NE(meet.of(main.entry), main.exit);
}

// while (c) {}; what comes after the loop happens whatever c was.
TEST(PostDominators, ALoopIsLeftInAnyCase) {
  Main m({kInt, kBool});
  m.at(m.main).labels = 3;
  m.body({stmt(DefineLabel{Label{0}}), stmt(Branch{m.r(1), Label{1}, Label{2}}), stmt(DefineLabel{Label{1}}),
          let(Reg{0}, num(1)), stmt(Jump{Label{0}}), stmt(DefineLabel{Label{2}}), let(Reg{0}, num(2)), ret(m.r(0))});
  Cfa cfa = lower(m.program);
  const Procedure& main = cfa.procedure(m.main);
  PostDominators meet(main);
  uint32_t head = 0;
  while (!branches(main, Loc{head})) ++head;
  Loc after = main.edges[main.first_out[head] + 1].to;
  EXPECT_EQ(meet.of(Loc{head}), after);
}

// if (c) return 1; r = 2; return r; the two ways meet at the end of the function.
TEST(PostDominators, AnEarlyReturnMeetsTheRestAtTheExit) {
  Main m({kInt, kBool});
  m.body({if_(m.r(1), {ret(num(1))}), let(Reg{0}, num(2)), ret(m.r(0))});
  Cfa cfa = lower(m.program);
  const Procedure& main = cfa.procedure(m.main);
  EXPECT_EQ(PostDominators(main).of(main.entry), main.exit);
}

TEST(PostDominators, WhereNoWayLeadsToTheExitItIsTheExit) {
  Main m({kInt, kBool});
  m.at(m.main).labels = 2;
  m.body({stmt(DefineLabel{Label{0}}), stmt(Branch{m.r(1), Label{0}, Label{1}}), stmt(DefineLabel{Label{1}}),
          let(Reg{0}, num(2)), stmt(Jump{Label{0}})});
  Cfa cfa = lower(m.program);
  const Procedure& main = cfa.procedure(m.main);
  PostDominators meet(main);
  for (uint32_t loc = 0; loc < main.locations; ++loc) EXPECT_EQ(meet.of(Loc{loc}), main.exit);
}

}  // namespace
}  // namespace fencepost::program

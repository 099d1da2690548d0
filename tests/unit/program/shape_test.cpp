#include "program/shape.h"

#include <gtest/gtest.h>

#include "../core/builder.h"
#include "program/lower.h"

namespace fencepost::program {
namespace {

using namespace core;
using namespace core::testing;

TEST(Shape, LivenessAtAJoin) {
  Main m({kInt, kInt, kInt, kBool});
  m.body({let(Reg{0}, num(1)), let(Reg{1}, num(2)), if_(m.r(3), {let(Reg{2}, m.r(0))}, {let(Reg{2}, num(0))}),
          ret(op(ExprOp::add, m.r(1), m.r(2)))});
  Cfa cfa = lower(m.program);
  const Procedure& main = cfa.procedure(m.main);
  Shape shape(main);
  Loc join{0};
  for (uint32_t i = 1; i < main.locations; ++i)
    if (shape.joins(Loc{i})) join = Loc{i};
  ASSERT_NE(index(join), 0u);
  EXPECT_FALSE(shape.live(join, Reg{0})) << "read in one branch only";
  EXPECT_TRUE(shape.live(join, Reg{1}));
  EXPECT_TRUE(shape.live(join, Reg{2}));
  EXPECT_FALSE(shape.live(join, Reg{3}));
}

TEST(Shape, LoopsReachToTheirLastEdgeBack) {
  Main m({kInt, kBool});
  m.at(m.main).labels = 4;
  m.body({stmt(DefineLabel{Label{0}}), stmt(Branch{m.r(1), Label{1}, Label{3}}), stmt(DefineLabel{Label{1}}),
          stmt(Branch{m.r(1), Label{0}, Label{2}}), stmt(DefineLabel{Label{2}}), let(Reg{0}, num(1)),
          stmt(Jump{Label{0}}), stmt(DefineLabel{Label{3}}), ret(m.r(0))});
  Cfa cfa = lower(m.program);
  Shape shape(cfa.procedure(m.main));
  EXPECT_TRUE(shape.is_loop_head(Loc{0}));
  EXPECT_EQ(index(shape.loop_end(Loc{0})), 2u);
  EXPECT_FALSE(shape.is_loop_head(Loc{1}));
  EXPECT_TRUE(shape.live(Loc{0}, Reg{0})) << "around the loop and out";
}

TEST(Shape, AReadModifyWriteDoesNotNeedItsOldRegister) {
  Main m({kInt, kBool});
  ExprPtr x = m.global("x");
  m.body({if_(m.r(1), {let(Reg{0}, num(1))}), stmt(Rmw{Reg{0}, x, kInt, nullptr, m.r(0)}), ret(m.r(0))});
  Cfa cfa = lower(m.program);
  Shape shape(cfa.procedure(m.main));
  for (uint32_t i = 0; i < cfa.procedure(m.main).locations; ++i)
    EXPECT_FALSE(shape.joins(Loc{i}) && shape.live(Loc{i}, Reg{0})) << i;
}

}  // namespace
}  // namespace fencepost::program

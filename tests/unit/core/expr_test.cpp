#include "core/expr.h"

#include <gtest/gtest.h>

namespace fencepost::core {
namespace {

const Type kInt = int_type(32, true);
const Type kUnsigned = int_type(32, false);
const Type kChar = int_type(8, true);
const Type kPtr = pointer_type(8);

ExprPtr num(int64_t value, Type type = kInt) { return constant(static_cast<Bits>(SignedBits{value}), type); }
ExprPtr r(uint32_t n, Type type = kInt) { return reg_expr(Reg{n}, type); }
ExprPtr op(ExprOp o, ExprPtr a, ExprPtr b) { return make(o, a->type, {a, b}); }
ExprPtr pred(ExprOp o, ExprPtr a, ExprPtr b) { return make(o, boolean_type(), {a, b}); }

TEST(Expr, ConstantsAreCutToTheirType) {
  EXPECT_EQ(num(-1)->value, Bits{0xffffffff});
  EXPECT_EQ(to_string(*num(-1)), "-1");
  EXPECT_EQ(to_string(*num(-1, kUnsigned)), "4294967295");
  EXPECT_EQ(to_string(*num(300, kChar)), "44");
}

TEST(Expr, IntegerConstantsFold) {
  EXPECT_EQ(to_string(*op(ExprOp::add, num(2), num(3))), "5");
  EXPECT_EQ(to_string(*op(ExprOp::add, num(INT32_MAX), num(1))), "-2147483648");
  EXPECT_EQ(to_string(*op(ExprOp::div, num(7), num(0))), "0");
  EXPECT_EQ(to_string(*pred(ExprOp::add_fits, num(INT32_MAX), num(1))), "false");
  EXPECT_EQ(to_string(*make(ExprOp::int_cast, kChar, {num(200)})), "-56");
  EXPECT_EQ(to_string(*make(ExprOp::int_cast, int_type(64, false), {num(-1)})), "18446744073709551615");
}

TEST(Expr, OnlyIntegersFold) {
  ExprPtr one = constant(0x3f800000, float_type(32));
  EXPECT_EQ(to_string(*op(ExprOp::add, one, one)), "(1.0f +f 1.0f)");
  EXPECT_EQ(to_string(*op(ExprOp::add, r(1), num(0))), "(%1 + 0)");
}

TEST(Expr, TrivialBooleansFold) {
  ExprPtr b = pred(ExprOp::eq, r(1), r(2));
  EXPECT_EQ(log_and(truth(true), b), b);
  EXPECT_EQ(to_string(*log_and(b, truth(false))), "false");
  EXPECT_EQ(make(ExprOp::log_or, boolean_type(), {b, truth(false)}), b);
  EXPECT_EQ(log_not(log_not(b)), b);
  EXPECT_EQ(make(ExprOp::select, kInt, {truth(false), r(1), num(7)})->value, Bits{7});
}

TEST(Expr, CastToTheSameTypeVanishes) {
  ExprPtr x = r(4);
  EXPECT_EQ(make(ExprOp::int_cast, kInt, {x}), x);
  EXPECT_NE(make(ExprOp::int_cast, kUnsigned, {x}), x);
}

TEST(Expr, SpecifiedAsksOnlyRegisters) {
  EXPECT_EQ(to_string(*make(ExprOp::specified, boolean_type(), {num(1)})), "true");
  EXPECT_EQ(to_string(*make(ExprOp::specified, boolean_type(), {r(1)})), "specified(%1)");
}

TEST(Expr, PrintsSignednessWhereItMatters) {
  EXPECT_EQ(to_string(*op(ExprOp::div, r(0, kUnsigned), r(1, kUnsigned))), "(%0 /u %1)");
  EXPECT_EQ(to_string(*op(ExprOp::add, r(0, kUnsigned), r(1, kUnsigned))), "(%0 + %1)");
  EXPECT_EQ(to_string(*pred(ExprOp::lt, r(0), r(1))), "(%0 < %1)");
  EXPECT_EQ(to_string(*make(ExprOp::int_cast, int_type(64, true), {r(0)})), "int_cast.i64(%0)");
  EXPECT_EQ(to_string(*pred(ExprOp::ptr_in_bounds, r(0, kPtr), num(4, int_type(64, false)))), "ptr_in_bounds(%0, 4)");
  EXPECT_EQ(to_string(*constant(0, kPtr)), "null");
}

}  // namespace
}  // namespace fencepost::core

// Each rule by the structure it leaves.
#include <gtest/gtest.h>

#include <algorithm>

#include "print_terms.h"

namespace fencepost::logic {
namespace {

class SimplifyTest : public testing::Test {
 protected:
  Term boolean(const char* label) { return t.fresh(label, bool_sort()); }
  Term word(const char* label, unsigned width = 32) { return t.fresh(label, bv_sort(width)); }
  Term k(Bits value, unsigned width = 32) { return t.bv(value, width); }
  Term op(Op kind, Term left, Term right) { return t.binary(kind, left, right); }
  Term add(Term left, Term right) { return op(Op::bv_add, left, right); }
  Term sub(Term left, Term right) { return op(Op::bv_sub, left, right); }

  Terms t;
  Term yes = t.boolean(true), no = t.boolean(false);
  Term a = boolean("a"), b = boolean("b"), c = boolean("c"), d = boolean("d"), g = boolean("g");
  Term x = word("x"), y = word("y"), z = word("z");
  Term byte = word("byte", 8), other = word("other", 8);
};

TEST_F(SimplifyTest, StructurallyEqualTermsAreOneHandle) {
  EXPECT_EQ(add(x, y), add(y, x));
  EXPECT_EQ(t.and_(a, b), t.and_(b, a));
  EXPECT_NE(sub(x, y), sub(y, x));
  EXPECT_NE(t.fresh("x", bv_sort(32)), x) << "fresh makes a new variable each time";
  EXPECT_EQ(k(5, 8), k(0x105, 8));
  EXPECT_NE(k(5, 8), k(5, 16));
}

TEST_F(SimplifyTest, IdsAreDenseAndTopological) {
  Term sum = add(x, y);
  Term product = op(Op::bv_mul, sum, z);
  EXPECT_GT(product.id(), sum.id());
  EXPECT_EQ(product.id() + 1, t.size());
}

TEST_F(SimplifyTest, BooleanIdentities) {
  EXPECT_EQ(t.not_(t.not_(a)), a);
  EXPECT_EQ(t.and_(a, yes), a);
  EXPECT_EQ(t.and_(a, no), no);
  EXPECT_EQ(t.or_(a, yes), yes);
  EXPECT_EQ(t.or_(a, no), a);
  EXPECT_EQ(t.and_(a, a), a);
  EXPECT_EQ(t.and_(a, t.not_(a)), no);
  EXPECT_EQ(t.or_(a, t.not_(a)), yes);
  EXPECT_EQ(t.implies(a, a), yes);
  EXPECT_EQ(t.eq(a, yes), a);
  EXPECT_EQ(t.eq(a, no), t.not_(a));
  EXPECT_EQ(t.eq(t.not_(a), t.not_(b)), t.eq(a, b));
  EXPECT_EQ(t.eq(t.not_(a), b), t.not_(t.eq(a, b)));
}

TEST_F(SimplifyTest, AbsorptionAndComplementsInsideJunctions) {
  Term ab = t.and_(a, b);
  EXPECT_EQ(t.and_(ab, a), ab);
  EXPECT_EQ(t.and_(b, ab), ab);
  EXPECT_EQ(t.and_(ab, t.not_(b)), no);
  EXPECT_EQ(t.or_(ab, a), a);
  EXPECT_EQ(t.and_(t.or_(a, b), b), b);
  EXPECT_EQ(t.and_(t.and_(ab, c), t.not_(a)), no);
  EXPECT_EQ(t.and_(t.and_(ab, c), t.not_(ab)), no);
  EXPECT_EQ(t.or_(t.not_(ab), a), yes);
  EXPECT_EQ(t.and_(t.and_(g, c), t.and_(g, d)), t.and_(t.and_(g, c), d));
}

TEST_F(SimplifyTest, UnitResolution) {
  EXPECT_EQ(t.and_(a, t.or_(t.not_(a), b)), t.and_(a, b));
  EXPECT_EQ(t.and_(t.or_(b, t.not_(a)), a), t.and_(a, b));
  EXPECT_EQ(t.or_(t.and_(g, c), t.not_(c)), t.or_(g, t.not_(c)));
  EXPECT_EQ(t.or_(c, t.and_(t.not_(c), g)), t.or_(g, c));
  EXPECT_EQ(t.and_(t.and_(a, b), t.or_(t.not_(a), d)), t.and_(t.and_(a, b), d));
  EXPECT_EQ(t.and_(t.and_(a, b), t.or_(a, d)), t.and_(a, b));
}

// A branch and its join, in every order of arguments.
TEST_F(SimplifyTest, JoinOfBothBranchesIsTheGuard) {
  Term n = t.not_(c);
  for (Term taken : {t.and_(g, c), t.and_(c, g)})
    for (Term skipped : {t.and_(g, n), t.and_(n, g)}) {
      EXPECT_EQ(t.or_(taken, skipped), g);
      EXPECT_EQ(t.or_(skipped, taken), g);
    }
  Term left = t.or_(g, c), right = t.or_(g, n);
  EXPECT_EQ(t.and_(left, right), g);
}

// The guard after "if (c) { if (d) return; }", and the join with the return.
TEST_F(SimplifyTest, JoinAfterEarlyReturn) {
  Term taken = t.and_(g, c), skipped = t.and_(g, t.not_(c));
  Term returned = t.and_(taken, d), went_on = t.and_(taken, t.not_(d));
  Term after = t.or_(skipped, went_on);
  EXPECT_EQ(t.and_(after, t.not_(g)), no) << to_string(after);
  EXPECT_EQ(t.or_(after, returned), g) << to_string(t.or_(after, returned));
}

TEST_F(SimplifyTest, JoinOfSwitchCasesIsTheGuard) {
  std::vector<Term> arms;
  Term rest = g;
  for (int i = 0; i < 40; ++i) {
    Term chosen = t.eq(x, k(static_cast<Bits>(i)));
    arms.push_back(t.and_(rest, chosen));
    rest = t.and_(rest, t.not_(chosen));
  }
  arms.push_back(rest);
  EXPECT_EQ(t.or_(arms), g);
  std::rotate(arms.begin(), arms.begin() + 13, arms.end());
  EXPECT_EQ(t.or_(arms), g);
}

TEST_F(SimplifyTest, NaryJunctions) {
  Term none[] = {yes};
  EXPECT_EQ(t.and_(std::span<const Term>(none, 0)), yes);
  EXPECT_EQ(t.or_(std::span<const Term>(none, 0)), no);
  Term three[] = {a, b, t.not_(a)};
  EXPECT_EQ(t.and_(three), no);
  EXPECT_EQ(t.or_(three), yes);
}

TEST_F(SimplifyTest, PathConditionsStayLinear) {
  size_t before = t.size();
  Term path = yes;
  for (int i = 0; i < 10000; ++i) path = t.and_(path, t.fresh("branch", bool_sort()));
  EXPECT_EQ(t.size() - before, 19999u) << "one node for each variable, one for each conjunction but the first";
}

TEST_F(SimplifyTest, IteIdentities) {
  EXPECT_EQ(t.ite(yes, x, y), x);
  EXPECT_EQ(t.ite(c, x, x), x);
  EXPECT_EQ(t.ite(c, yes, no), c);
  EXPECT_EQ(t.ite(c, no, yes), t.not_(c));
  EXPECT_EQ(t.ite(t.not_(c), x, y), t.ite(c, y, x));
  EXPECT_EQ(t.ite(c, t.ite(c, x, y), z), t.ite(c, x, z));
  EXPECT_EQ(t.ite(c, x, t.ite(c, y, z)), t.ite(c, x, z));
  EXPECT_EQ(t.ite(c, a, no), t.and_(c, a));
  EXPECT_EQ(t.ite(c, yes, a), t.or_(c, a));
  EXPECT_EQ(t.ite(c, a, t.not_(a)), t.eq(c, a));
}

TEST_F(SimplifyTest, NestedIteMerges) {
  EXPECT_EQ(t.ite(c, x, t.ite(d, x, y)), t.ite(t.or_(c, d), x, y));
  EXPECT_EQ(t.ite(c, t.ite(d, x, y), y), t.ite(t.and_(c, d), x, y));
  EXPECT_EQ(t.ite(c, t.ite(t.and_(c, d), x, y), z), t.ite(c, t.ite(d, x, y), z));
  EXPECT_EQ(t.ite(t.and_(g, c), t.ite(g, x, y), z), t.ite(t.and_(g, c), x, z));
  EXPECT_EQ(t.ite(c, x, t.ite(t.or_(c, d), y, z)), t.ite(c, x, t.ite(d, y, z)));
}

TEST_F(SimplifyTest, KnownConditionsDecideChoices) {
  Term choice = t.ite(c, a, b);
  EXPECT_EQ(t.and_(c, choice), t.and_(c, a));
  EXPECT_EQ(t.and_(choice, t.not_(c)), t.and_(b, t.not_(c)));
  EXPECT_EQ(t.or_(c, choice), t.or_(c, b));
  EXPECT_EQ(t.or_(t.not_(c), t.not_(choice)), t.or_(t.not_(c), t.not_(a)));
  EXPECT_EQ(t.ite(c, t.and_(c, a), b), choice);
  EXPECT_EQ(t.ite(c, a, t.or_(c, b)), choice);
}

TEST_F(SimplifyTest, EqualityWithChoices) {
  EXPECT_EQ(t.eq(t.ite(c, k(1), k(2)), k(1)), c);
  EXPECT_EQ(t.eq(t.ite(c, k(1), k(2)), k(2)), t.not_(c));
  EXPECT_EQ(t.eq(t.ite(c, k(1), k(2)), k(3)), no);
  EXPECT_EQ(t.eq(t.ite(c, k(1), x), k(2)), t.and_(t.not_(c), t.eq(x, k(2))));
  EXPECT_EQ(t.eq(t.ite(c, k(1), x), k(1)), t.or_(c, t.eq(x, k(1))));
  EXPECT_EQ(t.eq(t.ite(c, x, y), x), t.or_(c, t.eq(x, y)));
}

TEST_F(SimplifyTest, OperatorsMoveIntoConstantChoices) {
  Term flag = t.ite(c, k(1), k(0));
  EXPECT_EQ(t.ne(flag, k(0)), c);
  EXPECT_EQ(add(flag, k(41)), t.ite(c, k(42), k(41)));
  EXPECT_EQ(op(Op::bv_slt, flag, k(1)), t.not_(c));
  EXPECT_EQ(add(flag, t.ite(c, k(10), k(20))), t.ite(c, k(11), k(20)));
  EXPECT_EQ(t.zext(t.ite(c, k(1, 1), k(0, 1)), 32), flag);
  EXPECT_EQ(t.extract(t.ite(c, k(0x1234), k(0x5678)), 7, 0), t.ite(c, k(0x34, 8), k(0x78, 8)));
  EXPECT_EQ(t.unary(Op::bv_not, flag), t.ite(c, k(~Bits(1)), k(~Bits(0))));
}

TEST_F(SimplifyTest, Sums) {
  EXPECT_EQ(add(add(x, k(3)), k(4)), add(x, k(7)));
  EXPECT_EQ(add(add(x, k(3)), k(-Bits(3))), x);
  EXPECT_EQ(sub(x, k(1)), add(x, k(0xffffffff)));
  EXPECT_EQ(sub(x, x), k(0));
  EXPECT_EQ(sub(add(x, y), y), x);
  EXPECT_EQ(add(sub(x, y), y), x);
  EXPECT_EQ(sub(add(x, k(12)), add(x, k(4))), k(8));
  EXPECT_EQ(add(add(x, k(1)), add(y, k(2))), add(add(x, y), k(3)));
  EXPECT_EQ(sub(k(0), x), t.unary(Op::bv_neg, x));
  EXPECT_EQ(t.unary(Op::bv_neg, t.unary(Op::bv_neg, x)), x);
  Term counter = x;
  for (int i = 0; i < 1000; ++i) counter = add(counter, k(1));
  EXPECT_EQ(counter, add(x, k(1000)));
}

TEST_F(SimplifyTest, Products) {
  EXPECT_EQ(op(Op::bv_mul, x, k(0)), k(0));
  EXPECT_EQ(op(Op::bv_mul, x, k(1)), x);
  EXPECT_EQ(op(Op::bv_mul, k(8), x).op(), Op::bv_mul);
  EXPECT_EQ(op(Op::bv_mul, op(Op::bv_mul, x, k(3)), k(5)), op(Op::bv_mul, x, k(15)));
  EXPECT_EQ(t.eq(op(Op::bv_mul, x, k(3)), k(21)), t.eq(x, k(7)));
}

TEST_F(SimplifyTest, Division) {
  EXPECT_EQ(op(Op::bv_udiv, x, k(1)), x);
  EXPECT_EQ(op(Op::bv_udiv, x, k(16)), t.zext(t.extract(x, 31, 4), 32));
  EXPECT_EQ(op(Op::bv_urem, x, k(16)), t.zext(t.extract(x, 3, 0), 32));
  EXPECT_EQ(op(Op::bv_sdiv, x, k(~Bits(0))), t.unary(Op::bv_neg, x));
  EXPECT_EQ(op(Op::bv_srem, x, k(1)), k(0));
  EXPECT_EQ(op(Op::bv_udiv, t.zext(byte, 32), k(10)), t.zext(op(Op::bv_udiv, byte, k(10, 8)), 32));
  EXPECT_EQ(op(Op::bv_udiv, t.zext(byte, 32), k(1000)), k(0));
  EXPECT_EQ(op(Op::bv_sdiv, t.zext(byte, 32), k(10)), t.zext(op(Op::bv_udiv, byte, k(10, 8)), 32));
}

TEST_F(SimplifyTest, BitwiseIdentities) {
  EXPECT_EQ(op(Op::bv_xor, x, x), k(0));
  EXPECT_EQ(op(Op::bv_and, x, x), x);
  EXPECT_EQ(op(Op::bv_and, x, k(0)), k(0));
  EXPECT_EQ(op(Op::bv_or, x, k(~Bits(0))), k(~Bits(0)));
  EXPECT_EQ(op(Op::bv_xor, op(Op::bv_xor, x, y), x), y);
  EXPECT_EQ(op(Op::bv_and, x, t.unary(Op::bv_not, x)), k(0));
  EXPECT_EQ(op(Op::bv_and, x, k(0xff)), t.zext(t.extract(x, 7, 0), 32));
}

TEST_F(SimplifyTest, ShiftsByConstantsAreSlices) {
  EXPECT_EQ(op(Op::bv_shl, x, k(8)), t.concat(t.extract(x, 23, 0), k(0, 8)));
  EXPECT_EQ(op(Op::bv_lshr, x, k(24)), t.zext(t.extract(x, 31, 24), 32));
  EXPECT_EQ(op(Op::bv_ashr, x, k(24)), t.sext(t.extract(x, 31, 24), 32));
  EXPECT_EQ(op(Op::bv_shl, x, k(32)), k(0));
  EXPECT_EQ(op(Op::bv_ashr, x, k(99)), t.sext(t.extract(x, 31, 31), 32));
  EXPECT_EQ(op(Op::bv_lshr, op(Op::bv_shl, t.zext(byte, 32), k(8)), k(8)), t.zext(byte, 32));
}

// memcpy by bytes, and the usual way to assemble a word from them.
TEST_F(SimplifyTest, BytesOfAWordAreTheWord) {
  auto slice = [&](Term word, unsigned i) { return t.extract(word, 8 * i + 7, 8 * i); };
  Term forward = t.concat(t.concat(t.concat(slice(x, 3), slice(x, 2)), slice(x, 1)), slice(x, 0));
  EXPECT_EQ(forward, x);
  Term backward = t.concat(slice(x, 3), t.concat(slice(x, 2), t.concat(slice(x, 1), slice(x, 0))));
  EXPECT_EQ(backward, x);
  Term chosen = t.ite(c, slice(x, 0), slice(y, 0));
  for (unsigned i = 1; i < 4; ++i) chosen = t.concat(t.ite(c, slice(x, i), slice(y, i)), chosen);
  EXPECT_EQ(chosen, t.ite(c, x, y));
  Term assembled = t.zext(slice(x, 0), 32);
  for (unsigned i = 1; i < 4; ++i)
    assembled = op(Op::bv_or, assembled, op(Op::bv_shl, t.zext(slice(x, i), 32), k(8 * i)));
  EXPECT_EQ(assembled, x) << to_string(assembled);
}

TEST_F(SimplifyTest, SliceCascades) {
  EXPECT_EQ(t.extract(t.extract(x, 23, 8), 7, 4), t.extract(x, 15, 12));
  Term both = t.concat(byte, other);
  EXPECT_EQ(t.extract(both, 7, 0), other);
  EXPECT_EQ(t.extract(both, 15, 8), byte);
  EXPECT_EQ(t.extract(both, 11, 4), t.concat(t.extract(byte, 3, 0), t.extract(other, 7, 4)));
  EXPECT_EQ(t.zext(t.zext(byte, 16), 32), t.zext(byte, 32));
  EXPECT_EQ(t.sext(t.zext(byte, 16), 32), t.zext(byte, 32));
  EXPECT_EQ(t.sext(t.sext(byte, 16), 32), t.sext(byte, 32));
  EXPECT_EQ(t.extract(t.zext(byte, 32), 7, 0), byte);
  EXPECT_EQ(t.extract(t.zext(byte, 32), 31, 8), k(0, 24));
  EXPECT_EQ(t.extract(t.sext(byte, 32), 15, 0), t.sext(byte, 16));
  EXPECT_EQ(t.concat(k(0, 24), byte), t.zext(byte, 32));
  EXPECT_EQ(t.extract(add(t.zext(byte, 32), k(1)), 7, 0), add(byte, k(1, 8)));
}

TEST_F(SimplifyTest, EqualityWithConstants) {
  EXPECT_EQ(t.eq(t.zext(byte, 32), k(200)), t.eq(byte, k(200, 8)));
  EXPECT_EQ(t.eq(t.zext(byte, 32), k(256)), no);
  EXPECT_EQ(t.eq(t.sext(byte, 32), k(200)), no);
  EXPECT_EQ(t.eq(t.sext(byte, 32), k(~Bits(0))), t.eq(byte, k(255, 8)));
  EXPECT_EQ(t.eq(add(x, k(5)), k(7)), t.eq(x, k(2)));
  EXPECT_EQ(t.eq(sub(x, y), k(0)), t.eq(x, y));
  EXPECT_EQ(t.eq(t.zext(byte, 32), t.zext(other, 32)), t.eq(byte, other));
  EXPECT_EQ(t.eq(add(x, k(4)), x), no);
  EXPECT_EQ(t.eq(add(x, y), add(x, z)), t.eq(y, z));
  EXPECT_EQ(t.eq(t.unary(Op::bv_not, x), k(0)), t.eq(x, k(~Bits(0))));
  EXPECT_EQ(t.eq(op(Op::bv_shl, x, k(8)), k(1)), no);
}

TEST_F(SimplifyTest, Comparisons) {
  EXPECT_EQ(op(Op::bv_ult, x, k(0)), no);
  EXPECT_EQ(op(Op::bv_ult, x, k(1)), t.eq(x, k(0)));
  EXPECT_EQ(op(Op::bv_ult, k(0), x), t.ne(x, k(0)));
  EXPECT_EQ(op(Op::bv_ult, x, x), no);
  EXPECT_EQ(op(Op::bv_ule, x, x), yes);
  EXPECT_EQ(op(Op::bv_ule, x, y), t.not_(op(Op::bv_ult, y, x)));
  EXPECT_EQ(op(Op::bv_ule, x, k(9)), op(Op::bv_ult, x, k(10)));
  EXPECT_EQ(op(Op::bv_slt, k(9), x), t.not_(op(Op::bv_slt, x, k(10))));
  EXPECT_EQ(op(Op::bv_slt, x, k(Bits(1) << 31)), no);
  EXPECT_EQ(t.and_(op(Op::bv_slt, x, y), op(Op::bv_sle, y, x)), no);
}

TEST_F(SimplifyTest, ComparisonsOfExtendedValues) {
  Term p = t.zext(byte, 32), q = t.zext(other, 32);
  EXPECT_EQ(op(Op::bv_ult, p, q), op(Op::bv_ult, byte, other));
  EXPECT_EQ(op(Op::bv_slt, p, q), op(Op::bv_ult, byte, other));
  EXPECT_EQ(op(Op::bv_slt, p, k(0)), no);
  EXPECT_EQ(op(Op::bv_slt, p, k(256)), yes);
  EXPECT_EQ(op(Op::bv_slt, p, k(100)), op(Op::bv_ult, byte, k(100, 8)));
  EXPECT_EQ(op(Op::bv_ult, p, k(300)), yes);
  EXPECT_EQ(op(Op::bv_slt, t.sext(byte, 32), t.sext(other, 32)), op(Op::bv_slt, byte, other));
  EXPECT_EQ(op(Op::bv_slt, t.sext(byte, 32), k(128)), yes);
  EXPECT_EQ(op(Op::bv_slt, t.sext(byte, 32), k(0)), op(Op::bv_slt, byte, k(0, 8)));
  EXPECT_EQ(op(Op::bv_ult, op(Op::bv_urem, x, k(10)), k(10)), yes);
}

TEST_F(SimplifyTest, Integers) {
  Term i = t.fresh("i", int_sort()), one = t.integer(1);
  EXPECT_EQ(op(Op::int_add, op(Op::int_add, i, one), t.integer(-1)), i);
  EXPECT_EQ(op(Op::int_sub, i, i), t.integer(0));
  EXPECT_EQ(op(Op::int_mul, i, t.integer(0)), t.integer(0));
  EXPECT_EQ(op(Op::int_le, i, one), t.not_(op(Op::int_lt, one, i)));
  EXPECT_EQ(op(Op::int_div, t.integer(-7), t.integer(2)), t.integer(-4));
  EXPECT_EQ(op(Op::int_mod, t.integer(-7), t.integer(2)), t.integer(1));
  EXPECT_EQ(op(Op::int_div, t.integer(-7), t.integer(-2)), t.integer(4));
  EXPECT_EQ(t.convert(Op::int_to_bv, t.unary(Op::bv_to_int_signed, x), bv_sort(32)), x);
  EXPECT_EQ(t.convert(Op::int_to_bv, t.unary(Op::bv_to_int_unsigned, byte), bv_sort(32)), t.zext(byte, 32));
}

TEST_F(SimplifyTest, FloatsKeepTheirBits) {
  Term f = t.fresh("f", float_sort(32));
  EXPECT_EQ(t.convert(Op::fp_from_bits, t.unary(Op::fp_to_bits, f), float_sort(32)), f);
  EXPECT_EQ(t.unary(Op::fp_to_bits, t.convert(Op::fp_from_bits, x, float_sort(32))), x);
  EXPECT_EQ(t.unary(Op::fp_to_bits, t.fp(1.0, 32)), k(0x3f800000));
  EXPECT_EQ(op(Op::fp_eq, f, f), t.not_(t.unary(Op::fp_is_nan, f)));
  EXPECT_EQ(op(Op::fp_add, t.fp(0.1, 32), t.fp(0.2, 32)), t.fp(0.1f + 0.2f, 32));
  EXPECT_NE(op(Op::fp_add, t.fp(0.1, 64), t.fp(0.2, 64)), t.fp(0.3, 64));
  EXPECT_EQ(t.unary(Op::fp_is_nan, op(Op::fp_div, t.fp(0, 64), t.fp(0, 64))), yes);
  Term wide = t.fp_bits(0x3c00, 16);
  EXPECT_EQ(op(Op::fp_add, wide, wide).op(), Op::fp_add) << "16-bit floats are left to the solver";
}

TEST_F(SimplifyTest, Printing) {
  EXPECT_EQ(to_string(t.ite(c, add(x, k(1)), y)), "(ite c (bvadd x #x00000001) y)");
  EXPECT_EQ(to_string(t.extract(x, 7, 1)), "((_ extract 7 1) x)");
  EXPECT_EQ(to_string(t.zext(byte, 32)), "((_ zero_extend 24) byte)");
  EXPECT_EQ(to_string(k(5, 3)), "#b101");
  EXPECT_EQ(to_string(t.integer(-3)), "(- 3)");
  EXPECT_EQ(to_string(t.not_(op(Op::bv_slt, x, y))), "(not (bvslt x y))");
  EXPECT_EQ(to_string(t.fp(1.0, 32)), "(fp32 #x3f800000)");
}

TEST_F(SimplifyTest, PrintingNamesWhatIsShared) {
  Term power = x;
  for (int i = 0; i < 60; ++i) power = op(Op::bv_mul, power, power);
  std::string text = to_string(power);
  EXPECT_LT(text.size(), 5000u);
  EXPECT_TRUE(text.starts_with("(let* (($")) << text;
}

}  // namespace
}  // namespace fencepost::logic

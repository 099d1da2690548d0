// The evaluator against known values, against host arithmetic, and against folding, which is another implementation.
#include "logic/evaluate.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "logic/fold.h"
#include "logic/term_store.h"
#include "print_terms.h"

namespace fencepost::logic {
namespace {

class EvaluateTest : public testing::Test {
 protected:
  Term constant(Sort sort, Bits value) {
    Node key;
    key.sort = sort;
    key.value = value;
    return raw_.intern(key);
  }
  Term apply(Op op, Sort sort, std::vector<Term> args) {
    Node key;
    key.op = op;
    key.sort = sort;
    key.args = Operands(args);
    return raw_.intern(key);
  }
  Bits value(Term term) { return evaluate(term, {}); }

  TermStore raw_;
};

TEST_F(EvaluateTest, VariablesAndDefaults) {
  Terms t;
  Term x = t.fresh("x", bv_sort(8)), b = t.fresh("b", bool_sort());
  Term chosen = t.ite(b, x, t.bv(9, 8));
  EXPECT_TRUE(evaluate(chosen, {}) == 9);
  EXPECT_TRUE(evaluate(chosen, {{b, 1}, {x, 200}}) == 200);
  EXPECT_TRUE(evaluate(x, {{x, 0x1ff}}) == 0xff) << "values are cut to the width";
}

TEST_F(EvaluateTest, DivisionByZeroAsInSmtLib) {
  Sort byte = bv_sort(8);
  Term zero = constant(byte, 0), five = constant(byte, 5), minus = constant(byte, 0xfb);
  EXPECT_TRUE(value(apply(Op::bv_udiv, byte, {five, zero})) == 0xff);
  EXPECT_TRUE(value(apply(Op::bv_urem, byte, {five, zero})) == 5);
  EXPECT_TRUE(value(apply(Op::bv_sdiv, byte, {five, zero})) == 0xff);
  EXPECT_TRUE(value(apply(Op::bv_sdiv, byte, {minus, zero})) == 1);
  EXPECT_TRUE(value(apply(Op::bv_srem, byte, {minus, zero})) == 0xfb);
  EXPECT_TRUE(value(apply(Op::bv_sdiv, byte, {constant(byte, 0x80), constant(byte, 0xff)})) == 0x80);
}

TEST_F(EvaluateTest, EuclideanIntegers) {
  for (SignedBits a : {-7, 7, 0, 6, -6})
    for (SignedBits b : {-3, 3, 2, -2}) {
      Term left = constant(int_sort(), static_cast<Bits>(a)), right = constant(int_sort(), static_cast<Bits>(b));
      auto q = static_cast<SignedBits>(value(apply(Op::int_div, int_sort(), {left, right})));
      auto m = static_cast<SignedBits>(value(apply(Op::int_mod, int_sort(), {left, right})));
      EXPECT_TRUE(a == b * q + m);
      EXPECT_TRUE(m >= 0 && m < (b < 0 ? -b : b));
    }
}

TEST_F(EvaluateTest, FoldingAgreesOnBitVectors) {
  std::mt19937_64 random(7);
  constexpr Op kOps[] = {Op::bv_add,  Op::bv_sub, Op::bv_mul, Op::bv_udiv, Op::bv_urem, Op::bv_sdiv,
                         Op::bv_srem, Op::bv_and, Op::bv_or,  Op::bv_xor,  Op::bv_shl,  Op::bv_lshr,
                         Op::bv_ashr, Op::bv_ult, Op::bv_ule, Op::bv_slt,  Op::bv_sle};
  for (unsigned width = 1; width <= 128; ++width)
    for (Op op : kOps)
      for (int i = 0; i < 20; ++i) {
        auto some = [&] {
          Bits bits = static_cast<Bits>(random()) << 64 | random();
          if (random() % 3 == 0) bits = random() % (width + 2);
          if (random() % 8 == 0) bits = Bits(1) << (width - 1);
          if (random() % 8 == 0) bits = ~Bits(0);
          return constant(bv_sort(width), low_bits(bits, width));
        };
        Sort result = op >= Op::bv_ult ? bool_sort() : bv_sort(width);
        Term made = apply(op, result, {some(), some()});
        ASSERT_TRUE(fold(op, result, made.args()) == value(made)) << to_string(made);
      }
}

// Patterns that hit zeros, subnormals, the largest finite values, infinities, NaNs and ties.
Bits interesting_float(std::mt19937_64& random, unsigned width) {
  unsigned field = width == 32 ? 23 : 52, exponent = width == 32 ? 8 : 11;
  Bits fraction = random() % 4 == 0   ? 0
                  : random() % 4 == 0 ? ~Bits(0)
                  : random() % 3 == 0 ? Bits(random() % 8)
                                      : random();
  Bits special = (Bits(1) << exponent) - 1, bias = special / 2;
  Bits power = 0;
  switch (random() % 6) {
    case 0:
      power = random() % 3;
      break;
    case 1:
      power = special - random() % 3;
      break;
    case 2:
      power = random() % special;
      break;
    default:
      power = bias - 40 + random() % 80;
  }
  return low_bits(Bits(random() % 2) << (width - 1) | power << field | low_bits(fraction, field), width);
}

TEST_F(EvaluateTest, FoldingAgreesOnFloats) {
  std::mt19937_64 random(11);
  constexpr Op kBinary[] = {Op::fp_add, Op::fp_sub, Op::fp_mul, Op::fp_div, Op::fp_lt, Op::fp_le, Op::fp_eq};
  for (unsigned width : {32u, 64u})
    for (Op op : kBinary)
      for (int i = 0; i < 20000; ++i) {
        Sort sort = float_sort(width);
        Term a = constant(sort, interesting_float(random, width)), b = constant(sort, interesting_float(random, width));
        Sort result = op >= Op::fp_lt ? bool_sort() : sort;
        Term made = apply(op, result, {a, b});
        ASSERT_TRUE(fold(op, result, made.args()) == value(made)) << to_string(made);
      }
}

TEST_F(EvaluateTest, FoldingAgreesOnFloatConversions) {
  std::mt19937_64 random(13);
  for (unsigned width : {32u, 64u})
    for (int i = 0; i < 20000; ++i) {
      Term a = constant(float_sort(width), interesting_float(random, width));
      unsigned bits = 1 + random() % 128;
      for (Op op : {Op::fp_to_sbv, Op::fp_to_ubv}) {
        Term made = apply(op, bv_sort(bits), {a});
        ASSERT_TRUE(fold(op, bv_sort(bits), made.args()) == value(made)) << to_string(made);
      }
      Sort other = float_sort(96 - width);
      Term moved = apply(Op::fp_to_fp, other, {a});
      ASSERT_TRUE(fold(Op::fp_to_fp, other, moved.args()) == value(moved)) << to_string(moved);
      Bits integer = static_cast<Bits>(random()) << 64 | random();
      Term from = constant(bv_sort(bits), low_bits(integer >> random() % 100, bits));
      for (Op op : {Op::fp_from_sbv, Op::fp_from_ubv}) {
        Term made = apply(op, float_sort(width), {from});
        ASSERT_TRUE(fold(op, float_sort(width), made.args()) == value(made)) << to_string(made);
      }
    }
}

TEST_F(EvaluateTest, HalfExtendedAndQuadFormats) {
  auto number = [&](double d, unsigned width) {
    Term wide = constant(float_sort(64), std::bit_cast<uint64_t>(d));
    return constant(float_sort(width), value(apply(Op::fp_to_fp, float_sort(width), {wide})));
  };
  EXPECT_TRUE(number(1.0, 16).value() == 0x3c00);
  EXPECT_TRUE(number(65504.0, 16).value() == 0x7bff);
  EXPECT_TRUE(number(65520.0, 16).value() == 0x7c00) << "ties to even overflows to infinity";
  EXPECT_TRUE(number(1.0, 80).value() == Bits(0x3fff8) << 60) << "x87 stores the leading one";
  EXPECT_TRUE(number(1.0, 128).value() == Bits(0x3fff) << 112);
  for (unsigned width : {16u, 80u, 128u}) {
    Sort sort = float_sort(width);
    Term three = number(3, width), two = number(2, width);
    Term back = apply(Op::fp_to_fp, float_sort(64),
                      {constant(sort, value(apply(Op::fp_mul, sort, {three, apply(Op::fp_add, sort, {two, three})})))});
    EXPECT_EQ(std::bit_cast<double>(static_cast<uint64_t>(value(back))), 15.0);
    Term third = apply(Op::fp_div, sort, {number(1, width), three});
    EXPECT_TRUE(value(apply(Op::fp_mul, sort, {third, three})) == number(1, width).value());
    EXPECT_TRUE(value(apply(Op::fp_lt, bool_sort(), {third, two})) == 1);
  }
}

TEST_F(EvaluateTest, BitsSurviveWhatArithmeticDoesNot) {
  Sort sort = float_sort(32);
  Term signalling = constant(sort, 0xffa00001), one = constant(sort, 0x3f800000);
  EXPECT_TRUE(value(apply(Op::fp_to_bits, bv_sort(32), {signalling})) == 0xffa00001);
  EXPECT_TRUE(value(apply(Op::fp_neg, sort, {signalling})) == 0x7fa00001);
  EXPECT_TRUE(value(apply(Op::fp_add, sort, {signalling, one})) == 0x7fc00000);
}

}  // namespace
}  // namespace fencepost::logic

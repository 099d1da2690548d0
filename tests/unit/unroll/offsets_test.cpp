#include "unroll/offsets.h"

#include <gtest/gtest.h>

#include <random>

#include "logic/evaluate.h"

namespace fencepost::unroll {
namespace {

using logic::Op;

class OffsetsTest : public ::testing::Test {
 protected:
  Terms terms;
  Offsets offsets;
  Term i = terms.fresh("i", logic::bv_sort(32));
  Term number(Bits value) { return terms.bv(value, 64); }
  Term wide(Term t) { return terms.sext(t, 64); }
};

using Members = std::vector<SignedBits>;

TEST_F(OffsetsTest, AnIndexScaledByAnElement) {
  Term at = terms.binary(Op::bv_add, terms.binary(Op::bv_mul, wide(i), number(12)), number(4));
  EXPECT_EQ(offsets.members(at, 0, 44, 100), (Members{4, 16, 28, 40}));
}

TEST_F(OffsetsTest, TooManyAreNotListed) {
  Term at = terms.binary(Op::bv_mul, wide(i), number(4));
  EXPECT_EQ(offsets.members(at, 0, 1 << 20, 4096), std::nullopt);
}

TEST_F(OffsetsTest, ChoicesBetweenConstants) {
  Term c = terms.fresh("c", logic::bool_sort()), d = terms.fresh("d", logic::bool_sort());
  Term at = terms.ite(c, number(8), terms.ite(d, number(100), number(0)));
  EXPECT_EQ(offsets.members(at, 0, 50, 4096), (Members{0, 8}));
}

TEST_F(OffsetsTest, AMemberOfWhatIsChosen) {
  Term c = terms.fresh("c", logic::bool_sort()), d = terms.fresh("d", logic::bool_sort());
  Term chosen = terms.ite(c, number(776), terms.ite(d, number(32), number(0)));
  Term at = terms.binary(Op::bv_add, chosen, number(~Bits{7}));
  EXPECT_EQ(offsets.members(at, 0, 1000, 4096), (Members{24, 768})) << "and not what lies between them";
}

TEST_F(OffsetsTest, MasksAndRemaindersBound) {
  Term masked = terms.binary(Op::bv_and, i, terms.bv(6, 32));
  EXPECT_EQ(offsets.members(wide(masked), 0, 100, 100), (Members{0, 2, 4, 6}));
  Term rest = terms.binary(Op::bv_urem, i, terms.bv(3, 32));
  EXPECT_EQ(offsets.members(terms.zext(rest, 64), 0, 100, 100), (Members{0, 1, 2}));
}

TEST_F(OffsetsTest, WrappingKeepsOnlyPowersOfTwo) {
  // 12 * i at 32 bits wraps, so only its divisibility by 4 survives.
  Term at = wide(terms.binary(Op::bv_mul, i, terms.bv(12, 32)));
  EXPECT_EQ(offsets.members(at, 0, 12, 100), (Members{0, 4, 8, 12}));
}

TEST_F(OffsetsTest, RangesDecideConditions) {
  Term small = terms.zext(terms.binary(Op::bv_and, i, terms.bv(7, 32)), 64);
  EXPECT_EQ(offsets.decide(terms.binary(Op::bv_slt, small, number(8))), true);
  EXPECT_EQ(offsets.decide(terms.binary(Op::bv_ule, number(8), small)), false);
  EXPECT_EQ(offsets.decide(terms.binary(Op::bv_slt, small, number(7))), std::nullopt);
}

// Random terms over one variable: every value that evaluation gives lies in the span.
TEST_F(OffsetsTest, SpansHoldEveryValue) {
  std::mt19937_64 random(3);
  std::vector<Term> pool = {i, terms.bv(1, 32), terms.bv(12, 32), terms.bv(0xfffffff0u, 32), terms.bv(5, 32)};
  Term c = terms.fresh("c", logic::bool_sort());
  for (int round = 0; round < 2000; ++round) {
    Term a = pool[random() % pool.size()], b = pool[random() % pool.size()];
    static const Op kOps[] = {Op::bv_add,  Op::bv_sub,  Op::bv_mul,  Op::bv_and, Op::bv_shl,
                              Op::bv_urem, Op::bv_lshr, Op::bv_udiv, Op::bv_srem};
    Term made;
    switch (random() % 6) {
      case 0:
        made = terms.ite(c, a, b);
        break;
      case 1:
        made = terms.extract(terms.sext(a, 64), 31, 0);
        break;
      case 2:
        made = terms.zext(terms.extract(a, 7, 0), 32);
        break;
      case 3:
        made = terms.sext(terms.extract(a, 15, 0), 32);
        break;
      default:
        made = terms.binary(kOps[random() % std::size(kOps)], a, b);
    }
    pool.push_back(made);
    if (pool.size() > 40) pool.erase(pool.begin() + 1 + static_cast<std::ptrdiff_t>(random() % 10));
    const Span span = offsets.span(made);
    for (Bits value :
         {Bits{0}, Bits{1}, Bits{7}, Bits{0x7fffffff}, Bits{0x80000000}, Bits{0xffffffff}, Bits{random() & 0xffffffff}})
      for (Bits truth : {0, 1}) {
        logic::Assignment assignment{{i, value}, {c, truth}};
        SignedBits got = logic::as_signed(logic::evaluate(made, assignment), 32);
        ASSERT_TRUE(span.low <= got && got <= span.high) << logic::to_string(made);
        if (span.stride == 0) continue;
        SignedBits rest = (got - static_cast<SignedBits>(span.residue)) % static_cast<SignedBits>(span.stride);
        ASSERT_EQ(static_cast<int64_t>(rest), 0) << logic::to_string(made);
      }
  }
}

}  // namespace
}  // namespace fencepost::unroll

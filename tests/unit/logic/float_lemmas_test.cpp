// The lemmas about floats against the evaluator: none may be wrong for any operands, and together they are worth something.
#include "logic/float_lemmas.h"

#include <gtest/gtest.h>

#include <random>

#include "logic/evaluate.h"
#include "print_terms.h"

namespace fencepost::logic {
namespace {

constexpr unsigned kWidths[] = {16, 32, 64, 128};

unsigned fraction_bits(unsigned width) { return width == 16 ? 10 : width == 32 ? 23 : width == 64 ? 52 : 112; }

// Zeros, the smallest and largest of each kind, infinities, NaNs, and what lies beside powers of two; then any.
std::vector<Bits> patterns(unsigned width, std::mt19937_64& random, size_t others) {
  unsigned fraction = fraction_bits(width);
  Bits ones = ~Bits(0) >> (128 - (width - 1)), infinite = ones >> fraction << fraction;
  Bits one = (infinite >> 1) & (infinite >> fraction << fraction);
  Bits unit = Bits(1) << fraction;
  std::vector<Bits> all = {0, 1, 2, unit - 1, unit, unit + 1, infinite, infinite + 1, ones, infinite | unit >> 1};
  for (Bits at : {one, one + unit, one - unit, one + 7 * unit, one + 8 * unit, infinite - unit})
    for (Bits beside : {at - 1, at, at + 1}) all.push_back(beside);
  for (size_t i = 0; i < others; ++i) {
    Bits any = (static_cast<Bits>(random()) << 64 | random()) & ones;
    // Near one, so that results are not all infinite or zero.
    all.push_back(i % 3 == 0 ? any : one + any % (16 * unit) - 8 * unit);
  }
  size_t half = all.size();
  for (size_t i = 0; i < half; ++i) all.push_back(all[i] | Bits(1) << (width - 1));
  return all;
}

class Checked {
 public:
  Checked(Op op, std::vector<Sort> from, Sort to) {
    for (Sort sort : from) args_.push_back(t_.fresh("x", sort));
    made_ = args_.size() == 2 ? t_.binary(op, args_[0], args_[1]) : t_.convert(op, args_[0], to);
    result_ = t_.fresh("r", made_.sort());
    lemmas_ = float_lemmas(op, args_, result_, t_);
  }

  bool holds(std::vector<Bits> values) {
    Assignment inputs;
    for (size_t i = 0; i < values.size(); ++i) inputs[args_[i]] = values[i];
    inputs[result_] = evaluate(made_, inputs);
    return holds_with(inputs);
  }
  bool allows(std::vector<Bits> values, Bits result) {
    Assignment inputs;
    for (size_t i = 0; i < values.size(); ++i) inputs[args_[i]] = values[i];
    inputs[result_] = result;
    return holds_with(inputs);
  }
  // What follows from one case, in another.
  bool follows(const std::vector<Bits>& known, std::vector<Bits> values) {
    Assignment inputs;
    for (size_t i = 0; i < known.size(); ++i) inputs[args_[i]] = known[i];
    auto constant = [&](Term term) {
      Bits value = evaluate(term, inputs);
      return term.sort().kind == SortKind::floating ? t_.fp_bits(value, term.sort().width)
                                                    : t_.bv(value, term.sort().width);
    };
    FloatCase at;
    for (Term arg : args_) at.values.push_back(constant(arg));
    at.result = constant(made_);
    lemmas_ = float_lemmas(made_.op(), args_, result_, at, t_);
    return holds(std::move(values));
  }
  const std::string& broken() const { return broken_; }

 private:
  bool holds_with(const Assignment& inputs) {
    Evaluator value(inputs);
    for (Term lemma : lemmas_)
      if (!value.holds(lemma)) {
        broken_ = to_string(lemma);
        return false;
      }
    return true;
  }

  Terms t_;
  std::vector<Term> args_, lemmas_;
  Term made_, result_;
  std::string broken_;
};

TEST(FloatLemmas, Arithmetic) {
  std::mt19937_64 random(7);
  for (unsigned width : kWidths)
    for (Op op : {Op::fp_add, Op::fp_sub, Op::fp_mul, Op::fp_div}) {
      Checked checked(op, {float_sort(width), float_sort(width)}, {});
      std::vector<Bits> all = patterns(width, random, 30);
      for (Bits a : all)
        for (Bits b : all)
          ASSERT_TRUE(checked.holds({a, b}))
              << width << " op " << int(op) << " " << uint64_t(a) << " " << uint64_t(b) << ": " << checked.broken();
    }
}

TEST(FloatLemmas, BetweenFormats) {
  std::mt19937_64 random(8);
  for (unsigned from : kWidths)
    for (unsigned to : kWidths) {
      if (from == to) continue;
      Checked checked(Op::fp_to_fp, {float_sort(from)}, float_sort(to));
      for (Bits a : patterns(from, random, 3000)) ASSERT_TRUE(checked.holds({a})) << from << " " << to;
    }
}

TEST(FloatLemmas, FromAndToNumbers) {
  std::mt19937_64 random(9);
  for (unsigned width : kWidths)
    for (unsigned bits : {1u, 8u, 16u, 32u, 64u, 128u}) {
      for (Op op : {Op::fp_from_sbv, Op::fp_from_ubv}) {
        Checked checked(op, {bv_sort(bits)}, float_sort(width));
        for (unsigned k = 0; k < bits; ++k)
          for (int beside : {-1, 0, 1}) {
            Bits number = (Bits(1) << k) + static_cast<Bits>(static_cast<SignedBits>(beside));
            for (Bits either : {number, -number, static_cast<Bits>(random()) << 64 >> k})
              ASSERT_TRUE(checked.holds({low_bits(either, bits)})) << width << " " << bits << ": " << checked.broken();
          }
      }
      for (Op op : {Op::fp_to_sbv, Op::fp_to_ubv}) {
        Checked checked(op, {float_sort(width)}, bv_sort(bits));
        for (Bits a : patterns(width, random, 300))
          ASSERT_TRUE(checked.holds({a})) << width << " " << bits << " " << uint64_t(a) << ": " << checked.broken();
      }
    }
}

TEST(FloatLemmas, FromOneCaseToOthers) {
  std::mt19937_64 random(10);
  for (unsigned width : kWidths) {
    std::vector<Bits> all = patterns(width, random, 40);
    auto any = [&] { return all[random() % all.size()]; };
    for (Op op : {Op::fp_add, Op::fp_sub, Op::fp_mul, Op::fp_div}) {
      Checked checked(op, {float_sort(width), float_sort(width)}, {});
      for (int i = 0; i < 3000; ++i)
        ASSERT_TRUE(checked.follows({any(), any()}, {any(), any()})) << width << ": " << checked.broken();
    }
    Checked narrowed(Op::fp_to_fp, {float_sort(width)}, float_sort(width == 32 ? 16 : 32));
    Checked truncated(Op::fp_to_sbv, {float_sort(width)}, bv_sort(32));
    for (int i = 0; i < 3000; ++i) ASSERT_TRUE(narrowed.follows({any()}, {any()})) << narrowed.broken();
    for (int i = 0; i < 3000; ++i) ASSERT_TRUE(truncated.follows({any()}, {any()})) << truncated.broken();
    for (Op op : {Op::fp_from_sbv, Op::fp_from_ubv}) {
      Checked checked(op, {bv_sort(32)}, float_sort(width));
      for (int i = 0; i < 3000; ++i)
        ASSERT_TRUE(checked.follows({low_bits(random(), 32)}, {low_bits(random(), 32)})) << checked.broken();
    }
  }
}

TEST(FloatLemmas, SaySomething) {
  constexpr Bits kOne = 0x3f800000, kTwo = 0x40000000, kNan = 0x7fc00000, kInf = 0x7f800000;
  Sort f32 = float_sort(32);
  Checked sum(Op::fp_add, {f32, f32}, {}), product(Op::fp_mul, {f32, f32}, {}), quotient(Op::fp_div, {f32, f32}, {});
  for (Checked* any : {&sum, &product, &quotient}) EXPECT_FALSE(any->allows({kOne, kTwo}, kNan));
  for (Checked* any : {&sum, &product, &quotient}) EXPECT_FALSE(any->allows({kOne, kTwo}, kInf));
  EXPECT_FALSE(sum.allows({kOne, kTwo}, kOne));
  EXPECT_FALSE(product.allows({kOne, kTwo}, kOne));
  EXPECT_FALSE(quotient.allows({kTwo, kOne}, kOne));
}

}  // namespace
}  // namespace fencepost::logic

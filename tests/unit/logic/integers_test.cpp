#include "logic/integers.h"

#include <gtest/gtest.h>

#include "all_assignments.h"
#include "logic/solver.h"
#include "logic/variables.h"
#include "random_formulas.h"

namespace fencepost::logic::test {
namespace {

// The integer formula under the integers that the words stand for, and what comes back under the words, agree: nothing
// wraps on the way back.
TEST(IntegerView, ComesBackWithoutWrapping) {
  size_t compared = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomFormulas random(seed);
    Term formula = random.formula(2);
    IntegerView view(random.terms(), {&formula, 1}, Wrapping::ignored);
    Term integer = view.integer(formula);
    std::vector<Term> words = random.variables(), numbers;
    bool all_named = true;
    for (Term number : variables_of({integer})) {
      all_named = all_named && number.name() != "part";
      numbers.push_back(number);
    }
    Term back = view.words(integer);
    if (!back || !all_named) continue;
    ++compared;
    std::string text = to_string(formula);
    bool is_signed = text.find("bvslt") != std::string::npos;
    for_all(words, {}, [&](const Assignment& values) {
      Assignment seen;
      for (Term number : numbers)
        for (Term word : words) {
          if (word.name() != number.name()) continue;
          bool negative = is_signed && word.sort().kind == SortKind::bitvec;
          seen[number] = negative ? static_cast<Bits>(as_signed(values.at(word), word.sort().width)) : values.at(word);
        }
      ASSERT_EQ(evaluate(integer, seen), evaluate(back, values)) << "seed " << seed << ": " << text;
    });
  }
  EXPECT_GT(compared, 50u);
}

// With exact wrapping, sums are those of words.
TEST(IntegerView, SumsWrapIfAsked) {
  Terms t;
  Term x = t.fresh("x", bv_sort(3)), y = t.fresh("y", bv_sort(3));
  for (Op less : {Op::bv_ult, Op::bv_slt})
    for (Term sum : {t.binary(Op::bv_add, x, y), t.binary(Op::bv_sub, x, y), t.unary(Op::bv_neg, x)}) {
      Term formula = t.binary(less, sum, t.bv(2, 3));
      IntegerView view(t, {&formula, 1}, Wrapping::exact);
      Term integer = view.integer(formula);
      for_all({x, y}, {}, [&](const Assignment& values) {
        Assignment seen;
        for (Term number : variables_of({integer})) {
          Bits value = values.at(number.name() == "x" ? x : y);
          seen[number] = less == Op::bv_slt ? static_cast<Bits>(as_signed(value, 3)) : value;
        }
        ASSERT_EQ(evaluate(integer, seen), evaluate(formula, values)) << to_string(formula);
      });
    }
}

// Without arithmetic the two views are the same.
// Whoever finds no model among integers that are seen strictly may say that there is none among words: proofs are checked by that.
TEST(IntegerView, StrictlyIntegersCanDoWhateverWordsCan) {
  size_t possible = 0, refuted = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomFormulas random(seed);
    Terms& t = random.terms();
    auto wide = [&] {
      Term word = random.word(2);
      return random.below(2) == 0 ? t.zext(word, 5) : t.sext(word, 5);
    };
    Term shifted = t.binary(Op::bv_shl, wide(), t.bv(random.below(4), 5));
    std::vector<Term> formulas{random.formula(2), random.formula(1), t.binary(Op::bv_ult, wide(), wide()),
                               t.eq(t.extract(shifted, 3, 0), t.extract(wide(), 3, 0))};
    formulas.resize(2 + random.below(3));
    bool has_model = false;
    for_all(random.variables(), {}, [&](const Assignment& values) {
      bool all = true;
      for (Term formula : formulas) all = all && evaluate(formula, values) != 0;
      has_model = has_model || all;
    });
    IntegerView view(t, formulas, Wrapping::strict);
    Budget budget;
    Statistics statistics;
    auto solver = make_solver(SolverKind::z3, t, budget, statistics);
    for (Term formula : formulas) solver->assert_term(view.integer(formula));
    bool is_refuted = solver->check() == Answer::unsat;
    ASSERT_FALSE(has_model && is_refuted) << "seed " << seed;
    possible += has_model ? 1 : 0;
    refuted += is_refuted ? 1 : 0;
  }
  EXPECT_GT(possible, 100u);
  EXPECT_GT(refuted, 10u);
}

TEST(IntegerView, OrderIsTheSame) {
  Terms t;
  Term x = t.fresh("x", bv_sort(3)), y = t.fresh("y", bv_sort(3)), b = t.fresh("b", bool_sort());
  std::vector<Term> formulas;
  for (Op op : {Op::bv_ult, Op::bv_slt}) {
    formulas.push_back(t.binary(op, x, y));
    formulas.push_back(t.and_(t.binary(op, x, t.bv(5, 3)), t.or_(b, t.eq(x, y))));
    formulas.push_back(t.binary(op, t.sext(x, 5), t.zext(y, 5)));
    formulas.push_back(t.and_(t.binary(Op::bv_ult, x, y), t.binary(op, t.ite(b, x, y), t.bv(2, 3))));
  }
  for (Term formula : formulas) {
    IntegerView view(t, {&formula, 1}, Wrapping::ignored);
    Term back = view.words(view.integer(formula));
    if (!back) continue;  // choices between integers have no way back
    for_all({x, y, b}, {}, [&](const Assignment& values) {
      ASSERT_EQ(evaluate(formula, values), evaluate(back, values)) << to_string(formula) << " to " << to_string(back);
    });
  }
  Term less = t.binary(Op::bv_slt, x, y);
  IntegerView view(t, {&less, 1}, Wrapping::ignored);
  EXPECT_EQ(view.words(view.integer(less)), less) << "ranges vanish and widths are as before";
}

TEST(IntegerView, LongNumbersHaveNoWayBack) {
  Terms t;
  Term x = t.fresh("x", bv_sort(64)), less = t.binary(Op::bv_slt, x, t.bv(7, 64));
  IntegerView view(t, {&less, 1}, Wrapping::ignored);
  Term number = variables_of({view.integer(less)})[0];
  auto times = [&](unsigned bits) { return t.binary(Op::int_mul, number, t.integer(SignedBits(1) << bits)); };
  EXPECT_TRUE(view.words(t.binary(Op::int_lt, times(30), t.integer(5))));
  EXPECT_FALSE(view.words(t.binary(Op::int_lt, times(60), t.integer(5))));
  EXPECT_FALSE(view.words(t.binary(Op::int_lt, t.binary(Op::int_mod, number, t.integer(3)), t.integer(5))));
}

}  // namespace
}  // namespace fencepost::logic::test

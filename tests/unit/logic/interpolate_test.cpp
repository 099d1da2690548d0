// Interpolants of random traces, against brute force where the words are small.
#include "logic/interpolate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "all_assignments.h"
#include "logic/atoms.h"
#include "logic/bit_interpolant.h"
#include "logic/check_interpolants.h"
#include "logic/solve_for.h"
#include "logic/spacer.h"
#include "logic/variables.h"
#include "logic/versions.h"
#include "random_formulas.h"

namespace fencepost::logic::test {
namespace {

std::string method_name(InterpolationMethod method) {
  switch (method) {
    case InterpolationMethod::postcondition:
      return "postcondition";
    case InterpolationMethod::precondition:
      return "precondition";
    case InterpolationMethod::resolution:
      return "resolution";
    case InterpolationMethod::integers:
      return "integers";
  }
  return "";
}

// Traces of a program with a few variables, as an engine makes them.
class Trace {
 public:
  explicit Trace(Terms& terms) : terms_(terms), versions_(terms) {}
  void assume(Term condition) { formulas_.push_back(versions_.now(condition)); }
  void assign(Term variable, Term value) {
    Term now = versions_.now(value);
    formulas_.push_back(terms_.eq(versions_.write(variable), now));
  }
  void havoc(Term variable) {
    versions_.write(variable);
    formulas_.push_back(terms_.boolean(true));
  }
  const std::vector<Term>& formulas() const { return formulas_; }
  Term program(Term interpolant) { return versions_.program(interpolant); }

 private:
  Terms& terms_;
  Versions versions_;
  std::vector<Term> formulas_;
};

bool valid(Terms& t, Term before, Term step, Term after) {
  Term broken = t.and_(t.and_(before, step), t.not_(after));
  return !satisfiable(broken, variables_of({broken}));
}

void expect_sequence(Terms& t, const std::vector<Term>& formulas, const std::vector<Term>& found,
                     const std::string& where) {
  ASSERT_EQ(found.size(), formulas.size() + 1) << where;
  EXPECT_TRUE(found.front().is_true() && found.back().is_false()) << where;
  for (size_t i = 0; i < formulas.size(); ++i)
    EXPECT_TRUE(valid(t, found[i], formulas[i], found[i + 1])) << where << ", step " << i;
  for (size_t cut = 1; cut < formulas.size(); ++cut)
    for (Term variable : variables_of({found[cut]})) {
      auto has = [&](Term formula) { return occurs(variable, formula); };
      auto middle = formulas.begin() + static_cast<std::ptrdiff_t>(cut);
      EXPECT_TRUE(std::any_of(formulas.begin(), middle, has)) << where;
      EXPECT_TRUE(std::any_of(middle, formulas.end(), has)) << where;
    }
}

class InterpolateTest : public testing::TestWithParam<InterpolationMethod> {
 protected:
  std::optional<std::vector<Term>> sequence(Terms& terms, const std::vector<Term>& formulas) {
    return Interpolator(terms, budget_, statistics_).sequence(formulas, GetParam());
  }

  Budget budget_;
  Statistics statistics_;
};

TEST_P(InterpolateTest, RandomTraces) {
  size_t infeasible = 0;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    RandomFormulas random(seed, 2, 2);
    Trace trace(random.terms());
    std::vector<Term> variables = random.variables();
    for (size_t i = 0, steps = 3 + random.below(4); i < steps; ++i) {
      Term word = variables[random.below(2)];
      switch (random.below(6)) {
        case 0:
          trace.havoc(word);
          break;
        case 1:
        case 2:
          trace.assign(word, random.word(2));
          break;
        default:
          trace.assume(random.formula(1));
      }
    }
    const std::vector<Term>& formulas = trace.formulas();
    Term all = random.terms().and_(std::span(formulas));
    std::vector<Term> used = variables_of({all});
    bool has_model = satisfiable(all, used);
    auto found = sequence(random.terms(), formulas);
    ASSERT_EQ(found.has_value(), !has_model) << "seed " << seed;
    auto binary = Interpolator(random.terms(), budget_, statistics_).backward_binary(formulas, GetParam());
    ASSERT_EQ(binary.has_value(), !has_model) << "seed " << seed;
    if (!found) continue;
    ++infeasible;
    expect_sequence(random.terms(), formulas, *found, fmt::format("seed {}", seed));
    Term step = formulas[binary->cut - 1], rest = random.terms().and_(std::span(formulas).subspan(binary->cut));
    expect_sequence(random.terms(), {step, rest},
                    {random.terms().boolean(true), binary->interpolant, random.terms().boolean(false)},
                    fmt::format("binary, seed {}", seed));
  }
  EXPECT_GT(infeasible, 30u);
  EXPECT_EQ(statistics_.get("interpolate.rejected"), 0);
}

// x = 0; n times x = x + 1; x > n: infeasible. The number of solver calls and the size of the interpolants stay in
// proportion to the length.
TEST_P(InterpolateTest, LongTraces) {
  for (unsigned length : {5u, 20u, 80u}) {
    Terms t;
    Statistics statistics;
    Term x = t.fresh("x", bv_sort(32)), y = t.fresh("y", bv_sort(32));
    Trace trace(t);
    trace.assign(x, t.bv(0, 32));
    for (unsigned i = 0; i < length; ++i) {
      trace.assign(x, t.binary(Op::bv_add, x, t.bv(1, 32)));
      trace.assign(y, t.binary(Op::bv_mul, x, y));
    }
    trace.assume(t.binary(Op::bv_ult, t.bv(length, 32), x));
    auto found = Interpolator(t, budget_, statistics).sequence(trace.formulas(), GetParam());
    ASSERT_TRUE(found) << length;
    for (Term interpolant : *found)
      for (Term variable : variables_of({trace.program(interpolant)})) EXPECT_EQ(variable, x) << "y does not matter";
    if (GetParam() == InterpolationMethod::resolution) continue;
    for (size_t cut = 1; cut < trace.formulas().size(); ++cut)
      EXPECT_EQ(atoms_of(t, (*found)[cut]).size(), 1u) << to_string((*found)[cut]);
    EXPECT_LE(statistics.get("cadical.checks"), 70 + 3 * length);
  }
}

TEST_P(InterpolateTest, StopsWhenTheBudgetIsSpent) {
  Terms t;
  Term x = t.fresh("x", bv_sort(8));
  budget_.cancel();
  EXPECT_THROW(sequence(t, {t.eq(x, t.bv(1, 8)), t.eq(x, t.bv(2, 8))}), Exhausted);
}

INSTANTIATE_TEST_SUITE_P(Methods, InterpolateTest,
                         testing::Values(InterpolationMethod::postcondition, InterpolationMethod::precondition,
                                         InterpolationMethod::resolution),
                         [](const auto& chosen) { return method_name(chosen.param); });

class InterpolatorTest : public testing::Test {
 protected:
  Terms t;
  Budget budget;
  Statistics statistics;
  Interpolator interpolator{t, budget, statistics};
};

// lock = 0; i = 7; lock = 1; i = i + 1; assume lock = 0: only the lock matters, and only after it was taken.
TEST_F(InterpolatorTest, SpeaksOfWhatMatters) {
  Term lock = t.fresh("lock", bv_sort(8)), i = t.fresh("i", bv_sort(32));
  Trace trace(t);
  trace.assign(lock, t.bv(0, 8));
  trace.assign(i, t.bv(7, 32));
  trace.assign(lock, t.bv(1, 8));
  trace.assign(i, t.binary(Op::bv_add, i, t.bv(1, 32)));
  trace.assume(t.eq(lock, t.bv(0, 8)));
  auto found = interpolator.sequence(trace.formulas(), InterpolationMethod::postcondition);
  ASSERT_TRUE(found);
  std::vector<Term> program;
  for (Term interpolant : *found) program.push_back(trace.program(interpolant));
  Term taken = t.eq(lock, t.bv(1, 8));
  EXPECT_EQ(program,
            (std::vector<Term>{t.boolean(true), t.boolean(true), t.boolean(true), taken, taken, t.boolean(false)}));
  auto before = interpolator.sequence(trace.formulas(), InterpolationMethod::precondition);
  ASSERT_TRUE(before);
  EXPECT_EQ(trace.program((*before)[4]), t.ne(lock, t.bv(0, 8)));
  auto binary = interpolator.backward_binary(trace.formulas(), InterpolationMethod::postcondition);
  ASSERT_TRUE(binary);
  EXPECT_EQ(binary->cut, 3u);
  EXPECT_EQ(trace.program(binary->interpolant), taken);
}

// The square cannot be projected away, but the predicates of the program suffice.
TEST_F(InterpolatorTest, FallsBackToAtoms) {
  Term x = t.fresh("x", bv_sort(8)), y = t.fresh("y", bv_sort(8));
  Term square = t.binary(Op::bv_mul, y, y);
  Term formulas[] = {t.eq(t.binary(Op::bv_and, square, t.bv(3, 8)), x),
                     t.eq(t.binary(Op::bv_and, x, t.bv(2, 8)), t.bv(2, 8))};
  auto found = interpolator.sequence(formulas, InterpolationMethod::postcondition);
  ASSERT_TRUE(found);
  EXPECT_EQ(atoms_of(t, (*found)[1]), atoms_of(t, formulas[1]));
  EXPECT_EQ(statistics.get("interpolate.by-atoms"), 1);
}

// Neither side has a predicate over x alone.
TEST_F(InterpolatorTest, FallsBackToBits) {
  Term x = t.fresh("x", bv_sort(8)), y = t.fresh("y", bv_sort(8)), z = t.fresh("z", bv_sort(8));
  auto twice = [&](Term v) { return t.binary(Op::bv_mul, v, t.binary(Op::bv_add, v, t.bv(1, 8))); };
  Term formulas[] = {t.eq(twice(y), x), t.eq(t.binary(Op::bv_add, twice(z), t.bv(1, 8)), x)};
  for (auto method : {InterpolationMethod::postcondition, InterpolationMethod::precondition}) {
    auto found = interpolator.sequence(formulas, method);
    ASSERT_TRUE(found);
    for_all({x}, {}, [&](const Assignment& values) {
      bool holds = evaluate((*found)[1], values) != 0;
      EXPECT_TRUE(holds || !satisfiable(formulas[0], {y}, values));
      EXPECT_TRUE(!holds || !satisfiable(formulas[1], {z}, values));
    });
  }
  EXPECT_EQ(statistics.get("interpolate.by-bits"), 2);
}

// Factors of a prime: no proof of that length exists. Elsewhere there is a model.
TEST_F(InterpolatorTest, BitsGiveUp) {
  Term x = t.fresh("x", bv_sort(32)), y = t.fresh("y", bv_sort(32)), p = t.fresh("p", bv_sort(32));
  std::vector<Term> a{t.eq(t.binary(Op::bv_mul, x, y), p)}, b{t.eq(p, t.bv(999999937, 32))};
  EXPECT_FALSE(bit_interpolant(t, a, b, budget, 100000)) << "one of them may be 1";
  for (Term factor : {x, y}) {
    a.push_back(t.binary(Op::bv_ult, t.bv(1, 32), factor));
    a.push_back(t.binary(Op::bv_ult, factor, t.bv(1 << 16, 32)));
  }
  EXPECT_FALSE(bit_interpolant(t, a, b, budget, 50));
  EXPECT_FALSE(interpolator.sequence(std::span(b), InterpolationMethod::resolution));
}

// Two counters in step, guarded against wrapping. Projection says what both are worth at each cut; the integers say that
// one is never above the other, at every cut, which is what proves the loop.
TEST_F(InterpolatorTest, IntegersFindWhatLoopsKeep) {
  Term x = t.fresh("x", bv_sort(32)), y = t.fresh("y", bv_sort(32)), one = t.bv(1, 32);
  for (Op less : {Op::bv_ult, Op::bv_slt}) {
    Versions versions(t);
    std::vector<Term> formulas{t.and_(t.eq(x, t.bv(0, 32)), t.eq(y, x))};
    for (int i = 0; i < 4; ++i) {
      Term guard = versions.now(t.binary(less, y, t.bv(1000, 32)));
      Term next_x = versions.now(t.binary(Op::bv_add, x, one)), next_y = versions.now(t.binary(Op::bv_add, y, one));
      formulas.push_back(t.and_(guard, t.and_(t.eq(versions.write(x), next_x), t.eq(versions.write(y), next_y))));
    }
    formulas.push_back(versions.now(t.binary(less, y, x)));
    auto found = interpolator.sequence(formulas, InterpolationMethod::integers);
    ASSERT_TRUE(found);
    for (size_t cut = 1; cut < formulas.size(); ++cut)
      EXPECT_EQ(versions.program((*found)[cut]), t.not_(t.binary(less, y, x))) << "cut " << cut;
  }
}

// x = 200; x = x + 100 wraps: over integers the trace is infeasible for another reason than over words.
TEST_F(InterpolatorTest, IntegersMayWrap) {
  Term x = t.fresh("x", bv_sort(8)), y = t.fresh("y", bv_sort(8));
  Term formulas[] = {t.binary(Op::bv_ult, t.bv(200, 8), x), t.eq(y, t.binary(Op::bv_add, x, t.bv(100, 8))),
                     t.binary(Op::bv_ult, t.bv(150, 8), y)};
  EXPECT_TRUE(interpolator.sequence(formulas, InterpolationMethod::integers));
  EXPECT_EQ(statistics.get("interpolate.rejected"), 1) << "with wrapping ignored";
  EXPECT_EQ(statistics.get("interpolate.by-integers"), 1);
}

TEST_F(InterpolatorTest, RandomIntegers) {
  size_t infeasible = 0, answered = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    RandomFormulas random(seed, 2, 3);
    Trace trace(random.terms());
    std::vector<Term> variables = random.variables();
    for (size_t i = 0, steps = 3 + random.below(3); i < steps; ++i) {
      Term word = variables[random.below(2)];
      if (random.below(3) == 0)
        trace.assign(word, random.terms().binary(Op::bv_add, random.word(0), random.word(0)));
      else
        trace.assume(random.formula(1));
    }
    const std::vector<Term>& formulas = trace.formulas();
    Term all = random.terms().and_(std::span(formulas));
    bool has_model = satisfiable(all, variables_of({all}));
    auto found = Interpolator(random.terms(), budget, statistics).sequence(formulas, InterpolationMethod::integers);
    ASSERT_TRUE(!found || !has_model) << "seed " << seed;
    infeasible += !has_model;
    answered += found.has_value();
    if (found) expect_sequence(random.terms(), formulas, *found, fmt::format("seed {}", seed));
  }
  EXPECT_GT(answered, infeasible / 2) << infeasible;
}

TEST_F(InterpolatorTest, SpacerStops) {
  Term x = t.fresh("x", int_sort()), y = t.fresh("y", int_sort()), b = t.fresh("b", bool_sort());
  auto less = [&](Term a, Term c) { return t.binary(Op::int_lt, a, c); };
  Term formulas[] = {t.and_(less(t.integer(3), x), b), t.or_(t.not_(b), less(x, y)), less(y, t.integer(4))};
  HornSolution found = spacer_interpolants(t, formulas, budget, statistics);
  EXPECT_EQ(found.answer, Answer::unsat);
  EXPECT_EQ(found.interpolants.size(), 2u);
  EXPECT_EQ(spacer_interpolants(t, std::span(formulas).first(2), budget, statistics).answer, Answer::sat);
  Term fourth = t.binary(Op::int_mul, t.binary(Op::int_mul, x, x), t.binary(Op::int_mul, y, y));
  Term hard[] = {t.eq(fourth, t.integer(1024)), t.eq(t.binary(Op::int_mul, x, y), t.integer(31))};
  spacer_interpolants(t, hard, budget, statistics);  // whatever it says, it ends
  budget.cancel();
  EXPECT_THROW(spacer_interpolants(t, formulas, budget, statistics), Exhausted);
}

TEST_F(InterpolatorTest, OneFormulaCanBeTheReason) {
  Term x = t.fresh("x", bv_sort(8)), y = t.fresh("y", bv_sort(8));
  Term never = t.and_(t.binary(Op::bv_ult, x, y), t.binary(Op::bv_ult, y, x));
  for (Term reason : {t.boolean(false), never})
    for (auto method : {InterpolationMethod::postcondition, InterpolationMethod::precondition,
                        InterpolationMethod::resolution, InterpolationMethod::integers}) {
      Term formulas[] = {t.eq(x, t.bv(1, 8)), reason, t.eq(y, t.bv(1, 8))};
      auto found = interpolator.sequence(formulas, method);
      ASSERT_TRUE(found) << method_name(method);
      EXPECT_TRUE((*found)[1].is_true() && (*found)[2].is_false()) << method_name(method);
      auto binary = interpolator.backward_binary(formulas, method);
      ASSERT_TRUE(binary);
      EXPECT_EQ(binary->cut, 2u);
    }
}

TEST_F(InterpolatorTest, IsDeterministic) {
  std::vector<std::string> texts;
  for (int run = 0; run < 2; ++run)
    for (auto method : {InterpolationMethod::postcondition, InterpolationMethod::precondition,
                        InterpolationMethod::resolution, InterpolationMethod::integers}) {
      RandomFormulas random(7, 3, 8);
      Terms& terms = random.terms();
      std::vector<Term> v = random.variables();
      Term formulas[] = {terms.binary(Op::bv_ult, v[0], terms.bv(9, 8)), terms.binary(Op::bv_ult, v[1], v[0]),
                         terms.eq(v[2], terms.binary(Op::bv_add, v[1], terms.bv(1, 8))),
                         terms.binary(Op::bv_ult, terms.bv(20, 8), v[2])};
      auto found = Interpolator(terms, budget, statistics).sequence(formulas, method);
      ASSERT_TRUE(found);
      std::string text;
      for (Term interpolant : *found) text += to_string(interpolant) + "\n";
      texts.push_back(text);
    }
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(texts[i], texts[i + 4]);
}

// Whatever is no interpolant is recognised: one formula of a right sequence is replaced by another.
TEST(CheckInterpolants, AgreesWithTheDefinition) {
  size_t rejected = 0, accepted = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    RandomFormulas random(seed, 3, 2);
    Terms& t = random.terms();
    Budget budget;
    Statistics statistics;
    std::vector<Term> formulas{random.formula(1), random.formula(1), random.formula(1), random.formula(1)};
    auto found = Interpolator(t, budget, statistics).sequence(formulas, InterpolationMethod::postcondition);
    if (!found) continue;
    auto solver = make_solver(SolverKind::z3, t, budget, statistics);
    for (int round = 0; round < 4; ++round) {
      std::vector<Term> forged = *found;
      size_t cut = random.below(forged.size());
      forged[cut] = random.below(2) == 0 ? random.formula(1) : t.or_(forged[cut], random.formula(0));
      bool right = forged.front().is_true() && forged.back().is_false();
      for (size_t i = 0; i < formulas.size(); ++i) right = right && valid(t, forged[i], formulas[i], forged[i + 1]);
      for (size_t i = 0; i < forged.size(); ++i)
        for (Term variable : variables_of({forged[i]})) {
          auto has = [&](Term formula) { return occurs(variable, formula); };
          auto middle = formulas.begin() + static_cast<std::ptrdiff_t>(i);
          right = right && std::any_of(formulas.begin(), middle, has) && std::any_of(middle, formulas.end(), has);
        }
      ASSERT_EQ(are_interpolants(t, *solver, formulas, forged), right) << "seed " << seed;
      (right ? accepted : rejected) += 1;
    }
    EXPECT_FALSE(are_interpolants(t, *solver, formulas, std::span(*found).first(formulas.size())));
  }
  EXPECT_GT(rejected, 20u);
  EXPECT_GT(accepted, 3u);
}

}  // namespace
}  // namespace fencepost::logic::test

// cvc5 behind Solver. Levels are activation literals, as for CaDiCaL, because definitions that the translation adds on
// the way must outlive the level that needed them. cvc5 1.0 cannot be interrupted from outside: a check runs in slices
// of doubling length (it keeps what it has learned), and the budget is looked at in between.
#include <cvc5/cvc5.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "logic/parse_number.h"
#include "logic/solvers.h"
#include "logic/translate.h"

namespace fencepost::logic {
namespace {

struct FloatShape {
  uint32_t exponent, significand;
};

FloatShape shape(unsigned width) {
  switch (width) {
    case 16:
      return {5, 11};
    case 32:
      return {8, 24};
    case 64:
      return {11, 53};
    case 80:
      return {15, 64};
    default:
      return {15, 113};
  }
}

// Operators that carry over without parameters.
struct KindOf {
  Op op;
  cvc5::Kind kind;
};

constexpr KindOf kKinds[] = {
    {Op::not_, cvc5::NOT},
    {Op::and_, cvc5::AND},
    {Op::or_, cvc5::OR},
    {Op::eq, cvc5::EQUAL},
    {Op::ite, cvc5::ITE},
    {Op::bv_add, cvc5::BITVECTOR_ADD},
    {Op::bv_sub, cvc5::BITVECTOR_SUB},
    {Op::bv_mul, cvc5::BITVECTOR_MULT},
    {Op::bv_udiv, cvc5::BITVECTOR_UDIV},
    {Op::bv_urem, cvc5::BITVECTOR_UREM},
    {Op::bv_sdiv, cvc5::BITVECTOR_SDIV},
    {Op::bv_srem, cvc5::BITVECTOR_SREM},
    {Op::bv_neg, cvc5::BITVECTOR_NEG},
    {Op::bv_and, cvc5::BITVECTOR_AND},
    {Op::bv_or, cvc5::BITVECTOR_OR},
    {Op::bv_xor, cvc5::BITVECTOR_XOR},
    {Op::bv_not, cvc5::BITVECTOR_NOT},
    {Op::bv_shl, cvc5::BITVECTOR_SHL},
    {Op::bv_lshr, cvc5::BITVECTOR_LSHR},
    {Op::bv_ashr, cvc5::BITVECTOR_ASHR},
    {Op::bv_ult, cvc5::BITVECTOR_ULT},
    {Op::bv_ule, cvc5::BITVECTOR_ULE},
    {Op::bv_slt, cvc5::BITVECTOR_SLT},
    {Op::bv_sle, cvc5::BITVECTOR_SLE},
    {Op::bv_concat, cvc5::BITVECTOR_CONCAT},
    {Op::int_add, cvc5::ADD},
    {Op::int_sub, cvc5::SUB},
    {Op::int_mul, cvc5::MULT},
    {Op::int_div, cvc5::INTS_DIVISION},
    {Op::int_mod, cvc5::INTS_MODULUS},
    {Op::int_neg, cvc5::NEG},
    {Op::int_lt, cvc5::LT},
    {Op::int_le, cvc5::LEQ},
    {Op::bv_to_int_unsigned, cvc5::BITVECTOR_TO_NAT},
    {Op::fp_neg, cvc5::FLOATINGPOINT_NEG},
    {Op::fp_lt, cvc5::FLOATINGPOINT_LT},
    {Op::fp_le, cvc5::FLOATINGPOINT_LEQ},
    {Op::fp_eq, cvc5::FLOATINGPOINT_EQ},
    {Op::fp_is_nan, cvc5::FLOATINGPOINT_IS_NAN},
    {Op::fp_is_inf, cvc5::FLOATINGPOINT_IS_INF},
};

// Float operators that round.
constexpr KindOf kRounding[] = {
    {Op::fp_add, cvc5::FLOATINGPOINT_ADD},
    {Op::fp_sub, cvc5::FLOATINGPOINT_SUB},
    {Op::fp_mul, cvc5::FLOATINGPOINT_MULT},
    {Op::fp_div, cvc5::FLOATINGPOINT_DIV},
};

template <size_t N>
const KindOf* find(const KindOf (&table)[N], Op op) {
  auto found = std::find_if(std::begin(table), std::end(table), [op](const KindOf& row) { return row.op == op; });
  return found == std::end(table) ? nullptr : &*found;
}

class Cvc5Backend {
 public:
  using Expr = cvc5::Term;

  explicit Cvc5Backend(cvc5::Solver& solver)
      : solver_(solver),
        nearest_(solver.mkRoundingMode(cvc5::ROUND_NEAREST_TIES_TO_EVEN)),
        truncate_(solver.mkRoundingMode(cvc5::ROUND_TOWARD_ZERO)) {}

  Expr boolean(bool value) { return solver_.mkBoolean(value); }
  Expr bv(Bits value, unsigned width) { return solver_.mkBitVector(width, decimal(value), 10); }
  Expr integer(SignedBits value) { return solver_.mkInteger(signed_decimal(value)); }

  Expr variable(Term term, Sort sort) {
    std::string name = fmt::format("v{}", term.id());
    switch (sort.kind) {
      case SortKind::boolean:
        return solver_.mkConst(solver_.getBooleanSort(), name);
      case SortKind::integer:
        return solver_.mkConst(solver_.getIntegerSort(), name);
      default:
        return solver_.mkConst(solver_.mkBitVectorSort(sort.width), name);
    }
  }

  Expr extract(const Expr& a, unsigned hi, unsigned lo) { return indexed(cvc5::BITVECTOR_EXTRACT, {hi, lo}, {a}); }
  Expr concat(const Expr& a, const Expr& b) { return solver_.mkTerm(cvc5::BITVECTOR_CONCAT, {a, b}); }
  Expr number(const Expr& bits, unsigned width) {
    FloatShape s = shape(width);
    return indexed(cvc5::FLOATINGPOINT_TO_FP_FROM_IEEE_BV, {s.exponent, s.significand}, {bits});
  }

  // cvc5 has no function from floats to patterns: a new variable is defined by its inverse.
  Expr pattern(const Expr& number, unsigned width) {
    FloatShape s = shape(width);
    Expr bits = solver_.mkConst(solver_.mkBitVectorSort(s.exponent + s.significand));
    Expr is_nan = solver_.mkTerm(cvc5::FLOATINGPOINT_IS_NAN, {number});
    Expr inverse = solver_.mkTerm(cvc5::EQUAL, {this->number(bits, width), number});
    solver_.assertFormula(solver_.mkTerm(cvc5::OR, {is_nan, inverse}));
    return bits;
  }

  Expr define(const Expr& expr) {
    Expr name = solver_.mkConst(expr.getSort());
    solver_.assertFormula(solver_.mkTerm(cvc5::EQUAL, {name, expr}));
    return name;
  }

  Expr apply(Op op, const Expr* x, Term term);
  Expr float_apply(Op op, const Expr* x, Sort from, Sort to);

 private:
  Expr indexed(cvc5::Kind kind, const std::vector<uint32_t>& indices, const std::vector<Expr>& args) {
    return solver_.mkTerm(solver_.mkOp(kind, indices), args);
  }

  cvc5::Solver& solver_;
  Expr nearest_, truncate_;
};

cvc5::Term Cvc5Backend::apply(Op op, const Expr* x, Term term) {
  switch (op) {
    case Op::bv_extract:
      return extract(x[0], term->hi, term->lo);
    case Op::bv_zext:
    case Op::bv_sext:
      return indexed(op == Op::bv_zext ? cvc5::BITVECTOR_ZERO_EXTEND : cvc5::BITVECTOR_SIGN_EXTEND,
                     {static_cast<uint32_t>(term.sort().width - term.args()[0].sort().width)}, {x[0]});
    case Op::bv_to_int_signed: {
      unsigned width = term.args()[0].sort().width;
      Expr value = solver_.mkTerm(cvc5::BITVECTOR_TO_NAT, {x[0]});
      // 2^128 does not fit into our own numbers.
      Expr half = solver_.mkTerm(cvc5::BITVECTOR_TO_NAT, {bv(Bits(1) << (width - 1), width)});
      Expr wrapped = solver_.mkTerm(cvc5::SUB, {value, half, half});
      return solver_.mkTerm(cvc5::ITE, {solver_.mkTerm(cvc5::LT, {value, half}), value, wrapped});
    }
    case Op::int_to_bv:
      return indexed(cvc5::INT_TO_BITVECTOR, {term.sort().width}, {x[0]});
    default:
      break;
  }
  const KindOf* row = find(kKinds, op);
  FP_CHECK_MSG(row != nullptr, "operator without a cvc5 counterpart");
  size_t count =
      op == Op::ite                                                                                                 ? 3
      : op == Op::not_ || op == Op::bv_neg || op == Op::bv_not || op == Op::int_neg || op == Op::bv_to_int_unsigned ? 1
                                                                                                                    : 2;
  return solver_.mkTerm(row->kind, {x, x + count});
}

cvc5::Term Cvc5Backend::float_apply(Op op, const Expr* x, Sort, Sort to) {
  if (const KindOf* row = find(kRounding, op)) return solver_.mkTerm(row->kind, {nearest_, x[0], x[1]});
  if (const KindOf* row = find(kKinds, op)) {
    bool binary = op == Op::fp_lt || op == Op::fp_le || op == Op::fp_eq;
    return solver_.mkTerm(row->kind, {x, x + (binary ? 2 : 1)});
  }
  FloatShape s = shape(to.width);
  switch (op) {
    case Op::fp_to_fp:
      return indexed(cvc5::FLOATINGPOINT_TO_FP_FROM_FP, {s.exponent, s.significand}, {nearest_, x[0]});
    case Op::fp_from_sbv:
      return indexed(cvc5::FLOATINGPOINT_TO_FP_FROM_SBV, {s.exponent, s.significand}, {nearest_, x[0]});
    case Op::fp_from_ubv:
      return indexed(cvc5::FLOATINGPOINT_TO_FP_FROM_UBV, {s.exponent, s.significand}, {nearest_, x[0]});
    case Op::fp_to_sbv:
      return indexed(cvc5::FLOATINGPOINT_TO_SBV, {to.width}, {truncate_, x[0]});
    case Op::fp_to_ubv:
      return indexed(cvc5::FLOATINGPOINT_TO_UBV, {to.width}, {truncate_, x[0]});
    default:
      FP_UNREACHABLE("operator without a cvc5 counterpart");
  }
}

class Cvc5Solver final : public Solver {
 public:
  Cvc5Solver(Budget& budget, Statistics& statistics)
      : budget_(budget),
        statistics_(statistics),
        configured_(configure(solver_)),
        backend_(solver_),
        translate_(backend_, budget) {}

  void assert_term(Term term) override {
    guarded([&] {
      cvc5::Term formula = translated(term);
      solver_.assertFormula(levels_.empty() ? formula : solver_.mkTerm(cvc5::IMPLIES, {levels_.back(), formula}));
    });
  }

  Answer check(std::span<const Term> assumptions) override {
    budget_.check_now();
    return guarded([&] { return run(assumptions); });
  }

  Assignment model() override;
  std::vector<Term> core() override;

  void push() override {
    guarded([&] { levels_.push_back(solver_.mkConst(solver_.getBooleanSort())); });
  }
  void pop() override {
    FP_CHECK(!levels_.empty());
    guarded([&] { solver_.assertFormula(solver_.mkTerm(cvc5::NOT, {levels_.back()})); });
    levels_.pop_back();
    answer_ = Answer::unknown;
  }

 private:
  static bool configure(cvc5::Solver& solver) {
    solver.setOption("incremental", "true");
    solver.setOption("produce-models", "true");
    solver.setOption("produce-unsat-assumptions", "true");
    solver.setOption("fp-exp", "true");  // formats other than 32 and 64 bits
    solver.setLogic("ALL");
    return true;
  }

  // cvc5's exceptions stay in this file.
  template <typename Action>
  auto guarded(Action action) -> decltype(action()) {
    try {
      return action();
    } catch (const cvc5::CVC5ApiException& error) {
      budget_.check_now();
      throw InternalError(fmt::format("cvc5: {}", error.getMessage()));
    } catch (const std::bad_alloc&) {
      throw Exhausted(Resource::memory, "cvc5 ran out of memory");
    }
  }

  cvc5::Term translated(Term term) {
    Timer timer(statistics_, "cvc5.encode-seconds");
    answer_ = Answer::unknown;
    return translate_(term);
  }

  Answer run(std::span<const Term> assumptions);

  Budget& budget_;
  Statistics& statistics_;
  cvc5::Solver solver_;
  bool configured_;
  Cvc5Backend backend_;
  Translator<Cvc5Backend> translate_;
  std::vector<cvc5::Term> levels_;
  std::vector<std::pair<Term, cvc5::Term>> assumed_;
  Answer answer_ = Answer::unknown;
};

Answer Cvc5Solver::run(std::span<const Term> assumptions) {
  assumed_.clear();
  std::vector<cvc5::Term> given = levels_;
  for (Term term : assumptions) {
    cvc5::Term formula = translated(term);
    assumed_.emplace_back(term, formula);
    given.push_back(formula);
  }
  Timer timer(statistics_, "cvc5.solve-seconds");
  statistics_.add("cvc5.checks");
  for (double slice = 0.25;; slice = std::min(2 * slice, 30.0)) {
    double allowed = std::min(slice, std::max(budget_.remaining(), 0.001));
    solver_.setOption("tlimit-per", std::to_string(static_cast<long>(std::ceil(allowed * 1000))));
    cvc5::Result result = given.empty() ? solver_.checkSat() : solver_.checkSatAssuming(given);
    if (result.isSat()) return answer_ = Answer::sat;
    if (result.isUnsat()) return answer_ = Answer::unsat;
    budget_.check_now();
    if (result.getUnknownExplanation() != cvc5::UnknownExplanation::TIMEOUT) return answer_ = Answer::unknown;
  }
}

Assignment Cvc5Solver::model() {
  FP_CHECK_MSG(answer_ == Answer::sat, "a model is only there right after sat");
  return guarded([&] {
    Assignment result;
    for (Term variable : translate_.variables()) {
      cvc5::Term value = solver_.getValue(translate_(variable));
      switch (variable.sort().kind) {
        case SortKind::boolean:
          result.emplace(variable, value.getBooleanValue() ? 1 : 0);
          break;
        case SortKind::integer:
          result.emplace(variable, parse_decimal(value.getIntegerValue()));
          break;
        default:
          result.emplace(variable, parse_decimal(value.getBitVectorValue(10)));
      }
    }
    return result;
  });
}

std::vector<Term> Cvc5Solver::core() {
  FP_CHECK_MSG(answer_ == Answer::unsat, "a core is only there right after unsat");
  return guarded([&] {
    std::vector<Term> result;
    if (assumed_.empty()) return result;
    std::vector<cvc5::Term> failed = solver_.getUnsatAssumptions();
    for (auto& [term, formula] : assumed_) {
      auto found = std::find(failed.begin(), failed.end(), formula);
      if (found == failed.end()) continue;
      failed.erase(found);
      if (std::find(result.begin(), result.end(), term) == result.end()) result.push_back(term);
    }
    return result;
  });
}

}  // namespace

std::unique_ptr<Solver> make_cvc5(Terms&, Budget& budget, Statistics& statistics) {
  return std::make_unique<Cvc5Solver>(budget, statistics);
}

}  // namespace fencepost::logic

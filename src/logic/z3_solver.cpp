// Z3 behind Solver. While only Booleans and bit-vectors occur, Z3's incremental SAT solver serves (logic QF_FD); the
// first integer or float moves everything asserted so far to its general solver. A thread watches the budget during a
// check and interrupts Z3, whose own timeout does not cover cancellation or memory.
#include <fmt/format.h>
#include <z3++.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/check.h"
#include "logic/parse_number.h"
#include "logic/solvers.h"
#include "logic/translate.h"
#include "logic/watchdog.h"

namespace fencepost::logic {
namespace {

struct FloatShape {
  unsigned exponent, significand;
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

class Z3Backend {
 public:
  using Expr = z3::expr;

  explicit Z3Backend(z3::context& context)
      : context_(context),
        nearest_(wrap(Z3_mk_fpa_round_nearest_ties_to_even(context))),
        truncate_(wrap(Z3_mk_fpa_round_toward_zero(context))) {}

  Expr boolean(bool value) { return context_.bool_val(value); }
  Expr bv(Bits value, unsigned width) { return context_.bv_val(decimal(value).c_str(), width); }
  Expr integer(SignedBits value) { return context_.int_val(signed_decimal(value).c_str()); }

  Expr variable(Term term, Sort sort) {
    z3::symbol name = context_.int_symbol(static_cast<int>(term.id()));
    switch (sort.kind) {
      case SortKind::boolean:
        return context_.constant(name, context_.bool_sort());
      case SortKind::integer:
        return context_.constant(name, context_.int_sort());
      default:
        return context_.constant(name, context_.bv_sort(sort.width));
    }
  }

  Expr extract(const Expr& a, unsigned hi, unsigned lo) { return a.extract(hi, lo); }
  Expr concat(const Expr& a, const Expr& b) { return z3::concat(a, b); }
  Expr number(const Expr& bits, unsigned width) { return wrap(Z3_mk_fpa_to_fp_bv(context_, bits, float_sort(width))); }
  Expr pattern(const Expr& number, unsigned) { return wrap(Z3_mk_fpa_to_ieee_bv(context_, number)); }

  Expr define(const Expr& expr) {
    Expr name = wrap(Z3_mk_fresh_const(context_, "d", expr.get_sort()));
    definitions_.push_back(name == expr);
    return name;
  }
  std::vector<Expr> take_definitions() { return std::exchange(definitions_, {}); }

  Expr apply(Op op, const Expr* x, Term term);
  Expr float_apply(Op op, const Expr* x, Sort from, Sort to);

 private:
  Expr wrap(Z3_ast ast) {
    Expr result(context_, ast);
    context_.check_error();
    return result;
  }
  z3::sort float_sort(unsigned width) {
    FloatShape s = shape(width);
    return context_.fpa_sort(s.exponent, s.significand);
  }

  z3::context& context_;
  Expr nearest_, truncate_;
  std::vector<Expr> definitions_;  // not yet asserted
};

z3::expr Z3Backend::apply(Op op, const Expr* x, Term term) {
  Z3_context c = context_;
  auto two = [&](auto make) {
    Z3_ast pair[] = {x[0], x[1]};
    return wrap(make(c, 2, pair));
  };
  switch (op) {
    case Op::not_:
      return !x[0];
    case Op::and_:
      return two(Z3_mk_and);
    case Op::or_:
      return two(Z3_mk_or);
    case Op::eq:
      return wrap(Z3_mk_eq(c, x[0], x[1]));
    case Op::ite:
      return z3::ite(x[0], x[1], x[2]);
    case Op::bv_add:
      return wrap(Z3_mk_bvadd(c, x[0], x[1]));
    case Op::bv_sub:
      return wrap(Z3_mk_bvsub(c, x[0], x[1]));
    case Op::bv_mul:
      return wrap(Z3_mk_bvmul(c, x[0], x[1]));
    case Op::bv_udiv:
      return wrap(Z3_mk_bvudiv(c, x[0], x[1]));
    case Op::bv_urem:
      return wrap(Z3_mk_bvurem(c, x[0], x[1]));
    case Op::bv_sdiv:
      return wrap(Z3_mk_bvsdiv(c, x[0], x[1]));
    case Op::bv_srem:
      return wrap(Z3_mk_bvsrem(c, x[0], x[1]));
    case Op::bv_neg:
      return wrap(Z3_mk_bvneg(c, x[0]));
    case Op::bv_and:
      return wrap(Z3_mk_bvand(c, x[0], x[1]));
    case Op::bv_or:
      return wrap(Z3_mk_bvor(c, x[0], x[1]));
    case Op::bv_xor:
      return wrap(Z3_mk_bvxor(c, x[0], x[1]));
    case Op::bv_not:
      return wrap(Z3_mk_bvnot(c, x[0]));
    case Op::bv_shl:
      return wrap(Z3_mk_bvshl(c, x[0], x[1]));
    case Op::bv_lshr:
      return wrap(Z3_mk_bvlshr(c, x[0], x[1]));
    case Op::bv_ashr:
      return wrap(Z3_mk_bvashr(c, x[0], x[1]));
    case Op::bv_ult:
      return wrap(Z3_mk_bvult(c, x[0], x[1]));
    case Op::bv_ule:
      return wrap(Z3_mk_bvule(c, x[0], x[1]));
    case Op::bv_slt:
      return wrap(Z3_mk_bvslt(c, x[0], x[1]));
    case Op::bv_sle:
      return wrap(Z3_mk_bvsle(c, x[0], x[1]));
    case Op::bv_concat:
      return concat(x[0], x[1]);
    case Op::bv_extract:
      return extract(x[0], term->hi, term->lo);
    case Op::bv_zext:
      return z3::zext(x[0], term.sort().width - term.args()[0].sort().width);
    case Op::bv_sext:
      return z3::sext(x[0], term.sort().width - term.args()[0].sort().width);
    case Op::int_add:
      return two(Z3_mk_add);
    case Op::int_sub:
      return two(Z3_mk_sub);
    case Op::int_mul:
      return two(Z3_mk_mul);
    case Op::int_div:
      return wrap(Z3_mk_div(c, x[0], x[1]));
    case Op::int_mod:
      return wrap(Z3_mk_mod(c, x[0], x[1]));
    case Op::int_neg:
      return wrap(Z3_mk_unary_minus(c, x[0]));
    case Op::int_lt:
      return wrap(Z3_mk_lt(c, x[0], x[1]));
    case Op::int_le:
      return wrap(Z3_mk_le(c, x[0], x[1]));
    case Op::bv_to_int_unsigned:
      return wrap(Z3_mk_bv2int(c, x[0], false));
    case Op::bv_to_int_signed:
      return wrap(Z3_mk_bv2int(c, x[0], true));
    case Op::int_to_bv:
      return wrap(Z3_mk_int2bv(c, term.sort().width, x[0]));
    default:
      FP_UNREACHABLE("operator without a Z3 counterpart");
  }
}

z3::expr Z3Backend::float_apply(Op op, const Expr* x, Sort, Sort to) {
  Z3_context c = context_;
  switch (op) {
    case Op::fp_add:
      return wrap(Z3_mk_fpa_add(c, nearest_, x[0], x[1]));
    case Op::fp_sub:
      return wrap(Z3_mk_fpa_sub(c, nearest_, x[0], x[1]));
    case Op::fp_mul:
      return wrap(Z3_mk_fpa_mul(c, nearest_, x[0], x[1]));
    case Op::fp_div:
      return wrap(Z3_mk_fpa_div(c, nearest_, x[0], x[1]));
    case Op::fp_neg:
      return wrap(Z3_mk_fpa_neg(c, x[0]));
    case Op::fp_lt:
      return wrap(Z3_mk_fpa_lt(c, x[0], x[1]));
    case Op::fp_le:
      return wrap(Z3_mk_fpa_leq(c, x[0], x[1]));
    case Op::fp_eq:
      return wrap(Z3_mk_fpa_eq(c, x[0], x[1]));
    case Op::fp_is_nan:
      return wrap(Z3_mk_fpa_is_nan(c, x[0]));
    case Op::fp_is_inf:
      return wrap(Z3_mk_fpa_is_infinite(c, x[0]));
    case Op::fp_to_fp:
      return wrap(Z3_mk_fpa_to_fp_float(c, nearest_, x[0], float_sort(to.width)));
    case Op::fp_from_sbv:
      return wrap(Z3_mk_fpa_to_fp_signed(c, nearest_, x[0], float_sort(to.width)));
    case Op::fp_from_ubv:
      return wrap(Z3_mk_fpa_to_fp_unsigned(c, nearest_, x[0], float_sort(to.width)));
    case Op::fp_to_sbv:
      return wrap(Z3_mk_fpa_to_sbv(c, truncate_, x[0], to.width));
    case Op::fp_to_ubv:
      return wrap(Z3_mk_fpa_to_ubv(c, truncate_, x[0], to.width));
    default:
      FP_UNREACHABLE("operator without a Z3 counterpart");
  }
}

bool needs_general_solver(Op op, Sort sort) {
  return sort.kind == SortKind::integer || (op >= Op::int_add && op != Op::fp_from_bits && op != Op::fp_to_bits);
}

class Z3Solver final : public Solver {
 public:
  Z3Solver(Budget& budget, Statistics& statistics)
      : budget_(budget), statistics_(statistics), backend_(context_), translate_(backend_, budget) {}

  void assert_term(Term term) override {
    guarded([&] { add(translated(term)); });
  }

  Answer check(std::span<const Term> assumptions) override {
    budget_.check_now();
    return guarded([&] { return run(assumptions); });
  }

  Assignment model() override;
  std::vector<Term> core() override;

  void push() override {
    guarded([&] { solver_->push(); });
    levels_.emplace_back();
  }
  void pop() override {
    FP_CHECK(levels_.size() > 1);
    std::vector<z3::expr> definitions = std::move(levels_.back().definitions);
    levels_.pop_back();
    guarded([&] {
      solver_->pop();
      for (const z3::expr& definition : definitions) add_definition(definition);
    });
    answer_ = Answer::unknown;
  }

 private:
  // Z3's exceptions stay in this file.
  template <typename Action>
  auto guarded(Action action) -> decltype(action()) {
    try {
      return action();
    } catch (const z3::exception& error) {
      budget_.check_now();
      std::string message = error.msg();
      if (message.find("memory") != std::string::npos)
        throw Exhausted(Resource::memory, fmt::format("Z3: {}", message));
      throw InternalError(fmt::format("Z3: {}", message));
    } catch (const std::bad_alloc&) {
      throw Exhausted(Resource::memory, "Z3 ran out of memory");
    }
  }

  z3::expr translated(Term term) {
    Timer timer(statistics_, "z3.encode-seconds");
    answer_ = Answer::unknown;
    if (!general_ && unsupported_by_sat(term)) move_to_general();
    z3::expr formula = translate_(term);
    for (const z3::expr& definition : backend_.take_definitions()) add_definition(definition);
    return formula;
  }

  void add(const z3::expr& formula) {
    levels_.back().asserted.push_back(formula);
    solver_->add(formula);
  }

  // Translations are kept for good, and so must be what defines their parts: a pop moves it down a level.
  void add_definition(const z3::expr& definition) {
    levels_.back().definitions.push_back(definition);
    solver_->add(definition);
  }

  z3::expr assumption(Term term);
  bool unsupported_by_sat(Term root);
  void move_to_general();
  Answer run(std::span<const Term> assumptions);

  struct Level {
    std::vector<z3::expr> asserted, definitions;
    std::unordered_set<Term> named;  // assumptions that have a name here
  };

  Budget& budget_;
  Statistics& statistics_;
  z3::context context_;
  Z3Backend backend_;
  Translator<Z3Backend> translate_;
  std::optional<z3::solver> solver_ = z3::solver(context_, "QF_FD");
  bool general_ = false;
  std::vector<bool> seen_;  // terms without integers and floats
  std::vector<Level> levels_{1};
  std::vector<std::pair<Term, z3::expr>> assumed_;
  Answer answer_ = Answer::unknown;
};

bool Z3Solver::unsupported_by_sat(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term term = stack.back();
    stack.pop_back();
    if (term.id() < seen_.size() && seen_[term.id()]) continue;
    if (needs_general_solver(term.op(), term.sort())) return true;
    if (term.id() >= seen_.size()) seen_.resize(std::max<size_t>(term.id() + 1, seen_.size() * 2));
    seen_[term.id()] = true;
    for (Term arg : term.args()) stack.push_back(arg);
  }
  return false;
}

void Z3Solver::move_to_general() {
  general_ = true;
  solver_.emplace(context_);
  for (size_t level = 0; level < levels_.size(); ++level) {
    if (level > 0) solver_->push();
    for (const z3::expr& definition : levels_[level].definitions) solver_->add(definition);
    for (const z3::expr& formula : levels_[level].asserted) solver_->add(formula);
  }
}

// Z3 takes only literals as assumptions, and forgets some in its core when they are decided by what is asserted: each
// gets a name of its own, once for as long as its level lives.
z3::expr Z3Solver::assumption(Term term) {
  z3::expr formula = translated(term);
  z3::symbol symbol = context_.str_symbol(fmt::format("a{}", term.id()).c_str());
  z3::expr name = context_.constant(symbol, context_.bool_sort());
  for (const Level& level : levels_)
    if (level.named.contains(term)) return name;
  levels_.back().named.insert(term);
  add(z3::implies(name, formula));
  return name;
}

Answer Z3Solver::run(std::span<const Term> assumptions) {
  assumed_.clear();
  z3::expr_vector given(context_);
  for (Term term : assumptions) {
    z3::expr formula = assumption(term);
    assumed_.emplace_back(term, formula);
    given.push_back(formula);
  }
  Timer timer(statistics_, "z3.solve-seconds");
  statistics_.add("z3.checks");
  z3::check_result result = z3::unknown;
  {
    Watchdog watchdog(budget_, [this] { context_.interrupt(); });
    result = solver_->check(given);
  }
  answer_ = result == z3::sat ? Answer::sat : result == z3::unsat ? Answer::unsat : Answer::unknown;
  if (answer_ == Answer::unknown) {
    budget_.check_now();
    if (solver_->reason_unknown().find("memory") != std::string::npos)
      throw Exhausted(Resource::memory, "Z3 ran out of memory");
  }
  return answer_;
}

Assignment Z3Solver::model() {
  FP_CHECK_MSG(answer_ == Answer::sat, "a model is only there right after sat");
  return guarded([&] {
    Assignment result;
    z3::model found = solver_->get_model();
    for (Term variable : translate_.variables()) {
      z3::expr value = found.eval(translate_(variable), true);
      if (variable.sort().kind == SortKind::boolean)
        result.emplace(variable, value.is_true() ? 1 : 0);
      else
        result.emplace(variable, parse_decimal(Z3_get_numeral_string(context_, value)));
    }
    return result;
  });
}

std::vector<Term> Z3Solver::core() {
  FP_CHECK_MSG(answer_ == Answer::unsat, "a core is only there right after unsat");
  return guarded([&] {
    std::vector<Term> result;
    z3::expr_vector core = solver_->unsat_core();
    std::vector<unsigned> ids;
    for (const z3::expr& formula : core) ids.push_back(formula.id());
    for (auto& [term, formula] : assumed_) {
      auto found = std::find(ids.begin(), ids.end(), formula.id());
      if (found == ids.end()) continue;
      ids.erase(found);
      result.push_back(term);
    }
    return result;
  });
}

}  // namespace

std::unique_ptr<Solver> make_z3(Terms&, Budget& budget, Statistics& statistics) {
  return std::make_unique<Z3Solver>(budget, statistics);
}

}  // namespace fencepost::logic

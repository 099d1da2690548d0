// The builders. Each one folds constants, orders the arguments of commutative operators, tries the rules of
// simplify.h, and interns what is left. Rules call builders again; past a fixed nesting only folding and the rules
// without look-ahead apply, so one build costs constant time whatever it is given.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "logic/fold.h"
#include "logic/simplify.h"
#include "logic/term_store.h"

namespace fencepost::logic {
namespace {

constexpr int kNestingLimit = 6;

bool is_boolean(Term term) { return term.sort().kind == SortKind::boolean; }

bool commutes(Op op) {
  switch (op) {
    case Op::and_:
    case Op::or_:
    case Op::eq:
    case Op::bv_add:
    case Op::bv_mul:
    case Op::bv_and:
    case Op::bv_or:
    case Op::bv_xor:
    case Op::int_add:
    case Op::int_mul:
    case Op::fp_add:
    case Op::fp_mul:
    case Op::fp_eq:
      return true;
    default:
      return false;
  }
}

void order(Op op, Term& a, Term& b) {
  if (!commutes(op)) return;
  if (a.is_const() != b.is_const() ? a.is_const() : a.id() > b.id()) std::swap(a, b);
}

bool is_predicate(Op op) {
  switch (op) {
    case Op::bv_ult:
    case Op::bv_ule:
    case Op::bv_slt:
    case Op::bv_sle:
    case Op::int_lt:
    case Op::int_le:
    case Op::fp_lt:
    case Op::fp_le:
    case Op::fp_eq:
    case Op::fp_is_nan:
    case Op::fp_is_inf:
      return true;
    default:
      return false;
  }
}

SortKind operand_kind(Op op) {
  if (op >= Op::bv_add && op <= Op::bv_sext) return SortKind::bitvec;
  if (op == Op::bv_to_int_unsigned || op == Op::bv_to_int_signed) return SortKind::bitvec;
  if (op >= Op::int_add && op <= Op::int_to_bv) return SortKind::integer;
  if (op == Op::fp_from_sbv || op == Op::fp_from_ubv || op == Op::fp_from_bits) return SortKind::bitvec;
  if (op >= Op::fp_add) return SortKind::floating;
  FP_UNREACHABLE("operator without an operand sort");
}

Sort result_sort(Op op, Term a) {
  if (is_predicate(op)) return bool_sort();
  if (op == Op::bv_to_int_unsigned || op == Op::bv_to_int_signed) return int_sort();
  if (op == Op::fp_to_bits) return bv_sort(a.sort().width);
  return a.sort();
}

}  // namespace

struct Terms::Impl {
  TermStore store;
  int nesting = 0;
  Term truth[2];

  Term intern(Op op, Sort sort, std::initializer_list<Term> args, unsigned hi = 0, unsigned lo = 0) {
    Node key;
    key.op = op;
    key.sort = sort;
    key.hi = static_cast<uint16_t>(hi);
    key.lo = static_cast<uint16_t>(lo);
    key.args = Operands(std::span<const Term>(args.begin(), args.size()));
    return store.intern(key);
  }

  Term constant(Sort sort, Bits value) {
    Node key;
    key.sort = sort;
    key.value = value;
    return store.intern(key);
  }

  // Runs a rule unless rules are nested too deeply; null: no rule.
  template <typename Rule>
  Term attempt(Rule rule) {
    if (nesting >= kNestingLimit) return {};
    struct Scope {
      int& nesting;
      explicit Scope(int& n) : nesting(n) { ++nesting; }
      ~Scope() { --nesting; }
    } scope(nesting);
    return rule();
  }
};

Terms::Terms() : impl_(std::make_unique<Impl>()) {
  impl_->truth[0] = impl_->constant(bool_sort(), 0);
  impl_->truth[1] = impl_->constant(bool_sort(), 1);
}

Terms::~Terms() = default;

size_t Terms::size() const { return impl_->store.size(); }

Term Terms::boolean(bool value) { return impl_->truth[value ? 1 : 0]; }

Term Terms::bv(Bits value, unsigned width) {
  FP_CHECK(width >= 1 && width <= 128);
  return impl_->constant(bv_sort(width), low_bits(value, width));
}

Term Terms::integer(SignedBits value) { return impl_->constant(int_sort(), static_cast<Bits>(value)); }

Term Terms::fp(double value, unsigned width) {
  FP_CHECK(width == 32 || width == 64);
  if (width == 64)
    return fp_bits(std::bit_cast<uint64_t>(std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value), 64);
  float narrow = static_cast<float>(value);
  return fp_bits(std::bit_cast<uint32_t>(std::isnan(narrow) ? std::numeric_limits<float>::quiet_NaN() : narrow), 32);
}

Term Terms::fp_bits(Bits bits, unsigned width) {
  FP_CHECK(width == 16 || width == 32 || width == 64 || width == 80 || width == 128);
  return impl_->constant(float_sort(width), low_bits(bits, width));
}

Term Terms::fresh(std::string_view name, Sort sort) {
  FP_CHECK(sort.kind != SortKind::bitvec || (sort.width >= 1 && sort.width <= 128));
  return impl_->store.variable(name, sort);
}

Term Terms::not_(Term a) {
  FP_CHECK(is_boolean(a));
  if (a.is_const()) return boolean(!a.is_true());
  if (a.op() == Op::not_) return a.args()[0];
  return impl_->intern(Op::not_, bool_sort(), {a});
}

Term Terms::and_(Term a, Term b) {
  FP_CHECK(is_boolean(a) && is_boolean(b));
  if (Term found = simplify_junction_shallow(*this, Op::and_, a, b)) return found;
  order(Op::and_, a, b);
  if (Term found = impl_->attempt([&] { return simplify_junction(*this, Op::and_, a, b); })) return found;
  return impl_->intern(Op::and_, bool_sort(), {a, b});
}

Term Terms::or_(Term a, Term b) {
  FP_CHECK(is_boolean(a) && is_boolean(b));
  if (Term found = simplify_junction_shallow(*this, Op::or_, a, b)) return found;
  order(Op::or_, a, b);
  if (Term found = impl_->attempt([&] { return simplify_junction(*this, Op::or_, a, b); })) return found;
  return impl_->intern(Op::or_, bool_sort(), {a, b});
}

Term Terms::and_(std::span<const Term> conjuncts) {
  Term result = boolean(true);
  for (Term term : conjuncts) result = and_(result, term);
  return result;
}

// Guards meeting at a join: the youngest were split last, so merging youngest first undoes the splits in turn. What
// does not merge with its neighbour waits on a stack.
Term Terms::or_(std::span<const Term> disjuncts) {
  std::vector<Term> sorted(disjuncts.begin(), disjuncts.end());
  auto younger = [](Term a, Term b) { return a.id() > b.id(); };
  std::sort(sorted.begin(), sorted.end(), younger);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<Term> waiting;
  for (Term term : sorted) {
    FP_CHECK(is_boolean(term));
    while (!waiting.empty()) {
      Term merged = simplify_junction_shallow(*this, Op::or_, waiting.back(), term);
      if (!merged) merged = impl_->attempt([&] { return simplify_junction(*this, Op::or_, waiting.back(), term); });
      if (!merged) break;
      waiting.pop_back();
      term = merged;
    }
    waiting.push_back(term);
  }
  Term result = boolean(false);
  for (Term term : waiting) result = or_(result, term);
  return result;
}

Term Terms::ite(Term condition, Term then_value, Term else_value) {
  FP_CHECK(is_boolean(condition) && then_value.sort() == else_value.sort());
  if (condition.is_const()) return condition.is_true() ? then_value : else_value;
  if (then_value == else_value) return then_value;
  if (condition.op() == Op::not_) {
    condition = condition.args()[0];
    std::swap(then_value, else_value);
  }
  Term found = impl_->attempt([&] { return simplify_ite(*this, condition, then_value, else_value); });
  return found ? found : impl_->intern(Op::ite, then_value.sort(), {condition, then_value, else_value});
}

Term Terms::eq(Term a, Term b) {
  FP_CHECK(a.sort() == b.sort());
  if (a == b) return boolean(true);
  if (a.is_const() && b.is_const()) return boolean(false);
  order(Op::eq, a, b);
  if (Term found = impl_->attempt([&] { return simplify_eq(*this, a, b); })) return found;
  return impl_->intern(Op::eq, bool_sort(), {a, b});
}

Term Terms::binary(Op op, Term a, Term b) {
  if (op == Op::and_) return and_(a, b);
  if (op == Op::or_) return or_(a, b);
  if (op == Op::eq) return eq(a, b);
  SortKind kind = operand_kind(op);
  FP_CHECK(a.sort().kind == kind && (op == Op::bv_concat ? b.sort().kind == kind : a.sort() == b.sort()));
  Sort sort = op == Op::bv_concat ? bv_sort(a.sort().width + b.sort().width) : result_sort(op, a);
  FP_CHECK(sort.width <= 128);

  order(op, a, b);
  Term args[] = {a, b};
  if (auto value = fold(op, sort, args)) return impl_->constant(sort, *value);
  auto rule = [&]() -> Term {
    // An operator of a choice between constants and a constant is a choice between constants.
    if (b.is_const() && has_constant_leaves(a))
      return ite(a.args()[0], binary(op, a.args()[1], b), binary(op, a.args()[2], b));
    if (a.is_const() && has_constant_leaves(b))
      return ite(b.args()[0], binary(op, a, b.args()[1]), binary(op, a, b.args()[2]));
    if (has_constant_leaves(a) && has_constant_leaves(b) && a.args()[0] == b.args()[0])
      return ite(a.args()[0], binary(op, a.args()[1], b.args()[1]), binary(op, a.args()[2], b.args()[2]));
    if (op >= Op::bv_add && op <= Op::bv_srem) return simplify_arithmetic(*this, op, a, b);
    if (op >= Op::bv_and && op <= Op::bv_ashr) return simplify_bitwise(*this, op, a, b);
    if (op >= Op::bv_ult && op <= Op::bv_sle) return simplify_compare(*this, op, a, b);
    if (op == Op::bv_concat) return simplify_concat(*this, a, b);
    if (kind == SortKind::integer) return simplify_integer(*this, op, a, b);
    return simplify_float(*this, op, a, b);
  };
  if (Term found = impl_->attempt(rule)) return found;
  return impl_->intern(op, sort, {a, b});
}

Term Terms::unary(Op op, Term a) {
  if (op == Op::not_) return not_(a);
  FP_CHECK(a.sort().kind == operand_kind(op));
  Sort sort = result_sort(op, a);
  Term args[] = {a};
  if (auto value = fold(op, sort, args)) return impl_->constant(sort, *value);
  auto rule = [&] {
    if (has_constant_leaves(a)) return ite(a.args()[0], unary(op, a.args()[1]), unary(op, a.args()[2]));
    return simplify_unary(*this, op, a);
  };
  if (Term found = impl_->attempt(rule)) return found;
  return impl_->intern(op, sort, {a});
}

Term Terms::extract(Term a, unsigned hi, unsigned lo) {
  FP_CHECK(a.sort().kind == SortKind::bitvec && lo <= hi && hi < a.sort().width);
  if (lo == 0 && hi + 1 == a.sort().width) return a;
  Sort sort = bv_sort(hi - lo + 1);
  Term args[] = {a};
  if (auto value = fold(Op::bv_extract, sort, args, hi, lo)) return impl_->constant(sort, *value);
  if (Term found = impl_->attempt([&] { return simplify_extract(*this, a, hi, lo); })) return found;
  return impl_->intern(Op::bv_extract, sort, {a}, hi, lo);
}

Term Terms::zext(Term a, unsigned width) { return extend(Op::bv_zext, a, width); }
Term Terms::sext(Term a, unsigned width) { return extend(Op::bv_sext, a, width); }

Term Terms::extend(Op op, Term a, unsigned width) {
  FP_CHECK(a.sort().kind == SortKind::bitvec && width >= a.sort().width && width <= 128);
  if (width == a.sort().width) return a;
  Sort sort = bv_sort(width);
  Term args[] = {a};
  if (auto value = fold(op, sort, args)) return impl_->constant(sort, *value);
  if (Term found = impl_->attempt([&] { return simplify_extend(*this, op, a, width); })) return found;
  return impl_->intern(op, sort, {a});
}

Term Terms::convert(Op op, Term a, Sort to) {
  FP_CHECK(a.sort().kind == operand_kind(op));
  FP_CHECK(op != Op::fp_from_bits || a.sort().width == to.width);
  if (a.sort() == to) return a;
  Term args[] = {a};
  if (auto value = fold(op, to, args)) return impl_->constant(to, *value);
  auto rule = [&] {
    if (has_constant_leaves(a)) return ite(a.args()[0], convert(op, a.args()[1], to), convert(op, a.args()[2], to));
    return simplify_conversion(*this, op, a, to);
  };
  if (Term found = impl_->attempt(rule)) return found;
  return impl_->intern(op, to, {a});
}

}  // namespace fencepost::logic

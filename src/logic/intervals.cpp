#include "logic/intervals.h"

#include <algorithm>

namespace fencepost::logic {

namespace {

constexpr unsigned kWidest = 64;  // a product of two such numbers fits SignedBits

bool is_number(Term term) { return term.sort().kind == SortKind::bitvec && term.sort().width <= kWidest; }

// Those that the term's value is computed from, and not only chosen by.
std::span<const Term> operands(Term term) {
  if (!is_number(term)) return {};
  return term.op() == Op::ite ? term.args().subspan(1) : term.args();
}

// Arithmetic that leaves the range wraps around: then it may be anything.
Interval within(Interval result, unsigned width) {
  Interval all = Interval::all(width);
  return result.low < all.low || result.high > all.high ? all : result;
}

Interval product(const Interval& a, const Interval& b) {
  auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

}  // namespace

Interval Interval::all(unsigned width) {
  SignedBits half = SignedBits(1) << (std::clamp(width, 1u, kWidest) - 1);
  return {-half, half - 1};
}

void Interval::join(const Interval& other) {
  if (other.is_empty()) return;
  bool first = is_empty();
  low = first ? other.low : std::min(low, other.low);
  high = first ? other.high : std::max(high, other.high);
}

Term lies_in(Term term, const Interval& interval, Terms& terms) {
  if (!is_number(term) || interval.is_empty()) return terms.boolean(true);
  unsigned width = term.sort().width, bits = 0;
  Term low = terms.binary(Op::bv_sle, terms.bv(low_bits(static_cast<Bits>(interval.low), width), width), term);
  Term high = terms.binary(Op::bv_sle, term, terms.bv(low_bits(static_cast<Bits>(interval.high), width), width));
  SignedBits most = std::max(interval.high, -interval.low - 1);
  while (most >> bits != 0) ++bits;
  // A solver sees from comparisons late that the bits beyond are all alike.
  Term small = bits + 1 < width ? terms.eq(term, terms.sext(terms.extract(term, bits, 0), width)) : terms.boolean(true);
  return terms.and_(small, terms.and_(low, high));
}

Intervals::Intervals(std::span<const Term> roots) {
  std::vector<Term> open(roots.begin(), roots.end());
  while (!open.empty()) {
    Term next = open.back();
    open.pop_back();
    if (!place_.emplace(next, 0).second) continue;
    nodes_.push_back(next);
    open.insert(open.end(), operands(next).begin(), operands(next).end());
  }
  std::sort(nodes_.begin(), nodes_.end(), [](Term a, Term b) { return a.id() < b.id(); });
  for (size_t i = 0; i < nodes_.size(); ++i) place_[nodes_[i]] = i;
  known_.resize(nodes_.size());
}

std::vector<Term> Intervals::variables() const {
  std::vector<Term> all = nodes_;
  std::erase_if(all, [](Term node) { return node.op() != Op::variable; });
  return all;
}

void Intervals::compute(const std::function<Interval(Term variable)>& of_variable) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    Term node = nodes_[i];
    known_[i] = node.op() == Op::variable ? of_variable(node) : apply(node);
  }
}

Interval Intervals::apply(Term term) const {
  Interval arguments[3] = {Interval::all(kWidest), Interval::all(kWidest), Interval::all(kWidest)};
  size_t count = 0;
  for (Term argument : term.args()) {
    if (auto known = place_.find(argument); known != place_.end()) arguments[count] = known_[known->second];
    ++count;
  }
  return applied(term, std::span(arguments, count));
}

Interval applied(Term term, std::span<const Interval> arguments) {
  unsigned width = term.sort().width;
  Interval all = Interval::all(width);
  if (!is_number(term)) return all;
  if (term.is_const()) {
    SignedBits value = as_signed(term.value(), width);
    return {value, value};
  }
  if (term.op() == Op::ite) {
    Interval either = arguments[1];
    either.join(arguments[2]);
    return either;
  }
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!is_number(term.args()[i]))
      return all;
    else if (arguments[i].is_empty())
      return {};
  if (arguments.empty()) return all;
  const Interval& a = arguments.front();
  const Interval& b = arguments.back();
  switch (term.op()) {
    case Op::bv_add:
      return within({a.low + b.low, a.high + b.high}, width);
    case Op::bv_sub:
      return within({a.low - b.high, a.high - b.low}, width);
    case Op::bv_neg:
      return within({-a.high, -a.low}, width);
    case Op::bv_mul:
      return within(product(a, b), width);
    case Op::bv_and:
      if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
      if (a.low >= 0) return {0, a.high};
      return b.low >= 0 ? Interval{0, b.high} : all;
    case Op::bv_urem:
      if (b.low > 0 && a.low < 0) return {0, b.high - 1};
      [[fallthrough]];
    case Op::bv_srem:
      if (b.low <= 0) return all;
      // The rest has the sign of what is divided.
      return {a.low >= 0 ? 0 : std::max(a.low, 1 - b.high), a.high < 0 ? 0 : std::min(a.high, b.high - 1)};
    case Op::bv_udiv:
    case Op::bv_sdiv:
      return a.low >= 0 && b.low > 0 ? Interval{a.low / b.high, a.high / b.low} : all;
    case Op::bv_lshr:
      return a.low >= 0 ? Interval{0, a.high} : all;
    case Op::bv_sext:
      return a;
    case Op::bv_zext:
      return a.low >= 0 ? a : within({0, (SignedBits(1) << term.args()[0].sort().width) - 1}, width);
    case Op::bv_extract:
      return term->lo == 0 ? within(a, width) : all;
    case Op::bv_concat: {
      SignedBits lower = SignedBits(1) << term.args()[1].sort().width;
      Interval rest = b.low >= 0 ? b : Interval{0, lower - 1};
      return within({a.low * lower + rest.low, a.high * lower + rest.high}, width);
    }
    default:
      return all;
  }
}

}  // namespace fencepost::logic

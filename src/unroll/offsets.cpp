#include "unroll/offsets.h"

#include <algorithm>
#include <utility>

namespace fencepost::unroll {

using logic::Op;

namespace {

Bits mod(SignedBits value, Bits stride) {
  SignedBits rest = value % static_cast<SignedBits>(stride);
  return static_cast<Bits>(rest < 0 ? rest + static_cast<SignedBits>(stride) : rest);
}

Bits gcd(Bits a, Bits b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

Bits power_of_two_part(Bits value, unsigned width) {
  if (value == 0) return Bits{1} << (width > 100 ? 100 : width);
  return value & -value;
}

SignedBits smallest(unsigned width) { return static_cast<SignedBits>(~Bits{0} << (width - 1)); }
SignedBits largest(unsigned width) { return ~smallest(width); }

Span anything(unsigned width, Bits stride = 1, Bits residue = 0) {
  return {smallest(width), largest(width), stride, residue};
}

Span single(SignedBits value) { return {value, value, 0, 0}; }

bool is_single(const Span& span) { return span.stride == 0; }

// A span over low..high with this stride through `member`; forgets what wraps at the width.
Span make(SignedBits low, SignedBits high, Bits stride, SignedBits member, unsigned width) {
  if (low == high)
    return low < smallest(width) || low > largest(width) ? single(logic::as_signed(static_cast<Bits>(low), width))
                                                         : single(low);
  if (stride == 0) stride = 1;
  if (low < smallest(width) || high > largest(width)) {
    stride = std::min(power_of_two_part(stride, width), Bits{1} << std::min(width - 1, 60u));
    return anything(width, stride, mod(member, stride));
  }
  return {low, high, stride, mod(member, stride)};
}

SignedBits member(const Span& span) { return is_single(span) ? span.low : static_cast<SignedBits>(span.residue); }

Span join(const Span& a, const Span& b, unsigned width) {
  SignedBits difference = member(a) - member(b);
  Bits stride = gcd(gcd(a.stride, b.stride), static_cast<Bits>(difference < 0 ? -difference : difference));
  return make(std::min(a.low, b.low), std::max(a.high, b.high), stride, member(a), width);
}

Span scaled(const Span& a, SignedBits factor, unsigned width) {
  if (factor == 0) return single(0);
  SignedBits low = 0, high = 0;
  if (__builtin_mul_overflow(a.low, factor, &low) || __builtin_mul_overflow(a.high, factor, &high))
    return anything(width);
  if (low > high) std::swap(low, high);
  Bits magnitude = static_cast<Bits>(factor < 0 ? -factor : factor);
  Bits stride = 0;
  if (__builtin_mul_overflow(a.stride, magnitude, &stride) || stride >> 100 != 0)
    stride = power_of_two_part(magnitude, width);
  return make(low, high, stride, member(a) * factor, width);
}

Span sum(const Span& a, const Span& b, int sign, unsigned width) {
  SignedBits low = a.low + (sign > 0 ? b.low : -b.high), high = a.high + (sign > 0 ? b.high : -b.low);
  return make(low, high, gcd(a.stride, b.stride), member(a) + sign * member(b), width);
}

// What a term is where a comparison of it with a constant has that outcome: of two numbers the lesser is at most either.
Span bounded(Term term, const Span& span, Term comparison, bool outcome) {
  for (; comparison.op() == Op::not_; outcome = !outcome) comparison = comparison.args()[0];
  if (comparison.op() != Op::bv_ult) return span;
  Term less = comparison.args()[0], more = comparison.args()[1], limit = outcome ? more : less;
  unsigned width = term.sort().width;
  if (term != (outcome ? less : more) || !limit.is_const() || logic::as_signed(limit.value(), width) <= 0) return span;
  SignedBits high = static_cast<SignedBits>(limit.value()) - (outcome ? 1 : 0);
  SignedBits low = std::max<SignedBits>(span.low, 0);
  return low > std::min(high, span.high) ? span
                                         : make(low, std::min(high, span.high), span.stride, member(span), width);
}

}  // namespace

const Span& Offsets::span(Term term) {
  // An explicit stack: offsets of a loop are a chain as long as the loop.
  std::vector<Term> stack = {term};
  while (!stack.empty()) {
    Term top = stack.back();
    if (known_.contains(top)) {
      stack.pop_back();
      continue;
    }
    size_t before = stack.size();
    for (Term arg : top.args())
      if (arg.sort().kind == logic::SortKind::bitvec && !known_.contains(arg)) stack.push_back(arg);
    if (stack.size() > before) continue;
    known_.emplace(top, compute(top));
    stack.pop_back();
  }
  return known_.at(term);
}

Span Offsets::compute(Term term) {
  unsigned width = term.sort().width;
  if (width < 2 || width > 64) return {smallest(128) / 4, largest(128) / 4, 1, 0};
  auto args = term.args();
  auto arg = [&](size_t i) -> const Span& { return known_.at(args[i]); };
  auto usable = [&](size_t i) { return args[i].sort().width >= 2 && args[i].sort().width <= 64; };
  switch (term.op()) {
    case Op::constant:
      return single(logic::as_signed(term.value(), width));
    case Op::ite:
      return join(bounded(args[1], arg(1), args[0], true), bounded(args[2], arg(2), args[0], false), width);
    case Op::bv_add:
      return sum(arg(0), arg(1), 1, width);
    case Op::bv_sub:
      return sum(arg(0), arg(1), -1, width);
    case Op::bv_neg:
      return scaled(arg(0), -1, width);
    case Op::bv_mul:
      if (is_single(arg(1))) return scaled(arg(0), arg(1).low, width);
      if (is_single(arg(0))) return scaled(arg(1), arg(0).low, width);
      return anything(width);
    case Op::bv_shl:
      if (is_single(arg(1)) && arg(1).low >= 0 && arg(1).low < 62)
        return scaled(arg(0), SignedBits{1} << static_cast<int>(arg(1).low), width);
      return anything(width);
    case Op::bv_sext:
      return usable(0) ? arg(0) : anything(width);
    case Op::bv_zext: {
      if (!usable(0)) return {0, largest(width), 1, 0};
      if (arg(0).low >= 0) return arg(0);
      unsigned inner = args[0].sort().width;
      Bits stride = power_of_two_part(arg(0).stride, inner - 1);
      return {0, (SignedBits{1} << inner) - 1, stride, mod(member(arg(0)), stride)};
    }
    case Op::bv_extract: {
      if (term->lo != 0 || !usable(0)) return anything(width);
      const Span& whole = arg(0);
      return make(whole.low, whole.high, whole.stride, member(whole), width);
    }
    case Op::bv_concat: {
      // Low zero bits are how the simplifier writes a shift.
      unsigned low_width = args[1].sort().width;
      if (args[1].is_const() && args[1].value() == 0 && usable(0) && low_width < 62)
        return scaled(arg(0), SignedBits{1} << low_width, width);
      if (args[0].is_const() && usable(1) && args[0].value() == 0) {
        Span low = arg(1);
        if (low.low >= 0) return low;
        return {0, (SignedBits{1} << low_width) - 1, 1, 0};
      }
      return anything(width);
    }
    case Op::bv_and:
      for (size_t i : {0, 1})
        if (is_single(arg(i)) && arg(i).low >= 0) {
          Bits mask = static_cast<Bits>(arg(i).low);
          return make(0, arg(i).low, mask == 0 ? 1 : mask & -mask, 0, width);
        }
      return anything(width);
    case Op::bv_urem:
      if (is_single(arg(1)) && arg(1).low > 0) return {0, arg(1).low - 1, 1, 0};
      return anything(width);
    case Op::bv_srem:
      if (is_single(arg(1)) && arg(1).low > 0) return {arg(0).low >= 0 ? 0 : 1 - arg(1).low, arg(1).low - 1, 1, 0};
      return anything(width);
    case Op::bv_udiv:
      // By zero all bits are set.
      if (arg(1).low <= 0) return anything(width);
      if (arg(0).low >= 0) return {0, arg(0).high, 1, 0};
      return arg(1).low > 1 ? Span{0, largest(width), 1, 0} : anything(width);
    case Op::bv_lshr:
      if (arg(0).low >= 0) return {0, arg(0).high, 1, 0};
      return is_single(arg(1)) && arg(1).low > 0 ? Span{0, largest(width), 1, 0} : anything(width);
    default:
      return anything(width);
  }
}

std::optional<bool> Offsets::decide(Term condition) { return decide(condition, 4); }

std::optional<bool> Offsets::decide(Term condition, int depth) {
  if (condition.is_const()) return condition.is_true();
  auto args = condition.args();
  auto numbers = [&] { return args[0].sort().kind == logic::SortKind::bitvec && args[0].sort().width <= 64; };
  auto ordered = [&](bool is_signed, bool or_equal) -> std::optional<bool> {
    if (!numbers()) return std::nullopt;
    const Span a = span(args[0]), b = span(args[1]);
    // As unsigned numbers, values below zero come after all others.
    if (!is_signed && (a.low < 0 || b.low < 0)) return std::nullopt;
    if (or_equal ? a.high <= b.low : a.high < b.low) return true;
    if (or_equal ? a.low > b.high : a.low >= b.high) return false;
    return std::nullopt;
  };
  switch (condition.op()) {
    case Op::bv_slt:
      return ordered(true, false);
    case Op::bv_sle:
      return ordered(true, true);
    case Op::bv_ult:
      return ordered(false, false);
    case Op::bv_ule:
      return ordered(false, true);
    case Op::eq: {
      if (!numbers()) return std::nullopt;
      const Span a = span(args[0]), b = span(args[1]);
      if (a.high < b.low || b.high < a.low) return false;
      Bits common = gcd(a.stride, b.stride);
      if (common > 1 && mod(member(a), common) != mod(member(b), common)) return false;
      return std::nullopt;
    }
    case Op::not_: {
      auto inner = decide(args[0], depth);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    case Op::and_:
    case Op::or_: {
      if (depth == 0) return std::nullopt;
      bool absorbing = condition.op() == Op::or_;
      auto a = decide(args[0], depth - 1);
      if (a == absorbing) return absorbing;
      auto b = decide(args[1], depth - 1);
      if (b == absorbing) return absorbing;
      return a && b ? std::optional(!absorbing) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

bool Offsets::leaves(Term term, Bits added, std::vector<SignedBits>& found, size_t limit) const {
  if (term.is_const()) {
    found.push_back(logic::as_signed(logic::low_bits(term.value() + added, term.sort().width), term.sort().width));
    return found.size() <= limit;
  }
  auto args = term.args();
  if (term.op() == Op::bv_add)
    for (size_t i : {0, 1})
      if (args[i].is_const()) return leaves(args[1 - i], added + args[i].value(), found, limit);
  return term.op() == Op::ite && leaves(args[1], added, found, limit) && leaves(args[2], added, found, limit);
}

std::optional<std::vector<SignedBits>> Offsets::members(Term term, SignedBits low, SignedBits high, size_t limit) {
  std::vector<SignedBits> found;
  constexpr size_t kLeaves = 64;
  if (leaves(term, 0, found, std::min(limit, kLeaves))) {
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::erase_if(found, [&](SignedBits value) { return value < low || value > high; });
    return found;
  }
  found.clear();
  const Span& all = span(term);
  low = std::max(low, all.low);
  high = std::min(high, all.high);
  if (is_single(all)) {
    if (low <= high) found.push_back(all.low);
    return found;
  }
  Bits first = mod(static_cast<SignedBits>(all.residue) - low, all.stride);
  SignedBits start = low + static_cast<SignedBits>(first);
  if (start > high) return found;
  if (static_cast<Bits>(high - start) / all.stride >= limit) return std::nullopt;
  for (SignedBits value = start; value <= high; value += static_cast<SignedBits>(all.stride)) found.push_back(value);
  return found;
}

}  // namespace fencepost::unroll

#include "engine/cegar/value_ranges.h"

#include <algorithm>

namespace fencepost::engine::cegar {

using logic::Op;
using logic::SignedBits;
using logic::SortKind;

namespace {

constexpr unsigned kWidestRange = 64;
constexpr Interval kFalse{0, 0}, kTrue{1, 1}, kEither{0, 1};

bool is_truth(Term term) { return term.sort().kind == SortKind::boolean; }
bool is_one(const Interval& interval) { return interval.low == interval.high; }

// left < right, or left <= right.
Interval truth_of_order(const Interval& left, const Interval& right, bool is_strict) {
  if (left.high + is_strict <= right.low) return kTrue;
  return left.low + is_strict > right.high ? kFalse : kEither;
}

// The same without signs: negative numbers are the large ones.
Interval truth_of_unsigned(const Interval& left, const Interval& right, bool is_strict) {
  auto has_sign = [](const Interval& of) { return of.low >= 0 || of.high < 0; };
  if (!has_sign(left) || !has_sign(right)) return kEither;
  bool left_is_large = left.high < 0, right_is_large = right.high < 0;
  if (left_is_large == right_is_large) return truth_of_order(left, right, is_strict);
  return right_is_large ? kTrue : kFalse;
}

}  // namespace

bool is_ranged(logic::Sort sort) {
  return sort.kind == SortKind::boolean || (sort.kind == SortKind::bitvec && sort.width <= kWidestRange);
}

Interval all_of(logic::Sort sort) { return sort.kind == SortKind::boolean ? kEither : Interval::all(sort.width); }

Interval met(const Interval& one, const Interval& other) {
  return {std::max(one.low, other.low), std::min(one.high, other.high)};
}

bool includes(const Interval& large, const Interval& small) {
  return small.is_empty() || (large.low <= small.low && small.high <= large.high);
}

void Ranges::join(const Ranges& other) {
  if (!other.is_reached) return;
  if (!is_reached) {
    *this = other;
    return;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    values[i].join(other.values[i]);
    if (copies[i] != other.copies[i]) copies[i] = kNoCopy;
  }
}

void Ranges::forget_copies_of(uint32_t number) { std::ranges::replace(copies, number, kNoCopy); }

void Ranges::set(uint32_t number, const Interval& value) {
  values[number] = value;
  copies[number] = kNoCopy;
  forget_copies_of(number);
}

bool includes(const Ranges& large, const Ranges& small) {
  if (!small.is_reached) return true;
  if (!large.is_reached) return false;
  for (size_t i = 0; i < large.values.size(); ++i)
    if (!includes(large.values[i], small.values[i]) ||
        (large.copies[i] != Ranges::kNoCopy && large.copies[i] != small.copies[i]))
      return false;
  return true;
}

uint32_t RangeReader::number_of(Term term) const {
  auto found = numbers_.find(term);
  return found == numbers_.end() ? Ranges::kNoCopy : found->second;
}

Interval RangeReader::operator()(Term term) {
  Seen seen;
  return read(term, seen);
}

Interval RangeReader::read(Term term, Seen& seen) {
  if (!is_ranged(term.sort())) return all_of(term.sort());
  if (term.op() == Op::variable) {
    uint32_t number = number_of(term);
    return number == Ranges::kNoCopy ? elsewhere_(term) : ranges_.values[number];
  }
  if (auto known = seen.find(term); known != seen.end()) return known->second;
  Interval found;
  if (term.is_const()) {
    found = is_truth(term) ? (term.is_true() ? kTrue : kFalse) : logic::applied(term, {});
  } else if (term.op() == Op::ite) {
    Interval chosen = read(term.args()[0], seen);
    if (chosen != kFalse) found.join(read(term.args()[1], seen));
    if (chosen != kTrue) found.join(read(term.args()[2], seen));
  } else if (is_truth(term)) {
    found = read_truth(term, seen);
  } else {
    std::vector<Interval> arguments;
    for (Term argument : term.args()) arguments.push_back(read(argument, seen));
    found = logic::applied(term, arguments);
  }
  seen.emplace(term, found);
  return found;
}

Interval RangeReader::read_truth(Term term, Seen& seen) {
  std::vector<Interval> of;
  for (Term argument : term.args()) {
    if (!is_ranged(argument.sort())) return kEither;
    of.push_back(read(argument, seen));
    if (of.back().is_empty()) return kEither;
  }
  switch (term.op()) {
    case Op::not_:
      return {1 - of[0].high, 1 - of[0].low};
    case Op::and_:
      return {std::min(of[0].low, of[1].low), std::min(of[0].high, of[1].high)};
    case Op::or_:
      return {std::max(of[0].low, of[1].low), std::max(of[0].high, of[1].high)};
    case Op::eq:
      if (met(of[0], of[1]).is_empty()) return kFalse;
      return is_one(of[0]) && is_one(of[1]) ? kTrue : kEither;
    case Op::bv_slt:
    case Op::bv_sle:
      return truth_of_order(of[0], of[1], term.op() == Op::bv_slt);
    case Op::bv_ult:
    case Op::bv_ule:
      return truth_of_unsigned(of[0], of[1], term.op() == Op::bv_ult);
    default:
      return kEither;
  }
}

bool RangeReader::learn(Term condition, bool is_true) {
  Interval now = (*this)(condition);
  if (is_one(now)) return now == (is_true ? kTrue : kFalse);
  auto arg = [&](size_t i) { return condition.args()[i]; };
  switch (condition.op()) {
    case Op::variable:
      return narrow(condition, is_true ? kTrue : kFalse);
    case Op::not_:
      return learn(arg(0), !is_true);
    case Op::and_:
    case Op::or_: {
      if (is_true == (condition.op() == Op::and_)) return learn(arg(0), is_true) && learn(arg(1), is_true);
      Interval other = is_true ? kFalse : kTrue;  // not this side, then the other one
      if ((*this)(arg(0)) == other) return learn(arg(1), is_true);
      return (*this)(arg(1)) != other || learn(arg(0), is_true);
    }
    case Op::eq: {
      if (!is_ranged(arg(0).sort())) return true;
      Interval left = (*this)(arg(0)), right = (*this)(arg(1));
      if (is_true) return narrow(arg(0), right) && narrow(arg(1), left);
      for (int side : {0, 1}) {
        const Interval &of = side == 0 ? left : right, &other = side == 0 ? right : left;
        if (!is_one(other)) continue;
        Interval rest = of;
        if (rest.low == other.low) ++rest.low;
        if (rest.high == other.low) --rest.high;
        if (!narrow(arg(static_cast<size_t>(side)), rest)) return false;
      }
      return true;
    }
    case Op::bv_slt:
    case Op::bv_sle:
    case Op::bv_ult:
    case Op::bv_ule: {
      bool is_signed = condition.op() == Op::bv_slt || condition.op() == Op::bv_sle;
      bool is_strict = condition.op() == Op::bv_slt || condition.op() == Op::bv_ult;
      return is_true ? learn_order(arg(0), arg(1), is_strict, is_signed)
                     : learn_order(arg(1), arg(0), !is_strict, is_signed);
    }
    default:
      return true;
  }
}

bool RangeReader::learn_order(Term left, Term right, bool is_strict, bool is_signed) {
  if (!is_ranged(left.sort())) return true;
  Interval small = (*this)(left), large = (*this)(right);
  if (!is_signed) {
    if (large.low >= 0) {
      if (!narrow(left, {0, large.high})) return false;
      small = (*this)(left);
    } else if (small.high < 0) {
      if (!narrow(right, {small.low, -1})) return false;
      large = (*this)(right);
    }
    bool same_sign = (small.low >= 0 && large.low >= 0) || (small.high < 0 && large.high < 0);
    if (!same_sign) return true;
  }
  return narrow(left, {small.low, large.high - is_strict}) && narrow(right, {small.low + is_strict, large.high});
}

bool RangeReader::narrow(uint32_t number, const Interval& to) {
  Interval& value = ranges_.values[number];
  value = met(value, to);
  return !value.is_empty();
}

bool RangeReader::narrow(Term term, const Interval& to) {
  Interval now = (*this)(term), both = met(now, to);
  if (both.is_empty()) return false;
  if (both == now) return true;
  auto arg = [&](size_t i) { return term.args()[i]; };
  switch (term.op()) {
    case Op::variable: {
      uint32_t number = number_of(term);
      if (number == Ranges::kNoCopy) return true;
      if (!narrow(number, both)) return false;
      uint32_t original = ranges_.copies[number];
      if (original == Ranges::kNoCopy) return true;
      bool fits = narrow(original, both);
      for (uint32_t i = 0; i < ranges_.copies.size() && fits; ++i)
        if (ranges_.copies[i] == original) fits = narrow(i, both);
      return fits;
    }
    case Op::not_:
      return learn(arg(0), both == kFalse);
    case Op::bv_sext:
      return narrow(arg(0), both);
    case Op::bv_zext:
      return both.high > all_of(arg(0).sort()).high || narrow(arg(0), both);
    case Op::bv_extract:
      if (term->lo != 0 || !is_ranged(arg(0).sort()) || !includes(all_of(term.sort()), (*this)(arg(0)))) return true;
      return narrow(arg(0), both);
    case Op::bv_add: {
      for (size_t side : {0u, 1u}) {
        if (!arg(1 - side).is_const()) continue;
        Interval added = (*this)(arg(1 - side)), of = (*this)(arg(side));
        if (includes(all_of(term.sort()), {of.low + added.low, of.high + added.low}))
          return narrow(arg(side), {both.low - added.low, both.high - added.low});
      }
      return true;
    }
    case Op::ite:
      for (size_t side : {1u, 2u})
        if (met((*this)(arg(side)), both).is_empty()) return learn(arg(0), side == 2) && narrow(arg(3 - side), both);
      return true;
    default:
      return !is_truth(term) || learn(term, both == kTrue);
  }
}

}  // namespace fencepost::engine::cegar

#include "logic/integers.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "logic/variables.h"

namespace fencepost::logic {
namespace {

// With the terms themselves; arguments first, since ids are topological.
std::vector<Term> subterms(std::span<const Term> roots) {
  std::vector<Term> open(roots.begin(), roots.end()), found;
  std::unordered_set<Term> seen;
  while (!open.empty()) {
    Term next = open.back();
    open.pop_back();
    if (!seen.insert(next).second) continue;
    found.push_back(next);
    open.insert(open.end(), next.args().begin(), next.args().end());
  }
  std::ranges::sort(found, {}, &Term::id);
  return found;
}

bool is_word(Term term) { return term.sort().kind == SortKind::bitvec; }
bool is_truth(Term term) { return term.sort().kind == SortKind::boolean; }

SignedBits power(unsigned exponent) { return SignedBits(1) << exponent; }

// Without the sign.
unsigned length(SignedBits value) {
  Bits bits = static_cast<Bits>(value < 0 ? -value : value);
  auto high = static_cast<uint64_t>(bits >> 64), low = static_cast<uint64_t>(bits);
  return static_cast<unsigned>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(low));
}

constexpr unsigned kLongestFactor = 40, kWidestWord = 64;  // bits; sums of such products stay within 128

}  // namespace

IntegerView::IntegerView(Terms& terms, std::span<const Term> formulas, Wrapping wrapping)
    : IntegerView(terms, std::ranges::any_of(subterms(formulas), [](Term term) { return term.op() == Op::bv_slt; }),
                  wrapping) {}

Term IntegerView::integer(Term formula) {
  Term result = without_ranges(formula);
  return terms_.and_(result, ranges(result));
}

Term IntegerView::without_ranges(Term formula) {
  for (Term term : subterms({&formula, 1})) {
    if (done_.contains(term) || (!is_word(term) && !is_truth(term))) continue;
    Term found = translate(term);
    done_.emplace(term, found ? found : opaque(term));
  }
  return done_.at(formula);
}

Term IntegerView::ranges(Term of_integers) {
  Term all = terms_.boolean(true);
  std::vector<Term> variables = variables_of({of_integers});
  std::ranges::sort(variables, {}, &Term::id);
  for (Term variable : variables)
    if (!is_truth(variable)) all = terms_.and_(all, range(variable));
  return all;
}

Term IntegerView::range(Term variable) {
  unsigned width = origin_.at(variable).sort().width;
  if (width > kWidestWord) return terms_.boolean(true);
  Term least = number(signed_ ? -power(width - 1) : 0);
  Term beyond = number(power(signed_ ? width - 1 : width));
  return terms_.and_(terms_.not_(less(variable, least)), less(variable, beyond));
}

Term IntegerView::opaque(Term term) {
  std::string_view name = term.op() == Op::variable ? std::string_view(term.name()) : "part";
  Term variable = terms_.fresh(name, is_truth(term) ? bool_sort() : int_sort());
  origin_.emplace(variable, term);
  return variable;
}

// A sum or difference leaves the range of its words by less than the size of the range.
Term IntegerView::wrapped(Term exact, unsigned width) {
  if (wrapping_ == Wrapping::ignored) return exact;
  Term size = number(power(width));
  Term under = less(exact, number(signed_ ? -power(width - 1) : 0));
  Term over = terms_.not_(less(exact, number(power(signed_ ? width - 1 : width))));
  return terms_.ite(under, terms_.binary(Op::int_add, exact, size),
                    terms_.ite(over, terms_.binary(Op::int_sub, exact, size), exact));
}

// Null: opaque.
Term IntegerView::translate(Term term) {
  if (is_word(term)) return term.sort().width <= kWidestWord ? translate_word(term) : Term();
  auto args = term.args();
  switch (term.op()) {
    case Op::constant:
      return term;
    case Op::not_:
      return terms_.not_(seen(args[0]));
    case Op::and_:
      return terms_.and_(seen(args[0]), seen(args[1]));
    case Op::or_:
      return terms_.or_(seen(args[0]), seen(args[1]));
    case Op::ite:
      return terms_.ite(seen(args[0]), seen(args[1]), seen(args[2]));
    case Op::eq:
      return is_word(args[0]) || is_truth(args[0]) ? terms_.eq(seen(args[0]), seen(args[1])) : Term();
    case Op::bv_slt:
      return less(seen(args[0]), seen(args[1]));
    case Op::bv_ult: {
      Term a = seen(args[0]), b = seen(args[1]), zero = number(0);
      if (!signed_) return less(a, b);
      // Negative ones are the greatest.
      Term a_negative = less(a, zero), b_negative = less(b, zero);
      return terms_.ite(terms_.eq(a_negative, b_negative), less(a, b), b_negative);
    }
    default:
      return {};
  }
}

Term IntegerView::translate_word(Term term) {
  auto args = term.args();
  unsigned width = term.sort().width;
  bool may_lose_bits = term.op() == Op::bv_mul || term.op() == Op::bv_shl || term.op() == Op::bv_extract;
  if (may_lose_bits && wrapping_ == Wrapping::strict) return {};
  switch (term.op()) {
    case Op::constant:
      return number(signed_ ? as_signed(term.value(), width) : static_cast<SignedBits>(term.value()));
    case Op::ite:
      return terms_.ite(seen(args[0]), seen(args[1]), seen(args[2]));
    case Op::bv_add:
      return wrapped(terms_.binary(Op::int_add, seen(args[0]), seen(args[1])), width);
    case Op::bv_sub:
      return wrapped(terms_.binary(Op::int_sub, seen(args[0]), seen(args[1])), width);
    case Op::bv_neg:
      return wrapped(terms_.unary(Op::int_neg, seen(args[0])), width);
    case Op::bv_not:
      return terms_.binary(Op::int_sub, number(signed_ ? -1 : power(width) - 1), seen(args[0]));
    case Op::bv_mul:
      return args[1].is_const() ? terms_.binary(Op::int_mul, seen(args[0]), number(as_signed(args[1].value(), width)))
                                : Term();
    case Op::bv_shl:
      if (!args[1].is_const() || args[1].value() >= kLongestFactor) return {};
      return terms_.binary(Op::int_mul, seen(args[0]), number(power(static_cast<unsigned>(args[1].value()))));
    case Op::bv_extract:
      return term->lo == 0 ? seen(args[0]) : Term();
    case Op::bv_zext:
    case Op::bv_sext: {
      Term inner = seen(args[0]);
      unsigned from = args[0].sort().width;
      if (signed_ == (term.op() == Op::bv_sext)) return inner;
      Term moved = number(signed_ ? power(from) : power(width) - power(from));
      Term upper = signed_ ? less(inner, number(0)) : terms_.not_(less(inner, number(power(from - 1))));
      return terms_.ite(upper, terms_.binary(Op::int_add, inner, moved), inner);
    }
    default:
      return {};
  }
}

Term IntegerView::words(Term formula) {
  for (Term term : subterms({&formula, 1})) {
    if (term.sort().kind == SortKind::integer) {
      linear_.try_emplace(term, linear(term));
    } else if (!back_.contains(term)) {
      Term found = is_truth(term) ? back(term) : Term();
      if (!found) return {};
      back_.emplace(term, found);
    }
  }
  return back_.at(formula);
}

Term IntegerView::back(Term term) {
  auto args = term.args();
  switch (term.op()) {
    case Op::constant:
      return term;
    case Op::variable: {
      auto found = origin_.find(term);
      return found == origin_.end() ? Term() : found->second;
    }
    case Op::not_:
      return terms_.not_(back_.at(args[0]));
    case Op::and_:
      return terms_.and_(back_.at(args[0]), back_.at(args[1]));
    case Op::or_:
      return terms_.or_(back_.at(args[0]), back_.at(args[1]));
    case Op::ite:
      return terms_.ite(back_.at(args[0]), back_.at(args[1]), back_.at(args[2]));
    case Op::eq:
      if (is_truth(args[0])) return terms_.eq(back_.at(args[0]), back_.at(args[1]));
      [[fallthrough]];
    case Op::int_lt:
    case Op::int_le: {
      const Linear &a = linear_.at(args[0]), &b = linear_.at(args[1]);
      return a.known && b.known ? comparison(term.op(), sum(a, b, -1)) : Term();
    }
    default:
      return {};
  }
}

IntegerView::Linear IntegerView::linear(Term term) const {
  auto args = term.args();
  auto of = [&](size_t i) -> const Linear& { return linear_.at(args[i]); };
  switch (term.op()) {
    case Op::constant: {
      auto value = static_cast<SignedBits>(term.value());
      return {{}, value, length(value) <= kWidestWord};
    }
    case Op::variable: {
      auto found = origin_.find(term);
      if (found == origin_.end() || found->second.sort().width > kWidestWord) return {};
      return {{{term, 1}}, 0, true};
    }
    case Op::int_add:
      return sum(of(0), of(1), 1);
    case Op::int_sub:
      return sum(of(0), of(1), -1);
    case Op::int_neg:
      return sum({{}, 0, true}, of(0), -1);
    case Op::int_mul:
      for (size_t i : {0, 1})
        if (of(i).known && of(i).summands.empty()) return sum({{}, 0, true}, of(1 - i), of(i).constant);
      return {};
    default:
      return {};
  }
}

// a + factor * b; unknown if a number grows too long.
IntegerView::Linear IntegerView::sum(const Linear& a, const Linear& b, SignedBits factor) {
  if (!a.known || !b.known || length(factor) > kLongestFactor) return {};
  Linear result{a.summands, a.constant + factor * b.constant, true};
  for (auto [variable, times] : b.summands) {
    auto at = std::ranges::lower_bound(result.summands, variable.id(), {}, [](const auto& s) { return s.first.id(); });
    if (at == result.summands.end() || at->first != variable) at = result.summands.insert(at, {variable, 0});
    at->second += factor * times;
    if (at->second == 0) result.summands.erase(at);
  }
  for (const auto& [variable, times] : result.summands)
    if (length(times) > kLongestFactor) result.known = false;
  if (length(result.constant) > kWidestWord) result.known = false;
  return result;
}

// difference < 0, <= 0 or = 0, on words so wide that nothing wraps; the builders narrow them again where they can.
// Summands with negative factors go to the right side, so that x - y <= 0 is a comparison of x with y.
Term IntegerView::comparison(Op op, const Linear& difference) {
  unsigned width = length(difference.constant);
  for (const auto& [variable, times] : difference.summands)
    width = std::max(width, origin_.at(variable).sort().width + length(times));
  width += length(static_cast<SignedBits>(difference.summands.size())) + 2;
  if (width > 128) return {};
  Term sides[2] = {};
  auto add = [&](SignedBits factor, Term word) {
    Term& side = sides[factor < 0 ? 1 : 0];
    Term times = terms_.bv(static_cast<Bits>(factor < 0 ? -factor : factor), width);
    Term product = word ? terms_.binary(Op::bv_mul, word, times) : times;
    side = side ? terms_.binary(Op::bv_add, side, product) : product;
  };
  for (const auto& [variable, times] : difference.summands) {
    Term word = origin_.at(variable);
    add(times, signed_ ? terms_.sext(word, width) : terms_.zext(word, width));
  }
  // A constant joins a side that is empty, and so stands alone in a comparison with one side.
  if (difference.constant != 0 && (sides[0] || sides[1])) {
    if (!sides[0] || !sides[1]) {
      Term& empty = sides[0] ? sides[1] : sides[0];
      SignedBits there = sides[0] ? -difference.constant : difference.constant;
      empty = terms_.bv(low_bits(static_cast<Bits>(there), width), width);
    } else {
      add(difference.constant, {});
    }
  } else if (difference.constant != 0) {
    sides[0] = terms_.bv(low_bits(static_cast<Bits>(difference.constant), width), width);
  }
  for (Term& side : sides)
    if (!side) side = terms_.bv(0, width);
  if (op == Op::eq) return terms_.eq(sides[0], sides[1]);
  if (op == Op::int_lt) return terms_.binary(Op::bv_slt, sides[0], sides[1]);
  return terms_.not_(terms_.binary(Op::bv_slt, sides[1], sides[0]));
}

}  // namespace fencepost::logic

// Terms to another solver's expressions, for any solver that has Booleans, bit-vectors, integers and SMT-LIB floats. A
// float is carried as its bit pattern (term.h) and turned into a solver's float only where arithmetic needs one, so a
// float term may have two translations: `bits` and `number`. What SMT-LIB leaves open is closed here the way evaluate.h
// says. Foreign solvers walk expressions recursively, so whatever gets deeper than kDepthLimit is cut by a definition.
//
// Backend supplies:
//   Expr boolean(bool); Expr bv(Bits, width); Expr integer(SignedBits); Expr variable(Term, Sort);
//   Expr apply(Op, const Expr* args, Term term)      every Boolean, bit-vector and integer operator, and ite and eq
//   Expr number(Expr bits, width)                    IEEE pattern (without x87's leading one) to float
//   Expr pattern(Expr number, width)                 its inverse; a NaN may give any pattern
//   Expr extract(Expr, hi, lo); Expr concat(Expr, Expr);
//   Expr float_apply(Op, const Expr* args, Sort from, Sort to)   float operators on numbers
//   Expr define(Expr)                                a new constant, for good equal to the expression
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "base/check.h"
#include "logic/term.h"

namespace fencepost::logic {

struct FloatShape {
  uint32_t exponent;     // bits of the exponent field
  uint32_t significand;  // bits of the significand with its leading one, as SMT-LIB counts
};

inline FloatShape float_shape(unsigned width) {
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
      FP_CHECK(width == 128);
      return {15, 113};
  }
}

template <typename Backend>
class Translator {
 public:
  using Expr = typename Backend::Expr;

  Translator(Backend& backend, Budget& budget) : backend_(backend), budget_(budget) {}

  Expr operator()(Term root) {
    stack_.assign(1, Request{root, false});
    while (!stack_.empty()) {
      Request request = stack_.back();
      size_t before = stack_.size();
      if (!done_.contains(key(request))) {
        require_inputs(request);
        if (stack_.size() > before) continue;
        budget_.check();
        done_.emplace(key(request), shallow(request));
      }
      stack_.pop_back();
    }
    return done_.at(key({root, false})).expr;
  }

  const std::vector<Term>& variables() const { return variables_; }

 private:
  static constexpr unsigned kDepthLimit = 2000;

  struct Request {
    Term term;
    bool number;
  };
  struct Done {
    Expr expr;
    unsigned depth;
  };

  static uint64_t key(Request request) { return static_cast<uint64_t>(request.term.id()) * 2 + request.number; }
  static bool is_float(Term term) { return term.sort().kind == SortKind::floating; }

  // Operators whose float result is known by its bits.
  static bool pattern_first(Op op) { return op == Op::constant || op == Op::variable || op == Op::fp_from_bits; }
  static bool arithmetic(Op op) {
    return op >= Op::fp_add && op != Op::fp_from_bits && op != Op::fp_to_bits && op != Op::fp_neg;
  }

  void need(Term term, bool number) {
    if (!done_.contains(key({term, number}))) stack_.push_back({term, number});
  }

  void require_inputs(Request request) {
    Term term = request.term;
    Op op = term.op();
    if (is_float(term) && request.number && pattern_first(op)) return need(term, false);
    if (is_float(term) && !request.number && arithmetic(op)) return need(term, true);
    bool number = arithmetic(op) || (request.number && (op == Op::ite || op == Op::fp_neg));
    for (Term arg : term.args()) need(arg, number && is_float(arg));
  }

  const Expr& input(Term term, bool number) const { return done_.at(key({term, number && is_float(term)})).expr; }

  // Inputs were translated just now or before; the representation that was not asked for does not count.
  unsigned depth_below(Request request) const {
    unsigned depth = 0;
    auto consider = [&](Term term, bool number) {
      auto found = done_.find(key({term, number}));
      if (found != done_.end()) depth = std::max(depth, found->second.depth + 1);
    };
    if (is_float(request.term)) consider(request.term, !request.number);
    for (Term arg : request.term.args()) {
      consider(arg, false);
      consider(arg, true);
    }
    return depth;
  }

  Done shallow(Request request) {
    Expr expr = make(request);
    unsigned depth = depth_below(request);
    if (depth < kDepthLimit) return {expr, depth};
    return {backend_.define(expr), 0};
  }

  Expr make(Request request) {
    Term term = request.term;
    Op op = term.op();
    Sort sort = term.sort();
    if (is_float(term) && request.number && pattern_first(op))
      return to_number(done_.at(key({term, false})).expr, sort.width);
    if (is_float(term) && !request.number && arithmetic(op)) return to_pattern(done_.at(key({term, true})).expr, sort);
    if (op == Op::constant) return constant(sort, term.value());
    if (op == Op::variable) {
      variables_.push_back(term);
      return backend_.variable(term, is_float(term) ? bv_sort(sort.width) : sort);
    }
    if (op == Op::fp_from_bits || op == Op::fp_to_bits) return input(term.args()[0], false);

    bool number = arithmetic(op) || request.number;
    std::vector<Expr> args;
    for (Term arg : term.args()) args.push_back(input(arg, number));
    if (op == Op::fp_neg && !request.number) {
      Expr operands[] = {args[0], backend_.bv(Bits(1) << (sort.width - 1), sort.width)};
      return backend_.apply(Op::bv_xor, operands, term);
    }
    if (op == Op::fp_to_sbv || op == Op::fp_to_ubv) return to_integer(term, args[0]);
    if (op >= Op::fp_add) return backend_.float_apply(op, args.data(), term.args()[0].sort(), sort);
    if (op == Op::int_div || op == Op::int_mod) {
      Expr zero = backend_.integer(0);
      return choose(equal(args[1], zero, term), op == Op::int_div ? zero : args[0],
                    backend_.apply(op, args.data(), term), term);
    }
    return backend_.apply(op, args.data(), term);
  }

  Expr constant(Sort sort, Bits value) {
    switch (sort.kind) {
      case SortKind::boolean:
        return backend_.boolean(value != 0);
      case SortKind::integer:
        return backend_.integer(static_cast<SignedBits>(value));
      default:
        return backend_.bv(value, sort.width);
    }
  }

  Expr choose(const Expr& condition, const Expr& a, const Expr& b, Term term) {
    Expr args[] = {condition, a, b};
    return backend_.apply(Op::ite, args, term);
  }
  Expr equal(const Expr& a, const Expr& b, Term term) {
    Expr args[] = {a, b};
    return backend_.apply(Op::eq, args, term);
  }

  Expr to_number(const Expr& bits, unsigned width) {
    if (width != 80) return backend_.number(bits, width);
    return backend_.number(backend_.concat(backend_.extract(bits, 79, 64), backend_.extract(bits, 62, 0)), width);
  }

  // Every NaN that arithmetic makes is the positive quiet one.
  Expr to_pattern(const Expr& number, Sort sort) {
    unsigned width = sort.width;
    Expr bits = backend_.pattern(number, width);
    if (width == 80) {
      Expr exponent = backend_.extract(bits, 77, 63);
      Expr leading = choose(equal(exponent, backend_.bv(0, 15), {}), backend_.bv(0, 1), backend_.bv(1, 1), {});
      bits = backend_.concat(backend_.concat(backend_.extract(bits, 78, 63), leading), backend_.extract(bits, 62, 0));
    }
    Expr is_nan = backend_.float_apply(Op::fp_is_nan, &number, sort, bool_sort());
    return choose(is_nan, backend_.bv(quiet_nan(width), width), bits, {});
  }

  static Bits quiet_nan(unsigned width) {
    FloatShape shape = float_shape(width);
    return pack(width, (Bits(1) << shape.exponent) - 1, Bits(1) << (shape.significand - 2));
  }

  // Out of range is zero.
  Expr to_integer(Term term, const Expr& number) {
    bool is_signed = term.op() == Op::fp_to_sbv;
    Sort from = term.args()[0].sort();
    unsigned width = term.sort().width;
    Expr converted = backend_.float_apply(term.op(), &number, from, term.sort());
    unsigned exponent = is_signed ? width - 1 : width;
    auto limit = [&](Bits pattern) { return to_number(backend_.bv(pattern, from.width), from.width); };
    Expr upper[] = {number, limit(power_of_two(from.width, exponent))};
    Expr lower[] = {limit(least_in_range(from.width, exponent, is_signed)), number};
    Expr below = backend_.float_apply(Op::fp_lt, upper, from, bool_sort());
    Expr above = backend_.float_apply(Op::fp_le, lower, from, bool_sort());
    Expr both[] = {below, above};
    return choose(backend_.apply(Op::and_, both, {}), converted, backend_.bv(0, width), term);
  }

  static Bits pack(unsigned width, Bits exponent, Bits fraction) {
    Bits top = width == 80 ? exponent << 1 | 1 : exponent;  // x87 stores the leading one
    return top << (float_shape(width).significand - 1) | fraction;
  }
  static Bits bias(unsigned width) { return (Bits(1) << (float_shape(width).exponent - 1)) - 1; }

  // 2^n as a pattern, infinity if it overflows.
  static Bits power_of_two(unsigned width, unsigned n) {
    return n > bias(width) ? pack(width, 2 * bias(width) + 1, 0) : pack(width, bias(width) + n, 0);
  }

  // The least float whose truncation is at least -2^n (signed) or 0 (unsigned).
  static Bits least_in_range(unsigned width, unsigned n, bool is_signed) {
    unsigned field = float_shape(width).significand - 1;
    Bits sign = Bits(1) << (width - 1), all_ones = (Bits(1) << field) - 1;
    // Just above -1: all significand bits set, exponent -1.
    if (!is_signed) return sign | pack(width, bias(width) - 1, all_ones);
    if (n > bias(width)) return sign | pack(width, 2 * bias(width), all_ones);
    if (n >= field) return sign | pack(width, bias(width) + n, 0);
    // Between -2^n - 1 and -2^n there are floats; the one just above the former has the integer part 2^n and all ones
    // below the point.
    return sign | pack(width, bias(width) + n, (Bits(1) << (field - n)) - 1);
  }

  Backend& backend_;
  Budget& budget_;
  std::unordered_map<uint64_t, Done> done_;
  std::vector<Request> stack_;
  std::vector<Term> variables_;
};

}  // namespace fencepost::logic

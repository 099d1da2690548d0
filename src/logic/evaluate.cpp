#include "logic/evaluate.h"

#include "base/check.h"

namespace fencepost::logic {
namespace {

Bits mask(unsigned width) { return ~Bits(0) >> (128 - width); }
bool sign_bit(Bits value, unsigned width) { return (value >> (width - 1) & 1) != 0; }
Bits negate(Bits value, unsigned width) { return (~value + 1) & mask(width); }
Bits magnitude(Bits value, unsigned width) { return sign_bit(value, width) ? negate(value, width) : value; }

// Copies the sign bit upwards.
Bits extend_sign(Bits value, unsigned from, unsigned to) {
  return sign_bit(value, from) ? value | (mask(to) & ~mask(from)) : value;
}

// SMT-LIB defines the signed forms through the unsigned ones.
Bits unsigned_quotient(Bits a, Bits b, unsigned width) { return b == 0 ? mask(width) : a / b; }
Bits unsigned_remainder(Bits a, Bits b) { return b == 0 ? a : a % b; }

Bits signed_quotient(Bits a, Bits b, unsigned width) {
  Bits quotient = unsigned_quotient(magnitude(a, width), magnitude(b, width), width);
  return sign_bit(a, width) != sign_bit(b, width) ? negate(quotient, width) : quotient;
}

Bits signed_remainder(Bits a, Bits b, unsigned width) {
  Bits remainder = unsigned_remainder(magnitude(a, width), magnitude(b, width));
  return sign_bit(a, width) ? negate(remainder, width) : remainder;
}

// Flipping the sign bit turns the signed order into the unsigned one.
Bits biased(Bits value, unsigned width) { return value ^ Bits(1) << (width - 1); }

Bits shift(Op op, Bits a, Bits by, unsigned width) {
  bool fill = op == Op::bv_ashr && sign_bit(a, width);
  if (by >= width) return fill ? mask(width) : 0;
  if (by == 0) return a;
  unsigned n = static_cast<unsigned>(by);
  if (op == Op::bv_shl) return a << n & mask(width);
  return fill ? a >> n | (mask(width) & ~mask(width - n)) : a >> n;
}

Bits bitvec_value(Term term, Bits a, Bits b) {
  auto args = term.args();
  unsigned width = args[0].sort().width;
  switch (term.op()) {
    case Op::bv_add:
      return (a + b) & mask(width);
    case Op::bv_sub:
      return (a + negate(b, width)) & mask(width);
    case Op::bv_mul:
      return (a * b) & mask(width);
    case Op::bv_udiv:
      return unsigned_quotient(a, b, width);
    case Op::bv_urem:
      return unsigned_remainder(a, b);
    case Op::bv_sdiv:
      return signed_quotient(a, b, width);
    case Op::bv_srem:
      return signed_remainder(a, b, width);
    case Op::bv_neg:
      return negate(a, width);
    case Op::bv_and:
      return a & b;
    case Op::bv_or:
      return a | b;
    case Op::bv_xor:
      return a ^ b;
    case Op::bv_not:
      return a ^ mask(width);
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return shift(term.op(), a, b, width);
    case Op::bv_ult:
      return a < b;
    case Op::bv_ule:
      return a <= b;
    case Op::bv_slt:
      return biased(a, width) < biased(b, width);
    case Op::bv_sle:
      return biased(a, width) <= biased(b, width);
    case Op::bv_concat:
      return a << args[1].sort().width | b;
    case Op::bv_extract:
      return a >> term->lo & mask(term.sort().width);
    case Op::bv_zext:
      return a;
    case Op::bv_sext:
      return extend_sign(a, width, term.sort().width);
    default:
      FP_UNREACHABLE("not a bit-vector operator");
  }
}

Bits fits(bool overflow, SignedBits value) {
  FP_CHECK_MSG(!overflow, "an integer left the range of 128 bits");
  return static_cast<Bits>(value);
}

Bits integer_value(Term term, Bits left, Bits right) {
  SignedBits a = static_cast<SignedBits>(left), b = static_cast<SignedBits>(right), r = 0;
  switch (term.op()) {
    case Op::int_add: {
      bool overflow = __builtin_add_overflow(a, b, &r);
      return fits(overflow, r);
    }
    case Op::int_sub: {
      bool overflow = __builtin_sub_overflow(a, b, &r);
      return fits(overflow, r);
    }
    case Op::int_mul: {
      bool overflow = __builtin_mul_overflow(a, b, &r);
      return fits(overflow, r);
    }
    case Op::int_neg: {
      bool overflow = __builtin_sub_overflow(SignedBits(0), a, &r);
      return fits(overflow, r);
    }
    case Op::int_div:
    case Op::int_mod: {
      bool quotient = term.op() == Op::int_div;
      if (b == 0) return quotient ? 0 : left;
      Bits size_a = magnitude(left, 128), size_b = magnitude(right, 128);
      Bits q = size_a / size_b, m = size_a % size_b;
      // Euclid: the remainder is never negative.
      if (a < 0 && m != 0) {
        q += 1;
        m = size_b - m;
      }
      if (!quotient) return m;
      bool negative = (a < 0) != (b < 0);
      FP_CHECK_MSG(negative || !sign_bit(q, 128), "an integer left the range of 128 bits");
      return negative ? negate(q, 128) : q;
    }
    case Op::int_lt:
      return a < b;
    case Op::int_le:
      return a <= b;
    case Op::bv_to_int_unsigned:
      FP_CHECK_MSG(a >= 0, "an integer left the range of 128 bits");
      return left;
    case Op::bv_to_int_signed:
      return extend_sign(left, term.args()[0].sort().width, 128);
    case Op::int_to_bv:
      return left & mask(term.sort().width);
    default:
      FP_UNREACHABLE("not an integer operator");
  }
}

}  // namespace

Evaluator::Evaluator(const Assignment& assignment) : assignment_(assignment), table_(64) {}

const Bits* Evaluator::find(Term term) const {
  size_t last = table_.size() - 1;
  for (size_t at = term.id() * 0x9e3779b1u & last; table_[at].id_plus_one != 0; at = (at + 1) & last)
    if (table_[at].id_plus_one == term.id() + 1) return &table_[at].value;
  return nullptr;
}

void Evaluator::remember(Term term, Bits value) {
  auto place = [this](uint32_t id) {
    size_t last = table_.size() - 1;
    size_t at = id * 0x9e3779b1u & last;
    while (table_[at].id_plus_one != 0) at = (at + 1) & last;
    return at;
  };
  if (++used_ * 2 > table_.size()) {
    std::vector<Entry> old(table_.size() * 2);
    old.swap(table_);
    for (const Entry& entry : old)
      if (entry.id_plus_one != 0) table_[place(entry.id_plus_one - 1)] = entry;
  }
  table_[place(term.id())] = {term.id() + 1, value};
}

// The argument to compute next, null when all that matter are known. A decided choice leaves its other branch alone.
Term Evaluator::next_needed(Term term) const {
  auto args = term.args();
  if (term.op() == Op::ite) {
    const Bits* condition = find(args[0]);
    if (condition == nullptr) return args[0];
    Term branch = *condition != 0 ? args[1] : args[2];
    return find(branch) == nullptr ? branch : Term();
  }
  for (Term arg : args)
    if (find(arg) == nullptr) return arg;
  return {};
}

Bits Evaluator::compute(Term term) const {
  if (term.op() == Op::constant) return term.value();
  if (term.op() == Op::variable) {
    auto found = assignment_.find(term);
    if (found == assignment_.end()) return 0;
    Sort sort = term.sort();
    if (sort.kind == SortKind::boolean) return found->second != 0;
    return sort.kind == SortKind::integer ? found->second : found->second & mask(sort.width);
  }
  if (term.op() == Op::ite) return *find(*find(term.args()[0]) != 0 ? term.args()[1] : term.args()[2]);
  Bits values[2] = {0, 0};
  for (size_t i = 0; i < term.args().size(); ++i) values[i] = *find(term.args()[i]);
  switch (term.op()) {
    case Op::not_:
      return values[0] ^ 1;
    case Op::and_:
      return values[0] & values[1];
    case Op::or_:
      return values[0] | values[1];
    case Op::eq:
      return values[0] == values[1];
    default:
      break;
  }
  if (term.op() >= Op::fp_add) return evaluate_float(term, values);
  if (term.op() >= Op::int_add) return integer_value(term, values[0], values[1]);
  return bitvec_value(term, values[0], values[1]);
}

Bits Evaluator::operator()(Term root) {
  stack_.assign(1, root);
  while (!stack_.empty()) {
    Term term = stack_.back();
    if (find(term) != nullptr) {
      stack_.pop_back();
    } else if (Term needed = next_needed(term)) {
      stack_.push_back(needed);
    } else {
      remember(term, compute(term));
      stack_.pop_back();
    }
  }
  return *find(root);
}

Bits evaluate(Term term, const Assignment& assignment) { return Evaluator(assignment)(term); }

}  // namespace fencepost::logic

#include "logic/solve_for.h"

#include <unordered_set>
#include <vector>

namespace fencepost::logic {
namespace {

// Newton's iteration doubles the number of right bits.
Bits inverse_of_odd(Bits odd) {
  Bits inverse = odd;
  for (int round = 0; round < 6; ++round) inverse *= 2 - odd * inverse;
  return inverse;
}

class Turning {
 public:
  Turning(Terms& terms, Term left, Term right)
      : terms_(terms), left_(left), right_(right), condition_(terms.boolean(true)) {}

  // Moves the outermost operator of the left side over; false if it has no inverse. `at`: the argument that stays.
  bool step(size_t at) {
    Term kept = left_.args()[at], other = left_.args().size() == 2 ? left_.args()[1 - at] : Term();
    unsigned width = left_.sort().width;
    switch (left_.op()) {
      case Op::bv_add:
        return turn(kept, terms_.binary(Op::bv_sub, right_, other));
      case Op::bv_sub:
        return turn(kept,
                    at == 0 ? terms_.binary(Op::bv_add, right_, other) : terms_.binary(Op::bv_sub, other, right_));
      case Op::bv_xor:
        return turn(kept, terms_.binary(Op::bv_xor, right_, other));
      case Op::bv_neg:
      case Op::bv_not:
      case Op::fp_neg:
        return turn(kept, terms_.unary(left_.op(), right_));
      case Op::bv_mul:
        if (!other.is_const() || other.value() % 2 == 0) return false;
        return turn(
            kept, terms_.binary(Op::bv_mul, right_, terms_.bv(low_bits(inverse_of_odd(other.value()), width), width)));
      case Op::bv_concat: {
        unsigned low = left_.args()[1].sort().width;
        Term parts[] = {terms_.extract(right_, width - 1, low), terms_.extract(right_, low - 1, 0)};
        condition_ = terms_.and_(condition_, terms_.eq(other, parts[1 - at]));
        return turn(kept, parts[at]);
      }
      case Op::bv_zext:
      case Op::bv_sext: {
        Term low = terms_.extract(right_, kept.sort().width - 1, 0);
        Term again = left_.op() == Op::bv_zext ? terms_.zext(low, width) : terms_.sext(low, width);
        condition_ = terms_.and_(condition_, terms_.eq(right_, again));
        return turn(kept, low);
      }
      case Op::fp_from_bits:
        return turn(kept, terms_.unary(Op::fp_to_bits, right_));
      case Op::fp_to_bits:
        return turn(kept, terms_.convert(Op::fp_from_bits, right_, kept.sort()));
      default:
        return false;
    }
  }
  Term left() const { return left_; }
  Solved solved() const { return {right_, condition_}; }

 private:
  bool turn(Term left, Term right) {
    left_ = left;
    right_ = right;
    return true;
  }

  Terms& terms_;
  Term left_, right_, condition_;
};

}  // namespace

bool occurs(Term variable, Term in) {
  std::vector<Term> open{in};
  std::unordered_set<Term> seen;
  while (!open.empty()) {
    Term next = open.back();
    open.pop_back();
    if (next == variable) return true;
    // Ids are topological: what is older than the variable cannot contain it.
    if (next.id() < variable.id() || !seen.insert(next).second) continue;
    open.insert(open.end(), next.args().begin(), next.args().end());
  }
  return false;
}

Solved solve_for(Terms& terms, Term equation, Term variable) {
  if (equation.op() != Op::eq) return {};
  bool first = occurs(variable, equation.args()[0]), second = occurs(variable, equation.args()[1]);
  if (first == second) return {};
  Turning turning(terms, equation.args()[first ? 0 : 1], equation.args()[first ? 1 : 0]);
  while (turning.left() != variable) {
    Term left = turning.left();
    if (left.args().empty() || left.args().size() > 2) return {};
    size_t at = occurs(variable, left.args()[0]) ? 0 : 1;
    if (left.args().size() == 2 && occurs(variable, left.args()[1 - at])) return {};
    if (!turning.step(at)) return {};
  }
  return turning.solved();
}

}  // namespace fencepost::logic

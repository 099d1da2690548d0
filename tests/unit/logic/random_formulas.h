// Random formulas over few and narrow variables, small enough for brute force (all_assignments.h).
#pragma once

#include "random_terms.h"

namespace fencepost::logic::test {

class RandomFormulas {
 public:
  explicit RandomFormulas(uint64_t seed, unsigned words = 3, unsigned width = 3) : random_(seed) {
    for (unsigned i = 0; i < words; ++i) words_.push_back(terms_.fresh(fmt::format("w{}", i), bv_sort(width)));
    flag_ = terms_.fresh("flag", bool_sort());
  }

  Terms& terms() { return terms_; }
  std::vector<Term> variables() const {
    std::vector<Term> all = words_;
    all.push_back(flag_);
    return all;
  }
  size_t below(size_t n) { return random_() % n; }

  Term word(int depth) {
    unsigned width = words_[0].sort().width;
    if (depth == 0 || below(4) == 0)
      return below(4) == 0 ? terms_.bv(below(1u << width), width) : words_[below(words_.size())];
    constexpr Op kOps[] = {Op::bv_add, Op::bv_add, Op::bv_add, Op::bv_sub, Op::bv_xor,
                           Op::bv_and, Op::bv_or,  Op::bv_mul, Op::bv_lshr};
    switch (below(8)) {
      case 0:
        return terms_.ite(formula(depth - 1), word(depth - 1), word(depth - 1));
      case 1:
        return terms_.unary(below(2) == 0 ? Op::bv_neg : Op::bv_not, word(depth - 1));
      default:
        return terms_.binary(kOps[below(std::size(kOps))], word(depth - 1), word(depth - 1));
    }
  }

  Term comparison(int depth) {
    constexpr Op kOps[] = {Op::bv_ult, Op::bv_ule, Op::bv_slt, Op::bv_sle};
    Term a = word(depth), b = word(depth);
    size_t which = below(6);
    return which < 2 ? terms_.eq(a, b) : terms_.binary(kOps[which - 2], a, b);
  }

  Term formula(int depth) {
    if (depth == 0) return below(5) == 0 ? flag_ : comparison(static_cast<int>(below(2)));
    switch (below(5)) {
      case 0:
        return terms_.not_(formula(depth - 1));
      case 1:
      case 2:
        return terms_.and_(formula(depth - 1), formula(depth - 1));
      case 3:
        return terms_.or_(formula(depth - 1), formula(depth - 1));
      default:
        return comparison(depth);
    }
  }

 private:
  std::mt19937_64 random_;
  Terms terms_;
  std::vector<Term> words_;
  Term flag_;
};

}  // namespace fencepost::logic::test

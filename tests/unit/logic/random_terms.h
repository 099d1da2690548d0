// Random expressions built twice: through the simplifying builders, and node by node without any rule. The raw twin is
// what the simplified term must mean.
#pragma once

#include <fmt/format.h>

#include <random>
#include <vector>

#include "logic/solver.h"
#include "logic/term_store.h"
#include "print_terms.h"

namespace fencepost::logic::test {

struct Twin {
  Term simple;
  Term raw;
  Sort sort() const { return raw.sort(); }
};

struct RandomOptions {
  std::vector<unsigned> widths = {1, 2, 7, 8, 16, 31, 32, 64, 65, 128};
  unsigned variables = 2;  // of each sort
  unsigned constant_percent = 25;
  unsigned boolean_percent = 33;
  bool division = true;
  bool multiplication = true;
};

class RandomTerms {
 public:
  RandomTerms(uint64_t seed, RandomOptions options = {}) : random_(seed), options_(std::move(options)) {
    for (unsigned i = 0; i < options_.variables + 2; ++i) variable(bool_sort());
    for (unsigned width : options_.widths)
      for (unsigned i = 0; i < options_.variables; ++i) variable(bv_sort(width));
  }

  Terms& terms() { return terms_; }
  const std::vector<Twin>& variables() const { return variables_; }

  // Adds an application of a random operator to random earlier terms.
  Twin step() {
    Twin made = below(100) < options_.boolean_percent ? boolean_step() : bitvec_step();
    pool_.push_back(made);
    return made;
  }

  Twin some(Sort sort) {
    if (below(100) < options_.constant_percent) return constant(sort);
    // Recent terms first, so that expressions grow deep.
    for (int tries = 0; tries < 40; ++tries) {
      size_t window = std::min<size_t>(pool_.size(), 30);
      size_t at = below(3) == 0 ? below(pool_.size()) : pool_.size() - 1 - below(window);
      if (pool_[at].sort() == sort) return pool_[at];
    }
    for (const Twin& twin : variables_)
      if (twin.sort() == sort) return twin;
    return constant(sort);
  }

  Assignment random_assignment(bool of_raw, uint64_t seed) const {
    std::mt19937_64 random(seed);
    Assignment result;
    for (const Twin& twin : variables_) {
      Sort sort = twin.sort();
      Bits value = sort.kind == SortKind::boolean ? random() % 2 : interesting(random, sort.width);
      result[of_raw ? twin.raw : twin.simple] = value;
    }
    return result;
  }

  size_t below(size_t n) { return random_() % n; }

 private:
  static Bits interesting(std::mt19937_64& random, unsigned width) {
    Bits wide = static_cast<Bits>(random()) << 64 | random();
    switch (random() % 6) {
      case 0:
        return low_bits(random() % 4, width);
      case 1:
        return low_bits(~static_cast<Bits>(random() % 4), width);
      case 2:
        return low_bits((Bits(1) << (width - 1)) - random() % 2, width);
      case 3:
        return low_bits(Bits(1) << random() % width, width);
      default:
        return low_bits(wide, width);
    }
  }

  Twin variable(Sort sort) {
    std::string name = fmt::format("v{}", variables_.size());
    Twin twin{terms_.fresh(name, sort), raw_.variable(name, sort)};
    variables_.push_back(twin);
    pool_.push_back(twin);
    return twin;
  }

  Twin constant(Sort sort) {
    Node key;
    key.sort = sort;
    if (sort.kind == SortKind::boolean) {
      key.value = below(2);
      return {terms_.boolean(key.value != 0), raw_.intern(key)};
    }
    key.value = interesting(random_, sort.width);
    return {terms_.bv(key.value, sort.width), raw_.intern(key)};
  }

  Term raw(Op op, Sort sort, std::vector<Term> args, unsigned hi = 0, unsigned lo = 0) {
    Node key;
    key.op = op;
    key.sort = sort;
    key.args = Operands(args);
    key.hi = static_cast<uint16_t>(hi);
    key.lo = static_cast<uint16_t>(lo);
    return raw_.intern(key);
  }

  Sort some_bv() { return bv_sort(options_.widths[below(options_.widths.size())]); }

  Twin boolean_step() {
    Sort b = bool_sort();
    switch (below(9)) {
      case 0: {
        Twin x = some(b);
        return {terms_.not_(x.simple), raw(Op::not_, b, {x.raw})};
      }
      case 1:
      case 2: {
        Twin x = some(b), y = some(b);
        return {terms_.and_(x.simple, y.simple), raw(Op::and_, b, {x.raw, y.raw})};
      }
      case 3:
      case 4: {
        Twin x = some(b), y = some(b);
        return {terms_.or_(x.simple, y.simple), raw(Op::or_, b, {x.raw, y.raw})};
      }
      case 5: {
        Twin c = some(b), x = some(b), y = some(b);
        return {terms_.ite(c.simple, x.simple, y.simple), raw(Op::ite, b, {c.raw, x.raw, y.raw})};
      }
      case 6: {
        Sort sort = below(4) == 0 ? b : some_bv();
        Twin x = some(sort), y = some(sort);
        return {terms_.eq(x.simple, y.simple), raw(Op::eq, b, {x.raw, y.raw})};
      }
      default: {
        constexpr Op kOps[] = {Op::bv_ult, Op::bv_ule, Op::bv_slt, Op::bv_sle};
        Op op = kOps[below(4)];
        Sort sort = some_bv();
        Twin x = some(sort), y = some(sort);
        return {terms_.binary(op, x.simple, y.simple), raw(op, b, {x.raw, y.raw})};
      }
    }
  }

  Op some_binary() {
    for (;;) {
      constexpr Op kOps[] = {Op::bv_add,  Op::bv_add, Op::bv_sub, Op::bv_mul, Op::bv_udiv, Op::bv_urem, Op::bv_sdiv,
                             Op::bv_srem, Op::bv_and, Op::bv_or,  Op::bv_xor, Op::bv_shl,  Op::bv_lshr, Op::bv_ashr};
      Op op = kOps[below(std::size(kOps))];
      if (!options_.division && op >= Op::bv_udiv && op <= Op::bv_srem) continue;
      if (!options_.multiplication && op == Op::bv_mul) continue;
      return op;
    }
  }

  Twin bitvec_step() {
    Sort sort = some_bv();
    unsigned width = sort.width;
    switch (below(10)) {
      case 0: {
        Op op = below(2) == 0 ? Op::bv_neg : Op::bv_not;
        Twin x = some(sort);
        return {terms_.unary(op, x.simple), raw(op, sort, {x.raw})};
      }
      case 1: {
        Twin c = some(bool_sort()), x = some(sort), y = some(sort);
        return {terms_.ite(c.simple, x.simple, y.simple), raw(Op::ite, sort, {c.raw, x.raw, y.raw})};
      }
      case 2: {
        Twin x = some(sort);
        unsigned a = static_cast<unsigned>(below(width)), b = static_cast<unsigned>(below(width));
        unsigned hi = std::max(a, b), lo = std::min(a, b);
        return {terms_.extract(x.simple, hi, lo), raw(Op::bv_extract, bv_sort(hi - lo + 1), {x.raw}, hi, lo)};
      }
      case 3: {
        Sort other = below(2) == 0 ? sort : some_bv();
        if (width + other.width > 128) return step_again();
        Twin x = some(sort), y = some(other);
        return {terms_.concat(x.simple, y.simple), raw(Op::bv_concat, bv_sort(width + other.width), {x.raw, y.raw})};
      }
      case 4:
      case 5: {
        Twin x = some(sort);
        unsigned to = some_bv().width;
        if (to <= width) return step_again();
        bool zero = below(2) == 0;
        return {zero ? terms_.zext(x.simple, to) : terms_.sext(x.simple, to),
                raw(zero ? Op::bv_zext : Op::bv_sext, bv_sort(to), {x.raw})};
      }
      default: {
        Op op = some_binary();
        Twin x = some(sort), y = some(sort);
        return {terms_.binary(op, x.simple, y.simple), raw(op, sort, {x.raw, y.raw})};
      }
    }
  }

  Twin step_again() { return bitvec_step(); }

  std::mt19937_64 random_;
  RandomOptions options_;
  Terms terms_;
  TermStore raw_;
  std::vector<Twin> variables_, pool_;
};

}  // namespace fencepost::logic::test

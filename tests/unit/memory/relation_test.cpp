// Every operator of sets and relations against a naive implementation with sets of pairs, on random relations of sizes on
// both sides of the word boundary.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/bit_matrix.h"

namespace fencepost {
namespace {

using Pairs = std::set<std::pair<size_t, size_t>>;
using Items = std::set<size_t>;

BitMatrix to_matrix(const Pairs& pairs, size_t n) {
  BitMatrix m(n);
  for (auto [i, j] : pairs) m.set(i, j);
  return m;
}
Pairs to_pairs(const BitMatrix& m) {
  Pairs p;
  m.for_each([&](size_t i, size_t j) { p.emplace(i, j); });
  return p;
}
Items to_items(const BitSet& s) {
  Items items;
  s.for_each([&](size_t i) { items.insert(i); });
  return items;
}

class Random {
 public:
  Random(size_t n, unsigned seed) : n_(n), random_(seed) {}
  Pairs pairs(double density) {
    Pairs p;
    std::bernoulli_distribution take(density);
    for (size_t i = 0; i < n_; ++i)
      for (size_t j = 0; j < n_; ++j)
        if (take(random_)) p.emplace(i, j);
    return p;
  }
  BitSet set() {
    BitSet s(n_);
    for (size_t i = 0; i < n_; ++i)
      if (random_() % 2 == 0) s.set(i);
    return s;
  }

 private:
  size_t n_;
  std::mt19937 random_;
};

Pairs naive_compose(const Pairs& a, const Pairs& b) {
  Pairs r;
  for (auto [i, j] : a)
    for (auto [k, l] : b)
      if (j == k) r.emplace(i, l);
  return r;
}

Pairs naive_closure(Pairs a) {
  while (true) {
    Pairs next = a;
    next.merge(naive_compose(a, a));
    if (next == a) return a;
    a = std::move(next);
  }
}

class RelationAlgebra : public testing::TestWithParam<size_t> {};

TEST_P(RelationAlgebra, AgreesWithSetsOfPairs) {
  const size_t n = GetParam();
  for (unsigned seed = 0; seed < (n < 10 ? 30u : 3u); ++seed) {
    Random random(n, seed);
    const double density = n < 10 ? 0.3 : 2.0 / static_cast<double>(n);
    const Pairs pa = random.pairs(density), pb = random.pairs(density);
    const BitMatrix a = to_matrix(pa, n), b = to_matrix(pb, n);
    const BitSet s = random.set(), t = random.set();
    Pairs unite = pa, intersect, minus, inverse, complement, product, identity, restricted;
    unite.insert(pb.begin(), pb.end());
    Items domain, range;
    for (auto [i, j] : pa) {
      (pb.contains({i, j}) ? intersect : minus).emplace(i, j);
      inverse.emplace(j, i);
      domain.insert(i);
      range.insert(j);
      if (s.test(i) && t.test(j)) restricted.emplace(i, j);
    }
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) {
        if (!pa.contains({i, j})) complement.emplace(i, j);
        if (s.test(i) && t.test(j)) product.emplace(i, j);
        if (i == j && s.test(i)) identity.emplace(i, j);
      }
    EXPECT_EQ(to_pairs(a | b), unite);
    EXPECT_EQ(to_pairs(a & b), intersect);
    EXPECT_EQ(to_pairs(a - b), minus);
    EXPECT_EQ(to_pairs(a.transpose()), inverse);
    EXPECT_EQ(to_pairs(a.complement()), complement);
    EXPECT_EQ(to_pairs(a.compose(b)), naive_compose(pa, pb));
    EXPECT_EQ(to_items(a.domain()), domain);
    EXPECT_EQ(to_items(a.range()), range);
    EXPECT_EQ(to_pairs(BitMatrix::product(s, t)), product);
    EXPECT_EQ(to_pairs(BitMatrix::identity(s)), identity);
    EXPECT_EQ(to_pairs(a.restricted(s, t)), restricted);
    const Pairs closure = naive_closure(pa);
    EXPECT_EQ(to_pairs(a.closure()), closure);
    bool cyclic = false, reflexive = false;
    for (size_t i = 0; i < n; ++i) {
      cyclic = cyclic || closure.contains({i, i});
      reflexive = reflexive || pa.contains({i, i});
    }
    EXPECT_EQ(a.acyclic(), !cyclic);
    EXPECT_EQ(a.irreflexive(), !reflexive);
    EXPECT_EQ(a.count(), pa.size());
    EXPECT_EQ(a.none(), pa.empty());
  }
}

TEST_P(RelationAlgebra, SetsAgree) {
  const size_t n = GetParam();
  Random random(n, 7);
  for (int i = 0; i < 20; ++i) {
    const BitSet a = random.set(), b = random.set();
    for (size_t e = 0; e < n; ++e) {
      EXPECT_EQ((a | b).test(e), a.test(e) || b.test(e));
      EXPECT_EQ((a & b).test(e), a.test(e) && b.test(e));
      EXPECT_EQ((a - b).test(e), a.test(e) && !b.test(e));
      EXPECT_EQ(a.complement().test(e), !a.test(e));
    }
    EXPECT_EQ(a.complement().complement(), a);
    EXPECT_EQ(a.count() + a.complement().count(), n);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, RelationAlgebra, testing::Values(1, 2, 3, 5, 8, 20, 63, 64, 65, 70));

}  // namespace
}  // namespace fencepost

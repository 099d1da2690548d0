// Sets and relations against their definitions, over sizes on both sides of a word: an order that is lost here is a cycle that
// no memory model sees.
#include "base/bit_matrix.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/check.h"

namespace fencepost {
namespace {

using Pairs = std::set<std::pair<size_t, size_t>>;

BitSet random_set(size_t size, std::mt19937& random) {
  BitSet set(size);
  for (size_t i = 0; i < size; ++i)
    if (random() % 2 == 0) set.set(i);
  return set;
}

BitMatrix random_matrix(size_t size, unsigned pairs, std::mt19937& random) {
  BitMatrix matrix(size);
  for (unsigned n = 0; n < pairs && size > 0; ++n) matrix.set(random() % size, random() % size);
  return matrix;
}

Pairs pairs_of(const BitMatrix& matrix) {
  Pairs pairs;
  for (size_t i = 0; i < matrix.size(); ++i)
    for (size_t j = 0; j < matrix.size(); ++j)
      if (matrix.test(i, j)) pairs.emplace(i, j);
  return pairs;
}

Pairs composed(const Pairs& a, const Pairs& b) {
  Pairs result;
  for (auto [i, j] : a)
    for (auto it = b.lower_bound({j, 0}); it != b.end() && it->first == j; ++it) result.emplace(i, it->second);
  return result;
}

// Whom one comes to from each, by looking.
Pairs closed(const Pairs& pairs, size_t size) {
  Pairs result;
  for (size_t start = 0; start < size; ++start) {
    std::vector<size_t> todo = {start};
    std::vector<bool> seen(size);
    while (!todo.empty()) {
      size_t i = todo.back();
      todo.pop_back();
      for (auto it = pairs.lower_bound({i, 0}); it != pairs.end() && it->first == i; ++it) {
        if (seen[it->second]) continue;
        seen[it->second] = true;
        result.emplace(start, it->second);
        todo.push_back(it->second);
      }
    }
  }
  return result;
}

class Sizes : public testing::TestWithParam<size_t> {
 protected:
  std::mt19937 random_{static_cast<unsigned>(GetParam())};
};

TEST_P(Sizes, Sets) {
  const size_t size = GetParam();
  BitSet a = random_set(size, random_), b = random_set(size, random_);
  BitSet both = a & b, either = a | b, only = a - b, others = a.complement();
  size_t count = 0;
  for (size_t i = 0; i < size; ++i) {
    EXPECT_EQ(both.test(i), a.test(i) && b.test(i));
    EXPECT_EQ(either.test(i), a.test(i) || b.test(i));
    EXPECT_EQ(only.test(i), a.test(i) && !b.test(i));
    EXPECT_EQ(others.test(i), !a.test(i));
    count += a.test(i);
  }
  EXPECT_EQ(a.count(), count);
  EXPECT_EQ(a.none(), count == 0);
  EXPECT_EQ(BitSet::full(size).count(), size);
  EXPECT_EQ(others.complement(), a);
  std::vector<size_t> seen;
  a.for_each([&](size_t i) { seen.push_back(i); });
  EXPECT_EQ(seen.size(), count);
  for (size_t i : seen) EXPECT_TRUE(a.test(i));
}

TEST_P(Sizes, Relations) {
  const size_t size = GetParam();
  for (unsigned pairs : {0u, 3u, static_cast<unsigned>(size), static_cast<unsigned>(3 * size)}) {
    BitMatrix a = random_matrix(size, pairs, random_), b = random_matrix(size, pairs, random_);
    Pairs of_a = pairs_of(a);
    EXPECT_EQ(pairs_of(a.compose(b)), composed(of_a, pairs_of(b)));
    EXPECT_EQ(pairs_of(a.closure()), closed(of_a, size));
    EXPECT_EQ(a.count(), of_a.size());
    EXPECT_EQ(a.none(), of_a.empty());
    EXPECT_EQ(a.complement().count(), size * size - of_a.size());
    EXPECT_EQ(a.complement().complement(), a);
    EXPECT_EQ((a | b) - b, a - b);
    EXPECT_EQ(a & b, a - (a - b));
    BitMatrix turned = a.transpose();
    BitSet domain(size), range(size);
    bool has_loop = false;
    for (auto [i, j] : of_a) {
      EXPECT_TRUE(turned.test(j, i));
      domain.set(i);
      range.set(j);
      has_loop = has_loop || i == j;
    }
    EXPECT_EQ(a.domain(), domain);
    EXPECT_EQ(a.range(), range);
    EXPECT_EQ(a.irreflexive(), !has_loop);
    EXPECT_EQ(turned.count(), of_a.size());
  }
}

TEST_P(Sizes, Cycles) {
  const size_t size = GetParam();
  for (unsigned pairs : {0u, 2u, static_cast<unsigned>(size / 2), static_cast<unsigned>(size)}) {
    BitMatrix a = random_matrix(size, pairs, random_);
    bool has_cycle = false;
    for (auto [i, j] : closed(pairs_of(a), size)) has_cycle = has_cycle || i == j;
    EXPECT_EQ(a.acyclic(), !has_cycle);
  }
}

// One cycle through all events, and nothing if one of its edges is missing.
TEST_P(Sizes, TheLongestCycle) {
  const size_t size = GetParam();
  if (size == 0) return;
  BitMatrix ring(size);
  for (size_t i = 0; i < size; ++i) ring.set(i, (i + 1) % size);
  EXPECT_FALSE(ring.acyclic());
  EXPECT_EQ(ring.closure().count(), size * size);
  for (size_t cut : {size_t{0}, size / 2, size - 1}) {
    BitMatrix chain = ring;
    chain.reset(cut, (cut + 1) % size);
    EXPECT_TRUE(chain.acyclic());
  }
}

TEST_P(Sizes, Restrictions) {
  const size_t size = GetParam();
  BitSet from = random_set(size, random_), to = random_set(size, random_);
  BitMatrix a = random_matrix(size, static_cast<unsigned>(3 * size), random_);
  EXPECT_EQ(a.restricted(from, to), a & BitMatrix::product(from, to));
  EXPECT_EQ(BitMatrix::product(from, to).count(), from.count() * to.count());
  EXPECT_EQ(BitMatrix::identity(from).count(), from.count());
  EXPECT_EQ(BitMatrix(size).add_identity(), BitMatrix::identity(BitSet::full(size)));
}

INSTANTIATE_TEST_SUITE_P(BitMatrix, Sizes, testing::Values(0, 1, 2, 63, 64, 65, 128, 131),
                         [](const auto& test) { return "Of" + std::to_string(test.param); });

TEST(BitMatrix, SizesMustAgree) {
  BitMatrix small(3), large(4);
  EXPECT_THROW(small |= large, InternalError);
  EXPECT_THROW(small &= large, InternalError);
  EXPECT_THROW(small -= large, InternalError);
  EXPECT_THROW((void)small.compose(large), InternalError);
  EXPECT_THROW((void)BitMatrix::product(BitSet(3), BitSet(4)), InternalError);
}

}  // namespace
}  // namespace fencepost

#include "fences/hitting_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fencepost::fences {
namespace {

using Sets = std::vector<std::vector<uint32_t>>;

bool hits(const Sets& sets, const std::vector<uint32_t>& chosen) {
  return std::ranges::all_of(sets, [&](const std::vector<uint32_t>& set) {
    return std::ranges::any_of(set, [&](uint32_t one) { return std::ranges::binary_search(chosen, one); });
  });
}

// By looking at all choices.
std::optional<uint64_t> least_cost(const Sets& sets, const std::vector<uint64_t>& costs, const Sets& excluded) {
  std::optional<uint64_t> least;
  for (uint32_t bits = 0; bits < 1u << costs.size(); ++bits) {
    std::vector<uint32_t> chosen;
    uint64_t cost = 0;
    for (uint32_t i = 0; i < costs.size(); ++i) {
      if ((bits >> i & 1) == 0) continue;
      chosen.push_back(i);
      cost += costs[i];
    }
    auto is_part = [&](const std::vector<uint32_t>& set) { return std::ranges::includes(chosen, set); };
    if (!hits(sets, chosen) || std::ranges::any_of(excluded, is_part)) continue;
    if (!least || cost < *least) least = cost;
  }
  return least;
}

TEST(HittingSet, OfNothingIsEmpty) {
  Budget budget;
  auto found = cheapest_hitting_set({}, {{1, 1}, {}}, {}, budget);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->elements.empty());
  EXPECT_FALSE(cheapest_hitting_set({{}}, {{1, 1}, {}}, {}, budget)) << "nothing hits a set without elements";
}

TEST(HittingSet, OneDearElementMayBeCheaperThanTwo) {
  Budget budget;
  EXPECT_EQ(cheapest_hitting_set({{0, 2}, {1, 2}}, {{2, 2, 3}, {}}, {}, budget)->elements, (std::vector<uint32_t>{2}));
  EXPECT_EQ(cheapest_hitting_set({{0, 2}, {1, 2}}, {{2, 2, 5}, {}}, {}, budget)->elements,
            (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(cheapest_hitting_set({{0, 2}, {1, 2}}, {{2, 2, 3}, {}}, {{2}}, budget)->elements,
            (std::vector<uint32_t>{0, 1}));
}

TEST(HittingSet, RivalsAreNotChosenTogether) {
  Budget budget;
  const Elements rivals{{1, 1, 5}, {{1}, {0}, {}}};
  EXPECT_EQ(cheapest_hitting_set({{0, 2}, {1, 2}}, rivals, {}, budget)->elements, (std::vector<uint32_t>{2}));
  EXPECT_FALSE(cheapest_hitting_set({{0}, {1}}, rivals, {}, budget));
}

TEST(HittingSet, AgreesWithAllChoices) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const size_t elements = 3 + random() % 7;
    std::vector<uint64_t> costs;
    for (size_t i = 0; i < elements; ++i) costs.push_back(1 + random() % 6);
    Sets sets;
    for (size_t i = random() % 7; i > 0; --i) {
      std::vector<uint32_t>& set = sets.emplace_back();
      for (uint32_t one = 0; one < elements; ++one)
        if (random() % 3 == 0) set.push_back(one);
    }
    Sets excluded;
    Budget budget;
    for (int again = 0; again < 3; ++again) {
      auto found = cheapest_hitting_set(sets, {costs, {}}, excluded, budget);
      auto expected = least_cost(sets, costs, excluded);
      ASSERT_EQ(found.has_value(), expected.has_value()) << "round " << round;
      if (!found) break;
      EXPECT_EQ(found->cost, *expected) << "round " << round;
      EXPECT_TRUE(hits(sets, found->elements));
      excluded.push_back(found->elements);
    }
  }
}

}  // namespace
}  // namespace fencepost::fences

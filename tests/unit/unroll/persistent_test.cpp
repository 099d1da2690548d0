#include "unroll/persistent.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace fencepost::unroll {
namespace {

TEST(Persistent, AbsentIsTheDefault) {
  PersistentArray<int> array;
  EXPECT_EQ(array.get(0), 0);
  EXPECT_EQ(array.get(~uint64_t{0}), 0);
  array.set(3, 7);
  EXPECT_EQ(array.get(3), 7);
  EXPECT_EQ(array.get(3 + (uint64_t{1} << 60)), 0);
}

TEST(Persistent, CopiesDoNotSeeLaterWrites) {
  PersistentArray<int> a;
  for (int i = 0; i < 1000; ++i) a.set(static_cast<uint64_t>(i), i);
  PersistentArray<int> b = a;
  b.set(500, -1);
  a.set(1 << 20, 5);
  EXPECT_EQ(a.get(500), 500);
  EXPECT_EQ(b.get(500), -1);
  EXPECT_EQ(b.get(1 << 20), 0);
}

TEST(Persistent, MergeVisitsWhatDiffers) {
  PersistentArray<int> a;
  for (int i = 0; i < 100000; ++i) a.set(static_cast<uint64_t>(i), 1);
  PersistentArray<int> b = a;
  b.set(77777, 2);
  b.set(uint64_t{1} << 30, 3);
  std::map<uint64_t, std::pair<int, int>> seen;
  a.merge(b, [&](uint64_t key, int& mine, const int& theirs) {
    seen[key] = {mine, theirs};
    mine += theirs;
  });
  EXPECT_EQ(seen, (std::map<uint64_t, std::pair<int, int>>{{77777, {1, 2}}, {uint64_t{1} << 30, {0, 3}}}));
  EXPECT_EQ(a.get(77777), 3);
  EXPECT_EQ(b.get(77777), 2);
}

TEST(Persistent, LikeAMapUnderRandomUse) {
  std::mt19937_64 random(5);
  std::vector<std::pair<PersistentArray<int>, std::map<uint64_t, int>>> versions(1);
  for (int step = 0; step < 5000; ++step) {
    auto& [array, map] = versions[random() % versions.size()];
    uint64_t key = random() >> (random() % 60);
    int value = static_cast<int>(random() % 5);
    array.set(key, value);
    map[key] = value;
    if (step % 500 == 0) versions.push_back(versions[random() % versions.size()]);
  }
  for (const auto& [array, map] : versions) {
    for (const auto& [key, value] : map) EXPECT_EQ(array.get(key), value);
    std::map<uint64_t, int> present;
    array.each([&](uint64_t key, int value) { present[key] = value; });
    std::map<uint64_t, int> expected;
    for (const auto& [key, value] : map)
      if (value != 0) expected[key] = value;
    EXPECT_EQ(present, expected);
  }
  auto& [a, map_a] = versions[1];
  auto& [b, map_b] = versions[2];
  std::map<uint64_t, int> differing;
  a.compare(b, [&](uint64_t key, int, int theirs) {
    differing[key] = theirs;
    return true;
  });
  for (const auto& [key, value] : map_b) EXPECT_EQ(differing.contains(key), a.get(key) != value) << key;
}

}  // namespace
}  // namespace fencepost::unroll

// Whether everything can be taken where it is wanted, against all ways to try.
#include "boolean/transport.h"

#include <gtest/gtest.h>

#include <random>

namespace fencepost::boolean {
namespace {

bool can_by_trying(std::vector<uint32_t>& left, const std::vector<uint32_t>& wanted, size_t next) {
  if (next == wanted.size()) return true;
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i] == 0 || !(wanted[next] >> i & 1)) continue;
    --left[i];
    bool can = can_by_trying(left, wanted, next + 1);
    ++left[i];
    if (can) return true;
  }
  return false;
}

TEST(Transport, AgreesWithTrying) {
  std::mt19937_64 random(7);
  unsigned yes = 0, no = 0;
  for (unsigned round = 0; round < 5000; ++round) {
    std::vector<uint32_t> sources(1 + random() % 4), targets(1 + random() % 4), single;
    std::vector<uint64_t> serves;
    for (size_t n = 1 + random() % 7; n > 0; --n) {
      ++sources[random() % sources.size()];
      ++targets[random() % targets.size()];
    }
    for (uint32_t wanted : targets) {
      serves.push_back(random() & random() & 15 & ((1u << sources.size()) - 1));
      serves.back() |= uint64_t{1} << random() % sources.size();
      single.insert(single.end(), wanted, static_cast<uint32_t>(serves.back()));
    }
    bool can = can_by_trying(sources, single, 0);
    ASSERT_EQ(can_transport(sources, targets, serves), can) << "round " << round;
    ++(can ? yes : no);
  }
  EXPECT_GT(yes, 500u);
  EXPECT_GT(no, 500u);
}

}  // namespace
}  // namespace fencepost::boolean

// Whatever the builders do, the term means what was asked for.
#include <gtest/gtest.h>

#include "logic/evaluate.h"
#include "random_terms.h"

namespace fencepost::logic::test {
namespace {

std::string text(Bits value) {
  return std::to_string(static_cast<uint64_t>(value >> 64)) + ":" + std::to_string(static_cast<uint64_t>(value));
}

void compare(uint64_t seed, int steps, RandomOptions options) {
  RandomTerms random(seed, std::move(options));
  std::vector<Assignment> of_simple, of_raw;
  for (uint64_t i = 0; i < 8; ++i) {
    of_simple.push_back(random.random_assignment(false, seed * 100 + i));
    of_raw.push_back(random.random_assignment(true, seed * 100 + i));
  }
  std::vector<Evaluator> simple(of_simple.begin(), of_simple.end()), raw(of_raw.begin(), of_raw.end());
  for (int i = 0; i < steps; ++i) {
    Twin twin = random.step();
    ASSERT_EQ(twin.simple.sort(), twin.raw.sort());
    for (size_t k = 0; k < simple.size(); ++k) {
      Bits got = simple[k](twin.simple), want = raw[k](twin.raw);
      ASSERT_TRUE(got == want) << "seed " << seed << " step " << i << "\n"
                               << to_string(twin.raw) << "\nbecame " << to_string(twin.simple) << "\nvalue "
                               << text(want) << " became " << text(got);
    }
  }
}

TEST(SimplifyProperty, AllWidths) {
  for (uint64_t seed = 0; seed < 300; ++seed) ASSERT_NO_FATAL_FAILURE(compare(seed, 150, {}));
}

// Few widths and few variables: arguments meet their relatives, and rules fire far more often.
TEST(SimplifyProperty, NarrowAndDense) {
  RandomOptions dense{.widths = {1, 2, 4, 8}, .variables = 1};
  for (uint64_t seed = 0; seed < 500; ++seed) ASSERT_NO_FATAL_FAILURE(compare(seed + 1000, 200, dense));
}

TEST(SimplifyProperty, MostlyBoolean) {
  RandomOptions options{.widths = {2}, .variables = 2, .constant_percent = 3, .boolean_percent = 95};
  for (uint64_t seed = 0; seed < 500; ++seed) ASSERT_NO_FATAL_FAILURE(compare(seed + 9000, 150, options));
}

TEST(SimplifyProperty, ShiftsMasksAndSlices) {
  RandomOptions options{
      .widths = {8, 16, 32, 64}, .variables = 1, .constant_percent = 45, .division = false, .multiplication = false};
  for (uint64_t seed = 0; seed < 300; ++seed) ASSERT_NO_FATAL_FAILURE(compare(seed + 5000, 200, options));
}

}  // namespace
}  // namespace fencepost::logic::test

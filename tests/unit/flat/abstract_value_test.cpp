// What is known of a value grows only so far: every chain of joins ends.
#include "flat/abstract_value.h"

#include <gtest/gtest.h>

namespace fencepost::flat {
namespace {

size_t changes(AbstractValue value, int64_t step) {
  core::Type type = core::int_type(64, true);
  for (size_t changed = 0;; ++changed) {
    if (changed > 100) return changed;
    AbstractValue next = AbstractValue::any(sum(value.as_strided(type), {step, 0}));
    if (!value.any_number) next = AbstractValue::number(*value.numbers.rbegin() + static_cast<Bits>(step));
    if (!join_into(value, next)) return changed;
  }
}

TEST(AbstractValue, CountingUpOrDownComesToAnEnd) {
  for (int64_t step : {1, -1, 4, -4, 12, -7}) EXPECT_LT(changes(AbstractValue::number(0), step), 20u) << step;
}

TEST(AbstractValue, PointersThatAreMovedComeToAnEnd) {
  AbstractValue value = AbstractValue::pointer(ObjectId{3}, {8, 0});
  size_t changed = 0;
  while (changed < 100 &&
         join_into(value, AbstractValue::pointer(ObjectId{3}, sum(value.targets.at(ObjectId{3}), {-4, 0}))))
    ++changed;
  EXPECT_LT(changed, 5u);
  EXPECT_EQ(value.targets.at(ObjectId{3}), (Strided{0, 4}));
}

TEST(AbstractValue, JoinsKeepWhatBothSay) {
  EXPECT_EQ(join({2, 0}, {2, 0}), (Strided{2, 0}));
  EXPECT_EQ(join({2, 0}, {10, 0}), (Strided{2, 8}));
  EXPECT_EQ(join({-3, 8}, {5, 8}), (Strided{5, 8}));
  EXPECT_EQ(product({3, 4}, -2), (Strided{2, 8}));
}

}  // namespace
}  // namespace fencepost::flat

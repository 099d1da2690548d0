#include "unroll/sequencing.h"

#include <gtest/gtest.h>

namespace fencepost::unroll {
namespace {

TEST(Sequencing, StrandsOfOneThingAreUnsequenced) {
  Sequences all;
  uint32_t unseq = all.new_unseq();
  uint32_t first = all.strand(Sequences::kThread, unseq, 0), second = all.strand(Sequences::kThread, unseq, 1);
  EXPECT_TRUE(all.unsequenced(first, second));
  EXPECT_TRUE(all.unsequenced(second, first));
  EXPECT_FALSE(all.unsequenced(first, first));
  EXPECT_FALSE(all.unsequenced(Sequences::kThread, first));
  uint32_t again = all.strand(Sequences::kThread, unseq, 0);
  EXPECT_FALSE(all.unsequenced(first, again));
  EXPECT_TRUE(all.unsequenced(again, second));
}

TEST(Sequencing, WhatIsInsideGoesWithItsStrand) {
  Sequences all;
  uint32_t outer = all.new_unseq();
  uint32_t left = all.strand(Sequences::kThread, outer, 0), right = all.strand(Sequences::kThread, outer, 1);
  uint32_t inner = all.new_unseq();
  uint32_t x = all.strand(left, inner, 0), y = all.strand(left, inner, 1);
  EXPECT_TRUE(all.unsequenced(x, y));
  EXPECT_TRUE(all.unsequenced(x, right));
  EXPECT_FALSE(all.unsequenced(x, left));
  // The next thing in the same strand comes after it.
  uint32_t later = all.strand(left, all.new_unseq(), 1);
  EXPECT_FALSE(all.unsequenced(x, later));
  EXPECT_TRUE(all.unsequenced(later, right));
}

TEST(Sequencing, PathsMeetInWhatBothAreIn) {
  Sequences all;
  uint32_t outer = all.strand(Sequences::kThread, all.new_unseq(), 0);
  uint32_t x = all.strand(outer, all.new_unseq(), 0), y = all.strand(outer, all.new_unseq(), 0);
  EXPECT_EQ(all.common(x, y), outer);
  EXPECT_EQ(all.common(x, outer), outer);
  EXPECT_EQ(all.common(x, Sequences::kThread), Sequences::kThread);
}

}  // namespace
}  // namespace fencepost::unroll

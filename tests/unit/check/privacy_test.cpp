#include "check/privacy.h"

#include <gtest/gtest.h>

namespace fencepost::check {
namespace {

constexpr core::ObjectId kObject{7};

TEST(Privacy, SpawnAndJoinOrderAccesses) {
  Privacy privacy(Privacy::UnreadWrites::allowed);
  EXPECT_TRUE(privacy.access(0, kObject, 0, true));
  privacy.spawn(0, 1);
  EXPECT_TRUE(privacy.access(1, kObject, 0, true));
  EXPECT_FALSE(privacy.access(0, kObject, 0, false));
  privacy.join(0, 1);
  EXPECT_TRUE(privacy.access(0, kObject, 0, false));
  EXPECT_TRUE(privacy.access(0, kObject, 1, false)) << "another byte";
}

TEST(Privacy, AWriteWithoutOrderAfterARead) {
  Privacy privacy(Privacy::UnreadWrites::allowed);
  privacy.spawn(0, 1);
  EXPECT_TRUE(privacy.access(1, kObject, 0, false));
  EXPECT_FALSE(privacy.access(0, kObject, 0, true));
}

TEST(Privacy, WhatTwoWroteWithoutOrderNobodyMayRead) {
  Privacy privacy(Privacy::UnreadWrites::allowed);
  privacy.spawn(0, 1);
  EXPECT_TRUE(privacy.access(0, kObject, 0, true));
  EXPECT_TRUE(privacy.access(1, kObject, 0, true));
  privacy.join(0, 1);
  EXPECT_FALSE(privacy.access(0, kObject, 0, false));
}

}  // namespace
}  // namespace fencepost::check

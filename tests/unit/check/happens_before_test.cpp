#include "check/happens_before.h"

#include <gtest/gtest.h>

namespace fencepost::check {
namespace {

using core::MemoryOrder;

constexpr size_t kData = 0, kFlag = 1;

// Thread 1 writes data and hands it over by the flag to thread 2, which writes data.
class HappensBeforeTest : public ::testing::Test {
 protected:
  HappensBefore order;
  uint32_t steps = 0;

  HappensBeforeTest() {
    order.spawn(0, 1);
    order.spawn(0, 2);
    order.spawn(0, 3);
  }
  uint32_t write(uint32_t thread, size_t cell, MemoryOrder memory_order = MemoryOrder::plain) {
    order.access({thread, cell, steps, {}, false, true, memory_order, {}});
    return steps++;
  }
  void read(uint32_t thread, size_t cell, uint32_t source, MemoryOrder memory_order) {
    order.access({thread, cell, steps++, source, true, false, memory_order, {}});
  }
  uint32_t update(uint32_t thread, size_t cell, uint32_t source, MemoryOrder memory_order) {
    order.access({thread, cell, steps, source, true, true, memory_order, {}});
    return steps++;
  }
  bool races(uint32_t thread, MemoryOrder memory_order = MemoryOrder::plain) {
    return !order.access({thread, kData, steps++, {}, false, true, memory_order, {}}).empty();
  }
};

TEST_F(HappensBeforeTest, AReleaseIsAcquired) {
  write(1, kData);
  read(2, kFlag, write(1, kFlag, MemoryOrder::release), MemoryOrder::acquire);
  EXPECT_FALSE(races(2));
}

TEST_F(HappensBeforeTest, RelaxedAccessesOrderNothing) {
  write(1, kData);
  read(2, kFlag, write(1, kFlag, MemoryOrder::relaxed), MemoryOrder::acquire);
  EXPECT_TRUE(races(2));
}

TEST_F(HappensBeforeTest, AcquiringWithoutReleaseOrdersNothing) {
  write(1, kData);
  read(2, kFlag, write(1, kFlag, MemoryOrder::release), MemoryOrder::relaxed);
  EXPECT_TRUE(races(2));
}

TEST_F(HappensBeforeTest, FencesMakeRelaxedAccessesOrder) {
  write(1, kData);
  order.fence(1, MemoryOrder::release);
  read(2, kFlag, write(1, kFlag, MemoryOrder::relaxed), MemoryOrder::relaxed);
  order.fence(2, MemoryOrder::acquire);
  EXPECT_FALSE(races(2));
}

TEST_F(HappensBeforeTest, AFenceBeforeTheReadIsTooEarly) {
  write(1, kData);
  order.fence(1, MemoryOrder::release);
  order.fence(2, MemoryOrder::acquire);
  read(2, kFlag, write(1, kFlag, MemoryOrder::relaxed), MemoryOrder::relaxed);
  EXPECT_TRUE(races(2));
}

TEST_F(HappensBeforeTest, AnUpdateGoesOnWithASequence) {
  write(1, kData);
  uint32_t head = write(1, kFlag, MemoryOrder::release);
  read(2, kFlag, update(3, kFlag, head, MemoryOrder::relaxed), MemoryOrder::acquire);
  EXPECT_FALSE(races(2));
}

TEST_F(HappensBeforeTest, AStoreOfAnotherThreadEndsIt) {
  write(1, kData);
  write(1, kFlag, MemoryOrder::release);
  read(2, kFlag, write(3, kFlag, MemoryOrder::relaxed), MemoryOrder::acquire);
  EXPECT_TRUE(races(2));
}

TEST_F(HappensBeforeTest, ALaterStoreOfTheSameThreadDoesNot) {
  write(1, kData);
  write(1, kFlag, MemoryOrder::release);
  read(2, kFlag, write(1, kFlag, MemoryOrder::relaxed), MemoryOrder::acquire);
  EXPECT_FALSE(races(2));
}

TEST_F(HappensBeforeTest, TheEndOfAThreadOrders) {
  write(1, kData);
  order.join(2, 1);
  EXPECT_FALSE(races(2));
}

TEST_F(HappensBeforeTest, MomentsAreOrderedLikeAccesses) {
  HappensBefore::Moment before = order.moment(1);
  order.spawn(1, 2);
  HappensBefore::Moment after = order.moment(1);
  EXPECT_TRUE(order.precedes(before, 2));
  EXPECT_FALSE(order.precedes(after, 2));
  read(2, kFlag, write(1, kFlag, MemoryOrder::release), MemoryOrder::relaxed);
  EXPECT_FALSE(order.precedes(after, 2));
  order.fence(2, MemoryOrder::acquire);
  EXPECT_TRUE(order.precedes(after, 2));
  EXPECT_TRUE(order.precedes(after, 1)) << "its own";
}

TEST_F(HappensBeforeTest, AtomicAccessesDoNotRace) {
  write(1, kData, MemoryOrder::relaxed);
  EXPECT_FALSE(races(2, MemoryOrder::relaxed));
  EXPECT_TRUE(races(3));
}

}  // namespace
}  // namespace fencepost::check

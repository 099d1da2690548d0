#include "core/leaks.h"

#include <gtest/gtest.h>

namespace fencepost::core {
namespace {

constexpr unsigned kPointer = 8;

class Leaks : public ::testing::Test {
 protected:
  Leaks() : memory(with_global()) {}

  static Program with_global() {
    Program program;
    Global global;
    global.bytes = 2 * kPointer;
    program.globals.push_back(global);
    return program;
  }
  ObjectId make(Storage storage) {
    Object object;
    object.size = 2 * kPointer;
    object.storage = storage;
    return memory.allocate(object);
  }
  void point(ObjectId from, ObjectId to, uint64_t at = 0, uint64_t offset = 0) {
    memory.store({at, from, false}, {offset, to, false}, pointer_type(kPointer), {});
  }
  ObjectId global() const { return memory.global_object(GlobalId{0}); }

  Memory memory;
};

TEST_F(Leaks, NothingIsLeft) {
  ObjectId object = make(Storage::heap);
  memory.kill(object);
  EXPECT_TRUE(unfreed(memory).empty());
  EXPECT_TRUE(lost(memory, {}).empty());
}

TEST_F(Leaks, AChainFromAGlobal) {
  ObjectId first = make(Storage::heap), second = make(Storage::heap), third = make(Storage::heap);
  point(global(), first, kPointer, 3);
  point(first, second);
  EXPECT_EQ(unfreed(memory), (std::vector{first, second, third}));
  EXPECT_EQ(lost(memory, {}), std::vector{third});
}

TEST_F(Leaks, WhatIsDeadHoldsNothing) {
  ObjectId first = make(Storage::heap), second = make(Storage::heap);
  point(global(), first);
  point(first, second);
  memory.kill(first);
  EXPECT_EQ(lost(memory, {}), std::vector{second});
}

TEST_F(Leaks, ARingHoldsOnlyItself) {
  ObjectId first = make(Storage::heap), second = make(Storage::heap);
  point(first, second);
  point(second, first);
  EXPECT_EQ(lost(memory, {}), (std::vector{first, second}));
}

TEST_F(Leaks, LocalsHoldIfTheyLive) {
  ObjectId local = make(Storage::automatic), object = make(Storage::heap);
  point(local, object);
  EXPECT_EQ(lost(memory, {}), std::vector{object});
  EXPECT_TRUE(lost(memory, {local, object}).empty());
  memory.kill(local);
  EXPECT_EQ(lost(memory, {local, object}), std::vector{object}) << "an object does not hold itself";
}

TEST_F(Leaks, ThreadStorageHoldsIfItLives) {
  ObjectId own = make(Storage::thread), object = make(Storage::heap);
  point(own, object);
  EXPECT_TRUE(lost(memory, {}).empty());
  memory.kill(own);
  EXPECT_EQ(lost(memory, {}), std::vector{object});
}

TEST_F(Leaks, ANumberMayHold) {
  ObjectId object = make(Storage::heap);
  memory.expose(object);
  EXPECT_TRUE(lost(memory, {}).empty());
}

}  // namespace
}  // namespace fencepost::core

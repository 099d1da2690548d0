#include "program/mapping.h"

#include <gtest/gtest.h>

namespace fencepost::program {
namespace {

using AccessKind = Mapping::AccessKind;
using core::MemoryOrder;
using Tags = std::vector<std::string>;

TEST(Mapping, TheKernelsModelHasItsOwnTags) {
  Mapping kernel(*memory::load_model("lkmm"));
  EXPECT_TRUE(kernel.is_kernel());
  EXPECT_EQ(kernel.of(AccessKind::load, MemoryOrder::relaxed).read, Tags{"Once"});
  EXPECT_EQ(kernel.of(AccessKind::load, MemoryOrder::plain).read, Tags{});
  EXPECT_EQ(kernel.of(AccessKind::update, MemoryOrder::full).write, (Tags{"Mb", "RMW"}));
  EXPECT_EQ(kernel.of(AccessKind::update, MemoryOrder::acq_rel).write, (Tags{"Release", "RMW"}));
  EXPECT_EQ(kernel.of(AccessKind::failed, MemoryOrder::full).read, (Tags{"Once", "RMW"})) << "a failure orders nothing";
  EXPECT_EQ(kernel.of(AccessKind::update, MemoryOrder::lock).read, Tags{"LKR"});
  EXPECT_EQ(kernel.of(AccessKind::fence, MemoryOrder::sync_rcu).fence, Tags{"Sync-rcu"});
  EXPECT_EQ(kernel.of(AccessKind::load, MemoryOrder::seq_cst).before, Tags{"Mb"});
}

TEST(Mapping, WhatAModelDoesNotKnowIsNamed) {
  auto knows = [](const char* model, AccessKind access, MemoryOrder order) {
    return !Mapping(*memory::load_model(model)).unknown().contains({access, order});
  };
  EXPECT_FALSE(knows("lkmm", AccessKind::fence, MemoryOrder::acquire));
  EXPECT_TRUE(knows("lkmm", AccessKind::fence, MemoryOrder::rmb));
  for (const char* model : {"sc", "tso", "pso", "power", "aarch64", "riscv", "rc11", "c11", "imm", "ra"}) {
    EXPECT_FALSE(knows(model, AccessKind::fence, MemoryOrder::sync_rcu)) << model;
    EXPECT_FALSE(knows(model, AccessKind::fence, MemoryOrder::rcu_lock)) << model;
    EXPECT_TRUE(knows(model, AccessKind::update, MemoryOrder::lock)) << model;
    EXPECT_TRUE(knows(model, AccessKind::fence, MemoryOrder::acquire)) << model;
  }
  for (const char* model : {"rc11", "c11", "imm"})
    EXPECT_FALSE(knows(model, AccessKind::fence, MemoryOrder::full)) << model;
  for (const char* model : {"sc", "tso", "pso", "power", "aarch64", "riscv"})
    EXPECT_TRUE(knows(model, AccessKind::fence, MemoryOrder::full)) << model;
  for (const char* model : {"power", "aarch64", "riscv"})
    EXPECT_TRUE(knows(model, AccessKind::update, MemoryOrder::full)) << model;
  EXPECT_FALSE(knows("rc11", AccessKind::update, MemoryOrder::full));
}

}  // namespace
}  // namespace fencepost::program

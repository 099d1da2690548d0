#include "fences/kinds.h"

#include <gtest/gtest.h>

#include "base/diagnostic.h"
#include "core/print.h"

namespace fencepost::fences {
namespace {

using core::MemoryOrder;

std::string names(const char* model) {
  std::string out;
  for (const Kind& kind : kinds_of(*memory::load_model(model)))
    out += (out.empty() ? "" : " ") + std::string(core::name(kind.order));
  return out;
}

TEST(FenceKinds, AreThoseThatDifferUnderTheModel) {
  EXPECT_EQ(names("sc"), "");
  EXPECT_EQ(names("tso"), "seq_cst");
  EXPECT_EQ(names("pso"), "seq_cst acq_rel");
  EXPECT_EQ(names("power"), "seq_cst acq_rel");
  EXPECT_EQ(names("aarch64"), "seq_cst acquire");
  EXPECT_EQ(names("riscv"), "seq_cst acq_rel release acquire");
  EXPECT_EQ(names("rc11"), "seq_cst acq_rel release acquire");
  EXPECT_EQ(names("lkmm"), "full wmb rmb");
}

TEST(FenceKinds, StrongerOnesComeFirst) {
  for (const char* model : {"tso", "pso", "power", "aarch64", "riscv", "rc11", "lkmm"}) {
    std::vector<Kind> kinds = kinds_of(*memory::load_model(model));
    for (size_t i = 0; i < kinds.size(); ++i)
      for (size_t j = 0; j < i; ++j) EXPECT_FALSE(is_as_strong(kinds[i].order, kinds[j].order)) << model;
  }
}

TEST(FenceCosts, AFileReplacesSome) {
  Costs costs = parse_costs("costs", "# dear\nseq_cst 20\n\nloop 3  # times\n");
  EXPECT_EQ(costs.at(MemoryOrder::seq_cst, 0), 20u);
  EXPECT_EQ(costs.at(MemoryOrder::seq_cst, 2), 180u);
  EXPECT_EQ(costs.at(MemoryOrder::acquire, 0), Costs{}.at(MemoryOrder::acquire, 0));
}

TEST(FenceCosts, EveryLoopCounts) {
  EXPECT_EQ(Costs{}.at(MemoryOrder::seq_cst, 3), 5000u);
  EXPECT_EQ(Costs{}.at(MemoryOrder::seq_cst, 4), 50000u);
  EXPECT_EQ(parse_costs("costs", "seq_cst 524288\nloop 64\n").at(MemoryOrder::seq_cst, 3), 524288ull * 64 * 64 * 64);
  EXPECT_EQ(parse_costs("costs", "seq_cst 1000000\nloop 100\n").at(MemoryOrder::seq_cst, 50), 1'000'000'000'000'000u);
}

TEST(FenceCosts, AccessesHaveTheirOwn) {
  using Kind = core::OrderSite::Kind;
  Costs costs = parse_costs("costs", "load.acquire 7\nfailure.acquire 3\nloop 2\n");
  EXPECT_EQ(costs.of_access(Kind::load, MemoryOrder::acquire, std::nullopt, 0), 7u);
  EXPECT_EQ(costs.of_access(Kind::load, MemoryOrder::relaxed, std::nullopt, 3), 0u);
  EXPECT_EQ(costs.of_access(Kind::update, MemoryOrder::acquire, MemoryOrder::acquire, 1), 8u);
  EXPECT_EQ(costs.at(MemoryOrder::acquire, 0), Costs{}.at(MemoryOrder::acquire, 0));
}

TEST(FenceCosts, WhatMeansNothingIsRefused) {
  for (const char* text : {"seq_cst", "seq_cst 0", "seq_cst -1", "seq_cst 2 3", "seq_cst 1x", "fence 2", "loop 1000",
                           "plain 3", "load.release 2", "access.acquire 1"})
    EXPECT_THROW(parse_costs("costs", text), InputError) << text;
}

}  // namespace
}  // namespace fencepost::fences

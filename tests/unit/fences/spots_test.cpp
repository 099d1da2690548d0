#include "fences/spots.h"

#include <gtest/gtest.h>

#include "core/print.h"

namespace fencepost::fences {
namespace {

using core::MemoryOrder;
using core::OrderSite;

std::string told(const Level& level) {
  return std::string(core::name(level.order)) +
         (level.failure ? "/" + std::string(core::name(*level.failure)) : std::string());
}

std::string told(const std::vector<Level>& levels) {
  std::string out;
  for (const Level& level : levels) out += (out.empty() ? "" : " ") + told(level);
  return out;
}

OrderSite site(OrderSite::Kind kind, MemoryOrder order, std::optional<MemoryOrder> failure = std::nullopt) {
  OrderSite made;
  made.kind = kind;
  made.order = order;
  made.failure = failure;
  made.pos = source_pos("f.c", 1, 1);
  return made;
}

std::vector<Spot> spots(const char* name, const OrderSite& at, Direction direction = Direction::strengthen) {
  const std::shared_ptr<const memory::Model> model = memory::load_model(name);
  return spots_of({}, {at}, *model, program::Mapping(*model), Costs{}, {true, true, true, direction});
}

std::string levels(const char* name, const OrderSite& at, Direction direction = Direction::strengthen) {
  const std::vector<Spot> found = spots(name, at, direction);
  return found.empty() ? "" : told(found.front().levels);
}

TEST(Spots, HaveTheLevelsBeyondTheTextThatDifferUnderTheModel) {
  using enum MemoryOrder;
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::load, relaxed)), "seq_cst acquire");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::load, acquire)), "seq_cst");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::load, seq_cst)), "");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::store, relaxed)), "seq_cst release");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::update, relaxed)), "seq_cst acq_rel release acquire");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::update, release)), "seq_cst acq_rel");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::fence, acquire)), "seq_cst acq_rel");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::update, acquire, relaxed)),
            "seq_cst/seq_cst seq_cst/acquire seq_cst/relaxed acq_rel/acquire acq_rel/relaxed acquire/acquire");
  EXPECT_EQ(levels("tso", site(OrderSite::Kind::store, relaxed)), "seq_cst");
  EXPECT_EQ(levels("tso", site(OrderSite::Kind::load, relaxed)), "");
  EXPECT_EQ(levels("aarch64", site(OrderSite::Kind::load, relaxed)), "acquire") << "seq_cst is the same instruction";
}

TEST(Spots, OfWhatIsToBeWeakerGoUpToTheText) {
  using enum MemoryOrder;
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::load, acquire), Direction::relax), "acquire");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::load, relaxed), Direction::relax), "");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::fence, acq_rel), Direction::relax), "acq_rel release acquire");
  EXPECT_EQ(levels("lkmm", site(OrderSite::Kind::fence, full), Direction::relax), "full wmb rmb");
  EXPECT_EQ(levels("lkmm", site(OrderSite::Kind::fence, wmb), Direction::relax), "wmb");
  EXPECT_EQ(spots("rc11", site(OrderSite::Kind::load, acquire), Direction::relax).front().base.order, relaxed);
}

TEST(Spots, HaveTheLevelOfTheTextAlthoughItIsOfferedNowhereElse) {
  using enum MemoryOrder;
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::load, consume)), "seq_cst") << "acquire is the same under this model";
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::load, consume), Direction::relax), "consume");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::update, consume), Direction::relax), "consume");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::fence, consume)), "seq_cst acq_rel");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::fence, consume), Direction::relax), "consume");
  EXPECT_EQ(spots("rc11", site(OrderSite::Kind::load, consume), Direction::relax).front().levels.front().cost, 1u);
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::update, acq_rel, consume), Direction::relax),
            "acq_rel/consume acq_rel/relaxed release/relaxed acquire/relaxed");
}

// As C23 has it, and compilers before it.
TEST(Spots, AFailureMayBeTheStrongerOneIfItIsSoInTheText) {
  using enum MemoryOrder;
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::update, release, acquire), Direction::relax),
            "release/acquire release/relaxed relaxed/acquire");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::update, release, acquire)),
            "seq_cst/seq_cst seq_cst/acquire acq_rel/seq_cst acq_rel/acquire release/seq_cst");
  EXPECT_EQ(levels("rc11", site(OrderSite::Kind::update, seq_cst, seq_cst), Direction::relax),
            "seq_cst/seq_cst seq_cst/acquire seq_cst/relaxed acq_rel/acquire acq_rel/relaxed release/relaxed "
            "acquire/acquire acquire/relaxed");
}

TEST(Spots, NoLevelIsStrongerThanOneBeforeIt) {
  for (const char* model : {"tso", "pso", "power", "aarch64", "riscv", "rc11"})
    for (const OrderSite& at : {site(OrderSite::Kind::load, MemoryOrder::relaxed),
                                site(OrderSite::Kind::update, MemoryOrder::relaxed, MemoryOrder::relaxed)}) {
      const std::vector<Spot> found = spots(model, at);
      for (size_t i = 0; !found.empty() && i < found.front().levels.size(); ++i)
        for (size_t j = 0; j < i; ++j)
          EXPECT_FALSE(is_as_strong(found.front().levels[i], found.front().levels[j])) << model;
    }
}

TEST(Spots, NextWeakerLevelsAreOneStepBelow) {
  using enum MemoryOrder;
  const std::vector<Level> all = {{seq_cst}, {acq_rel}, {release}, {acquire}, {relaxed}};
  EXPECT_EQ(told(next_weaker(all, {seq_cst})), "acq_rel");
  EXPECT_EQ(told(next_weaker(all, {acq_rel})), "release acquire");
  EXPECT_EQ(told(next_weaker(all, {acquire})), "relaxed");
  EXPECT_EQ(told(next_weaker(all, {relaxed})), "");
  const std::vector<Level> pairs = {{acq_rel, acquire}, {acq_rel, relaxed}, {acquire, acquire}, {relaxed, relaxed}};
  EXPECT_EQ(told(next_weaker(pairs, {acq_rel, acquire})), "acq_rel/relaxed acquire/acquire");
}

TEST(Spots, ALoopMultipliesTheCost) {
  OrderSite at = site(OrderSite::Kind::load, MemoryOrder::relaxed);
  EXPECT_EQ(spots("rc11", at).front().levels.back().cost, 1u);
  at.loops = 1;
  EXPECT_EQ(spots("rc11", at).front().levels.back().cost, 10u);
}

}  // namespace
}  // namespace fencepost::fences

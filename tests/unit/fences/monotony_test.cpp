#include "fences/monotony.h"

#include <gtest/gtest.h>

namespace fencepost::fences {
namespace {

Monotony probed(const std::shared_ptr<const memory::Model>& model) {
  Budget budget;
  return probed_monotony(*model, program::Mapping(*model), budget);
}

TEST(Monotony, NoBuiltInModelAllowsMoreWhereMoreIsOrdered) {
  for (const memory::ModelSummary& summary : memory::builtin_models()) {
    const Monotony found = probed(memory::load_model(summary.name));
    EXPECT_EQ(found.refuted, "") << summary.name;
    EXPECT_GT(found.executions, 0u) << summary.name;
  }
}

TEST(Monotony, AModelWithFencesThatUndoOrderIsRefuted) {
  const auto model = memory::parse_model("undo", R"("undo"
let fenced = po ; [F & ACQ_REL] ; po | [REL] ; po ; [ACQ]
acyclic (po & (M * M) \ (W * R) \ (po ; [F & SC] ; po)) | fenced | rf | co | fr as order
)");
  const std::string refuted = probed(model).refuted;
  EXPECT_TRUE(refuted.starts_with("it allows ")) << refuted;
  EXPECT_NE(refuted.find("a fence seq_cst in thread"), std::string::npos) << refuted;
}

TEST(Monotony, AModelWithStrongAccessesThatUndoOrderIsRefuted) {
  const auto model = memory::parse_model("undo", R"("undo"
acyclic (po \ (_ * ACQ)) | rf | co | fr as order
let unused = RLX | REL
)");
  EXPECT_NE(probed(model).refuted.find("acquire"), std::string::npos) << probed(model).refuted;
}

TEST(Monotony, BuiltInModelsAreNotAskedEachTime) {
  Budget budget;
  const auto model = memory::load_model("rc11");
  EXPECT_EQ(monotony_of(*model, program::Mapping(*model), budget).executions, 0u);
}

}  // namespace
}  // namespace fencepost::fences

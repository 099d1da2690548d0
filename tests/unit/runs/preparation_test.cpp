#include "runs/preparation.h"

#include <gtest/gtest.h>

namespace fencepost::runs {
namespace {

// Every model may use the names of the library, so a name that no check needs asks for nothing.
TEST(Preparation, DependenciesAreKeptForModelsThatNeedThem) {
  for (const auto& [name, needs] : {std::pair("sc", false),
                                    {"tso", false},
                                    {"pso", false},
                                    {"ra", false},
                                    {"rc11", false},
                                    {"aarch64", true},
                                    {"power", true},
                                    {"riscv", true},
                                    {"imm", true},
                                    {"lkmm", true}}) {
    EXPECT_EQ(facts_of(*memory::load_model(name)).keep_dependencies, needs) << name;
  }
}

// To a compiler the code after an if does not depend on the condition; to a machine it does.
TEST(Preparation, OnlyTheKernelsControlDependenciesEnd) {
  for (const char* model : {"lkmm", "power", "aarch64", "riscv", "imm"}) {
    EXPECT_EQ(facts_of(*memory::load_model(model)).control_ends_where_paths_meet, std::string(model) == "lkmm")
        << model;
  }
}

// Less is allowed where more is: the machines' axioms only ask that something does not happen. The kernel's failed updates are told from
// loads by a tag.
TEST(Preparation, ReadsMayComeSoonerWhereAxiomsHoldOfParts) {
  for (const char* model : {"sc", "rc11", "aarch64", "power", "riscv"}) {
    const unroll::ModelFacts facts = facts_of(*memory::load_model(model));
    EXPECT_TRUE(facts.reads_may_come_sooner && facts.failures_are_loads) << model;
  }
  EXPECT_FALSE(facts_of(*memory::load_model("lkmm")).failures_are_loads);
}

// `po \ ctrl` is more where less rests on reads.
TEST(Preparation, ButNotWhereDependenciesTakeOrderAway) {
  const char* growing = "let ppo = addr | data | ctrl\nacyclic ppo | rf | co | fr as model";
  const char* shrinking = "let ppo = addr | (po \\ ctrl)\nacyclic ppo | rf | co | fr as model";
  EXPECT_TRUE(facts_of(*memory::parse_model("mine", growing)).reads_may_come_sooner);
  EXPECT_FALSE(facts_of(*memory::parse_model("mine", shrinking)).reads_may_come_sooner);
}

}  // namespace
}  // namespace fencepost::runs

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

}  // namespace
}  // namespace fencepost::runs

#include "program/runs/mapping.h"

#include <gtest/gtest.h>

namespace fencepost::program::runs {
namespace {

// Every model may use the names of the library, so a name that no check needs asks for nothing.
TEST(Mapping, DependenciesAreKeptForModelsThatNeedThem) {
  for (const auto& [name, needs] : {std::pair("sc", false),
                                    {"tso", false},
                                    {"pso", false},
                                    {"ra", false},
                                    {"rc11", false},
                                    {"aarch64", true},
                                    {"power", true},
                                    {"riscv", true},
                                    {"imm", true}}) {
    unroll::Options options;
    prepare(options, *memory::load_model(name));
    EXPECT_EQ(options.keep_dependencies, needs) << name;
  }
}

}  // namespace
}  // namespace fencepost::program::runs

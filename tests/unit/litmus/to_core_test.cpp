// Litmus tests as programs. Verdicts are compared with the simulator's in tests/random/litmus.py; here is what the
// program looks like.
#include "frontend/litmus/to_core.h"

#include <gtest/gtest.h>

#include "base/diagnostic.h"
#include "core/walk.h"
#include "frontend/litmus/addresses.h"
#include "frontend/litmus/core_orders.h"
#include "frontend/litmus/parser.h"

namespace fencepost::litmus {
namespace {

using core::MemoryOrder;

core::Program program(const std::string& text) { return to_core(parse_test(text, "test.litmus")); }

template <typename Kind>
std::vector<Kind> all(const core::Program& program) {
  std::vector<Kind> found;
  for (const core::Function& function : program.functions)
    core::for_each_stmt(function.body, [&](const core::Stmt& stmt) {
      if (const auto* kind = std::get_if<Kind>(&stmt.kind)) found.push_back(*kind);
    });
  return found;
}

std::string with_condition(const std::string& condition) {
  return "C t\n{ }\nP0(int *x)\n{\n  int r0 = READ_ONCE(*x);\n}\nP1(int *x)\n{\n  WRITE_ONCE(*x, 1);\n}\n" + condition +
         "\n";
}

std::string asserted(const std::string& condition) {
  std::vector<core::Check> checks = all<core::Check>(program(with_condition(condition)));
  return checks.size() == 1 ? core::to_string(*checks[0].condition) : "";
}

TEST(LitmusToCore, EveryThreadIsSpawnedBeforeAnyIsJoined) {
  core::Program made = program(with_condition("exists (0:r0=1)"));
  EXPECT_EQ(all<core::Spawn>(made).size(), 2u);
  const core::Function& main = made.function(made.entry);
  bool joined = false;
  for (const core::Stmt& stmt : main.body) {
    joined = joined || std::holds_alternative<core::Join>(stmt.kind);
    EXPECT_FALSE(joined && std::holds_alternative<core::Spawn>(stmt.kind));
    EXPECT_FALSE(!joined && std::holds_alternative<core::Load>(stmt.kind)) << "the end is read after the joins";
  }
}

TEST(LitmusToCore, QuantifiersSayWhatAViolationIs) {
  std::string exists = asserted("exists (0:r0=1)"), not_exists = asserted("~exists (0:r0=1)");
  EXPECT_EQ(exists, not_exists) << "either way the execution is the news";
  EXPECT_NE(exists, asserted("forall (0:r0=1)"));
  EXPECT_EQ(asserted("exists (0:r0=1)"), asserted("forall (~(0:r0=1))"));
}

TEST(LitmusToCore, AFilterLeavesExecutionsOut) {
  EXPECT_EQ(all<core::Assume>(program(with_condition("filter (x=1)\nexists (0:r0=1)"))).size(), 1u);
}

TEST(LitmusToCore, PositionsAreThoseOfTheTest) {
  core::Program made = program(with_condition("exists (0:r0=1)"));
  for (const core::Function& function : made.functions)
    core::for_each_stmt(function.body, [&](const core::Stmt& stmt) {
      if (std::holds_alternative<core::Check>(stmt.kind)) {
        EXPECT_EQ(stmt.pos.line, 11u);
      }
      if (const auto* store = std::get_if<core::Store>(&stmt.kind); store && store->order == MemoryOrder::relaxed) {
        EXPECT_EQ(stmt.pos.line, 9u);
      }
    });
}

TEST(LitmusToCore, AddressesAreFoundByWhereTheyFlow) {
  const litmus::Test test = parse_test(
      "C t\n{ p=x; }\nP0(int **p, int *y)\n{\n  int *r0 = READ_ONCE(*p);\n  int r1 = READ_ONCE(*r0);\n"
      "  WRITE_ONCE(*y, r1);\n}\nexists (y=1)\n",
      "test.litmus");
  Addresses addresses(test);
  auto reg = [&](const char* name) { return test.register_names[0].at(name); };
  EXPECT_TRUE(addresses.in_register(0, reg("r0")));
  EXPECT_FALSE(addresses.in_register(0, reg("r1")));
  for (uint32_t l = 0; l < test.locations.size(); ++l)
    EXPECT_EQ(addresses.in_location(l), test.locations[l].name == "p") << test.locations[l].name;
}

TEST(LitmusToCore, WhatCoreCannotSayIsUnsupportedAtItsPlace) {
  core::Program made =
      program("C t\n{ }\nP0(int *x)\n{\n  int r0 = READ_ONCE(*x);\n  WRITE_ONCE(*x, 4 / r0);\n}\nexists (x=1)\n");
  EXPECT_EQ(all<core::Unsupported>(made).size(), 1u);
}

TEST(LitmusToCore, OtherDialectsAreRefused) {
  EXPECT_THROW(program("X86 t\n{}\nP0 ;\nMOV [x],$1 ;\nexists (x=1)\n"), InputError);
}

TEST(LitmusToCore, TagsAreOrders) {
  EXPECT_EQ(core_order(AccessKind::load, {"Once"}), MemoryOrder::relaxed);
  EXPECT_EQ(core_order(AccessKind::update, {"Mb", "RMW"}), MemoryOrder::full);
  EXPECT_EQ(core_order(AccessKind::update, {"SC", "A", "RMW"}), MemoryOrder::seq_cst);
  EXPECT_EQ(core_order(AccessKind::fence, {"Rmb"}), MemoryOrder::rmb);
  EXPECT_EQ(core_order(AccessKind::load, {"NA"}), MemoryOrder::plain);
  EXPECT_FALSE(core_order(AccessKind::load, {"Rmb"})) << "no access is a barrier for reads";
  EXPECT_FALSE(core_order(AccessKind::load, {"Of-my-own"}));
}

}  // namespace
}  // namespace fencepost::litmus

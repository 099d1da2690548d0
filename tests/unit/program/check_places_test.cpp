#include "program/check_places.h"

#include <gtest/gtest.h>

#include "../core/builder.h"
#include "program/lower.h"

namespace fencepost::program {
namespace {

using namespace core;
using namespace core::testing;

UndefSet only(Undef kind) {
  UndefSet set;
  set.set(kind);
  return set;
}

// What the edges at the places do: "branch", "check", or "other".
std::vector<std::string> kinds(const Cfa& cfa, FunctionId function, const UndefSet& checks) {
  std::vector<std::string> found;
  CheckPlaces all(cfa, checks);
  const std::vector<bool>& places = all.of(function);
  const Procedure& procedure = cfa.procedure(function);
  for (uint32_t loc = 0; loc < places.size(); ++loc) {
    if (!places[loc]) continue;
    const EdgeLabel& label = procedure.edges[procedure.first_out[loc]].label;
    found.push_back(std::holds_alternative<Assume>(label)        ? "branch"
                    : std::holds_alternative<core::Check>(label) ? "check"
                                                                 : "other");
  }
  return found;
}

using Kinds = std::vector<std::string>;

TEST(CheckPlaces, AConditionIsDecidedAtTheCheckItself) {
  Main m({kBool});
  m.body({check(Undef::assertion, m.r(0)), ret(num(0))});
  Cfa cfa = lower(m.program);
  EXPECT_EQ(kinds(cfa, m.main, only(Undef::assertion)), Kinds{"check"});
  EXPECT_EQ(kinds(cfa, m.main, only(Undef::reach_error)), Kinds{}) << "not looked for";
}

TEST(CheckPlaces, WhatAlwaysFailsIsDecidedAtTheBranchBefore) {
  Main m({kBool, kInt});
  m.body({if_(m.r(0), {let(Reg{1}, num(1)), check(Undef::reach_error, truth(false))}), ret(num(0))});
  EXPECT_EQ(kinds(lower(m.program), m.main, only(Undef::reach_error)), Kinds{"branch"});
}

TEST(CheckPlaces, AFunctionThatAlwaysFailsIsDecidedWhereItIsCalled) {
  Main m({kBool});
  FunctionId fail = m.function("fail"), outer = m.function("outer");
  m.define(fail, {check(Undef::reach_error, truth(false)), ret()});
  m.define(outer, {m.call(fail), ret()});
  m.body({if_(m.r(0), {m.call(outer)}), ret(num(0))});
  Cfa cfa = lower(m.program);
  EXPECT_EQ(kinds(cfa, m.main, only(Undef::reach_error)), Kinds{"branch"});
  EXPECT_EQ(kinds(cfa, outer, only(Undef::reach_error)), Kinds{});
  EXPECT_EQ(kinds(cfa, fail, only(Undef::reach_error)), Kinds{});
}

TEST(CheckPlaces, WhereWaysMeetTheSearchForTheBranchEnds) {
  Main m({kBool});
  m.at(m.main).labels = 1;
  m.body({if_(m.r(0), {stmt(Jump{Label{0}})}), ret(num(0)), stmt(DefineLabel{Label{0}}),
          check(Undef::reach_error, truth(false)), ret(num(0))});
  EXPECT_EQ(kinds(lower(m.program), m.main, only(Undef::reach_error)), Kinds{"branch"}) << "one way";
  m.body({if_(m.r(0), {stmt(Jump{Label{0}})}), if_(m.r(0), {stmt(Jump{Label{0}})}), ret(num(0)),
          stmt(DefineLabel{Label{0}}), check(Undef::reach_error, truth(false)), ret(num(0))});
  EXPECT_EQ(kinds(lower(m.program), m.main, only(Undef::reach_error)), Kinds{"check"}) << "two ways";
}

}  // namespace
}  // namespace fencepost::program

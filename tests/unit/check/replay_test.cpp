#include "check/replay.h"

#include <gtest/gtest.h>

#include "core/choice.h"

namespace fencepost::check {
namespace {

using namespace core;

const Type kInt = int_type(32, true);
SourcePos line(uint32_t n) { return source_pos("t.c", n); }
Stmt at(uint32_t n, Stmt::Kind kind, std::string text = {}) { return {std::move(kind), line(n), std::move(text)}; }

// int x = nondet(); x = x + 1;   with the overflow check at line 3
Program overflowing() {
  Program program;
  Type ptr = pointer_type(8);
  program.globals.push_back({"x", 4, 4, Storage::static_, false, line(1)});
  Function init;
  init.name = "init";
  init.defined = true;
  Function main;
  main.name = "main";
  main.defined = true;
  main.result = kInt;
  main.regs = {{kInt, ""}};
  ExprPtr r = reg_expr(Reg{0}, kInt);
  ExprPtr one = constant(1, kInt);
  main.body.push_back(at(2, Choose{Reg{0}, kInt}, "nondet()"));
  main.body.push_back(
      at(3, core::Check{Undef::signed_overflow, make(ExprOp::add_fits, boolean_type(), {r, one}), "x + 1"}));
  main.body.push_back(at(3,
                         Store{global_expr(GlobalId{0}, ptr),
                               make(ExprOp::add, kInt, {r, one}),
                               kInt,
                               {},
                               MemoryOrder::plain,
                               false,
                               false,
                               false},
                         "x"));
  main.body.push_back(at(4, Return{constant(0, kInt)}));
  program.functions = {init, main};
  program.entry = FunctionId{1};
  return program;
}

result::Claim violation(Undef kind, uint32_t where, Choices choices) {
  result::Claim v;
  v.kind = kind;
  v.pos = line(where);
  v.function = "main";
  v.choices = std::move(choices);
  return v;
}

class Replay : public ::testing::Test {
 protected:
  std::optional<std::string> judge(const result::Claim& v, const UndefSet& checks = UndefSet::defaults()) {
    replayed = replay(program, v, checks, budget, program::Mapping(*memory::load_model("sc")), MachineKind::sc);
    return replayed.problem;
  }
  Replayed replayed;
  Program program = overflowing();
  Budget budget;
  Choice big{Choice::Kind::value, INT32_MAX, true};
};

TEST_F(Replay, ConfirmsTheRunAndTellsIt) {
  result::Claim v = violation(Undef::signed_overflow, 3, {big});
  EXPECT_EQ(judge(v), std::nullopt);
  ASSERT_EQ(replayed.trace.size(), 2u);
  EXPECT_EQ(replayed.trace[0].text, "nondet() gives 2147483647");
  EXPECT_EQ(replayed.trace[1].text, "signed-overflow fails: x + 1 (2147483647 + 1)");
  EXPECT_EQ(replayed.trace[1].function, "main");
}

TEST_F(Replay, ARunThatEndsWellIsNoEvidence) {
  result::Claim v = violation(Undef::signed_overflow, 3, {{Choice::Kind::value, 5, true}});
  EXPECT_EQ(judge(v), "expected signed-overflow at t.c:3, but the run ends without a failed check");
  EXPECT_TRUE(replayed.trace.empty());
}

TEST_F(Replay, AThreadThatIsAloneWaitsOnlyIfItGoesRoundForEver) {
  core::Choices none = {{Choice::Kind::value, 5, true}};
  EXPECT_EQ(judge(violation(Undef::liveness, 4, none)), "expected liveness at t.c:4, but no thread waits");
  Function& main = program.functions[1];
  main.labels = 1;
  main.body.insert(main.body.end() - 1, {at(4, core::DefineLabel{core::Label{0}}), at(4, core::Jump{core::Label{0}})});
  EXPECT_EQ(judge(violation(Undef::liveness, 4, none)), std::nullopt);
  EXPECT_EQ(replayed.trace.back().text, "liveness fails: no thread goes on");
}

TEST_F(Replay, AnotherKindOrPlaceIsNoEvidence) {
  result::Claim kind = violation(Undef::div_zero, 3, {big});
  EXPECT_EQ(judge(kind), "expected div-zero at t.c:3, but the run fails signed-overflow at t.c:3 instead");
  result::Claim place = violation(Undef::signed_overflow, 4, {big});
  EXPECT_EQ(judge(place), "expected signed-overflow at t.c:4, but the run fails signed-overflow at t.c:3 instead");
}

TEST_F(Replay, MissingAndWrongChoices) {
  result::Claim none = violation(Undef::signed_overflow, 3, {});
  EXPECT_EQ(judge(none),
            "expected signed-overflow at t.c:3, but the choices do not fit the program at t.c:2: the run asks for a "
            "value after its 0 choices");
  result::Claim wrong = violation(Undef::signed_overflow, 3, {{Choice::Kind::order, 0, true}});
  EXPECT_EQ(judge(wrong),
            "expected signed-overflow at t.c:3, but the choices do not fit the program at t.c:2: choice 1 is an "
            "evaluation order where the run asks for a value");
}

TEST_F(Replay, AFailedAssumptionIsNoEvidence) {
  auto& body = program.functions[1].body;
  body.insert(body.begin() + 1, at(2, Assume{truth(false)}));
  result::Claim v = violation(Undef::signed_overflow, 3, {big});
  EXPECT_EQ(judge(v), "expected signed-overflow at t.c:3, but an assumption does not hold at t.c:2");
}

TEST_F(Replay, WhatTheInterpreterCannotDoIsNoEvidence) {
  auto& body = program.functions[1].body;
  body.insert(body.begin() + 1, at(2, Unsupported{"inline assembly"}));
  result::Claim v = violation(Undef::signed_overflow, 3, {big});
  EXPECT_EQ(judge(v), "expected signed-overflow at t.c:3, but the interpreter cannot go on at t.c:2: inline assembly");
}

TEST_F(Replay, ASwitchedOffCheckIsNoEvidence) {
  UndefSet checks = UndefSet::defaults();
  checks.set(Undef::signed_overflow, false);
  result::Claim v = violation(Undef::signed_overflow, 3, {big});
  EXPECT_EQ(judge(v, checks), "expected signed-overflow at t.c:3, but the run ends without a failed check");
}

TEST_F(Replay, ARaceMayBeNamedByEitherAccess) {
  Type ptr = pointer_type(8);
  auto write = [&](uint32_t where) {
    Store store{global_expr(GlobalId{0}, ptr), constant(1, kInt), kInt, {}, MemoryOrder::plain, false, true, false};
    return Block{at(where, store, "x")};
  };
  program.functions[1].body = {at(7, Unseq{{write(5), write(6)}, false})};
  for (uint32_t where : {5u, 6u, 7u}) {
    result::Claim v = violation(Undef::unsequenced_race, where, {});
    EXPECT_EQ(judge(v), std::nullopt) << where;
    EXPECT_FALSE(replayed.trace.empty());
  }
  result::Claim elsewhere = violation(Undef::unsequenced_race, 8, {});
  EXPECT_EQ(judge(elsewhere),
            "expected unsequenced-race at t.c:8, but the run fails unsequenced-race at t.c:6 instead");
}

}  // namespace
}  // namespace fencepost::check

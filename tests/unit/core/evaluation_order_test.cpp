#include "core/evaluation_order.h"

#include <gtest/gtest.h>

#include "builder.h"
#include "core/effects.h"

namespace fencepost::core {
namespace {

using namespace testing;

class Orders : public ::testing::Test {
 protected:
  Main m{{kInt, kInt, kInt, kInt, kInt, kInt, kPtr, kPtr}};
  ExprPtr x = m.global("x");
  ExprPtr y = m.global("y");

  ExprPtr r(uint32_t n) { return m.r(n); }

  FunctionId writer(const std::string& name, const ExprPtr& global) {
    FunctionId f = m.function(name, kInt);
    m.define(f, {assign(global, num(1)), seq_point(), ret(num(1))});
    return f;
  }
  FunctionId reader(const std::string& name, const ExprPtr& global) {
    FunctionId f = m.function(name, kInt);
    Reg v = m.reg(f);
    m.define(f, {load(v, global), ret(m.use(f, v))});
    return f;
  }
  FunctionId pure(const std::string& name) {
    FunctionId f = m.function(name, kInt);
    m.define(f, {ret(num(1))});
    return f;
  }
  FunctionId leaver(const std::string& name) {
    FunctionId f = m.function(name, kInt);
    m.define(f, {stmt(Exit{})});
    return f;
  }
  Block calls(FunctionId f, uint32_t reg = 0) { return {m.call(f, {}, Reg{reg})}; }
  Block fails(uint32_t at = 9) { return {check(Undef::div_zero, truth(false), at)}; }

  // The Core of main after the pass.
  std::string decided(Block body) {
    m.body(std::move(body));
    decide_evaluation_orders(m.program);
    return to_string(m.program.function(m.main), m.program);
  }
  bool permutes(Block body) { return decided(std::move(body)).find("unseq permute") != std::string::npos; }
  void expect_gap(const std::string& reason) {
    ASSERT_EQ(m.program.gaps.size(), 1u);
    EXPECT_EQ(m.program.gaps[0].second,
              reason + ", and not every order was covered; --eval-order left-to-right checks one order");
  }
  void expect_no_gap() { EXPECT_TRUE(m.program.gaps.empty()); }
};

TEST_F(Orders, TwoWritersOfOneGlobal) {
  EXPECT_TRUE(permutes({unseq({calls(writer("f", x)), calls(writer("g", x))})}));
  expect_no_gap();
}

// The expressions of an initialiser: any conflict counts, and whole strands are all there is.
TEST_F(Orders, Indeterminate) {
  auto indeterminate = [](Stmt stmt) {
    std::get<Unseq>(stmt.kind).indeterminate = true;
    return stmt;
  };
  auto moves = [&] { return Block{load(Reg{0}, x), assign(x, r(0)), load(Reg{1}, x), assign(y, r(1))}; };
  std::string core = decided({indeterminate(unseq({moves(), moves()}))});
  EXPECT_NE(core.find("indet permute"), std::string::npos) << core;
  expect_no_gap();
}

TEST_F(Orders, IndeterminateWithoutConflict) {
  Stmt stmt = unseq({{assign(x, num(1))}, {assign(y, num(2))}});
  std::get<Unseq>(stmt.kind).indeterminate = true;
  std::string core = decided({stmt});
  EXPECT_EQ(core.find("indet"), std::string::npos) << core;
}

TEST_F(Orders, WritersOfDifferentGlobals) {
  EXPECT_FALSE(permutes({unseq({calls(writer("f", x)), calls(writer("g", y))})}));
}

TEST_F(Orders, ReadersOfOneGlobal) { EXPECT_FALSE(permutes({unseq({calls(reader("f", x)), calls(reader("g", x))})})); }

TEST_F(Orders, AWriterAndAReader) {
  EXPECT_TRUE(permutes({unseq({calls(reader("f", x)), calls(writer("g", x))})}));
  expect_no_gap();
}

TEST_F(Orders, AWriterAndALoad) {
  EXPECT_TRUE(permutes({unseq({{load(Reg{0}, x)}, calls(writer("g", x), 1)})}));
  expect_no_gap();
}

TEST_F(Orders, AReaderAndAnAssignment) {
  EXPECT_TRUE(permutes({unseq({{assign(x, num(2))}, calls(reader("g", x), 1)})}));
  expect_no_gap();
}

TEST_F(Orders, PlainAccessesRaceWhateverTheirOrder) {
  EXPECT_FALSE(permutes({unseq({{assign(x, num(2))}, {load(Reg{0}, x)}})}));
}

TEST_F(Orders, EffectsComeThroughCalls) {
  FunctionId inner = writer("inner", x);
  FunctionId outer = m.function("outer", kInt);
  m.define(outer, {m.call(inner), ret(num(0))});
  EXPECT_TRUE(permutes({unseq({calls(outer), calls(reader("g", x), 1)})}));
}

TEST_F(Orders, RecursiveCallsWithoutEffects) {
  FunctionId f = m.function("fib", kInt);
  Reg n = m.reg(f);
  Reg cell = m.reg(f, kPtr, "n");
  m.at(f).params = {n};
  m.define(f, {stmt(Alloc{cell, size(4), 4, Storage::automatic, false, false, "n"}), store(m.use(f, cell), m.use(f, n)),
               m.call(f, {num(1)}), stmt(Kill{m.use(f, cell)}), ret(num(0))});
  EXPECT_FALSE(permutes({unseq({calls(f), calls(f, 1)})}));
}

TEST_F(Orders, LocalsThatStayHomeAreOutOfReach) {
  // g writes through a pointer from anywhere, but nobody knows the address of the local.
  ExprPtr p = m.global("p", 8);
  FunctionId g = m.function("g", kInt);
  Reg at = m.reg(g, kPtr);
  m.define(g, {load(at, p, kPtr), assign(m.use(g, at), num(1)), seq_point(), ret(num(0))});
  Stmt alloc = stmt(Alloc{Reg{6}, size(4), 4, Storage::automatic, false, false, "v"});
  EXPECT_FALSE(permutes({alloc, store(r(6), num(0)), unseq({{load(Reg{0}, r(6))}, calls(g, 1)})}));
  EXPECT_TRUE(permutes({alloc, store(p, r(6)), unseq({{load(Reg{0}, r(6))}, calls(g, 1)})}));
}

TEST_F(Orders, GlobalsWhoseAddressIsNeverTaken) {
  ExprPtr p = m.global("p", 8);
  FunctionId g = m.function("g", kInt);
  Reg at = m.reg(g, kPtr);
  m.define(g, {load(at, p, kPtr), assign(m.use(g, at), num(1)), seq_point(), ret(num(0))});
  EXPECT_FALSE(permutes({unseq({{load(Reg{0}, x)}, calls(g, 1)})}));
  EXPECT_TRUE(permutes({store(p, x), unseq({{load(Reg{0}, x)}, calls(g, 1)})}));
}

TEST_F(Orders, ParametersAreTranslated) {
  FunctionId set = m.function("set", kInt);
  Reg p = m.reg(set, kPtr, "p");
  m.at(set).params = {p};
  m.define(set, {assign(m.use(set, p), num(1)), seq_point(), ret(num(0))});
  EXPECT_FALSE(permutes({unseq({{m.call(set, {x}, Reg{0})}, {m.call(set, {y}, Reg{1})}})}));
  EXPECT_TRUE(permutes({unseq({{m.call(set, {x}, Reg{0})}, {m.call(set, {x}, Reg{1})}})}));
}

TEST_F(Orders, ParametersKeptInMemoryAreTranslatedToo) {
  // As the front end writes it: the parameter lives in an object of its own and moves along.
  FunctionId set = m.function("set", kInt);
  Reg p = m.reg(set, kPtr, "p");
  Reg cell = m.reg(set, kPtr, "p");
  Reg now = m.reg(set, kPtr);
  m.at(set).params = {p};
  m.define(set, {stmt(Alloc{cell, size(8), 8, Storage::automatic, false, false, "p"}),
                 store(m.use(set, cell), m.use(set, p)), load(now, m.use(set, cell), kPtr),
                 store(m.use(set, cell), plus(m.use(set, now), 4)), assign(m.use(set, now), num(1)), seq_point(),
                 ret(num(0))});
  EXPECT_FALSE(permutes({unseq({{m.call(set, {x}, Reg{0})}, {m.call(set, {y}, Reg{1})}})}));
  EXPECT_TRUE(permutes({unseq({{m.call(set, {x}, Reg{0})}, {load(Reg{1}, x)}})}));
}

TEST_F(Orders, FreeingIsAWrite) {
  FunctionId release = m.function("release", kInt);
  Reg p = m.reg(release, kPtr, "p");
  m.at(release).params = {p};
  m.define(release, {stmt(Kill{m.use(release, p)}), ret(num(0))});
  Stmt alloc = stmt(Alloc{Reg{6}, size(4), 4, Storage::heap, true, false, "h"});
  EXPECT_TRUE(permutes(
      {alloc, unseq({{m.call(release, {r(6)}, Reg{0})},
                     {check(Undef::use_after_free, pred(ExprOp::ptr_alive, {r(6)}), 1), load(Reg{1}, r(6))}})}));
  expect_no_gap();
}

TEST_F(Orders, CallsThroughPointersReachWhoFits) {
  FunctionId f = writer("f", x);
  FunctionId other = m.function("other", kInt);
  Reg p = m.reg(other, kInt);
  m.at(other).params = {p};
  m.define(other, {assign(y, num(1)), seq_point(), ret(num(0))});
  ExprPtr cell = m.global("cell", 8);
  Stmt through = stmt(Call{Reg{0}, r(6), {}});
  Block before = {store(cell, function_expr(f, kPtr)), store(cell, function_expr(other, kPtr)),
                  load(Reg{6}, cell, kPtr)};
  Block body = before;
  body.push_back(unseq({{through}, {load(Reg{1}, x)}}));
  EXPECT_TRUE(permutes(body));
  body = before;
  body.push_back(unseq({{through}, {load(Reg{1}, y)}}));
  EXPECT_FALSE(permutes(body));  // only `other` writes y, and it takes an argument
}

TEST_F(Orders, WhatMayNotReturnRunsLast) {
  EXPECT_EQ(decided({unseq({calls(leaver("quit")), fails(), {load(Reg{1}, x)}})}),
            "function main() -> i32 \"int ()\"\n"
            "  unseq {\n"
            "    check div-zero (false) @9\n"
            "  } ||| {\n"
            "    %1 = load i32 &x\n"
            "  } ||| {\n"
            "    %0 = call quit()\n"
            "  }\n");
  EXPECT_EQ(run(m.program).kind, Outcome::Kind::violated);
}

TEST_F(Orders, TwoThatMayNotReturn) {
  FunctionId f = m.function("f", kInt);
  m.define(f, {check(Undef::assertion, truth(false), 5), stmt(Exit{})});
  EXPECT_TRUE(permutes({unseq({calls(leaver("quit")), calls(f)})}));
  expect_no_gap();
}

TEST_F(Orders, UndefinedFunctionsMayNotReturn) {
  FunctionId f = m.function("mystery", kInt);
  std::string core = decided({unseq({calls(f), fails()})});
  EXPECT_LT(core.find("check"), core.find("mystery"));
}

TEST_F(Orders, TrivialAssumptionsReturn) {
  FunctionId f = m.function("f", kInt);
  m.define(f, {stmt(Assume{truth(true)}), ret(num(0))});
  std::string core = decided({unseq({calls(f), fails()})});
  EXPECT_LT(core.find("call f"), core.find("check"));
}

TEST_F(Orders, OnlyTheGroupIsPermuted) {
  EXPECT_EQ(decided({unseq({calls(writer("f", x)), calls(pure("g"), 1), calls(reader("h", x), 2)})}),
            "function main() -> i32 \"int ()\"\n"
            "  unseq {\n"
            "    unseq permute {\n"
            "      %0 = call f()\n"
            "    } ||| {\n"
            "      %2 = call h()\n"
            "    }\n"
            "  } ||| {\n"
            "    %1 = call g()\n"
            "  }\n");
}

TEST_F(Orders, NestedOperandsAreMerged) {  // (f() + g()) + h()
  Block left = {unseq({calls(writer("f", x), 0), calls(writer("g", x), 1)}),
                check(Undef::signed_overflow, pred(ExprOp::add_fits, {r(0), r(1)}), 1),
                let(Reg{2}, op(ExprOp::add, r(0), r(1)))};
  EXPECT_EQ(decided({unseq({left, calls(writer("h", x), 3)}), ret(op(ExprOp::add, r(2), r(3)))}),
            "function main() -> i32 \"int ()\"\n"
            "  unseq permute {\n"
            "    %0 = call f()\n"
            "  } ||| {\n"
            "    %1 = call g()\n"
            "  } ||| {\n"
            "    %3 = call h()\n"
            "  }\n"
            "  check signed-overflow (add_fits(%0, %1)) @1\n"
            "  %2 = (%0 + %1)\n"
            "  return (%2 + %3)\n");
  expect_no_gap();
}

TEST_F(Orders, DeeperOperandsAreMergedInsideOut) {  // ((f() + g()) + h()) + i()
  Block inner = {unseq({calls(writer("f", x), 0), calls(writer("g", x), 1)}), let(Reg{2}, op(ExprOp::add, r(0), r(1)))};
  Block middle = {unseq({inner, calls(writer("h", x), 3)}), let(Reg{4}, op(ExprOp::add, r(2), r(3)))};
  std::string core = decided({unseq({middle, calls(writer("i", x), 5)}), ret(op(ExprOp::add, r(4), r(5)))});
  EXPECT_LT(core.find("%2 = (%0 + %1)"), core.find("%4 = (%2 + %3)"));
  EXPECT_EQ(core.find("unseq permute"), core.rfind("unseq"));
  expect_no_gap();
}

TEST_F(Orders, AChainThatIsTooLongKeepsItsNesting) {
  Block chain = calls(writer("f0", x), 0);
  for (uint32_t i = 1; i < 8; ++i) chain = {unseq({chain, calls(writer("f" + std::to_string(i), x), i % 6)}, i)};
  decided(chain);
  EXPECT_FALSE(m.program.gaps.empty());
}

TEST_F(Orders, ACheckIsNotMovedBehindAWayOut) {
  FunctionId f = m.function("f", kInt);
  m.define(f, {assign(x, num(1)), seq_point(), stmt(Exit{})});
  Block left = {unseq({calls(writer("g", x), 0), calls(writer("h", x), 1)}), check(Undef::div_zero, truth(false), 1)};
  std::string core = decided({unseq({left, calls(f, 2)})});
  EXPECT_LT(core.find("check"), core.find("call f"));
}

TEST_F(Orders, FiveInOneGroup) {
  std::vector<Block> strands;
  for (uint32_t i = 0; i < 5; ++i) strands.push_back(calls(writer("f" + std::to_string(i), x), i));
  EXPECT_FALSE(permutes({unseq(strands, 3)}));
  expect_gap("more than four operands of this expression call functions that affect each other");
  EXPECT_EQ(m.program.gaps[0].first, line(3));
}

TEST_F(Orders, ACallBetweenTwoLoads) {
  EXPECT_TRUE(permutes({unseq({{load(Reg{0}, x), load(Reg{1}, x)}, calls(writer("f", x), 2)})}));
  expect_gap("a call of this expression may come between two actions of another operand");
}

TEST_F(Orders, ACallBetweenALoadAndACall) {  // f(x) + g(), g writing x and what f reads
  FunctionId f = reader("f", x);
  EXPECT_TRUE(permutes({unseq({{load(Reg{0}, x), m.call(f, {r(0)}, Reg{1})}, calls(writer("g", x), 2)})}));
  expect_gap("a call of this expression may come between two actions of another operand");
}

TEST_F(Orders, AnIncrementIsOneAction) {  // x++ + f()
  EXPECT_TRUE(
      permutes({unseq({{load(Reg{0}, x), assign(x, op(ExprOp::add, r(0), num(1)))}, calls(writer("f", x), 2)})}));
  expect_no_gap();
}

TEST_F(Orders, ChecksBelongToTheAccessThatTheyGuard) {  // memcpy(p, q, 4) against a call that frees p
  FunctionId release = m.function("release", kInt);
  Reg p = m.reg(release, kPtr, "p");
  m.at(release).params = {p};
  m.define(release, {stmt(Kill{m.use(release, p)}), ret(num(0))});
  Stmt alloc = stmt(Alloc{Reg{6}, size(4), 4, Storage::heap, true, false, "h"});
  Stmt copy = stmt(Copy{r(6), x, size(4), false});
  copy.as_call = true;
  EXPECT_TRUE(permutes({alloc, unseq({{m.call(release, {r(6)}, Reg{0})},
                                      {check(Undef::use_after_free, pred(ExprOp::ptr_alive, {r(6)}), 1),
                                       if_(pred(ExprOp::eq, {r(3), num(0)}), {copy})}})}));
  expect_no_gap();
}

TEST_F(Orders, SpelledOutCallsAreCalls) {
  auto fill = [&](const ExprPtr& global) {
    Stmt s = stmt(Fill{global, num(1), size(4)}, 1);
    s.as_call = true;
    return Block{s};
  };
  EXPECT_TRUE(permutes({unseq({fill(x), {load(Reg{0}, x)}})}));
  EXPECT_EQ(replay(m.program, {order_choice(0)}).kind, Outcome::Kind::finished);  // no race
  EXPECT_FALSE(permutes({unseq({fill(x), {load(Reg{0}, y)}})}));
}

TEST_F(Orders, AlternativesAreOneAction) {  // (c ? x : y) + f()
  Block choice = {if_(pred(ExprOp::eq, {r(3), num(0)}), {load(Reg{0}, x)}, {load(Reg{0}, y)})};
  FunctionId f = m.function("f", kInt);
  m.define(f, {assign(x, num(1)), assign(y, num(1)), seq_point(), ret(num(1))});
  EXPECT_TRUE(permutes({unseq({choice, calls(f, 2)})}));
  expect_no_gap();
}

TEST_F(Orders, ACallInALoopIsSeveral) {
  m.at(m.main).labels = 1;
  EXPECT_TRUE(permutes({unseq(
      {{stmt(DefineLabel{Label{0}}), load(Reg{0}, x), if_(pred(ExprOp::eq, {r(0), num(0)}), {stmt(Jump{Label{0}})})},
       calls(writer("f", x), 2)})}));
  expect_gap("a call of this expression may come between two actions of another operand");
}

TEST_F(Orders, LoadsOfTwoGlobalsBesideTwoWriters) {
  // x and y in one strand, writers of x and y in two others: each pair conflicts once, no cycle.
  EXPECT_TRUE(
      permutes({unseq({{load(Reg{0}, x), load(Reg{1}, y)}, calls(writer("f", x), 2), calls(writer("g", y), 3)})}));
  expect_no_gap();
}

TEST_F(Orders, AWayOutAfterAConflict) {
  // (f(), quit()) + g(): g must also be tried after f, which it depends on, and before quit.
  FunctionId g = m.function("g", kInt);
  Reg v = m.reg(g);
  m.define(g, {load(v, x), check(Undef::div_zero, pred(ExprOp::ne, {m.use(g, v), num(1)}), 4), ret(num(0))});
  Block both = {m.call(writer("f", x), {}, Reg{0}), seq_point(), m.call(leaver("quit"), {}, Reg{1})};
  EXPECT_TRUE(permutes({unseq({both, calls(g, 2)})}));
  expect_gap("a call of this expression may come between two actions of another operand");
}

TEST_F(Orders, ACycleOfConflicts) {
  // Each strand meets the next in a different action: whole strands cannot give "everybody's first, then the rest".
  ExprPtr z = m.global("z");
  auto strand = [&](const std::string& name, const ExprPtr& first, const ExprPtr& second) {
    return Block{m.call(writer(name + "1", first)), seq_point(), m.call(writer(name + "2", second))};
  };
  EXPECT_TRUE(permutes({unseq({strand("a", x, y), strand("b", y, z), strand("c", z, x)})}));
  expect_gap("a call of this expression may come between two actions of another operand");
}

TEST_F(Orders, GapsOfUnreachableFunctionsDoNotCount) {
  FunctionId dead = m.function("dead", kInt);
  Reg a = m.reg(dead), b = m.reg(dead), c = m.reg(dead);
  m.define(dead, {unseq({{load(a, x), load(b, x)}, {m.call(writer("f", x), {}, c)}})});
  m.body({ret(num(0))});
  decide_evaluation_orders(m.program);
  expect_no_gap();
}

TEST(Effects, SummariesNameGlobalsAndParameters) {
  Main m;
  ExprPtr x = m.global("x");
  FunctionId f = m.function("f");
  Reg p = m.reg(f, kPtr), v = m.reg(f);
  m.at(f).params = {p};
  m.define(f, {load(v, x), store(m.use(f, p), m.use(f, v)), check(Undef::div_zero, truth(true))});
  m.body({});
  EffectAnalysis analysis(m.program);
  const Effects& effects = analysis.of_function(f);
  EXPECT_EQ(effects.reads, (AbstractObjects{{AbstractObject::Kind::global, 0}}));
  EXPECT_EQ(effects.writes, (AbstractObjects{{AbstractObject::Kind::param, 0}}));
  EXPECT_TRUE(effects.may_fail);
  EXPECT_FALSE(effects.may_not_return);
}

TEST(Effects, PointersThroughMemoryOfOthersAreUnknown) {
  Main m;
  ExprPtr p = m.global("p", 8);
  FunctionId f = m.function("f");
  Reg v = m.reg(f, kPtr);
  m.define(f, {load(v, p, kPtr), store(m.use(f, v), num(1))});
  m.body({});
  EXPECT_EQ(EffectAnalysis(m.program).of_function(f).writes, (AbstractObjects{{AbstractObject::Kind::unknown, 0}}));
}

TEST(Effects, NumbersMayCarryPointers) {
  // The address of a local goes through an integer and comes back.
  Main m;
  FunctionId f = m.function("f");
  Reg cell = m.reg(f, kPtr), out = m.reg(f, kPtr), n = m.reg(f, kLong), back = m.reg(f, kPtr);
  m.define(f, {stmt(Alloc{cell, size(4), 4, Storage::automatic, false, false, "x"}),
               stmt(Alloc{out, size(8), 8, Storage::automatic, false, false, "u"}),
               let(n, cast(ExprOp::ptr_to_int, kLong, m.use(f, cell))), store(m.use(f, out), m.use(f, n)),
               load(back, m.use(f, out), kPtr), store(m.use(f, back), num(1))});
  m.body({});
  EffectAnalysis analysis(m.program);
  EXPECT_TRUE(analysis.points_to(f).escapes({AbstractObject::Kind::local, index(cell)}));
  EXPECT_TRUE(
      analysis.may_alias({AbstractObject::Kind::local, index(cell)}, *analysis.of_function(f).writes.begin(), f));
}

}  // namespace
}  // namespace fencepost::core

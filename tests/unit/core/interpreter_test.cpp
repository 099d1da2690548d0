#include "core/interpreter.h"

#include <gtest/gtest.h>

#include <bit>

#include "builder.h"

namespace fencepost::core {
namespace {

using namespace testing;

void expect_result(const Outcome& o, Bits bits) {
  ASSERT_EQ(name(o.kind), "finished") << o.reason;
  ASSERT_TRUE(o.result.has_value());
  EXPECT_TRUE(o.result->bits == bits) << static_cast<uint64_t>(o.result->bits);
}

TEST(Interpreter, LetAndReturn) {
  Main m({kInt});
  m.body({let(Reg{0}, num(41)), ret(op(ExprOp::add, m.r(0), num(1)))});
  expect_result(run(m.program), 42);
}

TEST(Interpreter, FallingOffTheEndGivesNoResult) {
  Main m;
  m.body({});
  Outcome o = run(m.program);
  EXPECT_EQ(o.kind, Outcome::Kind::finished);
  EXPECT_FALSE(o.result.has_value());
}

TEST(Interpreter, InitRunsFirst) {
  Main m({kInt});
  ExprPtr g = m.global("g");
  m.define(m.program.init, {store(g, num(7))});
  m.body({load(Reg{0}, g), ret(m.r(0))});
  expect_result(run(m.program), 7);
}

TEST(Interpreter, GlobalsStartAtZero) {
  Main m({kInt});
  ExprPtr g = m.global("g");
  m.body({load(Reg{0}, g), ret(m.r(0))});
  expect_result(run(m.program), 0);
}

TEST(Interpreter, LoopsByBranchAndJump) {  // sum of 1 .. 100
  Main m({kInt, kInt});
  m.at(m.main).labels = 3;
  m.body({let(Reg{0}, num(0)), let(Reg{1}, num(0)), stmt(DefineLabel{Label{0}}),
          stmt(Branch{pred(ExprOp::lt, {m.r(0), num(100)}), Label{1}, Label{2}}), stmt(DefineLabel{Label{1}}),
          let(Reg{0}, op(ExprOp::add, m.r(0), num(1))), let(Reg{1}, op(ExprOp::add, m.r(1), m.r(0))),
          stmt(Jump{Label{0}}), stmt(DefineLabel{Label{2}}), ret(m.r(1))});
  expect_result(run(m.program), 5050);
}

TEST(Interpreter, JumpsOutOfNestedBlocks) {
  Main m({kInt});
  m.at(m.main).labels = 1;
  m.body({let(Reg{0}, num(1)), if_(truth(true), {if_(truth(true), {stmt(Jump{Label{0}})}), let(Reg{0}, num(2))}),
          let(Reg{0}, num(3)), stmt(DefineLabel{Label{0}}), ret(m.r(0))});
  expect_result(run(m.program), 1);
}

TEST(Interpreter, LoopsInsideAStrand) {
  Main m({kInt, kInt});
  m.at(m.main).labels = 2;
  Block loop = {let(Reg{0}, num(0)), stmt(DefineLabel{Label{0}}), let(Reg{0}, op(ExprOp::add, m.r(0), num(1))),
                if_(pred(ExprOp::lt, {m.r(0), num(5)}), {stmt(Jump{Label{0}})})};
  m.body({unseq({loop, {let(Reg{1}, num(10))}}), ret(op(ExprOp::add, m.r(0), m.r(1)))});
  expect_result(run(m.program), 15);
}

TEST(Interpreter, ReturnFromAStrand) {
  Main m;
  m.body({unseq({{ret(num(4))}, {ret(num(5))}}), ret(num(6))});
  expect_result(run(m.program), 4);
}

TEST(Interpreter, IfTakesItsElse) {
  Main m({kInt});
  m.body({if_(truth(false), {let(Reg{0}, num(1))}, {let(Reg{0}, num(2))}), ret(m.r(0))});
  expect_result(run(m.program), 2);
}

TEST(Interpreter, DeepRecursionNeedsNoNativeStack) {
  Main m({kInt});
  FunctionId f = m.function("f", kInt);
  Reg n = m.reg(f, kInt, "n");
  Reg r = m.reg(f, kInt);
  m.at(f).params = {n};
  m.define(f, {if_(pred(ExprOp::eq, {m.use(f, n), num(0)}), {ret(num(0))}),
               m.call(f, {op(ExprOp::sub, m.use(f, n), num(1))}, r), ret(op(ExprOp::add, m.use(f, r), num(1)))});
  m.body({m.call(f, {num(50000)}, Reg{0}), ret(m.r(0))});
  expect_result(run(m.program), 50000);
}

TEST(Interpreter, CallDepthIsLimited) {
  Main m({kInt});
  m.body({m.call(m.main), ret(num(0))});
  Outcome o = run(m.program);
  EXPECT_EQ(o.kind, Outcome::Kind::step_limit);
  EXPECT_EQ(o.reason, "calls are nested deeper than 100000");
}

TEST(Interpreter, StepsAreLimited) {
  Main m;
  m.at(m.main).labels = 1;
  m.body({stmt(DefineLabel{Label{0}}), stmt(Jump{Label{0}}, 3)});
  DefaultChoices choices;
  Limits limits;
  limits.steps = 1000;
  Outcome o = run(m.program, choices, limits);
  EXPECT_EQ(o.kind, Outcome::Kind::step_limit);
  EXPECT_EQ(o.reason, "the run takes more than 1000 steps");
}

TEST(Interpreter, TheBudgetEndsARun) {
  Main m;
  m.at(m.main).labels = 1;
  m.body({stmt(DefineLabel{Label{0}}), stmt(Jump{Label{0}})});
  Budget budget;
  budget.cancel();
  DefaultChoices choices;
  UndefSet checks = UndefSet::defaults();
  EXPECT_THROW(Interpreter(m.program, checks, choices, budget).run(), Exhausted);
}

TEST(Interpreter, CallsThroughPointers) {
  Main m({kInt, kPtr});
  FunctionId f = m.function("f", kInt);
  m.define(f, {ret(num(9))});
  ExprPtr p = m.global("p", 8);
  m.body({store(p, function_expr(f, kPtr)), load(Reg{1}, p, kPtr), stmt(Call{Reg{0}, m.r(1), {}}), ret(m.r(0))});
  expect_result(run(m.program), 9);
}

TEST(Interpreter, CallOfAnUndefinedFunction) {
  Main m;
  FunctionId f = m.function("mystery");
  m.body({m.call(f, {}, {}, 4)});
  Outcome o = run(m.program);
  EXPECT_EQ(o.kind, Outcome::Kind::unsupported);
  EXPECT_EQ(o.reason, "a call of mystery, which has no definition");
  EXPECT_EQ(o.pos, line(4));
}

TEST(Interpreter, AMissingReturnValueIsUnspecified) {
  Main m({kInt});
  FunctionId f = m.function("f", kInt);
  m.define(f, {});
  m.body({m.call(f, {}, Reg{0}), check(Undef::missing_return, pred(ExprOp::specified, {m.r(0)}), 3), ret(m.r(0))});
  Outcome o = run(m.program);
  ASSERT_EQ(o.kind, Outcome::Kind::violated);
  EXPECT_EQ(o.failures[0].kind, Undef::missing_return);
}

TEST(Interpreter, ParametersTakeMarks) {
  Main m({kInt});
  FunctionId f = m.function("f", kInt);
  Reg p = m.reg(f);
  m.at(f).params = {p};
  m.define(f, {ret(cast(ExprOp::bool_to_int, kInt, pred(ExprOp::specified, {m.use(f, p)})))});
  Reg fresh = m.reg(m.main);
  m.body({m.call(f, {m.use(m.main, fresh)}, Reg{0}), ret(m.r(0))});
  expect_result(run(m.program), 0);
}

TEST(Interpreter, ExitEndsTheProgram) {
  Main m;
  FunctionId f = m.function("f");
  m.define(f, {stmt(Exit{})});
  m.body({m.call(f), check(Undef::assertion, truth(false))});
  Outcome o = run(m.program);
  EXPECT_EQ(o.kind, Outcome::Kind::finished);
  EXPECT_FALSE(o.result.has_value());
}

TEST(Interpreter, AssumeAndUnsupported) {
  Main m;
  m.body({stmt(Assume{truth(true)}), stmt(Assume{truth(false)}, 2)});
  EXPECT_EQ(run(m.program).kind, Outcome::Kind::assume_failed);
  m.body({stmt(Unsupported{"inline assembly"}, 3)});
  Outcome o = run(m.program);
  EXPECT_EQ(o.kind, Outcome::Kind::unsupported);
  EXPECT_EQ(o.reason, "inline assembly");
  EXPECT_EQ(o.pos, line(3));
}

TEST(Interpreter, ChecksCanBeSwitchedOff) {
  Main m;
  m.body({check(Undef::div_zero, truth(false), 3, "x / 0"), ret(num(1))});
  Outcome o = run(m.program);
  ASSERT_EQ(o.kind, Outcome::Kind::violated);
  EXPECT_EQ(o.failures[0].kind, Undef::div_zero);
  EXPECT_EQ(o.failures[0].pos, line(3));
  EXPECT_EQ(o.failures[0].function, "main");
  EXPECT_EQ(o.failures[0].detail, "x / 0");
  UndefSet checks = UndefSet::defaults();
  checks.set(Undef::div_zero, false);
  DefaultChoices choices;
  expect_result(run(m.program, choices, {}, checks), 1);
}

TEST(Interpreter, LibraryFunctionsReportTheirCaller) {
  Main m;
  FunctionId inner = m.function("inner");
  FunctionId outer = m.function("outer");
  m.at(inner).library = m.at(outer).library = true;
  m.define(inner, {check(Undef::bad_argument, truth(false), 100)});
  m.define(outer, {m.call(inner, {}, {}, 101)});
  m.body({m.call(outer, {}, {}, 7)});
  Outcome o = run(m.program);
  ASSERT_EQ(o.kind, Outcome::Kind::violated);
  EXPECT_EQ(o.failures[0].pos, line(7));
  EXPECT_EQ(o.failures[0].function, "main");
}

TEST(Interpreter, AccessOutsideWithItsCheckOff) {
  Main m({kInt});
  m.body({load(Reg{0}, constant(0, kPtr), kInt, 5), ret(m.r(0))});
  Outcome o = run(m.program);
  EXPECT_EQ(o.kind, Outcome::Kind::unsupported);
  EXPECT_EQ(o.reason, "an access at null, outside every living object, after its check was left out");
}

TEST(Interpreter, LifetimesEnd) {
  Main m({kPtr, kInt});
  m.body({stmt(Alloc{Reg{0}, size(4), 4, Storage::heap, false, false, "p"}), store(m.r(0), num(1)), stmt(Kill{m.r(0)}),
          check(Undef::use_after_free, pred(ExprOp::ptr_alive, {m.r(0)}), 4), load(Reg{1}, m.r(0)), ret(m.r(1))});
  Outcome o = run(m.program);
  ASSERT_EQ(o.kind, Outcome::Kind::violated);
  EXPECT_EQ(o.failures[0].kind, Undef::use_after_free);
}

TEST(Interpreter, UnspecifiedLoadsAreChosenAndMarked) {
  Main m({kPtr, kInt, kInt});
  m.body({stmt(Alloc{Reg{0}, size(4), 4, Storage::automatic, false, false, "x"}), load(Reg{1}, m.r(0)),
          let(Reg{2}, cast(ExprOp::bool_to_int, kInt, pred(ExprOp::specified, {m.r(1)}))),
          if_(pred(ExprOp::eq, {m.r(2), num(1)}), {ret(num(-1))}), ret(m.r(1))});
  Outcome o = replay(m.program, {value_choice(77)});
  expect_result(o, 77);
  EXPECT_TRUE(o.result->unspecified);
}

TEST(Interpreter, UnspecifiedPointersDesignateNothing) {
  Main m({kPtr, kPtr});
  m.body({stmt(Alloc{Reg{0}, size(8), 8, Storage::automatic, false, false, "p"}), load(Reg{1}, m.r(0), kPtr),
          ret(m.r(1))});
  Outcome o = replay(m.program, {value_choice(0x30)});
  EXPECT_EQ(o.result, (Value{0x30, kNoObject, true}));
}

TEST(Interpreter, ZeroedAllocationsAreSpecified) {
  Main m({kPtr, kInt});
  m.body({stmt(Alloc{Reg{0}, size(4), 4, Storage::heap, true, false, "x"}), load(Reg{1}, m.r(0)), ret(m.r(1))});
  expect_result(replay(m.program, {}), 0);
}

TEST(Interpreter, HugeAllocationsCostNothing) {
  Main m({kPtr, kInt});
  m.body({stmt(Alloc{Reg{0}, size(uint64_t{1} << 60), 16, Storage::heap, true, false, "x"}),
          store(plus(m.r(0), SignedBits{1} << 59), num(3)), load(Reg{1}, plus(m.r(0), SignedBits{1} << 59)),
          ret(m.r(1))});
  expect_result(run(m.program), 3);
}

TEST(Interpreter, RmwStoresWhenItsConditionHolds) {
  Main m({kInt, kInt});
  ExprPtr x = m.global("x");
  auto cas = [&](int from, int to) {
    return stmt(Rmw{Reg{0}, x, kInt, pred(ExprOp::eq, {m.r(0), num(from)}), num(to), MemoryOrder::seq_cst});
  };
  auto add = stmt(Rmw{Reg{0}, x, kInt, nullptr, op(ExprOp::add, m.r(0), num(5)), MemoryOrder::relaxed});
  m.body({cas(1, 9), cas(0, 2), add, stmt(Fence{}), load(Reg{1}, x),
          ret(op(ExprOp::add, op(ExprOp::mul, m.r(1), num(100)), m.r(0)))});
  expect_result(run(m.program), 702);
}

TEST(Interpreter, CopyMovesOverlappingBytes) {
  Main m({kInt});
  ExprPtr a = m.global("a", 8);
  Block body;
  for (int i = 0; i < 4; ++i) body.push_back(store(plus(a, i), num(i + 1, kChar)));
  body.push_back(stmt(Copy{plus(a, 1), a, size(4), false}));
  body.push_back(load(Reg{0}, plus(a, 1)));
  body.push_back(ret(m.r(0)));
  m.body(std::move(body));
  expect_result(run(m.program), 0x04030201);
}

TEST(Interpreter, CopyKeepsMarksAndPointers) {
  Main m({kPtr, kPtr, kInt});
  ExprPtr p = m.global("p", 8);
  ExprPtr q = m.global("q", 8);
  ExprPtr x = m.global("x");
  // Byte by byte, as a loop of char copies does.
  Block body = {store(p, plus(x, 3))};
  for (int i = 0; i < 8; ++i) {
    body.push_back(stmt(Copy{plus(q, i), plus(p, i), size(1), false}));
  }
  body.push_back(load(Reg{0}, q, kPtr));
  body.push_back(ret(cast(ExprOp::bool_to_int, kInt, pred(ExprOp::eq, {m.r(0), plus(x, 3)}))));
  m.body(body);
  expect_result(run(m.program), 1);
}

TEST(Interpreter, PointersSurviveTransferThroughCharacters) {
  // Loads of single bytes are numbers; written back in order they resolve to the exposed object again.
  Main m({kPtr, kByte});
  ExprPtr p = m.global("p", 8);
  ExprPtr q = m.global("q", 8);
  ExprPtr x = m.global("x");
  Block body = {store(p, plus(x, 2))};
  for (int i = 0; i < 8; ++i) {
    body.push_back(load(Reg{1}, plus(p, i), kByte));
    body.push_back(store(plus(q, i), m.r(1)));
  }
  body.push_back(load(Reg{0}, q, kPtr));
  body.push_back(ret(cast(ExprOp::bool_to_int, kInt, pred(ExprOp::eq, {m.r(0), plus(x, 2)}))));
  m.body(body);
  expect_result(run(m.program), 1);
}

TEST(Interpreter, FillSetsBytesOrForgetsThem) {
  Main m({kInt, kInt});
  ExprPtr x = m.global("x");
  m.body({stmt(Fill{x, num(0x1ff), size(4)}), load(Reg{0}, x), stmt(Fill{x, nullptr, size(2)}), load(Reg{1}, x),
          ret(cast(ExprOp::bool_to_int, kInt, pred(ExprOp::specified, {m.r(1)})))});
  expect_result(replay(m.program, {value_choice(5)}), 0);
  m.body({stmt(Fill{x, num(0x1ff), size(4)}), load(Reg{0}, x), ret(m.r(0))});
  expect_result(run(m.program), 0xffffffff);
}

TEST(Interpreter, BitFieldsShareTheirUnit) {
  Main m({kInt, kInt, kUnsigned});
  ExprPtr x = m.global("x");
  auto put = [&](uint8_t at, uint8_t width, int value) {
    return stmt(Store{x, num(value), kInt, {at, width}, MemoryOrder::plain, false, false, false});
  };
  auto get = [&](uint32_t reg, Type type, uint8_t at, uint8_t width) {
    return stmt(Load{Reg{reg}, x, type, {at, width}, MemoryOrder::plain, false});
  };
  m.body({put(0, 3, 5), put(3, 7, -2), get(0, kInt, 0, 3), get(1, kInt, 3, 7), get(2, kUnsigned, 0, 3),
          check(Undef::assertion, pred(ExprOp::eq, {m.r(0), num(-3)}), 1),
          check(Undef::assertion, pred(ExprOp::eq, {m.r(1), num(-2)}), 2),
          check(Undef::assertion, pred(ExprOp::eq, {m.r(2), num(5, kUnsigned)}), 3), load(Reg{0}, x), ret(m.r(0))});
  expect_result(run(m.program), 5 | (0x7e << 3));
}

TEST(Interpreter, ABitFieldIsSpecifiedByItself) {
  Main m({kPtr, kInt, kInt});
  ExprPtr p = m.r(0);
  m.body({stmt(Alloc{Reg{0}, size(4), 4, Storage::automatic, false, false, "s"}),
          stmt(Store{p, num(1), kInt, {0, 3}, MemoryOrder::plain, false, false, false}),
          stmt(Load{Reg{1}, p, kInt, {0, 3}, MemoryOrder::plain, false}),
          check(Undef::uninit, pred(ExprOp::specified, {m.r(1)}), 1),
          stmt(Load{Reg{2}, p, kInt, {2, 3}, MemoryOrder::plain, false}),
          check(Undef::uninit, pred(ExprOp::specified, {m.r(2)}), 2)});
  Outcome o = replay(m.program, {value_choice(0)});
  ASSERT_EQ(o.kind, Outcome::Kind::violated);
  EXPECT_EQ(o.failures[0].pos, line(2));
}

TEST(Interpreter, StoringAnUnspecifiedValueKeepsItsMark) {
  Main m({kInt, kInt});
  ExprPtr x = m.global("x");
  m.body({store(x, m.r(0)), load(Reg{1}, x), check(Undef::uninit, pred(ExprOp::specified, {m.r(1)}), 3)});
  Outcome o = replay(m.program, {value_choice(1)});
  ASSERT_EQ(o.kind, Outcome::Kind::violated);
  EXPECT_EQ(o.failures[0].kind, Undef::uninit);
}

TEST(Interpreter, UnionsReadOtherTypes) {
  Main m({kUnsigned});
  ExprPtr u = m.global("u", 8);
  m.body({store(u, constant(std::bit_cast<uint32_t>(1.5f), kFloat)), load(Reg{0}, u, kUnsigned), ret(m.r(0))});
  expect_result(run(m.program), 0x3fc00000);
}

TEST(Interpreter, ChosenOrdersOfStrands) {
  Main m({kInt});
  auto digit = [&](int d) { return Block{let(Reg{0}, op(ExprOp::add, op(ExprOp::mul, m.r(0), num(10)), num(d)))}; };
  m.body({let(Reg{0}, num(0)), unseq({digit(1), digit(2), digit(3)}, 0, true), ret(m.r(0))});
  const int expected[] = {123, 132, 213, 231, 312, 321};
  for (int i = 0; i < 6; ++i) expect_result(replay(m.program, {order_choice(Bits(i))}), Bits(expected[i]));
  Outcome bad = replay(m.program, {order_choice(6)});
  EXPECT_EQ(bad.kind, Outcome::Kind::bad_choice);
  EXPECT_EQ(bad.reason, "choice 1 is no order of 3 strands");
}

TEST(Interpreter, AddressesAreChoices) {
  Main m({kPtr, kLong});
  ExprPtr a = m.global("a");
  ExprPtr b = m.global("b");
  m.program.uses_addresses = true;
  m.body({ret(cast(ExprOp::bool_to_int, kInt, pred(ExprOp::ptr_adjacent, {plus(a, 4), b})))});
  expect_result(replay(m.program, {address_choice(0x1100), address_choice(0x1104)}), 1);
  expect_result(replay(m.program, {address_choice(0x1100), address_choice(0x1108)}), 0);
  expect_result(replay(m.program, {address_choice(0x1100), {Choice::Kind::address, 0, false}}), 0);
  EXPECT_EQ(replay(m.program, {address_choice(0x1100), address_choice(0x1100)}).reason,
            "b of 4 bytes at address 0x1100 overlaps another object");
  EXPECT_EQ(replay(m.program, {address_choice(0x1102)}).reason,
            "a is aligned to 4 bytes and cannot lie at address 0x1102");
  EXPECT_EQ(replay(m.program, {address_choice(0)}).reason, "a of 4 bytes cannot lie at address 0x0");
}

TEST(Interpreter, IntegersBecomePointersOnlyIntoExposedObjects) {
  Main m({kLong, kPtr});
  ExprPtr a = m.global("a");
  m.program.uses_addresses = true;
  ExprPtr back = cast(ExprOp::int_to_ptr, kPtr, num(0x1102, kLong));
  m.body({let(Reg{1}, back), ret(cast(ExprOp::bool_to_int, kInt, pred(ExprOp::ptr_is_data, {m.r(1)})))});
  expect_result(replay(m.program, {address_choice(0x1100)}), 0);
  m.body({let(Reg{0}, cast(ExprOp::ptr_to_int, kLong, a)), let(Reg{1}, back),
          ret(cast(ExprOp::bool_to_int, kInt, pred(ExprOp::eq, {m.r(1), plus(a, 2)})))});
  expect_result(replay(m.program, {address_choice(0x1100)}), 1);
}

TEST(Interpreter, WrongChoicesAreNamed) {
  Main m({kByte});
  m.body({stmt(Choose{Reg{0}, kByte}, 4), ret(m.r(0))});
  expect_result(replay(m.program, {value_choice(200)}), 200);
  EXPECT_EQ(replay(m.program, {}).reason, "the run asks for a value after its 0 choices");
  EXPECT_EQ(replay(m.program, {order_choice(0)}).reason,
            "choice 1 is an evaluation order where the run asks for a value");
  EXPECT_EQ(replay(m.program, {value_choice(256)}).reason, "choice 1 does not fit its type u8");
  EXPECT_EQ(replay(m.program, {}).pos, line(4));
}

TEST(Interpreter, EnumerationFindsEveryRun) {
  Main m({kInt, kInt});
  m.body(
      {stmt(Choose{Reg{0}, kInt}), if_(pred(ExprOp::eq, {m.r(0), num(2)}), {stmt(Choose{Reg{1}, kInt})}), ret(m.r(0))});
  EnumerateChoices choices({1, 2, 3});
  int runs = 0;
  do {
    ++runs;
    EXPECT_EQ(run(m.program, choices).kind, Outcome::Kind::finished);
  } while (choices.advance());
  EXPECT_EQ(runs, 5);
}

TEST(Interpreter, RandomRunsRepeat) {
  Main m({kInt});
  m.body({stmt(Choose{Reg{0}, kInt}), ret(m.r(0))});
  for (uint64_t seed = 0; seed < 10; ++seed) {
    RandomChoices a(seed), b(seed);
    EXPECT_EQ(run(m.program, a).result, run(m.program, b).result);
  }
}

TEST(Interpreter, TellsItsStory) {
  Main m({kPtr, kInt, kChar});
  FunctionId f = m.function("f", kInt);
  Reg n = m.reg(f, kInt, "n");
  m.at(f).params = {n};
  m.define(f, {ret(op(ExprOp::mul, m.use(f, n), num(2)), 10)});
  FunctionId rnd = m.function("rand", kInt);
  Reg v = m.reg(rnd, kInt);
  m.at(rnd).library = true;
  m.define(rnd, {stmt(Choose{v, kInt}, 50, "rand()"), ret(m.use(rnd, v), 51)});
  ExprPtr a = m.global("a", 8);
  m.body({stmt(Alloc{Reg{0}, size(8), 8, Storage::automatic, false, false, "p"}), store(m.r(0), plus(a, 4), 2, "p"),
          m.call(rnd, {}, Reg{1}, 3), m.call(f, {m.r(1)}, Reg{1}, 4), store(plus(a, 4), m.r(1), 5, "*p"),
          store(a, num('x', kChar), 6, "a[0]"), load(Reg{1}, plus(a, 4), kInt, 7, "a[1]"),
          check(Undef::assertion, truth(false), 8, "a[1] == 0")});
  ReplayChoices choices({value_choice(12)});
  Budget budget;
  UndefSet checks = UndefSet::defaults();
  Limits limits;
  limits.trace = true;
  Interpreter interpreter(m.program, checks, choices, budget, limits);
  EXPECT_EQ(interpreter.run().kind, Outcome::Kind::violated);
  std::string story;
  for (const TraceStep& step : interpreter.trace())
    story +=
        step.function + ":" + std::to_string(step.pos.line) + ":" + std::to_string(step.depth) + " " + step.text + "\n";
  EXPECT_EQ(story,
            "main:2:0 p = &a+4\n"
            "main:3:0 call rand()\n"
            "main:3:0 rand() gives 12\n"
            "main:4:0 call f(12)\n"
            "f:10:1 return 24\n"
            "main:5:0 *p = 24\n"
            "main:6:0 a[0] = 120 'x'\n"
            "main:7:0 a[1] reads 24\n"
            "main:8:0 assertion fails: a[1] == 0\n");
}

TEST(Interpreter, AFailedCheckShowsItsValues) {
  auto last_step = [](const ExprPtr& condition) {
    Main m({kPtr, kInt});
    m.global("a", 12);
    m.body({stmt(Alloc{Reg{0}, size(4), 4, Storage::heap, false, false, "h"}), stmt(Kill{m.r(0)}),
            let(Reg{1}, num(INT32_MAX)), check(Undef::assertion, condition, 1, "c")});
    DefaultChoices choices;
    Budget budget;
    UndefSet checks = UndefSet::defaults();
    Limits limits;
    limits.trace = true;
    Interpreter interpreter(m.program, checks, choices, budget, limits);
    interpreter.run();
    return interpreter.trace().back().text;
  };
  ExprPtr a = global_expr(GlobalId{0}, kPtr);
  ExprPtr h = reg_expr(Reg{0}, kPtr);
  ExprPtr most = reg_expr(Reg{1}, kInt);
  EXPECT_EQ(last_step(pred(ExprOp::add_fits, {most, num(1)})), "assertion fails: c (2147483647 + 1)");
  EXPECT_EQ(last_step(pred(ExprOp::mul_fits, {most, num(-2)})), "assertion fails: c (2147483647 * -2)");
  EXPECT_EQ(last_step(pred(ExprOp::ptr_in_bounds, {plus(a, 12), size(4)})),
            "assertion fails: c (4 bytes at &a+12, an object of 12 bytes)");
  EXPECT_EQ(last_step(pred(ExprOp::ptr_alive, {h})), "assertion fails: c (&h (dead))");
  EXPECT_EQ(last_step(log_and(pred(ExprOp::ptr_alive, {a}), pred(ExprOp::ptr_same_object, {a, h}))),
            "assertion fails: c (&a and &h (dead))");
  EXPECT_EQ(last_step(pred(ExprOp::eq, {most, num(0)})), "assertion fails: c");
}

TEST(Interpreter, LongStoriesKeepTheirEnd) {
  Main m;
  ExprPtr x = m.global("x");
  m.body({store(x, num(1), 1, "x"), store(x, num(2), 2, "x"), store(x, num(3), 3, "x"), ret(num(0), 4)});
  DefaultChoices choices;
  Budget budget;
  UndefSet checks = UndefSet::defaults();
  Limits limits;
  limits.trace = true;
  limits.trace_steps = 2;
  Interpreter interpreter(m.program, checks, choices, budget, limits);
  interpreter.run();
  std::vector<TraceStep> steps = interpreter.trace();
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].text, "... 2 earlier steps ...");
  EXPECT_EQ(steps[2].text, "return 0");
}

TEST(Interpreter, AnUnknownPointerIsMovedButNotRead) {
  Main m({kPtr, kInt});
  ExprPtr from = m.global("from", 8), to = m.global("to", 8), unknown = m.global("unknown", 0);
  m.program.globals.back().known = Known::nothing;
  m.define(m.program.init, {store(from, unknown)});
  Stmt move = stmt(Copy{to, from, size(8), false});
  m.body({move, ret(num(1))});
  expect_result(run(m.program), 1);
  m.body({move, store(to, from), load(Reg{0}, to, kPtr), ret(num(2))});
  expect_result(run(m.program), 2);
  m.body({move, load(Reg{0}, to, kPtr, 5), ret(num(3))});
  EXPECT_EQ(run(m.program).kind, Outcome::Kind::unsupported);
  m.body({move, load(Reg{1}, plus(to, 4), kInt, 5), ret(num(4))});
  EXPECT_EQ(run(m.program).kind, Outcome::Kind::unsupported);
}

}  // namespace
}  // namespace fencepost::core

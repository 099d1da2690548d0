#include "core/print.h"

#include <gtest/gtest.h>

#include "builder.h"

namespace fencepost::core {
namespace {

using namespace testing;

TEST(Print, EveryStatement) {
  Main m;
  FunctionId main = m.main;
  m.at(main).labels = 2;
  m.at(main).pos = line(1);
  Reg x = m.reg(main, kPtr, "x");
  Reg t = m.reg(main, kInt);
  Reg b = m.reg(main, kBool);
  ExprPtr px = m.use(main, x);
  ExprPtr vt = m.use(main, t);
  ExprPtr g = m.global("g");
  FunctionId f = m.function("f", kInt, "int (int)");
  m.at(f).variadic = true;
  m.body({
      stmt(Alloc{x, size(4), 4, Storage::automatic, true, true, "x"}, 2),
      store(px, num(-5), 3, "x"),
      assign(px, vt, 3, "x"),
      stmt(Load{t, g, kInt, {3, 5}, MemoryOrder::acquire, true}, 4, "g.field"),
      stmt(Rmw{t, g, kInt, pred(ExprOp::eq, {vt, num(0)}), num(1), MemoryOrder::seq_cst}, 5),
      stmt(Fence{MemoryOrder::release}),
      stmt(Copy{px, g, size(4), true}),
      stmt(Fill{px, nullptr, size(4)}),
      stmt(Fill{px, num(0), size(4)}),
      check(Undef::signed_overflow, pred(ExprOp::add_fits, {vt, num(1)}), 6, "t + 1"),
      check(Undef::div_zero, pred(ExprOp::ne, {vt, num(0)}), 6),
      stmt(Assume{pred(ExprOp::lt, {vt, num(9)})}),
      stmt(Choose{b, kBool}, 7, "nondet()"),
      m.call(f, {vt, px}, t, 8),
      stmt(Call{std::nullopt, px, {}}),
      unseq({{load(t, px)}, {unseq({{seq_point()}, {}}, 0, true)}}, 9),
      if_(m.use(main, b), {stmt(Jump{Label{0}})}, {stmt(Exit{})}),
      stmt(DefineLabel{Label{0}}),
      stmt(Branch{m.use(main, b), Label{0}, Label{1}}),
      stmt(DefineLabel{Label{1}}),
      stmt(Kill{px}),
      stmt(Unsupported{"inline assembly"}, 10),
      ret(vt),
      ret(),
  });
  m.program.gaps.emplace_back(line(9), "some reason");
  EXPECT_EQ(to_string(m.program),
            "global g: 4 bytes align 4 static\n"
            "entry main, init init\n"
            "gap t.c:9: some reason\n"
            "\n"
            "function init() \"int ()\"\n"
            "\n"
            "function main() -> i32 \"int ()\" @1\n"
            "  %x.0 = alloc 4 bytes align 4 automatic zeroed const \"x\" @2\n"
            "  store i32 %x.0 := -5 ; x @3\n"
            "  store negative i32 %x.0 := %1 ; x @3\n"
            "  %1 = load acquire volatile i32[3:5] &g ; g.field @4\n"
            "  %1 = rmw seq_cst i32 &g := 1 if (%1 == 0) @5\n"
            "  fence release\n"
            "  copy negative %x.0 := &g, 4 bytes\n"
            "  fill %x.0 := unspecified, 4 bytes\n"
            "  fill %x.0 := 0, 4 bytes\n"
            "  check signed-overflow (add_fits(%1, 1)) \"t + 1\" @6\n"
            "  check div-zero (%1 != 0) @6\n"
            "  assume (%1 < 9)\n"
            "  %2 = choose bool ; nondet() @7\n"
            "  %1 = call f(%1, %x.0) @8\n"
            "  call *%x.0()\n"
            "  unseq { @9\n"
            "    %1 = load i32 %x.0\n"
            "  } ||| {\n"
            "    unseq permute {\n"
            "      seqpoint\n"
            "    } ||| {\n"
            "    }\n"
            "  }\n"
            "  if %2 {\n"
            "    jump L0\n"
            "  } else {\n"
            "    exit\n"
            "  }\n"
            "L0:\n"
            "  branch %2 ? L0 : L1\n"
            "L1:\n"
            "  kill %x.0\n"
            "  unsupported \"inline assembly\" @10\n"
            "  return %1\n"
            "  return\n"
            "\n"
            "declare f(...) -> i32 \"int (int)\"\n");
}

TEST(Print, Constants) {
  EXPECT_EQ(constant_to_string(0, kPtr), "null");
  EXPECT_EQ(constant_to_string(0x30, kPtr), "(ptr)0x30");
  EXPECT_EQ(constant_to_string(1, kBool), "true");
  EXPECT_EQ(constant_to_string(0x3fe0000000000000, kDouble), "0.5");
  EXPECT_EQ(constant_to_string(0x4000000000000000, kDouble), "2.0");
  EXPECT_EQ(constant_to_string(0x7ff8000000000000, kDouble), "nan");
  EXPECT_EQ(constant_to_string(0xff800000, kFloat), "-inff");
  EXPECT_EQ(constant_to_string(Bits{1} << 127, int_type(128, true)), "-170141183460469231731687303715884105728");
  EXPECT_EQ(constant_to_string(Bits{1} << 64, float_type(128)), "f128:0x10000000000000000");
}

TEST(Print, TextsStayOnOneLine) {
  EXPECT_EQ(one_line("\"a\n\t\x01\""), "\"a\\n\\t\\x01\"");
  EXPECT_EQ(one_line(std::string(200, 'x')), std::string(100, 'x') + "...");
  Main m;
  m.global("\"%d\n\"");
  m.body({});
  EXPECT_EQ(to_string(m.program).substr(0, 16), "global \"%d\\n\": 4");
}

TEST(Print, EveryOperatorHasAName) {
  EXPECT_EQ(name(ExprOp::constant), "constant");
  EXPECT_EQ(name(ExprOp::ptr_size), "ptr_size");
  EXPECT_EQ(name(ExprOp::specified), "specified");
  EXPECT_EQ(name(ExprOp::ptr_callable), "ptr_callable");
}

}  // namespace
}  // namespace fencepost::core

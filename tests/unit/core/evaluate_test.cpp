// Every operator that is not plain integer arithmetic (integer_ops_test.cpp has that).
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "builder.h"
#include "core/evaluate_expr.h"
#include "core/float_ops.h"
#include "core/print.h"

namespace fencepost::core {
namespace {

using namespace testing;

// The bits of an expression over registers that hold the given constants, so that nothing folds.
Bits value_of(ExprOp o, Type type, const std::vector<ExprPtr>& args) {
  std::vector<ExprPtr> regs;
  for (uint32_t i = 0; i < args.size(); ++i) regs.push_back(reg_expr(Reg{i}, args[i]->type));
  Outcome outcome = evaluate(args, make(o, type, regs));
  EXPECT_EQ(name(outcome.kind), "finished") << name(o) << " " << outcome.reason;
  return outcome.result ? outcome.result->bits : 0;
}
bool holds(ExprOp o, const std::vector<ExprPtr>& args) { return value_of(o, kBool, args) != 0; }

ExprPtr f32(float v) { return constant(std::bit_cast<uint32_t>(v), kFloat); }
ExprPtr f64(double v) { return constant(std::bit_cast<uint64_t>(v), kDouble); }
float as_float(Bits bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
double as_double(Bits bits) { return std::bit_cast<double>(static_cast<uint64_t>(bits)); }

TEST(Evaluate, Booleans) {
  for (bool a : {false, true}) {
    EXPECT_EQ(holds(ExprOp::log_not, {truth(a)}), !a);
    EXPECT_EQ(value_of(ExprOp::bool_to_int, kInt, {truth(a)}), Bits{a});
    EXPECT_TRUE(value_of(ExprOp::select, kInt, {truth(a), num(1), num(2)}) == Bits(a ? 1 : 2));
    for (bool b : {false, true}) {
      EXPECT_EQ(holds(ExprOp::log_and, {truth(a), truth(b)}), a && b);
      EXPECT_EQ(holds(ExprOp::log_or, {truth(a), truth(b)}), a || b);
      EXPECT_EQ(holds(ExprOp::eq, {truth(a), truth(b)}), a == b);
      EXPECT_EQ(holds(ExprOp::ne, {truth(a), truth(b)}), a != b);
    }
  }
}

TEST(Evaluate, FloatArithmetic) {
  EXPECT_EQ(as_float(value_of(ExprOp::add, kFloat, {f32(0.1f), f32(0.2f)})), 0.1f + 0.2f);
  EXPECT_EQ(as_double(value_of(ExprOp::add, kDouble, {f64(0.1), f64(0.2)})), 0.1 + 0.2);
  EXPECT_EQ(as_double(value_of(ExprOp::sub, kDouble, {f64(1), f64(0.9)})), 1 - 0.9);
  EXPECT_EQ(as_double(value_of(ExprOp::mul, kDouble, {f64(1e200), f64(1e200)})), INFINITY);
  EXPECT_EQ(as_double(value_of(ExprOp::div, kDouble, {f64(1), f64(-0.0)})), -INFINITY);
  EXPECT_TRUE(value_of(ExprOp::neg, kDouble, {f64(0)}) == f64(-0.0)->value);
}

TEST(Evaluate, NotANumber) {
  ExprPtr nan = f64(std::numeric_limits<double>::quiet_NaN());
  ExprPtr negative = f64(-std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(holds(ExprOp::is_nan, {nan}));
  EXPECT_FALSE(holds(ExprOp::is_nan, {f64(INFINITY)}));
  EXPECT_FALSE(holds(ExprOp::eq, {nan, nan}));
  EXPECT_TRUE(holds(ExprOp::ne, {nan, nan}));
  EXPECT_FALSE(holds(ExprOp::lt, {nan, f64(1)}));
  EXPECT_FALSE(holds(ExprOp::le, {nan, nan}));
  EXPECT_TRUE(holds(ExprOp::eq, {f64(0.0), f64(-0.0)}));
  // One NaN comes out of every operator, whatever the machine's favourite is.
  EXPECT_TRUE(value_of(ExprOp::sub, kDouble, {f64(INFINITY), f64(INFINITY)}) == Bits{0x7ff8000000000000});
  EXPECT_TRUE(value_of(ExprOp::add, kDouble, {negative, f64(1)}) == Bits{0x7ff8000000000000});
  EXPECT_TRUE(value_of(ExprOp::float_cast, kFloat, {negative}) == Bits{0x7fc00000});
  EXPECT_TRUE(value_of(ExprOp::neg, kDouble, {nan}) == negative->value);
}

TEST(Evaluate, FloatConversions) {
  EXPECT_EQ(as_float(value_of(ExprOp::int_to_float, kFloat, {num(16777217)})), 16777216.0f);
  EXPECT_EQ(as_double(value_of(ExprOp::int_to_float, kDouble, {num(-1)})), -1.0);
  EXPECT_EQ(as_double(value_of(ExprOp::int_to_float, kDouble, {num(-1, kUnsigned)})), 4294967295.0);
  EXPECT_EQ(as_float(value_of(ExprOp::int_to_float, kFloat, {num(-1, int_type(128, false))})), INFINITY);
  EXPECT_EQ(as_float(value_of(ExprOp::float_cast, kFloat, {f64(0.1)})), 0.1f);
  EXPECT_EQ(as_double(value_of(ExprOp::float_cast, kDouble, {f32(0.1f)})), double{0.1f});
  EXPECT_TRUE(value_of(ExprOp::float_to_int, kInt, {f64(-2.9)}) == num(-2)->value);
  EXPECT_TRUE(value_of(ExprOp::float_to_int, kInt, {f64(3e9)}) == 0);
  EXPECT_TRUE(value_of(ExprOp::float_to_int, kUnsigned, {f64(3e9)}) == Bits{3000000000u});
  EXPECT_TRUE(value_of(ExprOp::float_to_int, kUnsigned, {f64(-0.9)}) == 0);
  EXPECT_TRUE(value_of(ExprOp::bits_to_float, kFloat, {num(0x40490fdb, kUnsigned)}) == Bits{0x40490fdb});
  EXPECT_TRUE(value_of(ExprOp::float_to_bits, kUnsigned, {f32(1)}) == Bits{0x3f800000});
}

TEST(Evaluate, FloatFits) {
  auto fits = [](double v, Type to) {
    auto expr = std::make_shared<Expr>(*make(ExprOp::float_fits, kBool, {reg_expr(Reg{0}, kDouble)}));
    expr->type2 = to;
    return evaluate({f64(v)}, expr).result->bits != 0;
  };
  EXPECT_TRUE(fits(2147483647.9, kInt));
  EXPECT_FALSE(fits(2147483648.0, kInt));
  EXPECT_TRUE(fits(-2147483648.9, kInt));
  EXPECT_FALSE(fits(-2147483649.0, kInt));
  EXPECT_TRUE(fits(-0.9, kUnsigned));
  EXPECT_FALSE(fits(-1.0, kUnsigned));
  EXPECT_FALSE(fits(18446744073709551616.0, kSize));
  EXPECT_TRUE(fits(18446744073709549568.0, kSize));
  EXPECT_FALSE(fits(NAN, kInt));
  EXPECT_FALSE(fits(INFINITY, int_type(128, true)));
}

TEST(Evaluate, FormatsThatTheHostLacks) {
  for (unsigned bits : {16u, 80u, 128u}) {
    Type type = float_type(bits);
    Outcome outcome =
        evaluate({constant(0, type)}, make(ExprOp::add, type, {reg_expr(Reg{0}, type), reg_expr(Reg{0}, type)}));
    if (host_has_float(bits)) {
      EXPECT_EQ(outcome.kind, Outcome::Kind::finished);
    } else {
      EXPECT_EQ(outcome.kind, Outcome::Kind::unsupported);
      EXPECT_EQ(outcome.reason, std::to_string(bits) + "-bit floating arithmetic, which this machine does not have");
    }
  }
}

// A program with objects of every sort: r0 is a heap object of 8 bytes, r1 a dead one; globals x (8), c (const), s (literal).
class Pointers : public ::testing::Test {
 protected:
  Main m{{kPtr, kPtr, kLong}};
  ExprPtr x = m.global("x", 8);
  ExprPtr c = m.global("c", 4);
  ExprPtr s = m.global("s", 4);
  ExprPtr null = constant(0, kPtr);
  ExprPtr wild = constant(0x30, kPtr);
  FunctionId f = m.function("f", kInt, "int (int)");
  ExprPtr fp = function_expr(f, kPtr);
  ExprPtr heap = m.r(0);
  ExprPtr dead = m.r(1);

  Pointers() {
    m.program.globals[1].is_const = true;
    m.program.globals[2].storage = Storage::literal;
    m.define(f, {});
  }
  Value value(const ExprPtr& expr) {
    m.body({stmt(Alloc{Reg{0}, size(8), 4, Storage::heap, false, false, "h"}),
            stmt(Alloc{Reg{1}, size(8), 8, Storage::automatic, false, false, "d"}), stmt(Kill{m.r(1)}), ret(expr)});
    Outcome outcome = run(m.program);
    EXPECT_EQ(outcome.kind, Outcome::Kind::finished) << outcome.reason;
    return outcome.result.value_or(Value{});
  }
  bool is(ExprOp o, std::vector<ExprPtr> args) { return value(pred(o, std::move(args))).bits != 0; }
};

TEST_F(Pointers, Kinds) {
  EXPECT_TRUE(is(ExprOp::ptr_is_null, {null}));
  EXPECT_FALSE(is(ExprOp::ptr_is_null, {wild}));
  EXPECT_FALSE(is(ExprOp::ptr_is_null, {x}));
  EXPECT_TRUE(is(ExprOp::ptr_is_data, {x}));
  EXPECT_TRUE(is(ExprOp::ptr_is_data, {dead}));
  EXPECT_FALSE(is(ExprOp::ptr_is_data, {fp}));
  EXPECT_FALSE(is(ExprOp::ptr_is_data, {wild}));
  EXPECT_TRUE(is(ExprOp::ptr_is_function, {fp}));
  EXPECT_FALSE(is(ExprOp::ptr_is_function, {x}));
  EXPECT_TRUE(is(ExprOp::ptr_is_heap, {heap}));
  EXPECT_FALSE(is(ExprOp::ptr_is_heap, {dead}));
  EXPECT_FALSE(is(ExprOp::ptr_is_heap, {null}));
}

TEST_F(Pointers, Lifetimes) {
  EXPECT_TRUE(is(ExprOp::ptr_alive, {heap}));
  EXPECT_FALSE(is(ExprOp::ptr_alive, {dead}));
  EXPECT_TRUE(is(ExprOp::ptr_alive, {null}));
  EXPECT_TRUE(is(ExprOp::ptr_alive, {fp}));
}

TEST_F(Pointers, Bounds) {
  EXPECT_TRUE(is(ExprOp::ptr_at_start, {x}));
  EXPECT_FALSE(is(ExprOp::ptr_at_start, {plus(x, 1)}));
  EXPECT_TRUE(is(ExprOp::ptr_in_bounds, {plus(x, 4), size(4)}));
  EXPECT_FALSE(is(ExprOp::ptr_in_bounds, {plus(x, 5), size(4)}));
  EXPECT_FALSE(is(ExprOp::ptr_in_bounds, {plus(x, -1), size(1)}));
  EXPECT_FALSE(is(ExprOp::ptr_in_bounds, {x, size(~uint64_t{0})}));
  EXPECT_FALSE(is(ExprOp::ptr_in_bounds, {null, size(1)}));
  EXPECT_TRUE(is(ExprOp::ptr_in_or_past, {plus(x, 8)}));
  EXPECT_FALSE(is(ExprOp::ptr_in_or_past, {plus(x, 9)}));
  EXPECT_FALSE(is(ExprOp::ptr_in_or_past, {plus(x, -1)}));
  EXPECT_TRUE(value(make(ExprOp::ptr_size, kSize, {plus(x, 3)})).bits == 8);
  EXPECT_TRUE(value(make(ExprOp::ptr_size, kSize, {null})).bits == 0);
}

TEST_F(Pointers, Alignment) {
  EXPECT_TRUE(is(ExprOp::ptr_aligned, {plus(x, 4), size(4)}));
  EXPECT_FALSE(is(ExprOp::ptr_aligned, {plus(x, 2), size(4)}));
  EXPECT_TRUE(is(ExprOp::ptr_aligned, {plus(x, -4), size(4)}));
  EXPECT_TRUE(is(ExprOp::ptr_base_aligned, {heap, size(4)}));
  EXPECT_FALSE(is(ExprOp::ptr_base_aligned, {heap, size(8)}));
}

TEST_F(Pointers, Writability) {
  EXPECT_TRUE(is(ExprOp::ptr_writable, {x}));
  EXPECT_FALSE(is(ExprOp::ptr_writable, {c}));
  EXPECT_FALSE(is(ExprOp::ptr_writable, {s}));
  EXPECT_TRUE(is(ExprOp::ptr_is_literal, {s}));
  EXPECT_FALSE(is(ExprOp::ptr_is_literal, {c}));
}

TEST_F(Pointers, Comparisons) {
  EXPECT_TRUE(is(ExprOp::eq, {plus(x, 2), plus(x, 2)}));
  EXPECT_FALSE(is(ExprOp::eq, {x, heap}));
  EXPECT_TRUE(is(ExprOp::ne, {x, null}));
  EXPECT_TRUE(is(ExprOp::lt, {plus(x, -1), x}));
  EXPECT_FALSE(is(ExprOp::lt, {x, x}));
  EXPECT_TRUE(is(ExprOp::le, {x, x}));
  EXPECT_TRUE(is(ExprOp::ptr_same_object, {x, plus(x, 8)}));
  EXPECT_FALSE(is(ExprOp::ptr_same_object, {x, heap}));
  EXPECT_TRUE(value(make(ExprOp::ptr_diff, kLong, {x, plus(x, 8)})).bits == num(-8, kLong)->value);
}

TEST_F(Pointers, Overlap) {
  EXPECT_TRUE(is(ExprOp::ptr_overlap, {x, size(4), plus(x, 3), size(4)}));
  EXPECT_TRUE(is(ExprOp::ptr_overlap, {plus(x, 3), size(4), x, size(4)}));
  EXPECT_FALSE(is(ExprOp::ptr_overlap, {x, size(4), plus(x, 4), size(4)}));
  EXPECT_FALSE(is(ExprOp::ptr_overlap, {x, size(0), x, size(4)}));
  EXPECT_FALSE(is(ExprOp::ptr_overlap, {x, size(4), heap, size(4)}));
}

TEST_F(Pointers, Views) {
  ExprPtr half = make(ExprOp::ptr_view, kPtr, {plus(x, 4), plus(x, 4), size(4)});
  EXPECT_TRUE(is(ExprOp::ptr_in_view, {x, size(8)}));
  EXPECT_TRUE(is(ExprOp::ptr_in_view, {half, size(4)}));
  EXPECT_FALSE(is(ExprOp::ptr_in_view, {half, size(5)}));
  EXPECT_FALSE(is(ExprOp::ptr_in_view, {plus(half, -1), size(1)}));
  EXPECT_FALSE(is(ExprOp::ptr_in_view, {plus(half, 4), size(1)}));
  EXPECT_TRUE(is(ExprOp::ptr_in_view, {plus(half, 4), size(0)}));
  EXPECT_TRUE(is(ExprOp::ptr_in_view, {make(ExprOp::ptr_unview, kPtr, {plus(half, -4)}), size(8)}));
  EXPECT_TRUE(is(ExprOp::eq, {half, plus(x, 4)}));
  auto numbered = [&](ExprOp op, Type type, const ExprPtr& pointer, unsigned number) {
    auto expr = std::make_shared<Expr>(*make(op, type, {pointer}));
    expr->value = number;
    return expr;
  };
  ExprPtr based = numbered(ExprOp::ptr_based, kPtr, half, 3);
  EXPECT_TRUE(value(numbered(ExprOp::ptr_is_based, kBool, plus(based, 1), 3)).bits != 0);
  EXPECT_FALSE(value(numbered(ExprOp::ptr_is_based, kBool, based, 2)).bits != 0);
  EXPECT_FALSE(is(ExprOp::ptr_in_view, {based, size(5)}));
}

TEST(DeclaredType, Scalars) {
  DeclaredType declared{{{0, 4, 2, "int"}, {8, 16, 3, "float"}}};
  EXPECT_TRUE(declared.holds(4, "int"));
  EXPECT_FALSE(declared.holds(2, "int"));
  EXPECT_FALSE(declared.holds(8, "int"));
  EXPECT_TRUE(declared.holds(40, "float"));
  EXPECT_FALSE(declared.holds(56, "float"));
  EXPECT_FALSE(declared.holds(-8, "float"));
}

TEST_F(Pointers, Callable) {
  auto callable = [&](const ExprPtr& pointer, const std::string& signature) {
    auto expr = std::make_shared<Expr>(*pred(ExprOp::ptr_callable, {pointer}));
    expr->text = signature;
    return value(expr).bits != 0;
  };
  EXPECT_TRUE(callable(fp, "int (int)"));
  EXPECT_FALSE(callable(fp, "int (long)"));
  EXPECT_TRUE(callable(fp, "int (*)"));
  EXPECT_FALSE(callable(fp, "long (*)"));
  EXPECT_FALSE(callable(x, "int (int)"));
  EXPECT_FALSE(callable(plus(fp, 1), "int (int)"));
}

TEST_F(Pointers, AddressesAndBack) {
  EXPECT_TRUE(value(make(ExprOp::ptr_to_int, kLong, {wild})).bits == 0x30);
  EXPECT_TRUE(value(make(ExprOp::ptr_to_int, kInt, {constant(0x100000001, kPtr)})).bits == 1);
  EXPECT_EQ(value(make(ExprOp::int_to_ptr, kPtr, {num(0, kLong)})), (Value{0, kNoObject, false}));
  ExprPtr there_and_back = make(ExprOp::int_to_ptr, kPtr, {make(ExprOp::ptr_to_int, kLong, {plus(heap, 3)})});
  EXPECT_TRUE(is(ExprOp::eq, {there_and_back, plus(heap, 3)}));
  ExprPtr function_and_back = make(ExprOp::int_to_ptr, kPtr, {make(ExprOp::ptr_to_int, kLong, {fp})});
  EXPECT_TRUE(is(ExprOp::eq, {function_and_back, fp}));
  EXPECT_FALSE(is(ExprOp::ptr_adjacent, {plus(x, 8), c}));
}

TEST_F(Pointers, OffsetsWrap) {
  ExprPtr far = make(ExprOp::ptr_add, kPtr, {plus(x, INT64_MAX), num(INT64_MAX, kLong)});
  EXPECT_TRUE(is(ExprOp::eq, {plus(far, 2), x}));
}

TEST(Marks, TravelThroughConversionsOnly) {
  // r0 is never written, so it is unspecified.
  auto marked = [](const std::function<ExprPtr(ExprPtr)>& of, Type type) {
    Main m({type});
    m.body({ret(of(m.r(0)))});
    return run(m.program).result->unspecified;
  };
  auto through = [](ExprOp o, Type to) { return [=](const ExprPtr& e) { return make(o, to, {e}); }; };
  EXPECT_TRUE(marked([](const ExprPtr& e) { return e; }, kInt));
  EXPECT_TRUE(marked(through(ExprOp::int_cast, kLong), kInt));
  EXPECT_TRUE(marked(through(ExprOp::int_to_float, kDouble), kInt));
  EXPECT_TRUE(marked(through(ExprOp::float_cast, kDouble), kFloat));
  EXPECT_TRUE(marked(through(ExprOp::bits_to_float, kFloat), kUnsigned));
  EXPECT_TRUE(marked(through(ExprOp::float_to_bits, kUnsigned), kFloat));
  EXPECT_TRUE(marked(through(ExprOp::bool_to_int, kInt), kBool));
  EXPECT_TRUE(marked(through(ExprOp::ptr_to_int, kLong), kPtr));
  EXPECT_TRUE(marked(through(ExprOp::int_to_ptr, kPtr), kLong));
  EXPECT_FALSE(marked(through(ExprOp::neg, kInt), kInt));
  EXPECT_FALSE(marked(through(ExprOp::float_to_int, kInt), kFloat));
  EXPECT_FALSE(marked([](const ExprPtr& e) { return op(ExprOp::add, e, num(1)); }, kInt));
  EXPECT_FALSE(marked([](const ExprPtr& e) { return plus(e, 1); }, kPtr));
}

TEST(Marks, OfTheChosenBranch) {
  Main m({kInt, kBool});
  auto chosen = [&](bool first) {
    m.body({let(Reg{1}, truth(first)), ret(make(ExprOp::select, kInt, {m.r(1), m.r(0), num(1)}))});
    return run(m.program).result->unspecified;
  };
  EXPECT_TRUE(chosen(true));
  EXPECT_FALSE(chosen(false));
}

// x87's format: rounded once, to 64 bits, also where the host's own format has more.
TEST(Evaluate, ExtendedFloats) {
  ASSERT_TRUE(host_has_float(80)) << "a host whose long double is neither x87's nor binary128";
  Type type = float_type(80), wide = int_type(64, true);
  auto number = [](unsigned exponent, uint64_t significand) { return (logic::Bits{exponent} << 64) | significand; };
  auto apply = [&](ExprOp op, logic::Bits a, logic::Bits b) { return apply_float(op, type, std::array{a, b}); };
  const uint64_t one = uint64_t{1} << 63;
  logic::Bits unit = number(0x3fff, one), three = int_to_float(3, wide, type);
  EXPECT_EQ(three, number(0x4000, 0xc000000000000000));
  EXPECT_EQ(apply(ExprOp::div, unit, three), number(0x3ffd, 0xaaaaaaaaaaaaaaab));
  EXPECT_EQ(apply(ExprOp::div, unit, int_to_float(10, wide, type)), number(0x3ffb, 0xcccccccccccccccd));
  // 1 + 2^-64 lies in the middle; a little more is rounded up, a little less down.
  EXPECT_EQ(apply(ExprOp::add, unit, number(0x3fff - 64, one)), unit);
  EXPECT_EQ(apply(ExprOp::add, unit, number(0x3fff - 64, one + 1)), number(0x3fff, one + 1));
  EXPECT_EQ(apply(ExprOp::add, number(0x3fff, one + 1), number(0x3fff - 65, ~uint64_t{0})), number(0x3fff, one + 1));
  EXPECT_EQ(apply(ExprOp::mul, number(0x3fff, one + 1), number(0x3fff, one + 1)), number(0x3fff, one + 2));
  EXPECT_EQ(apply(ExprOp::mul, number(0x7ffe, ~uint64_t{0}), three), number(0x7fff, one));
  EXPECT_EQ(apply(ExprOp::sub, unit, three), number(0xc000, one));
  EXPECT_EQ(apply(ExprOp::lt, apply(ExprOp::sub, unit, three), unit), 1u);
  EXPECT_EQ(float_cast(unit, type, float_type(64)), logic::Bits{0x3ff0000000000000});
  EXPECT_EQ(float_cast(0x3ff8000000000000, float_type(64), type), number(0x3fff, 0xc000000000000000));
  EXPECT_EQ(float_to_int(int_to_float(static_cast<logic::Bits>(-7) & ~uint64_t{0}, wide, type), type, wide),
            static_cast<logic::Bits>(-7) & ~uint64_t{0});
}

}  // namespace
}  // namespace fencepost::core

// Integer operators against the host's own arithmetic, through the builders (folding) and through the interpreter's
// evaluator (registers).
#include "core/integer_ops.h"

#include <gtest/gtest.h>

#include <random>
#include <type_traits>

#include "builder.h"
#include "core/evaluate_expr.h"

namespace fencepost::core {
namespace {

using namespace testing;

template <typename T>
struct Width;

#define WIDTH(type, bits_, signed_, unsigned_type) \
  template <>                                      \
  struct Width<type> {                             \
    static constexpr unsigned bits = bits_;        \
    static constexpr bool is_signed = signed_;     \
    using Unsigned = unsigned_type;                \
  }
WIDTH(int8_t, 8, true, uint8_t);
WIDTH(uint8_t, 8, false, uint8_t);
WIDTH(int16_t, 16, true, uint16_t);
WIDTH(uint16_t, 16, false, uint16_t);
WIDTH(int32_t, 32, true, uint32_t);
WIDTH(uint32_t, 32, false, uint32_t);
WIDTH(int64_t, 64, true, uint64_t);
WIDTH(uint64_t, 64, false, uint64_t);
WIDTH(SignedBits, 128, true, Bits);
WIDTH(Bits, 128, false, Bits);
#undef WIDTH

template <typename T>
class IntegerOps : public ::testing::Test {
 protected:
  using U = typename Width<T>::Unsigned;
  static constexpr unsigned kBits = Width<T>::bits;
  const Type type = int_type(kBits, Width<T>::is_signed);
  std::mt19937_64 random{kBits};

  T any() {
    U top = static_cast<U>(U{1} << (kBits - 1));
    auto small = static_cast<U>(random() % 4);
    switch (random() % 5) {
      case 0:
        return static_cast<T>(small);
      case 1:
        return static_cast<T>(static_cast<U>(0) - small);
      case 2:
        return static_cast<T>(static_cast<U>(top - small));
      case 3:
        return static_cast<T>(static_cast<U>(top + small));
      default:
        return static_cast<T>((Bits{random()} << 64) | random());
    }
  }
  ExprPtr value(T v) const { return constant(static_cast<Bits>(static_cast<U>(v)), type); }

  // Both roads to the value of `o` on a and b.
  Bits both_ways(ExprOp o, Type result, const std::vector<ExprPtr>& args) {
    ExprPtr folded = make(o, result, args);
    EXPECT_TRUE(is_constant(folded)) << to_string(*folded);
    std::vector<ExprPtr> regs;
    for (uint32_t i = 0; i < args.size(); ++i) regs.push_back(reg_expr(Reg{i}, args[i]->type));
    ExprPtr open = make(o, result, regs);
    Program program;
    Memory memory(program);
    std::vector<Value> values;
    for (const ExprPtr& arg : args) values.push_back({arg->value, kNoObject, false});
    Value evaluated = Evaluator(program, memory).evaluate(*open, values);
    EXPECT_TRUE(evaluated.bits == folded->value) << to_string(*open);
    return evaluated.bits;
  }
  void expect(ExprOp o, T a, T b, T expected) {
    Bits got = both_ways(o, type, {value(a), value(b)});
    EXPECT_TRUE(got == value(expected)->value)
        << to_string(*value(a)) << " " << to_string(*value(b)) << " gives " << static_cast<uint64_t>(got);
  }
  void expect_truth(ExprOp o, T a, T b, bool expected) {
    EXPECT_EQ(both_ways(o, boolean_type(), {value(a), value(b)}) != 0, expected)
        << to_string(*value(a)) << " " << to_string(*value(b)) << " operator " << int(o);
  }
};

using Widths =
    ::testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, SignedBits, Bits>;
TYPED_TEST_SUITE(IntegerOps, Widths);

TYPED_TEST(IntegerOps, AgreeWithTheHost) {
  using T = TypeParam;
  using Word = typename Width<T>::Unsigned;
  for (int i = 0; i < 400; ++i) {
    T a = this->any();
    T b = this->any();
    // Through Word and one more unsigned type: narrow types would be promoted to signed int.
    auto wrap = [](Bits bits) { return static_cast<T>(static_cast<Word>(bits)); };
    Bits x = static_cast<Word>(a), y = static_cast<Word>(b);
    this->expect(ExprOp::add, a, b, wrap(x + y));
    this->expect(ExprOp::sub, a, b, wrap(x - y));
    this->expect(ExprOp::mul, a, b, wrap(x * y));
    this->expect(ExprOp::bit_and, a, b, wrap(x & y));
    this->expect(ExprOp::bit_or, a, b, wrap(x | y));
    this->expect(ExprOp::bit_xor, a, b, wrap(x ^ y));
    if (b == 0) {
      this->expect(ExprOp::div, a, b, 0);
      this->expect(ExprOp::rem, a, b, 0);
    } else if (Width<T>::is_signed && b == static_cast<T>(-1)) {
      this->expect(ExprOp::div, a, b, wrap(-x));
      this->expect(ExprOp::rem, a, b, 0);
    } else {
      this->expect(ExprOp::div, a, b, static_cast<T>(a / b));
      this->expect(ExprOp::rem, a, b, static_cast<T>(a % b));
    }
    this->expect_truth(ExprOp::eq, a, b, a == b);
    this->expect_truth(ExprOp::ne, a, b, a != b);
    this->expect_truth(ExprOp::lt, a, b, a < b);
    this->expect_truth(ExprOp::le, a, b, a <= b);
    T exact{};
    this->expect_truth(ExprOp::add_fits, a, b, !__builtin_add_overflow(a, b, &exact));
    this->expect_truth(ExprOp::sub_fits, a, b, !__builtin_sub_overflow(a, b, &exact));
    this->expect_truth(ExprOp::mul_fits, a, b, !__builtin_mul_overflow(a, b, &exact));
    EXPECT_TRUE(this->both_ways(ExprOp::neg, this->type, {this->value(a)}) == this->value(wrap(-x))->value);
    EXPECT_TRUE(this->both_ways(ExprOp::bit_not, this->type, {this->value(a)}) == this->value(wrap(~x))->value);
  }
}

TYPED_TEST(IntegerOps, Shifts) {
  using T = TypeParam;
  using Word = typename Width<T>::Unsigned;
  const Type count_type = int_type(32, true);
  for (int i = 0; i < 400; ++i) {
    T a = this->any();
    auto count = static_cast<unsigned>(this->random() % (Width<T>::bits + 3));
    bool too_far = count >= Width<T>::bits;
    T left = too_far ? T{0} : static_cast<T>(static_cast<Word>(static_cast<Bits>(static_cast<Word>(a)) << count));
    T right = too_far ? (a < T{0} ? static_cast<T>(-1) : T{0}) : static_cast<T>(a >> count);
    ExprPtr n = constant(count, count_type);
    EXPECT_TRUE(this->both_ways(ExprOp::shl, this->type, {this->value(a), n}) == this->value(left)->value);
    EXPECT_TRUE(this->both_ways(ExprOp::shr, this->type, {this->value(a), n}) == this->value(right)->value);
  }
  // A negative count is a large unsigned number.
  ExprPtr minus = constant(~Bits{0}, count_type);
  EXPECT_TRUE(this->both_ways(ExprOp::shl, this->type, {this->value(T{1}), minus}) == 0);
}

template <typename From, typename To>
void compare_cast(From a) {
  using FromU = typename Width<From>::Unsigned;
  using ToU = typename Width<To>::Unsigned;
  ExprPtr from =
      constant(static_cast<Bits>(static_cast<FromU>(a)), int_type(Width<From>::bits, Width<From>::is_signed));
  ExprPtr to = make(ExprOp::int_cast, int_type(Width<To>::bits, Width<To>::is_signed), {from});
  EXPECT_TRUE(to->value == static_cast<Bits>(static_cast<ToU>(static_cast<To>(a))));
}

TYPED_TEST(IntegerOps, Casts) {
  for (int i = 0; i < 200; ++i) {
    TypeParam a = this->any();
    compare_cast<TypeParam, int8_t>(a);
    compare_cast<TypeParam, uint8_t>(a);
    compare_cast<TypeParam, int16_t>(a);
    compare_cast<TypeParam, uint16_t>(a);
    compare_cast<TypeParam, int32_t>(a);
    compare_cast<TypeParam, uint32_t>(a);
    compare_cast<TypeParam, int64_t>(a);
    compare_cast<TypeParam, uint64_t>(a);
    compare_cast<TypeParam, SignedBits>(a);
    compare_cast<TypeParam, Bits>(a);
  }
}

TEST(OddWidths, BitFieldTypesWork) {
  const Type three = {TypeKind::integer, true, 3, 1};
  EXPECT_EQ(to_string(*constant(5, three)), "-3");
  EXPECT_EQ(to_string(*make(ExprOp::add, three, {constant(3, three), constant(1, three)})), "-4");
  EXPECT_EQ(to_string(*make(ExprOp::add_fits, boolean_type(), {constant(3, three), constant(1, three)})), "false");
}

}  // namespace
}  // namespace fencepost::core

// Cells and accesses: what memory holds after reads and writes at constant and symbolic places, as values under every
// assignment of the few variables involved.
#include <gtest/gtest.h>

#include "logic/evaluate.h"
#include "unroll/pointer_access.h"

namespace fencepost::unroll {
namespace {

using core::BitRange;
using core::Type;
using logic::Op;

const Type kInt = core::int_type(32, true);
const Type kShort = core::int_type(16, true);
const Type kByte = core::int_type(8, false);
const Type kLong = core::int_type(64, true);
const Type kPtr = core::pointer_type(8);
const Type kFloat = core::float_type(32);

class MemoryTest : public ::testing::Test {
 protected:
  MemoryTest() { state.path = paths.root(); }

  Value object(uint64_t bytes, bool zeroed = true) {
    ObjectInfo info;
    info.name = "o";
    info.size = terms.bv(bytes, 64);
    info.fixed_size = info.most_size = bytes;
    info.align = 8;
    info.born = terms.boolean(true);
    auto number = static_cast<uint32_t>(objects.size());
    objects.define(number, info);
    auto content = new ObjectState;
    content->alive = terms.boolean(true);
    content->rest = zeroed ? Piece::Kind::zero : Piece::Kind::unspecified;
    content->home = cells.new_home();
    state.memory.set(number, Shared<ObjectState>(content));
    return pointers.make(number);
  }
  Value plus(Value p, Term bytes) {
    p.offset = terms.binary(Op::bv_add, p.offset, bytes);
    return p;
  }
  Value plus(const Value& p, uint64_t bytes) { return plus(p, terms.bv(bytes, 64)); }
  Value either(Term when, const Value& a, const Value& b) { return cells.choose(when, a, b); }
  Value number(SignedBits value, const Type& type) { return {terms.bv(static_cast<Bits>(value), type.bits), {}, {}}; }
  void store(const Value& p, const Value& v, const Type& type, BitRange range = {}) {
    access.store(state, p, v, type, range, terms.boolean(true));
  }
  Value load(const Value& p, const Type& type, BitRange range = {}) { return access.load(state, p, type, range); }
  int64_t at(Term term, const logic::Assignment& assignment = {}) {
    return static_cast<int64_t>(logic::as_signed(logic::evaluate(term, assignment), term.sort().width));
  }
  int64_t constant(const Value& value) {
    EXPECT_TRUE(value.term.is_const()) << logic::to_string(value.term);
    EXPECT_FALSE(value.unspecified);
    return value.term.is_const() ? at(value.term) : 0;
  }

  Terms terms;
  core::Program program;
  Paths paths{terms};
  Objects objects{program, terms};
  Pointers pointers{terms, 64};
  std::unique_ptr<Arithmetic> arithmetic = program::exact_arithmetic(terms);
  Budget budget;
  AddressUse address_use;
  Feasible feasible{terms, pointers, budget};
  Addresses addresses{true, terms, objects, pointers, budget, address_use, feasible};
  ReadSets reads{terms};
  Cells cells{terms, *arithmetic, addresses, pointers, reads};
  PointerAccess access{terms, objects, pointers, cells, false};
  State state;
  Term c = terms.fresh("c", logic::bool_sort());
  Term i = terms.fresh("i", logic::bv_sort(64));
};

TEST_F(MemoryTest, WhatWasStoredIsLoaded) {
  Value p = object(16);
  store(plus(p, 4), number(-5, kInt), kInt);
  EXPECT_EQ(constant(load(plus(p, 4), kInt)), -5);
  EXPECT_EQ(constant(load(plus(p, 8), kInt)), 0) << "zeroed";
}

TEST_F(MemoryTest, NarrowReadsSplitAndWideReadsJoin) {
  Value p = object(16);
  store(p, number(0x11223344, kInt), kInt);
  EXPECT_EQ(constant(load(plus(p, 1), kByte)), 0x33);
  EXPECT_EQ(constant(load(plus(p, 2), kShort)), 0x1122);
  store(plus(p, 2), number(0x55, kByte), kByte);
  EXPECT_EQ(constant(load(p, kInt)), 0x11553344);
  EXPECT_EQ(constant(load(p, kLong)), 0x11553344);
}

TEST_F(MemoryTest, BitFieldsAreNarrowPieces) {
  Value p = object(4);
  store(p, number(-1, kInt), kInt, {3, 5});
  store(p, number(2, kInt), kInt, {0, 3});
  EXPECT_EQ(constant(load(p, kInt, {3, 5})), -1);
  EXPECT_EQ(constant(load(p, kInt, {0, 3})), 2);
  EXPECT_EQ(constant(load(p, kByte)), -6) << "0xfa";
}

TEST_F(MemoryTest, FloatsReadAsBitsAndBack) {
  Value p = object(4);
  store(p, {terms.fp(1.0, 32), {}, {}}, kFloat);
  EXPECT_EQ(constant(load(p, kInt)), 0x3f800000);
  store(p, number(0x40000000, kInt), kInt);
  EXPECT_EQ(load(p, kFloat).term, terms.fp(2.0, 32));
}

TEST_F(MemoryTest, PointersSurviveCopiesByteByByte) {
  Value x = object(4), p = object(8), q = object(8);
  store(p, plus(x, 3), kPtr);
  for (uint64_t byte = 0; byte < 8; ++byte) access.copy(state, plus(q, byte), plus(p, byte), terms.bv(1, 64));
  EXPECT_EQ(load(q, kPtr), plus(x, 3));
  EXPECT_TRUE(addresses.constraints(false).empty()) << "nobody asked for an address";
}

TEST_F(MemoryTest, PointersCopiedThroughBytesAreFoundByAddress) {
  Value x = object(4), p = object(8), q = object(8);
  store(p, x, kPtr);
  for (uint64_t byte = 0; byte < 8; ++byte) store(plus(q, byte), load(plus(p, byte), kByte), kByte);
  Value copy = load(q, kPtr);
  EXPECT_FALSE(addresses.constraints(false).empty());
  logic::Assignment placed{{addresses.known_base(static_cast<uint32_t>(x.term.value())), 0x1000}};
  EXPECT_EQ(logic::evaluate(copy.term, placed), x.term.value());
  EXPECT_EQ(at(copy.offset, placed), 0);
}

TEST_F(MemoryTest, UnspecifiedContentIsStableAndMarked) {
  Value p = object(8, false);
  Value first = load(p, kInt);
  ASSERT_TRUE(first.unspecified);
  EXPECT_TRUE(first.unspecified.is_true());
  EXPECT_EQ(load(p, kInt), first);
  store(p, number(1, kInt), kInt);
  EXPECT_EQ(constant(load(p, kInt)), 1);
  EXPECT_TRUE(load(plus(p, 4), kInt).unspecified);
}

TEST_F(MemoryTest, AWordWithOneUnspecifiedByteIsMarked) {
  Value p = object(4, false);
  for (uint64_t byte = 0; byte < 3; ++byte) store(plus(p, byte), number(1, kByte), kByte);
  EXPECT_TRUE(load(p, kInt).unspecified.is_true());
  store(plus(p, 3), number(1, kByte), kByte);
  EXPECT_EQ(constant(load(p, kInt)), 0x01010101);
}

TEST_F(MemoryTest, APointerToTwoObjectsTouchesThoseTwo) {
  Value x = object(4), y = object(8), z = object(4);
  store(z, number(9, kInt), kInt);
  Value p = either(c, x, plus(y, 4));
  store(p, number(5, kInt), kInt);
  EXPECT_EQ(at(load(x, kInt).term, {{c, 1}}), 5);
  EXPECT_EQ(at(load(x, kInt).term, {{c, 0}}), 0);
  EXPECT_EQ(at(load(plus(y, 4), kInt).term, {{c, 0}}), 5);
  EXPECT_EQ(constant(load(y, kInt)), 0) << "another offset of y";
  EXPECT_EQ(constant(load(z, kInt)), 9);
  EXPECT_EQ(constant(load(p, kInt)), 5) << "through the same pointer";
}

TEST_F(MemoryTest, NullIsNoPlace) {
  Value x = object(4);
  store(either(c, x, pointers.make(0)), number(5, kInt), kInt);
  EXPECT_EQ(constant(load(x, kInt)), 5) << "where it was null, a check has failed before";
}

TEST_F(MemoryTest, SymbolicIndices) {
  Value p = object(40);
  for (uint64_t k = 0; k < 10; ++k) store(plus(p, 4 * k), number(static_cast<int>(10 * k), kInt), kInt);
  Value element = plus(p, terms.binary(Op::bv_mul, i, terms.bv(4, 64)));
  Value before = load(element, kInt);
  for (Bits k = 0; k < 10; ++k) EXPECT_EQ(at(before.term, {{i, k}}), static_cast<int64_t>(10 * k));
  store(element, number(-1, kInt), kInt);
  EXPECT_EQ(constant(load(element, kInt)), -1);
  Value third = load(plus(p, 12), kInt);
  EXPECT_EQ(at(third.term, {{i, 3}}), -1);
  EXPECT_EQ(at(third.term, {{i, 4}}), 30);
}

TEST_F(MemoryTest, SymbolicIndicesOfElementsOfOddSize) {
  Value p = object(60);
  Term narrow = terms.fresh("n", logic::bv_sort(32));
  Value element = plus(plus(p, terms.binary(Op::bv_mul, terms.sext(narrow, 64), terms.bv(12, 64))), 8);
  store(element, number(7, kInt), kInt);
  for (uint64_t k = 0; k < 5; ++k) {
    EXPECT_EQ(at(load(plus(p, 12 * k + 8), kInt).term, {{narrow, k}}), 7);
    EXPECT_EQ(at(load(plus(p, 12 * k + 8), kInt).term, {{narrow, (k + 1) % 5}}), 0);
    EXPECT_EQ(constant(load(plus(p, 12 * k + 4), kInt)), 0) << "not a place of that member";
  }
}

TEST_F(MemoryTest, AByteIndexIntoWords) {
  Value p = object(8);
  store(p, number(0x44332211, kInt), kInt);
  store(plus(p, 4), number(0x88776655u, kInt), kInt);
  Value byte = load(plus(p, terms.binary(Op::bv_and, i, terms.bv(7, 64))), kByte);
  for (Bits k = 0; k < 8; ++k) EXPECT_EQ(logic::evaluate(byte.term, {{i, k}}), 0x11 * (k + 1));
}

TEST_F(MemoryTest, LargeObjectsKeepALog) {
  Value p = object(4000000);
  Term j = terms.fresh("j", logic::bv_sort(64));
  Value at_i = plus(p, terms.binary(Op::bv_mul, i, terms.bv(4, 64)));
  Value at_j = plus(p, terms.binary(Op::bv_mul, j, terms.bv(4, 64)));
  store(plus(p, 40), number(3, kInt), kInt);
  store(at_i, number(5, kInt), kInt);
  Value seen = load(at_j, kInt);
  EXPECT_EQ(at(seen.term, {{i, 7}, {j, 7}}), 5);
  EXPECT_EQ(at(seen.term, {{i, 7}, {j, 8}}), 0);
  EXPECT_EQ(at(seen.term, {{i, 7}, {j, 10}}), 3);
  EXPECT_EQ(at(seen.term, {{i, 10}, {j, 10}}), 5);
  store(plus(p, 28), number(6, kInt), kInt);
  EXPECT_EQ(at(load(at_j, kInt).term, {{i, 7}, {j, 7}}), 6) << "later than the write at i";
  EXPECT_TRUE(access.take_unsupported().empty());
  load(plus(p, terms.binary(Op::bv_add, i, terms.bv(1, 64))), kShort);
  EXPECT_FALSE(access.take_unsupported().empty()) << "other widths are refused, not guessed";
}

TEST_F(MemoryTest, FillsAndCopiesOfUnknownLength) {
  Value p = object(8), q = object(8);
  store(p, number(0x0807060504030201, kLong), kLong);
  access.copy(state, q, p, i);
  Value copied = load(q, kLong);
  EXPECT_EQ(at(copied.term, {{i, 0}}), 0);
  EXPECT_EQ(at(copied.term, {{i, 3}}), 0x030201);
  EXPECT_EQ(at(copied.term, {{i, 8}}), 0x0807060504030201);
  access.fill(state, p, number(-1, kByte), i);
  EXPECT_EQ(at(load(p, kLong).term, {{i, 2}}), 0x080706050403ffff);
}

TEST_F(MemoryTest, OverlappingMoves) {
  Value p = object(8);
  for (uint64_t k = 0; k < 8; ++k) store(plus(p, k), number(static_cast<int>(k), kByte), kByte);
  access.copy(state, plus(p, 2), p, terms.bv(4, 64));
  for (uint64_t k = 0; k < 8; ++k)
    EXPECT_EQ(constant(load(plus(p, k), kByte)), static_cast<int64_t>(k < 2 || k >= 6 ? k : k - 2));
}

TEST_F(MemoryTest, JoinsChooseWhereContentDiffers) {
  Value p = object(16);
  store(plus(p, 8), number(1, kInt), kInt);
  State other = state;
  store(p, number(2, kInt), kInt);
  std::swap(state, other);
  store(p, number(3, kShort), kShort);
  uint32_t number_of_p = static_cast<uint32_t>(p.term.value());
  ObjectState merged = *state.memory.get(number_of_p);
  cells.merge(merged, *other.memory.get(number_of_p), c, 16, {state, other});
  state.memory.set(number_of_p, Shared<ObjectState>(new ObjectState(merged)));
  Value joined = load(p, kInt);
  EXPECT_EQ(at(joined.term, {{c, 1}}), 3);
  EXPECT_EQ(at(joined.term, {{c, 0}}), 2);
  EXPECT_EQ(constant(load(plus(p, 8), kInt)), 1) << "untouched on both sides";
}

TEST_F(MemoryTest, JoinsKeepTheMarkOfOneSide) {
  Value p = object(4, false);
  State other = state;
  store(p, number(2, kInt), kInt);
  uint32_t number_of_p = static_cast<uint32_t>(p.term.value());
  ObjectState merged = *state.memory.get(number_of_p);
  cells.merge(merged, *other.memory.get(number_of_p), c, 4, {state, other});
  state.memory.set(number_of_p, Shared<ObjectState>(new ObjectState(merged)));
  Value joined = load(p, kInt);
  EXPECT_EQ(joined.unspecified, terms.not_(c));
  EXPECT_EQ(at(joined.term, {{c, 1}}), 2);
}

TEST_F(MemoryTest, TheDeadHaveNoContent) {
  Value p = object(4);
  store(p, number(2, kInt), kInt);
  access.kill(state, p);
  EXPECT_TRUE(state.memory.get(static_cast<uint32_t>(p.term.value()))->alive.is_false());
  EXPECT_EQ(constant(load(p, kInt)), 0);
}

TEST_F(MemoryTest, AddressesOfObjectsThatLiveTogetherAreApart) {
  // Born later, while x was alive.
  Value x = object(4);
  ObjectInfo info;
  info.name = "y";
  info.size = terms.bv(4, 64);
  info.fixed_size = info.most_size = 4;
  info.align = 4;
  info.born = c;
  info.alive_before = state.memory;
  auto number = static_cast<uint32_t>(objects.size());
  objects.define(number, info);
  Value y = pointers.make(number);
  Term a = addresses.address(x), b = addresses.address(y);
  auto possible = [&](Bits base_x, Bits base_y, Bits born) {
    for (Term constraint : addresses.constraints(false))
      if (logic::evaluate(constraint, {{a, base_x}, {b, base_y}, {c, born}}) == 0) return false;
    return true;
  };
  EXPECT_TRUE(possible(0x1000, 0x1004, 1)) << "one past the end of x may be y";
  EXPECT_FALSE(possible(0x1000, 0x1000, 1));
  EXPECT_TRUE(possible(0x1000, 0x1000, 0)) << "y does not exist on this path";
  EXPECT_FALSE(possible(0, 0x1000, 1)) << "null";
  EXPECT_FALSE(possible(0x1001, 0x2000, 1)) << "misaligned";
}

}  // namespace
}  // namespace fencepost::unroll

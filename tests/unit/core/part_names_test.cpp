// Names of parts of objects.
#include "core/part_names.h"

#include <gtest/gtest.h>

namespace fencepost::core {
namespace {

using Names = std::shared_ptr<const PartNames>;

Names scalar(unsigned bits) {
  PartNames names;
  names.type = int_type(bits, true);
  names.bytes = bits / 8;
  return std::make_shared<const PartNames>(names);
}

Names array(Names element, uint64_t count) {
  PartNames names;
  names.bytes = element->bytes * count;
  names.element = std::move(element);
  return std::make_shared<const PartNames>(names);
}

Names record(uint64_t bytes, std::vector<PartNames::Member> members, bool is_union = false) {
  PartNames names;
  names.bytes = bytes;
  names.members = std::move(members);
  names.is_union = is_union;
  return std::make_shared<const PartNames>(names);
}

PartNames::Member member(std::string name, uint64_t byte, Names parts) {
  return {std::move(name), 8 * byte, 8 * parts->bytes, false, parts};
}

// struct { struct { int head, tail; } prod; char name[4]; unsigned a : 3, b : 5; union { long all; int low; }; int rest[]; }
Names ring() {
  Names end = record(8, {member("head", 0, scalar(32)), member("tail", 4, scalar(32))});
  Names both = record(8, {member("all", 0, scalar(64)), member("low", 0, scalar(32))}, true);
  return record(24, {member("prod", 0, end),
                     member("name", 8, array(scalar(8), 4)),
                     {"a", 96, 3, true, scalar(32)},
                     {"b", 99, 5, true, scalar(32)},
                     member("", 16, both),
                     member("rest", 24, array(scalar(32), 0))});
}

std::string scalar_at(const Names& names, uint64_t begin, uint64_t end) {
  return scalar_name(*names, {begin, end}).value_or("none");
}

TEST(PartNames, AScalarIsNamedByItsMembers) {
  EXPECT_EQ(scalar_at(ring(), 32, 64), ".prod.tail");
  EXPECT_EQ(scalar_at(ring(), 80, 88), ".name[2]");
  EXPECT_EQ(scalar_at(array(ring(), 3), 24 * 8 * 2, 24 * 8 * 2 + 32), "[2].prod.head");
  EXPECT_EQ(scalar_at(scalar(32), 0, 32), "");
}

TEST(PartNames, OfAUnionTheMemberThatFits) {
  EXPECT_EQ(scalar_at(ring(), 128, 192), ".all");
  EXPECT_EQ(scalar_at(ring(), 128, 160), ".low");
}

TEST(PartNames, BitFieldsAndArraysWithoutLength) {
  EXPECT_EQ(scalar_at(ring(), 99, 104), ".b");
  EXPECT_EQ(scalar_at(ring(), 192 + 64, 192 + 96), ".rest[2]");
}

TEST(PartNames, WhatIsNoScalarHasNoName) {
  EXPECT_EQ(scalar_at(ring(), 0, 64), "none");
  EXPECT_EQ(scalar_at(ring(), 16, 48), "none");
  EXPECT_EQ(scalar_at(scalar(32), 0, 8), "none");
}

TEST(PartNames, WhatTheLibraryHidesIsToldAsAWhole) {
  Names lock = record(16, {});
  EXPECT_EQ(scalar_at(record(24, {member("lock", 8, lock)}), 96, 128), ".lock");
  EXPECT_EQ(scalar_at(record(24, {member("lock", 8, lock)}), 0, 32), "none");
}

TEST(PartNames, PointersPointToTheLargestPartThatBeginsThere) {
  Names rings = array(ring(), 2);
  EXPECT_EQ(pointed_name(*rings, 0), "[0]");
  EXPECT_EQ(pointed_name(*rings, 24), "[1]");
  EXPECT_EQ(pointed_name(*rings, 48), "[2]");
  EXPECT_EQ(pointed_name(*rings, 28), "[1].prod.tail");
  EXPECT_EQ(pointed_name(*ring(), 8), ".name[0]");
  EXPECT_EQ(pointed_name(*ring(), 0), "");
  EXPECT_EQ(pointed_name(*ring(), 6), ".prod.tail+2");
  EXPECT_EQ(pointed_name(*array(array(scalar(32), 2), 2), 8), "[1][0]");
}

TEST(PartNames, ScalarsInOrder) {
  std::string names;
  auto visit = [&](const std::string& name, const PartSpan&, const PartNames&) { names += name + " "; };
  EXPECT_TRUE(each_scalar(*ring(), {0, 192}, 9, visit));
  EXPECT_EQ(names, ".prod.head .prod.tail .name[0] .name[1] .name[2] .name[3] .a .b .all ");
  EXPECT_FALSE(each_scalar(*ring(), {0, 192}, 8, visit));
  names.clear();
  EXPECT_TRUE(each_scalar(*array(scalar(32), 1'000'000), {32 * 70, 32 * 72}, 8, visit));
  EXPECT_EQ(names, "[70] [71] ");
}

}  // namespace
}  // namespace fencepost::core

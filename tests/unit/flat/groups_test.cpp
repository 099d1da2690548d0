#include "flat/groups.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "logic/evaluate.h"

namespace fencepost::flat {
namespace {

Group group_of(const std::set<Bits>& places, unsigned bits) {
  Group group{"g", bits, {}};
  for (Bits place : places) group.cells.push_back({place, VarId{}});
  return group;
}

// Rows at equal distances, single cells, and both side by side.
std::set<Bits> random_places(std::mt19937_64& random, unsigned most) {
  std::set<Bits> places;
  for (uint64_t rows = 1 + random() % 3; rows > 0; --rows) {
    uint64_t first = random() % most, distance = 1 + random() % 9, number = 1 + random() % 6;
    for (uint64_t i = 0; i < number; ++i)
      if (uint64_t place = first + i * distance; place < most) places.insert(place);
  }
  return places;
}

TEST(Groups, EveryPlaceIsThatOfACellOrNot) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    std::set<Bits> places = random_places(random, 256);
    logic::Terms terms;
    Term place = terms.fresh("place", logic::bv_sort(8));
    Term is = is_cell(group_of(places, 8), place, terms);
    for (Bits at = 0; at < 256; ++at)
      ASSERT_EQ(logic::evaluate(is, {{place, at}}) != 0, places.contains(at)) << "place " << uint64_t(at);
  }
}

// A place with an object: neighbours of cells, the same offsets of other objects, and what wraps.
TEST(Groups, CellsOfSeveralObjects) {
  constexpr unsigned kOffsetBits = 8, kBits = kObjectBits + kOffsetBits;
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    std::set<Bits> places;
    for (uint64_t objects = 1 + random() % 3; objects > 0; --objects) {
      Bits object = random() % 4 == 0 ? 0xffff : random() % 6;
      for (Bits at : random_places(random, 1u << kOffsetBits)) places.insert((object << kOffsetBits) | at);
    }
    logic::Terms terms;
    Term place = terms.fresh("place", logic::bv_sort(kBits));
    Term is = is_cell(group_of(places, kBits), place, terms);
    for (Bits object : {0, 1, 2, 3, 4, 5, 6, 0x8000, 0xfffe, 0xffff})
      for (Bits at = 0; at < 1u << kOffsetBits; ++at) {
        Bits asked = (object << kOffsetBits) | at;
        ASSERT_EQ(logic::evaluate(is, {{place, asked}}) != 0, places.contains(asked)) << "place " << uint64_t(asked);
      }
  }
}

}  // namespace
}  // namespace fencepost::flat

// Values of the variables of one owner (those that are shared, or those of one thread of a template), some of them unknown, in two machine words each:
// a cube. Model checkers of broadcast programs have a few of them in each state, and compare them all the time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "boolean/broadcast_program.h"
#include "boolean/three_valued.h"

namespace fencepost::boolean {

struct PackedValues {
  static constexpr unsigned kWords = 2, kMost = 64 * kWords;
  using Mask = std::array<uint64_t, kWords>;

  Mask known{}, value{};  // the value of what is unknown is 0

  Truth operator[](unsigned bit) const {
    if (!(known[bit / 64] >> bit % 64 & 1)) return Truth::open;
    return value[bit / 64] >> bit % 64 & 1 ? Truth::holds : Truth::fails;
  }
  void set(unsigned bit, Truth truth) {
    uint64_t mask = uint64_t{1} << bit % 64;
    known[bit / 64] &= ~mask;
    value[bit / 64] &= ~mask;
    if (truth != Truth::open) known[bit / 64] |= mask;
    if (truth == Truth::holds) value[bit / 64] |= mask;
  }
  bool is_empty() const {
    for (uint64_t one : known)
      if (one != 0) return false;
    return true;
  }
  // Something is known to be different in both.
  bool contradicts(const PackedValues& other) const {
    for (unsigned i = 0; i < kWords; ++i)
      if (((value[i] ^ other.value[i]) & known[i] & other.known[i]) != 0) return true;
    return false;
  }
  // Every state of the other is one of its own.
  bool covers(const PackedValues& other) const {
    for (unsigned i = 0; i < kWords; ++i)
      if ((known[i] & ~other.known[i]) != 0 || ((value[i] ^ other.value[i]) & known[i]) != 0) return false;
    return true;
  }
  // Of a cube, in these states.
  Truth truth(const PackedValues& cube) const {
    if (contradicts(cube)) return Truth::fails;
    return cube.covers(*this) ? Truth::holds : Truth::open;
  }
  // What the cube is about and is unknown here: how many, and the first.
  unsigned open_in(const PackedValues& cube) const {
    unsigned count = 0;
    for (unsigned i = 0; i < kWords; ++i) count += static_cast<unsigned>(std::popcount(cube.known[i] & ~known[i]));
    return count;
  }
  std::optional<unsigned> first_open(const PackedValues& cube) const {
    for (unsigned i = 0; i < kWords; ++i)
      if (uint64_t open = cube.known[i] & ~known[i]; open != 0)
        return 64 * i + static_cast<unsigned>(std::countr_zero(open));
    return std::nullopt;
  }
  // All that is known in one of them, which do not contradict each other.
  void meet(const PackedValues& other) {
    for (unsigned i = 0; i < kWords; ++i) {
      known[i] |= other.known[i];
      value[i] |= other.value[i];
    }
  }
  void keep(const Mask& kept) {
    for (unsigned i = 0; i < kWords; ++i) {
      known[i] &= kept[i];
      value[i] &= kept[i];
    }
  }
  bool operator==(const PackedValues&) const = default;
  size_t hash() const {
    uint64_t sum = 0;
    for (unsigned i = 0; i < kWords; ++i) {
      sum = (sum ^ known[i]) * 0x9e3779b97f4a7c15;
      sum = ((sum ^ sum >> 29) ^ value[i]) * 0xbf58476d1ce4e5b9;
    }
    return static_cast<size_t>(sum ^ sum >> 32);
  }
};

inline Truth both(Truth one, Truth other) {
  if (one == Truth::fails || other == Truth::fails) return Truth::fails;
  return one == Truth::holds ? other : one;
}

// Which bits the variables of a broadcast program have among those of their owner.
class Owners {
 public:
  // Throws Exhausted if an owner has more variables than there are bits.
  explicit Owners(const BroadcastProgram& program);

  unsigned bit(BoolVar id) const { return bits_[index(id)]; }
  const std::vector<BoolVar>& shared() const { return shared_; }
  const std::vector<BoolVar>& of(uint32_t thread) const { return own_[thread]; }
  ThreeValued unpacked(const PackedValues& values) const { return unpacked(values, shared_); }
  ThreeValued unpacked(const PackedValues& values, uint32_t of) const { return unpacked(values, own_[of]); }

 private:
  ThreeValued unpacked(const PackedValues& values, const std::vector<BoolVar>& whose) const;

  std::vector<unsigned> bits_;
  std::vector<BoolVar> shared_;
  std::vector<std::vector<BoolVar>> own_;  // by template
};

}  // namespace fencepost::boolean

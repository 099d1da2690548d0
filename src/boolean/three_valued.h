// Truth values of Boolean variables of which some are unknown: a set of states, all those that agree on what is known. So many states are one
// where nothing depends on the rest (seed 001, section 6.1).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "boolean/boolean_program.h"

namespace fencepost::boolean {

class VariableSet {
 public:
  explicit VariableSet(size_t variables) : words_((variables + 63) / 64) {}

  bool contains(BoolVar id) const { return words_[index(id) / 64] >> index(id) % 64 & 1; }
  void insert(BoolVar id) { words_[index(id) / 64] |= uint64_t{1} << index(id) % 64; }
  void erase(BoolVar id) { words_[index(id) / 64] &= ~(uint64_t{1} << index(id) % 64); }
  // True if it grew.
  bool insert(const VariableSet& other) {
    bool grew = false;
    for (size_t i = 0; i < words_.size(); ++i) {
      grew = grew || (other.words_[i] & ~words_[i]) != 0;
      words_[i] |= other.words_[i];
    }
    return grew;
  }
  void erase(const VariableSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  }
  void keep(const VariableSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  }
  bool includes(const VariableSet& other) const {
    for (size_t i = 0; i < words_.size(); ++i)
      if ((other.words_[i] & ~words_[i]) != 0) return false;
    return true;
  }
  bool operator==(const VariableSet&) const = default;

 private:
  friend class ThreeValued;
  std::vector<uint64_t> words_;
};

class ThreeValued {
 public:
  explicit ThreeValued(size_t variables) : words_(2 * ((variables + 63) / 64)) {}

  Truth operator[](BoolVar id) const {
    if (!(known(word(id)) >> bit(id) & 1)) return Truth::open;
    return value(word(id)) >> bit(id) & 1 ? Truth::holds : Truth::fails;
  }
  void set(BoolVar id, Truth truth) {
    uint64_t mask = uint64_t{1} << bit(id);
    words_[2 * word(id)] &= ~mask;
    words_[2 * word(id) + 1] &= ~mask;
    if (truth != Truth::open) words_[2 * word(id)] |= mask;
    if (truth == Truth::holds) words_[2 * word(id) + 1] |= mask;
  }
  // Of something known.
  void flip(BoolVar id) { words_[2 * word(id) + 1] ^= uint64_t{1} << bit(id); }
  VariableSet known() const {
    VariableSet set(0);
    for (size_t i = 0; i < words_.size() / 2; ++i) set.words_.push_back(known(i));
    return set;
  }
  bool knows(const VariableSet& all) const {
    for (size_t i = 0; i < all.words_.size(); ++i)
      if ((all.words_[i] & ~known(i)) != 0) return false;
    return true;
  }
  // What is not in it is unknown afterwards.
  void keep(const VariableSet& kept) {
    for (size_t i = 0; i < kept.words_.size(); ++i) {
      words_[2 * i] &= kept.words_[i];
      words_[2 * i + 1] &= kept.words_[i];
    }
  }
  // What is in it is unknown afterwards.
  void forget(const VariableSet& forgotten) {
    for (size_t i = 0; i < forgotten.words_.size(); ++i) {
      words_[2 * i] &= ~forgotten.words_[i];
      words_[2 * i + 1] &= ~forgotten.words_[i];
    }
  }
  Truth operator()(const Literal& literal) const {
    Truth truth = (*this)[literal.variable];
    if (truth == Truth::open || literal.positive) return truth;
    return truth == Truth::holds ? Truth::fails : Truth::holds;
  }

  // Every state of the other is one of its own.
  bool covers(const ThreeValued& other) const {
    for (size_t i = 0; i < words_.size() / 2; ++i)
      if ((known(i) & ~other.known(i)) != 0 || ((value(i) ^ other.value(i)) & known(i)) != 0) return false;
    return true;
  }
  bool operator==(const ThreeValued&) const = default;
  size_t hash() const {
    size_t sum = 0;
    for (uint64_t one : words_) sum = sum * 1000003 + static_cast<size_t>(one ^ (one >> 29));
    return sum;
  }

 private:
  static size_t word(BoolVar id) { return index(id) / 64; }
  static unsigned bit(BoolVar id) { return index(id) % 64; }
  uint64_t known(size_t at) const { return words_[2 * at]; }
  uint64_t value(size_t at) const { return words_[2 * at + 1]; }

  std::vector<uint64_t> words_;  // in turn what is known, and the values of that: 0 for the rest
};

// holds: in every state of the set a cube does; fails: in none does one.
Truth truth(const Formula& formula, const ThreeValued& state);

// Makes known what is the same in all states of the set in which none of these cubes holds: where all literals of a cube but one hold, that one
// fails. False: there is no such state.
bool exclude(const std::vector<Cube>& cubes, const std::vector<Cube>& more, ThreeValued& state);

// Sets that together have the states in which none of the cubes holds, and perhaps others: assumptions are made concrete only as far as this takes
// no more than `most` sets, of which the last keep what is open.
std::vector<ThreeValued> without(const std::vector<Cube>& cubes, const std::vector<Cube>& never, ThreeValued state,
                                 size_t most);

// The updates of a step, and what matters after it: nothing is asked for the sake of the rest.
class Transition {
 public:
  Transition(const std::vector<Update>& updates, size_t variables);

  // Sets that together have these states, in each of which it is decided for every update of something live whether it makes something known: what is
  // unknown and matters to that is known there, unless one update alone depends on it, and nothing later does. So what is unknown is unrelated to
  // everything else afterwards, but for what a solver knows, or this would take more than `most` sets.
  std::vector<ThreeValued> decided(const std::vector<Cube>& never, ThreeValued state, const VariableSet& live,
                                   size_t most) const;
  // All updates at once, of what the state was. Nothing: it is none, since both of choose hold. What is not live is unknown.
  std::optional<ThreeValued> updated(const ThreeValued& state, const VariableSet& live) const;

 private:
  const std::vector<Update>& updates_;
  VariableSet by_several_, targets_;
};

}  // namespace fencepost::boolean

template <>
struct std::hash<fencepost::boolean::ThreeValued> {
  size_t operator()(const fencepost::boolean::ThreeValued& of) const noexcept { return of.hash(); }
};

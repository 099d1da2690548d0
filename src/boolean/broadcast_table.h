// The populations that a model checker of broadcast programs has met, each once: a few words each, in one array, found by hashing. One that another
// covers, whose states are all among those of the other, is not needed: the threads of each of its classes can be taken for threads of classes
// that know less (a transport problem, transport.h).
#pragma once

#include <unordered_map>

#include "boolean/broadcast_successors.h"

namespace fencepost::boolean {

class PopulationTable {
 public:
  // Told apart, threads keep their order; otherwise they are counted.
  PopulationTable(const BroadcastProgram& program, bool tells_apart);

  // True if it is new and not covered; then its number is the last. Those that came in the same round and that it covers are so from now on.
  bool insert(const Population& of);
  // What comes from now on is of the next round.
  void begin_round() { round_ = size(); }
  bool is_covered(uint32_t number) const { return is_covered_[number]; }
  // By what came later, perhaps in a later round.
  bool is_covered_by_later(uint32_t number) const { return is_passed_[number]; }
  uint32_t size() const { return static_cast<uint32_t>(starts_.size()); }
  Population population(uint32_t number) const;
  // By class of the given one: which class of the population that was stored for it this is.
  std::vector<uint32_t> classes(const Population& of);

 private:
  struct Hash {
    size_t operator()(const ThreadClass& of) const {
      return of.values.hash() ^ (of.location * 0x9e3779b97f4a7c15 + of.of * 0x94d049bb133111eb);
    }
    size_t operator()(const PackedValues& of) const { return of.hash(); }
    size_t operator()(const std::vector<uint32_t>& of) const;
  };

  void encode(const Population& of);
  uint32_t number(ThreadClass of);
  bool is_at(uint32_t number) const;
  void grow();
  std::span<const uint32_t> words(uint32_t number) const;
  std::vector<uint32_t> places() const;
  bool covers(std::span<const uint32_t> one, std::span<const uint32_t> other);
  uint32_t weight() const;

  const size_t singles_;          // how many templates have one instance
  std::vector<uint32_t> single_;  // which these are
  const size_t templates_;
  const bool tells_apart_;
  std::unordered_map<ThreadClass, uint32_t, Hash> numbers_;  // of classes, without counts
  std::vector<ThreadClass> classes_;
  std::unordered_map<PackedValues, uint32_t, Hash> shared_numbers_;
  std::vector<PackedValues> shared_;
  std::vector<uint32_t>
      words_;  // of each: locations of single threads, shared values, and class and count of each class
  std::vector<size_t> starts_;
  std::vector<uint32_t> slots_;    // open addressing
  std::vector<uint32_t> encoded_;  // the last
  // By where threads stand and how many: those that are covered by none.
  std::unordered_map<std::vector<uint32_t>, std::vector<uint32_t>, Hash> alike_;
  std::vector<bool> is_covered_, is_passed_;
  std::vector<uint32_t> weights_;  // how many values are known, of all threads: who covers another one knows less
  uint32_t round_ = 0;             // the first of this one
  // Kept for their room.
  std::vector<uint64_t> serves_;
  std::vector<uint32_t> sources_, targets_;
};

}  // namespace fencepost::boolean

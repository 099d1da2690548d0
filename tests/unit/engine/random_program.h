// Small random C programs for agreement tests. Every input lies in 0..3, so that the interpreter can enumerate all runs;
// statements and expressions are chosen to reach what unrolling treats specially: merges, pointers to several objects,
// symbolic indices, bit-fields, unions, copies, unsequenced side effects, calls, loops and lifetimes.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace fencepost::engine {

class RandomProgram {
 public:
  // `bytes`: with accesses of different widths to the same storage, copies of symbolic length, and addresses as numbers.
  RandomProgram(uint64_t seed, bool bytes) : random_(seed), bytes_(bytes) {}
  std::string text();

 private:
  unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
  bool chance(unsigned percent) { return pick(100) < percent; }
  std::string number();
  std::string variable();
  std::string lvalue();
  std::string pointer();
  std::string expression(unsigned depth);
  std::string condition(unsigned depth);
  std::string side_effect(unsigned depth);
  std::string statement(unsigned depth);
  std::string block(unsigned depth);
  std::string loop(unsigned depth);
  std::string byte_lvalue();
  std::string byte_statement();

  std::mt19937_64 random_;
  bool bytes_;
  unsigned loops_ = 0;
  bool in_main_ = true;
};

}  // namespace fencepost::engine

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
  explicit RandomProgram(uint64_t seed) : random_(seed) {}
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

  std::mt19937_64 random_;
  unsigned loops_ = 0;
  bool in_main_ = true;
};

}  // namespace fencepost::engine

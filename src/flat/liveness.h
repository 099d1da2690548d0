// Which variables of its own a thread may still read at each of its locations. What is known about others does not matter any
// more: to forget it makes states equal.
#pragma once

#include <unordered_map>
#include <vector>

#include "flat/flat_program.h"

namespace fencepost::flat {

class Liveness {
 public:
  explicit Liveness(const FlatProgram& program);
  // Shared variables, and those of other threads, never are.
  bool is_dead(logic::Term variable, uint32_t thread, uint32_t location) const;

 private:
  bool add(const FlatProgram& program, uint32_t thread, uint32_t location);

  std::unordered_map<logic::Term, std::pair<uint32_t, uint32_t>> own_;  // thread, and number among its variables
  std::vector<std::vector<std::vector<bool>>> live_;                    // by thread, location, number
};

}  // namespace fencepost::flat

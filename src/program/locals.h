// Which local objects hold something that may still be read. Only for locals whose address goes nowhere: their register is
// used to load and store the whole object and in checks, nothing else. Others count as always live.
#pragma once

#include <vector>

#include "program/cfa.h"

namespace fencepost::program {

class Locals {
 public:
  explicit Locals(const Procedure& procedure);
  // May the content that the object of this Alloc register has at the location be read later?
  bool live(Loc loc, core::Reg reg) const;

 private:
  std::vector<uint32_t> number_;         // register to bit, plus one; 0: not such a local
  std::vector<std::vector<bool>> live_;  // by location
};

}  // namespace fencepost::program

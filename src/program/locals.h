// Liveness of the contents of local objects. It is computed for locals whose address does not escape: their Alloc
// register is used only as the address of an access and in checks. All other locals count as always live.
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
  std::vector<uint32_t> number_;         // by register: its bit, plus one; 0: always live
  std::vector<std::vector<bool>> live_;  // by location
};

}  // namespace fencepost::program

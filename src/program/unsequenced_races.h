// Which unsequenced accesses of an expression may conflict, and the condition under which two of them do not (C11 6.5p2;
// core.h says which pairs are unsequenced). Lowering asks for every pair and emits a check where a conflict is possible.
//
// Addresses are compared where both are known: an expression over registers that a function assigns once keeps its value
// until the check, any other is saved in a register when the access happens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/core.h"

namespace fencepost::program {

// How a function assigns its registers.
class Definitions {
 public:
  explicit Definitions(const core::Function& function);

  // Are the registers of the expression assigned at most once, so that its value cannot change?
  bool stable(const core::Expr& expr) const;
  // The only statement that assigns the register, if there is exactly one.
  const core::Stmt* definition(core::Reg reg) const;

 private:
  void scan(const core::Block& block);
  void defined(core::Reg reg, const core::Stmt* stmt);

  std::vector<unsigned> count_;
  std::vector<const core::Stmt*> definition_;
};

struct UnsequencedAccess {
  bool write = false;
  bool negative = false;
  core::ExprPtr ptr;
  core::ExprPtr bytes;
  core::BitRange bits;
  std::vector<core::ExprPtr> guards;  // the access happened if all of them are true
  std::string text;
};

// Null if the two never conflict; otherwise a condition that is false exactly when both happened and touch a common bit.
core::ExprPtr no_conflict(const UnsequencedAccess& earlier, const UnsequencedAccess& later,
                          const Definitions& definitions);

}  // namespace fencepost::program

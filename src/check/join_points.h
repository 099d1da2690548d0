// Where the ways from a branch of a Core function meet again: the nearest statement that every way from it to the end of the
// function passes (program/post_dominators.h). Statements of Core are the locations here, since replay follows these.
#pragma once

#include <unordered_map>

#include "core/core.h"

namespace fencepost::check {

class JoinPoints {
 public:
  explicit JoinPoints(const core::Function& function);
  // Null: the end of the function.
  const core::Stmt* of(const core::Stmt& branch) const { return meets_.at(&branch); }

 private:
  std::unordered_map<const core::Stmt*, const core::Stmt*> meets_;
};

}  // namespace fencepost::check

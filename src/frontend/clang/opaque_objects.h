// Opaque objects: their contents are not known, or their size neither, or only their beginning is known. Nothing may depend on
// the unknown part, so an Unsupported guards every statement whose pointers may reach it (core/points_to.h).
#pragma once

#include <string>
#include <vector>

#include "core/points_to.h"

namespace fencepost::frontend {

// Which functions and pointers may reach an object.
class Reach {
 public:
  explicit Reach(const core::Program& program);
  bool is_read(core::GlobalId object) const;
  bool may_designate(core::FunctionId in, const core::ExprPtr& pointer, core::GlobalId object) const;

 private:
  const core::Program& program_;
  std::vector<core::PointsTo> points_to_;
  std::vector<bool> is_known_elsewhere_;  // by global: its address may be in memory, or known to another function
};

struct OpaqueObject {
  // The part that is known: the size, but not the contents; nothing; or the beginning of an object that is longer.
  enum class Known { size, nothing, beginning };
  core::GlobalId object;
  Known known;
  std::string why;
};

// Inserts the guards. This is the last of all passes, so that guards do not count as effects when evaluation orders
// are decided.
void guard(const std::vector<OpaqueObject>& objects, core::Program& program);

}  // namespace fencepost::frontend

// Objects whose contents, or size as well, are not known: nothing may depend on them. Who might, by where the pointers of
// each function may point (core/places.h), stops at an Unsupported first.
#pragma once

#include <string>
#include <vector>

#include "core/places.h"

namespace fencepost::frontend {

// Who may get at an object.
class Reach {
 public:
  explicit Reach(const core::Program& program);
  bool is_read(core::GlobalId object) const;
  bool may_designate(core::FunctionId in, const core::ExprPtr& pointer, core::GlobalId object) const;

 private:
  const core::Program& program_;
  std::vector<core::FunctionPlaces> places_;
  std::vector<bool> is_known_elsewhere_;  // by global: its address may be in memory or with another function
};

struct Unreadable {
  core::GlobalId object;
  bool has_size;
  std::string why;
};

// Last of all passes: evaluation orders need not be told apart by which guard stops them.
void guard(const std::vector<Unreadable>& objects, core::Program& program);

}  // namespace fencepost::frontend

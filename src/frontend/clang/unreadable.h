// Objects whose contents, or size as well, or all from some place on are not known: nothing may depend on that. Who might, by where the pointers of
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
  // What is known of it: its size, but not its contents; neither; or both as far as it goes here, but the object goes on.
  enum class Known { size, nothing, beginning };
  core::GlobalId object;
  Known known;
  std::string why;
};

// Last of all passes: evaluation orders need not be told apart by which guard stops them.
void guard(const std::vector<Unreadable>& objects, core::Program& program);

}  // namespace fencepost::frontend

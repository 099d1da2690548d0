// Where the pointers of one function may point: a flow-insensitive analysis inside the function, relative to its
// parameters. It exists to tell which accesses calls cannot touch (core/orders.h), so it is exact about the function's
// own objects and gives up on everything else.
//
//   global g    the global itself
//   local r     the object that the Alloc of register r made, in this activation
//   param i     the object that the pointer passed as parameter i designates
//   unknown     any object whose address is known elsewhere: heap, address-taken globals, escaped locals, params' objects
//
// A local or global *escapes* once its address may be known elsewhere. A local that does not is out of reach of every
// call, a global that escapes nowhere is touched only by those who name it. Rejected: a whole-program points-to analysis; expressions with several interfering calls are rare, and a wrong
// guess costs only an evaluation order more.
#pragma once

#include <compare>
#include <set>
#include <vector>

#include "core/core.h"

namespace fencepost::core {

struct MemoryPlace {
  enum class Kind : uint8_t { global, local, param, unknown } kind = Kind::unknown;
  uint32_t number = 0;
  auto operator<=>(const MemoryPlace&) const = default;
};
using PlaceSet = std::set<MemoryPlace>;

class FunctionPlaces {
 public:
  explicit FunctionPlaces(const Function& function);

  // Null designates nothing, so the set may be empty.
  PlaceSet designated_by(const ExprPtr& pointer) const;
  bool escapes(const MemoryPlace& place) const { return escaped_.count(place) != 0; }

 private:
  void propagate(const Stmt& stmt);
  void flow_into(PlaceSet& to, const PlaceSet& from);
  void stored(const PlaceSet& targets, const PlaceSet& value);
  void escape(const PlaceSet& places);
  PlaceSet content(const PlaceSet& places) const;
  void escape_exposed(const ExprPtr& expr);

  std::vector<PlaceSet> regs_;      // of pointers in registers
  std::vector<PlaceSet> contents_;  // of pointers in the local with that register
  PlaceSet escaped_;
  bool changed_ = false;
};

// Functions that are used other than as the callee of a call.
std::vector<bool> address_taken_functions(const Program& program);

}  // namespace fencepost::core

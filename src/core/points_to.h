// Where the pointers of one function may point: a flow-insensitive analysis inside the function, relative to its
// parameters. It exists to tell which accesses calls cannot touch (core/evaluation_order.h), so it is exact about the function's
// own objects and gives up on everything else.
//
//   global g    the global itself
//   local r     the object that the Alloc of register r made, in this activation
//   param i     the object that the pointer passed as parameter i designates
//   unknown     any object whose address is known elsewhere: heap, address-taken globals, escaped locals, params' objects
//
// A local or global *escapes* once its address may be known elsewhere. No call accesses a local that does not escape, and
// only functions that name it access a global that does not. Rejected: a whole-program points-to analysis, since expressions with
// several interfering calls are rare and imprecision costs no more than a further evaluation order.
#pragma once

#include <compare>
#include <set>
#include <vector>

#include "core/core.h"

namespace fencepost::core {

struct AbstractObject {
  enum class Kind : uint8_t { global, local, param, unknown } kind = Kind::unknown;
  uint32_t number = 0;
  auto operator<=>(const AbstractObject&) const = default;
};
using AbstractObjects = std::set<AbstractObject>;

class PointsTo {
 public:
  explicit PointsTo(const Function& function);

  // The abstract objects that the pointer may designate; none if it can only be null.
  AbstractObjects designated_by(const ExprPtr& pointer) const;
  bool escapes(const AbstractObject& object) const { return escaped_.count(object) != 0; }

 private:
  void propagate(const Stmt& stmt);
  void flow_into(AbstractObjects& to, const AbstractObjects& from);
  void stored(const AbstractObjects& targets, const AbstractObjects& value);
  void escape(const AbstractObjects& objects);
  AbstractObjects content(const AbstractObjects& objects) const;
  void escape_exposed(const ExprPtr& expr);

  std::vector<AbstractObjects> regs_;  // by register: what a pointer in it may designate
  std::vector<AbstractObjects>
      contents_;  // by Alloc register of a local: what the pointers in that object may designate
  AbstractObjects escaped_;
  bool changed_ = false;
};

// Functions that are used other than as the callee of a call.
std::vector<bool> address_taken_functions(const Program& program);

}  // namespace fencepost::core

// A value of the interpreter, in a register. Integers, floats and Booleans are their bits (low `bits` bits of the
// type, rest zero). A pointer is (object, offset): the offset is in `bits`, cut to the width of a pointer, and stands for
// a signed number.
#pragma once

#include "core/expr.h"

namespace fencepost::core {

// 0 is no object; then come the program's functions, its globals, and the objects that Allocs made, in order of
// creation.
enum class ObjectId : uint32_t {};
inline uint32_t index(ObjectId id) { return static_cast<uint32_t>(id); }
inline constexpr ObjectId kNoObject{0};

struct Value {
  Bits bits = 0;
  ObjectId object = kNoObject;
  bool unspecified = false;
  uint32_t view = 0;  // of pointers: the number of its view (views.h), which comparisons ignore
  bool operator==(const Value& other) const {
    return bits == other.bits && object == other.object && unspecified == other.unspecified;
  }
};

}  // namespace fencepost::core

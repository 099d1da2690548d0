// What ISO C and the environment leave open, as one sequence: a run of Core is determined by its choices. The
// bounded engine's model is turned into this sequence, and the interpreter replays it; engine and interpreter
// share nothing else.
//
// Consumed in execution order:
//   1. program start, if Program::uses_addresses: one `address` for each global in index order
//   2. Alloc, if Program::uses_addresses: `address` of the new object (base address)
//   3. Choose: `value`
//   4. Load, Rmw that reads an unspecified bit: `value` (the loaded value; of a pointer: the v of (0, v))
//   5. Unseq with permute: `order`
// An address may be absent (not `known`): nothing on this run depends on it, and the interpreter picks one.
#pragma once

#include <vector>

#include "core/expr.h"

namespace fencepost::core {

struct Choice {
  enum class Kind : uint8_t { value, address, order } kind = Kind::value;
  Bits value = 0;
  bool known = true;
  bool operator==(const Choice&) const = default;
};

using Choices = std::vector<Choice>;

// Addresses of functions are no choice: they are fixed, below every address that the interpreter gives to an object
// by itself.
// Nothing lies in the first page, as on all systems that keep it free for null pointers: a small number is nobody's address.
inline constexpr uint64_t kFirstAddress = 0x1000;
inline uint64_t function_address(FunctionId id) { return kFirstAddress + 16 * uint64_t{index(id)}; }

}  // namespace fencepost::core

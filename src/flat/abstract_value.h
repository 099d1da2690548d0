// What is known of a value before the program runs: which numbers it may be, which objects it may point into, and whether it may be
// unspecified. A lattice; join() is its least upper bound, cut so that no chain is long.
//
// Offsets into an object are base + k * stride for any k, also negative ones. Arithmetic keeps strides although it may wrap: an offset is only ever used to
// guess which cells an access can touch, and the flat program checks the guess where it is not a constant (access.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "core/expr.h"

namespace fencepost::flat {

using logic::Bits;

// An object of the analysis (objects.h). 0 is "no object": a pointer made of a number.
enum class ObjectId : uint32_t {};
inline constexpr ObjectId kNothing{0};

struct Strided {
  int64_t base = 0;
  uint64_t stride = 0;  // 0: base alone
  bool operator==(const Strided&) const = default;
};
Strided join(Strided a, Strided b);
Strided sum(Strided a, Strided b);
Strided product(Strided a, int64_t factor);

struct AbstractValue {
  static constexpr size_t kMostNumbers = 8;

  bool unspecified = false;             // may be
  bool any_number = false;              // may be any number, then `numbers` is empty
  Strided multiples{0, 1};              // of any number: how it was computed
  std::set<Bits> numbers;               // otherwise; Booleans are 0 and 1, floats their bits
  std::map<ObjectId, Strided> targets;  // of a pointer

  static AbstractValue number(Bits value);
  static AbstractValue any(Strided multiples = {0, 1});
  static AbstractValue pointer(ObjectId object, Strided offset = {});
  // What a register or cell of the type holds before it is written.
  static AbstractValue unset(const core::Type& type);
  static AbstractValue zero(bool is_pointer);

  bool operator==(const AbstractValue&) const = default;
  bool is_bottom() const { return !any_number && numbers.empty() && targets.empty(); }
  // The one value that it can have; of a pointer with its object in `targets`.
  bool is_constant() const;
  std::optional<Bits> constant() const;
  bool may_be(Bits value) const { return any_number || numbers.contains(value); }
  Strided as_strided(const core::Type& type) const;
};

// Did `into` change?
bool join_into(AbstractValue& into, const AbstractValue& from);

}  // namespace fencepost::flat

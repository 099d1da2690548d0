// What C calls the parts of an object: members of structs and unions, elements of arrays. For people alone: where a part begins says
// what it is, so that a place that was reached through a pointer is told by the object that it lies in. No check asks this; DeclaredType
// (core.h) is what checks know of types.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/expr.h"

namespace fencepost::core {

struct PartNames {
  struct Member {
    std::string name;  // empty: a struct or union without a name, whose members count as those of the outer one
    uint64_t at = 0;   // in bits
    uint64_t bits = 0;
    bool is_bit_field = false;
    std::shared_ptr<const PartNames> parts;
  };

  uint64_t bytes = 0;
  std::optional<Type> type = std::nullopt;  // of a scalar
  std::vector<Member> members = {};         // of a struct or union
  bool is_union = false;
  std::shared_ptr<const PartNames> element = nullptr;  // of an array; one of unknown length has no bytes
};

// In bits from the start of an object.
struct PartSpan {
  uint64_t begin = 0, end = 0;
};

// The scalar or bit-field that is exactly these bits: ".prod.tail", "[1].next", or "" if it is the whole object. Nothing: there is none.
std::optional<std::string> scalar_name(const PartNames& names, const PartSpan& span);

// Is it inside of a type of the library, and not its front, which stands for the whole? C has no name for such a part.
bool is_inner_part(const PartNames& names, const PartSpan& span);

// What a pointer to this byte points to: "[1]" for the start of an array's element, ".prod.tail" for that of a member that is no
// first one, "" for the start of the object.
std::string pointed_name(const PartNames& names, uint64_t byte);

// The scalars and bit-fields that lie in these bits, in order; of unions the first member's. At most `most`, else none is visited and the
// answer is false.
using VisitPart = std::function<void(const std::string& name, const PartSpan& span, const PartNames& scalar)>;
bool each_scalar(const PartNames& names, const PartSpan& span, size_t most, const VisitPart& visit);

}  // namespace fencepost::core

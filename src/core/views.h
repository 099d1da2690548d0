// The view of a pointer says for what it may be used beyond designating an object: the member or array inside the object that
// pointer arithmetic must not leave (C11 6.5.6p8, J.2 "even if an object is apparently accessible"), and the restricted
// pointers that it is based on (6.7.3.1p3). Pointers hold the number of their view, so that they stay small and are compared
// without it. View 0 is the whole object, based on no restricted pointer.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "core/expr.h"

namespace fencepost::core {

struct View {
  bool bounded = false;
  SignedBits low = 0;  // bytes from the start of the object
  Bits size = 0;
  uint64_t based_on = 0;  // a bit for each restricted pointer

  auto operator<=>(const View&) const = default;
  bool holds(SignedBits offset, Bits bytes) const {
    return !bounded || (offset >= low && bytes <= size && static_cast<Bits>(offset - low) <= size - bytes);
  }
};

class Views {
 public:
  const View& operator[](uint32_t number) const { return table_[number]; }
  uint32_t number(const View& view) {
    auto [known, fresh] = numbers_.try_emplace(view, static_cast<uint32_t>(table_.size()));
    if (fresh) table_.push_back(view);
    return known->second;
  }

 private:
  std::vector<View> table_ = {View{}};
  std::map<View, uint32_t> numbers_ = {{View{}, 0}};
};

}  // namespace fencepost::core

// The views of pointers (core/views.h) with bounds that are terms. Each one that is made differently is a number of its own.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "program/unroll/value.h"

namespace fencepost::program::unroll {

struct View {
  Term low, size;         // bytes; null: all of the object
  uint64_t based_on = 0;  // a bit for each restricted pointer
};

class Views {
 public:
  const View& operator[](uint32_t number) const { return table_[number]; }
  uint32_t number(const View& view) {
    std::tuple key(view.low ? view.low.id() + 1 : 0, view.size ? view.size.id() + 1 : 0, view.based_on);
    auto [known, fresh] = numbers_.try_emplace(key, static_cast<uint32_t>(table_.size()));
    if (fresh) table_.push_back(view);
    return known->second;
  }

 private:
  std::vector<View> table_ = {View{}};
  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, uint32_t> numbers_ = {{{0, 0, 0}, 0}};
};

}  // namespace fencepost::program::unroll

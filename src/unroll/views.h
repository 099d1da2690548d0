// The views of pointers (core/views.h) with bounds that are terms. Each one that is made differently is a number of its own.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "unroll/value.h"

namespace fencepost::unroll {

struct View {
  Term low, size;         // bytes; null: all of the object
  uint64_t based_on = 0;  // a bit for each restricted pointer
};

// One whose bounds are numbers: the same in every unrolling.
struct FixedView {
  std::optional<std::pair<Bits, Bits>> bounds;  // low, size
  uint64_t based_on = 0;
  auto operator<=>(const FixedView&) const = default;
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
  // Nothing: its bounds depend on the path.
  std::optional<FixedView> fixed(uint32_t number) const {
    const View& view = table_[number];
    if (!view.size) return FixedView{{}, view.based_on};
    if (!view.low.is_const() || !view.size.is_const()) return std::nullopt;
    return FixedView{std::pair(view.low.value(), view.size.value()), view.based_on};
  }

 private:
  std::vector<View> table_ = {View{}};
  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, uint32_t> numbers_ = {{{0, 0, 0}, 0}};
};

}  // namespace fencepost::unroll

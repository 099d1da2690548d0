#include "check/cells.h"

#include <algorithm>

namespace fencepost::check {

Cells::Cells(const std::vector<result::Cell>& cells) : cells_(cells) {
  for (size_t i = 0; i < cells.size(); ++i) by_name_[cells[i].object].push_back(i);
  for (auto& [name, all] : by_name_)
    std::sort(all.begin(), all.end(), [&](size_t a, size_t b) { return cells[a].at < cells[b].at; });
}

void Cells::check() const {
  for (const auto& [name, all] : by_name_)
    for (size_t i = 1; i < all.size(); ++i)
      if (cells_[all[i - 1]].at + cells_[all[i - 1]].width > cells_[all[i]].at) throw Refused("shared cells overlap");
}

void Cells::bind(const result::ObjectName& name, core::ObjectId object) {
  bound_[name] = object;
  if (auto found = by_name_.find(name); found != by_name_.end()) by_object_[object] = found->second;
}

bool Cells::starts(const std::vector<size_t>& cells, uint64_t at) const {
  auto place = std::partition_point(cells.begin(), cells.end(), [&](size_t i) { return cells_[i].at < at; });
  return place != cells.end() && cells_[*place].at == at;
}

bool Cells::has(const result::ObjectName& name, uint64_t at) const {
  auto found = by_name_.find(name);
  return found != by_name_.end() && starts(found->second, at);
}

bool Cells::has(core::ObjectId object, uint64_t at) const {
  auto found = by_object_.find(object);
  return found != by_object_.end() && starts(found->second, at);
}

std::optional<core::ObjectId> Cells::bound(const result::ObjectName& name) const {
  auto found = bound_.find(name);
  return found == bound_.end() ? std::nullopt : std::optional(found->second);
}

size_t Cells::index(const result::Cell& cell) const {
  auto found = by_name_.find(cell.object);
  if (found != by_name_.end()) {
    auto place = std::partition_point(found->second.begin(), found->second.end(),
                                      [&](size_t i) { return cells_[i].at < cell.at; });
    if (place != found->second.end() && cells_[*place] == cell) return *place;
  }
  throw Refused("a step accesses a place that is not among the run's cells");
}

std::vector<size_t> Cells::touched(core::ObjectId object, uint64_t begin, uint64_t end) const {
  std::vector<size_t> result;
  auto found = by_object_.find(object);
  if (found == by_object_.end()) return result;
  auto place = std::partition_point(found->second.begin(), found->second.end(),
                                    [&](size_t i) { return cells_[i].at + cells_[i].width <= begin; });
  for (; place != found->second.end() && cells_[*place].at < end; ++place) result.push_back(*place);
  return result;
}

uint8_t Cells::mask(size_t cell, uint64_t at, uint64_t begin, uint64_t end) const {
  begin = std::max({begin, cells_[cell].at, 8 * at});
  end = std::min({end, cells_[cell].at + cells_[cell].width, 8 * at + 8});
  if (begin >= end) return 0;
  return static_cast<uint8_t>(((1u << (end - begin)) - 1) << (begin - 8 * at));
}

}  // namespace fencepost::check

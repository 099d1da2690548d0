#include "program/unroll/sharing.h"

#include <algorithm>

namespace fencepost::program::unroll {

namespace {

constexpr uint64_t kWidest = 64;    // bits of one cell
constexpr size_t kMostValues = 16;  // more are any: counters would grow for ever

}  // namespace

void Sharing::used(uint32_t object, uint64_t at, uint64_t width, uint32_t thread, unsigned spawns, bool writes) {
  if (width == 0) return;
  Use& use = uses_[object][{at, at + width}];
  if (!writes) {
    news_ = use.readers.insert(thread).second || news_;
    return;
  }
  auto [known, is_new] = use.writers.emplace(thread, spawns);
  news_ = news_ || is_new || known->second < spawns;
  known->second = std::max(known->second, spawns);
}

bool Sharing::handed_over(uint32_t writer, unsigned spawns, uint32_t user) const {
  for (auto made = made_.find(user); made != made_.end(); made = made_.find(made->second.first))
    if (made->second.first == writer) return spawns <= made->second.second;
  return false;
}

void Sharing::held(uint32_t object, const CellUse& cell, const Content& content) {
  Content& known = holdings_[{object, cell.at, cell.width}];
  auto raise = [&](bool& flag, bool value) {
    news_ = news_ || (value && !flag);
    flag = flag || value;
  };
  raise(known.pointer, content.pointer);
  raise(known.unspecified, content.unspecified);
  for (const Target& target : content.targets) news_ = known.targets.insert(target).second || news_;
  if (known.any_value) return;
  for (logic::Bits value : content.values) news_ = known.values.insert(value).second || news_;
  raise(known.any_value, content.any_value || known.values.size() > kMostValues);
}

std::vector<const CellUse*> Sharing::cells(uint32_t object, uint64_t at, uint64_t width) const {
  std::vector<const CellUse*> inside;
  auto known = cells_.find(object);
  if (known == cells_.end()) return inside;
  auto first = std::lower_bound(known->second.begin(), known->second.end(), at,
                                [](const CellUse& cell, uint64_t value) { return cell.at < value; });
  for (; first != known->second.end() && first->end() <= at + width; ++first) inside.push_back(&*first);
  return inside;
}

bool Sharing::settle() {
  if (!std::exchange(news_, false)) return false;
  cells_.clear();
  for (const auto& [object, ranges] : uses_) {
    std::set<uint64_t> cuts;
    for (const auto& [range, use] : ranges) {
      cuts.insert(range.first);
      cuts.insert(range.second);
    }
    std::vector<CellUse>& cells = cells_[object];
    for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
      uint64_t end = *std::next(cut);
      std::set<uint32_t> users;
      std::map<uint32_t, unsigned> writers;
      for (const auto& [range, use] : ranges) {
        if (range.first > *cut || range.second < end) continue;
        users.insert(use.readers.begin(), use.readers.end());
        for (const auto& [writer, spawns] : use.writers) {
          users.insert(writer);
          unsigned& last = writers[writer];
          last = std::max(last, spawns);
        }
      }
      if (users.empty()) continue;
      bool shared = std::any_of(writers.begin(), writers.end(), [&](const auto& write) {
        return std::any_of(users.begin(), users.end(), [&](uint32_t user) {
          return user != write.first && !handed_over(write.first, write.second, user);
        });
      });
      shared = shared || std::any_of(ordering_.begin(), ordering_.end(), [&](const Place& place) {
                 const auto& [where, first, last] = place;
                 return where == object && first <= *cut && end <= last;
               });
      for (uint64_t at = *cut; at < end; at += kWidest) {
        CellUse cell;
        cell.at = at;
        cell.width = std::min(kWidest, end - at);
        cell.shared = shared;
        if (auto holding = holdings_.find({object, at, cell.width}); holding != holdings_.end()) {
          cell.pointer = holding->second.pointer;
          cell.unspecified = holding->second.unspecified;
          cell.targets = holding->second.targets;
          cell.values = holding->second.values;
          cell.any_value = holding->second.any_value;
        }
        cells.push_back(std::move(cell));
      }
    }
  }
  return true;
}

}  // namespace fencepost::program::unroll

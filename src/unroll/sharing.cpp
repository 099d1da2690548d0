#include "unroll/sharing.h"

#include <algorithm>
#include <bit>

namespace fencepost::unroll {

namespace {

constexpr uint64_t kWidest = 64;         // bits of one cell, unless it is accessed at once ...
constexpr uint64_t kWidestScalar = 128;  // ... as a scalar of so many
constexpr size_t kMostValues = 16;       // more are any: counters would grow for ever
constexpr ptrdiff_t kMostOffsets = 32;   // of one object, likewise
constexpr ptrdiff_t kMostNumbers = 4;    // in a part of a wide word, likewise: of one that changes with each update

}  // namespace

void Sharing::read(uint32_t object, uint64_t at, uint64_t width, uint32_t thread) {
  if (width == 0) return;
  news_ = uses_[object][{at, at + width}].readers.insert(thread).second || news_;
}

void Sharing::written(uint32_t object, uint64_t at, uint64_t width, bool at_once, uint32_t thread, unsigned spawns,
                      const std::vector<Held>& held) {
  if (width == 0) return;
  std::set<Lock> locks;
  for (const Held& lock : held) locks.insert({lock.object, lock.at});
  Use& use = uses_[object][{at, at + width}];
  news_ = !std::exchange(at_once ? use.at_once : use.in_pieces, true) || news_;
  auto [known, is_new] = use.writers.try_emplace(thread, Writer{spawns, locks});
  Writer& writer = known->second;
  news_ = news_ || is_new || writer.spawns < spawns;
  writer.spawns = std::max(writer.spawns, spawns);
  news_ = std::erase_if(writer.locks, [&](const Lock& lock) { return !locks.contains(lock); }) > 0 || news_;
}

void Sharing::mixed(uint32_t object, uint64_t at, uint64_t width) {
  for (auto known = bit_fields_.lower_bound({object, 0, 0}); known != bit_fields_.end(); ++known) {
    const auto& [where, first, last] = *known;
    if (where != object) return;
    if (first <= at && at + width <= last) news_ = mixed_.insert(*known).second || news_;
  }
}

void Sharing::is_lock(const Lock& lock, uint64_t width) {
  auto number = static_cast<uint32_t>(locks_.size()) + kSection + 1;
  news_ = locks_.emplace(lock, KnownLock{number, width}).second || news_;
}

void Sharing::misused(uint32_t object, uint64_t at, uint64_t width) {
  for (auto known = locks_.lower_bound({object, 0}); known != locks_.end() && known->first.first == object; ++known)
    if (known->first.second < at + width && at < known->first.second + known->second.width)
      news_ = misused_.insert(known->first).second || news_;
}

bool Sharing::guards(const Lock& lock, const CellUse& cell, uint32_t thread) const {
  if (misused_.contains(lock)) return false;
  return std::all_of(cell.writers.begin(), cell.writers.end(), [&](const auto& known) {
    const auto& [writer, how] = known;
    return writer == thread || how.locks.contains(lock) || handed_over(writer, how.spawns, thread);
  });
}

bool Sharing::is_own(const CellUse& cell, uint32_t thread) const {
  return std::all_of(cell.writers.begin(), cell.writers.end(), [&](const auto& known) {
    return known.first == thread || handed_over(known.first, known.second.spawns, thread);
  });
}

bool Sharing::handed_over(uint32_t writer, unsigned spawns, uint32_t user) const {
  for (auto made = made_.find(user); made != made_.end(); made = made_.find(made->second.first))
    if (made->second.first == writer) return spawns <= made->second.second;
  return false;
}

void Content::add(const Content& other) {
  pointer = pointer || other.pointer;
  unspecified = unspecified || other.unspecified;
  targets.insert(other.targets.begin(), other.targets.end());
  views.insert(other.views.begin(), other.views.end());
  values.insert(other.values.begin(), other.values.end());
  any_value = any_value || other.any_value;
  parts.resize(std::max(parts.size(), other.parts.size()));
  for (size_t i = 0; i < other.parts.size(); ++i) parts[i].add(other.parts[i]);
}

bool Content::add(const PointsToTarget& target) {
  if (!targets.insert(target).second) return false;
  auto first = targets.lower_bound({target.object, {}}), last = targets.lower_bound({target.object + 1, {}});
  if (std::distance(first, last) > kMostOffsets) targets.insert({target.object, {}});
  return true;
}

CellUse CellUse::seen_by(uint32_t lock, uint32_t thread) const {
  auto is_hidden = [&](const auto& part) { return part.first.first == lock && part.first.second != thread; };
  if (std::none_of(inside.begin(), inside.end(), is_hidden)) return *this;
  CellUse seen = *this;
  static_cast<Content&>(seen) = outside;
  seen.pointer = pointer;
  seen.unspecified = unspecified;
  for (const auto& part : inside)
    if (!is_hidden(part)) seen.add(part.second);
  return seen;
}

void Sharing::held(uint32_t object, const CellUse& cell, const Content& content, const CellUse::Inside& inside) {
  auto raise = [&](bool& flag, bool value) {
    news_ = news_ || (value && !flag);
    flag = flag || value;
  };
  auto note = [&](auto&& itself, Content& known, const Content& found) -> void {
    raise(known.pointer, found.pointer);
    raise(known.unspecified, found.unspecified);
    for (const PointsToTarget& target : found.targets)
      if (!known.targets.contains({target.object, {}})) news_ = known.add(target) || news_;
    for (const FixedView& view : found.views) news_ = known.views.insert(view).second || news_;
    known.parts.resize(std::max(known.parts.size(), found.parts.size()));
    for (size_t i = 0; i < found.parts.size(); ++i) {
      itself(itself, known.parts[i], found.parts[i]);
      auto is_number = [](const PointsToTarget& target) { return target.object == 0; };
      raise(known.parts[i].any_value, std::ranges::count_if(known.parts[i].targets, is_number) > kMostNumbers);
    }
    if (known.any_value) return;
    for (logic::Bits value : found.values) news_ = known.values.insert(value).second || news_;
    raise(known.any_value, found.any_value || known.values.size() > kMostValues);
  };
  Holding& holding = holdings_[{object, cell.at, cell.width}];
  note(note, holding.all, content);
  note(note, inside.first == 0 ? holding.outside : holding.inside[inside], content);
}

void Sharing::holds_pointer(uint32_t object, const CellUse& cell) {
  if (cell.pointer) return;
  held(object, cell, {.pointer = true});
  for (CellUse& known : cells_[object])
    if (known.at == cell.at) known.pointer = true;
}

bool Sharing::cuts(uint32_t object, uint64_t at, uint64_t width) const {
  auto uses = uses_.find(object);
  if (uses == uses_.end()) return false;
  auto use = uses->second.lower_bound({at - std::min(at, kWidestScalar), 0});
  for (; use != uses->second.end() && use->first.first < at + width; ++use)
    if (use->first.second > at && use->first != std::pair(at, at + width)) return true;
  return false;
}

std::vector<const CellUse*> Sharing::cells(uint32_t object, uint64_t at, uint64_t width) const {
  std::vector<const CellUse*> inside;
  auto known = cells_.find(object);
  if (known == cells_.end()) return inside;
  auto first = std::partition_point(known->second.begin(), known->second.end(),
                                    [&](const CellUse& cell) { return cell.end() <= at; });
  for (; first != known->second.end() && first->at < at + width; ++first) inside.push_back(&*first);
  return inside;
}

// Does one thread read parts of what is written on either side of the cut, each by itself? Reads that have a bit in common
// see writes to it in one order, as reads of one cell do.
bool Sharing::is_read_apart(const Range& written, uint64_t cut, const std::map<Range, Use>& uses) {
  std::set<uint32_t> before;
  for (const auto& [range, use] : uses)  // by where they begin
    if (written.first < range.second && range.second <= cut)
      before.insert(use.readers.begin(), use.readers.end());
    else if (cut <= range.first && range.first < written.second &&
             std::ranges::any_of(use.readers, [&](uint32_t reader) { return before.contains(reader); }))
      return true;
  return false;
}

// A scalar that is not aligned is accessed byte by byte, and whoever looks on may find some of them written and others not.
// A pointer would be lost by that; what a cell holds is known once it has been a cell.
bool Sharing::is_of_bytes(uint32_t object, const Range& range, const Use& use) const {
  const uint64_t width = range.second - range.first;
  if (!use.in_pieces || width > kWidest || !std::has_single_bit(width) || range.first % width == 0) return false;
  auto holding = holdings_.find({object, range.first, width});
  return holding != holdings_.end() && !holding->second.all.pointer;
}

// Where cells begin and end.
std::set<uint64_t> Sharing::cuts(uint32_t object, const std::map<Range, Use>& uses) const {
  std::set<uint64_t> all, by_reads;
  for (const auto& [range, use] : uses) {
    (use.writers.empty() ? by_reads : all).insert({range.first, range.second});
    for (uint64_t at = range.first + 8; is_of_bytes(object, range, use) && at < range.second; at += 8) all.insert(at);
  }
  for (uint64_t cut : by_reads) {
    bool at_once = false, in_pieces = false;
    for (const auto& [range, use] : uses) {
      if (use.writers.empty() || range.first >= cut || cut >= range.second) continue;
      (use.in_pieces || (loads_pass_ && is_read_apart(range, cut, uses)) ? in_pieces : at_once) = true;
    }
    if (in_pieces || !at_once) all.insert(cut);
  }
  return all;
}

bool Sharing::settle() {
  if (!std::exchange(news_, false)) return false;
  cells_.clear();
  for (const auto& [object, ranges] : uses_) {
    std::set<uint64_t> bounds = cuts(object, ranges);
    std::vector<CellUse>& cells = cells_[object];
    for (auto cut = bounds.begin(); std::next(cut) != bounds.end(); ++cut) {
      uint64_t end = *std::next(cut);
      std::set<uint32_t> users;
      std::map<uint32_t, Writer> writers;
      for (const auto& [range, use] : ranges) {
        if (range.first >= end || range.second <= *cut) continue;
        users.insert(use.readers.begin(), use.readers.end());
        for (const auto& [writer, how] : use.writers) {
          if (unread_writes_) users.insert(writer);
          Writer& all = writers.try_emplace(writer, how).first->second;
          all.spawns = std::max(all.spawns, how.spawns);
          std::erase_if(all.locks, [&](const Lock& lock) { return !how.locks.contains(lock); });
        }
      }
      if (users.empty() && writers.empty()) continue;
      bool shared = std::any_of(writers.begin(), writers.end(), [&](const auto& write) {
        return std::any_of(users.begin(), users.end(), [&](uint32_t user) {
          return user != write.first && !handed_over(write.first, write.second.spawns, user);
        });
      });
      shared = shared || std::any_of(ordering_.begin(), ordering_.end(), [&](const ObjectRange& place) {
                 const auto& [where, first, last] = place;
                 return where == object && first < end && *cut < last;
               });
      auto scalar = ranges.find({*cut, end});
      const bool is_scalar =
          end - *cut == kWidestScalar && scalar != ranges.end() && scalar->second.at_once && !scalar->second.in_pieces;
      const uint64_t widest = is_scalar ? kWidestScalar : kWidest;
      for (uint64_t at = *cut; at < end; at += widest) {
        CellUse cell;
        cell.at = at;
        cell.width = std::min(widest, end - at);
        cell.shared = shared;
        cell.writers = writers;
        if (auto holding = holdings_.find({object, at, cell.width}); holding != holdings_.end()) {
          static_cast<Content&>(cell) = holding->second.all;
          cell.outside = holding->second.outside;
          cell.inside = holding->second.inside;
        }
        cells.push_back(std::move(cell));
      }
    }
  }
  return true;
}

}  // namespace fencepost::unroll

#include "core/race.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"

namespace fencepost::core {

namespace {

bool conflicts(const Access& a, const Access& b) {
  return (a.write || b.write) && a.object == b.object && a.begin < b.end && b.begin < a.end;
}

template <typename T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  from.clear();
}

}  // namespace

void RaceTracker::Footprint::add(const Access& access) {
  std::vector<Access>& known = by_object_[index(access.object)];
  for (const Access& other : known)
    if (other.begin <= access.begin && access.end <= other.end && (other.write || !access.write)) return;
  known.push_back(access);
}

void RaceTracker::Footprint::add(Footprint&& other) {
  if (by_object_.empty()) {
    by_object_ = std::move(other.by_object_);
  } else {
    for (const auto& [object, accesses] : other.by_object_)
      for (const Access& access : accesses) add(access);
  }
  other.by_object_.clear();
}

const Access* RaceTracker::Footprint::conflict(const Access& access) const {
  auto known = by_object_.find(index(access.object));
  if (known == by_object_.end()) return nullptr;
  for (const Access& other : known->second)
    if (conflicts(other, access)) return &other;
  return nullptr;
}

void RaceTracker::leave_block() {
  FP_CHECK(!scopes_.empty() && scopes_.back().unseq == nullptr);
  Scope inner = std::move(scopes_.back());
  scopes_.pop_back();
  if (!scopes_.empty()) append(scopes_.back().pending, inner.pending);
}

void RaceTracker::enter_unseq(const Stmt& stmt) {
  scopes_.push_back({});
  scopes_.back().unseq = &stmt;
}

void RaceTracker::next_strand() {
  Scope& scope = scopes_.back();
  append(scope.left_over, scope.pending);
  scope.finished.add(std::move(scope.current));
}

void RaceTracker::leave_unseq() {
  FP_CHECK(!scopes_.empty() && scopes_.back().unseq != nullptr);
  next_strand();
  Scope inner = std::move(scopes_.back());
  scopes_.pop_back();
  FP_CHECK_MSG(!scopes_.empty(), "an Unseq stands in a block");
  append(scopes_.back().pending, inner.left_over);
  for (size_t i = scopes_.size(); i-- > 0;) {
    if (scopes_[i].unseq == nullptr) continue;
    scopes_[i].current.add(std::move(inner.finished));
    break;
  }
}

std::optional<Access> RaceTracker::act(const std::vector<Access>& actions) {
  std::optional<Access> found;
  Footprint* strand = nullptr;
  for (size_t i = scopes_.size(); i-- > 0;) {
    Scope& scope = scopes_[i];
    for (const Access& action : actions) {
      if (found) break;
      for (const Access& earlier : scope.pending)
        if (!found && conflicts(earlier, action)) found = earlier;
      if (scope.unseq == nullptr || found) continue;
      if (const Access* earlier = scope.finished.conflict(action)) found = *earlier;
    }
    if (scope.unseq != nullptr && strand == nullptr) strand = &scope.current;
  }
  for (const Access& action : actions) {
    if (strand != nullptr) strand->add(action);
    if (action.negative) scopes_.back().pending.push_back(action);
  }
  return found;
}

bool RaceTracker::inside_unseq() const {
  return std::any_of(scopes_.begin(), scopes_.end(), [](const Scope& scope) { return scope.unseq != nullptr; });
}

std::vector<const Stmt*> RaceTracker::open_unseqs() const {
  std::vector<const Stmt*> open;
  for (const Scope& scope : scopes_)
    if (scope.unseq != nullptr) open.push_back(scope.unseq);
  return open;
}

}  // namespace fencepost::core

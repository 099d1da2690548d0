#include "core/race_tracker.h"

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

void RaceTracker::Footprint::add(const Access& access, unsigned strand) {
  std::vector<Known>& known = by_object_[index(access.object)];
  for (const auto& [other, whose] : known)
    if (whose == strand && other.begin <= access.begin && access.end <= other.end && (other.write || !access.write))
      return;
  known.push_back({access, strand});
}

void RaceTracker::Footprint::add(const Footprint& other, unsigned strand) {
  for (const auto& [object, accesses] : other.by_object_)
    for (const Known& known : accesses) add(known.access, strand);
}

const Access* RaceTracker::Footprint::conflict(const Access& access, unsigned strand) const {
  auto known = by_object_.find(index(access.object));
  if (known == by_object_.end()) return nullptr;
  for (const auto& [other, whose] : known->second)
    if (whose != strand && conflicts(other, access)) return &other;
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
  scopes_.back().indeterminate = std::get<Unseq>(stmt.kind).indeterminate;
}

void RaceTracker::next_strand(unsigned strand) {
  Scope& scope = scopes_.back();
  append(scope.left_over, scope.pending);
  scope.others.add(scope.current, scope.strand);
  scope.current.clear();
  scope.strand = strand;
}

RaceTracker::Strand RaceTracker::suspend(size_t number) {
  FP_CHECK(number < scopes_.size() && scopes_[number].unseq != nullptr);
  Scope& scope = scopes_[number];
  scope.others.add(scope.current, scope.strand);
  for (size_t i = number + 1; i < scopes_.size(); ++i) {
    scope.others.add(scopes_[i].current, scope.strand);
    scope.others.add(scopes_[i].others, scope.strand);
  }
  Strand strand{{std::make_move_iterator(scopes_.begin() + static_cast<std::ptrdiff_t>(number) + 1),
                 std::make_move_iterator(scopes_.end())},
                std::move(scope.pending),
                std::move(scope.current)};
  scope.pending.clear();
  scope.current.clear();
  scopes_.resize(number + 1);
  return strand;
}

void RaceTracker::resume(Strand strand, unsigned number) {
  Scope& scope = scopes_.back();
  scope.strand = number;
  scope.pending = std::move(strand.pending);
  scope.current = std::move(strand.current);
  append(scopes_, strand.inside);
}

void RaceTracker::leave_unseq() {
  FP_CHECK(!scopes_.empty() && scopes_.back().unseq != nullptr);
  next_strand(0);
  Scope inner = std::move(scopes_.back());
  scopes_.pop_back();
  FP_CHECK_MSG(!scopes_.empty(), "an Unseq stands in a block");
  append(scopes_.back().pending, inner.left_over);
  for (size_t i = scopes_.size(); i-- > 0;) {
    if (scopes_[i].unseq == nullptr) continue;
    scopes_[i].current.add(inner.others, 0);
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
      if (scope.unseq == nullptr || scope.indeterminate || found) continue;
      if (const Access* earlier = scope.others.conflict(action, scope.strand)) found = *earlier;
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

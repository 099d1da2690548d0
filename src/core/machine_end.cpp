#include <fmt/format.h>

#include <algorithm>

#include "core/leaks.h"
#include "core/machine.h"

namespace fencepost::core {

namespace {

// Each look for lost objects goes over all of memory, so their number is limited.
constexpr unsigned kMostLooks = 2000;

bool may_overwrite(const Stmt& stmt) {
  return std::holds_alternative<Store>(stmt.kind) || std::holds_alternative<Rmw>(stmt.kind) ||
         std::holds_alternative<Copy>(stmt.kind) || std::holds_alternative<Fill>(stmt.kind) ||
         std::holds_alternative<Kill>(stmt.kind);
}

}  // namespace

void Machine::follow_pointers(const Stmt& stmt) {
  // With threads a store may reach memory later than its statement.
  if (has_spawned()) return lost_at_.clear();
  if (!may_overwrite(stmt) || looks_ > kMostLooks) return;
  std::vector<ObjectId> all = unfreed(memory_);
  if (all.empty()) return;
  if (++looks_ > kMostLooks) return lost_at_.clear();
  std::vector<ObjectId> gone = lost(memory_, self().allocated);
  for (ObjectId id : all) {
    if (std::find(gone.begin(), gone.end(), id) == gone.end()) {
      was_held_.insert(id);
      lost_at_.erase(id);
    } else if (was_held_.count(id) > 0) {
      lost_at_.emplace(id, position_of(stmt));
    }
  }
}

// What other threads hold that still run is not looked for: it counts as held, whatever it is. Where a thread comes to its
// end, the program can end after it.
std::vector<Failure> Machine::leaks(const std::vector<ObjectId>& locals, const std::string& when) const {
  std::vector<Failure> found;
  auto add = [&](Undef kind, const std::vector<ObjectId>& objects, std::string_view what) {
    for (ObjectId id : objects) {
      const Object& object = memory_.object(id);
      std::string detail = fmt::format("{} at line {} {} {}", object.name, object.made_at.line, what, when);
      if (auto gone = lost_at_.find(id); kind == Undef::memory_leak && gone != lost_at_.end())
        detail += fmt::format("; its last pointer went at line {}", gone->second.pos.line);
      found.push_back({kind, object.made_at, object.made_in, std::move(detail), {}});
    }
  };
  bool is_alone = std::all_of(threads_.begin(), threads_.end(),
                              [&](const Thread& thread) { return &thread == current_ || thread.ended; });
  if (checks_.has(Undef::unfreed)) add(Undef::unfreed, unfreed(memory_), "is not freed");
  if (checks_.has(Undef::memory_leak) && is_alone) add(Undef::memory_leak, lost(memory_, locals), "is lost");
  return found;
}

void Machine::end_program(const Position& position, const std::vector<ObjectId>& locals, const std::string& when) {
  std::vector<Failure> found = leaks(locals, when);
  if (found.empty()) return;
  for (const Failure& failure : found)
    tell_at(self().number, position, fmt::format("{} fails: {}", info(failure.kind).id, failure.detail));
  if (!self().outcome || self().outcome->kind == Outcome::Kind::finished)
    stop(Outcome::Kind::violated, "", found.front().pos);
  self().outcome->failures.insert(self().outcome->failures.end(), found.begin(), found.end());
}

void Machine::note_return(const Position& position) {
  if (self().number == 0 && self().frames.size() == 2) last_return_ = position;
}

// A program whose first thread has called pthread_exit ends when its last thread ends (POSIX).
void Machine::end_with_last_thread(const Position& position) {
  bool is_last = std::all_of(threads_.begin(), threads_.end(), [](const Thread& thread) { return thread.ended; });
  if (is_last) end_program(position, {}, "when the last thread ends");
}

}  // namespace fencepost::core

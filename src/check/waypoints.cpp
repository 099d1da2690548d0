#include "check/waypoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fencepost::check {

namespace {

using core::SourceMap;
using core::WayStep;
using result::Waypoint;
using Kind = Waypoint::Kind;

bool is_at(const Waypoint& point, const SourcePos& pos) {
  return pos.file == point.pos.file && pos.line == point.pos.line &&
         (point.pos.column == 0 || pos.column == point.pos.column);
}

// Does the interpreter note when a run passes such a waypoint?
bool is_noted(const Waypoint& point, const SourceMap& map) {
  if (point.kind == Kind::branching)
    return std::ranges::any_of(map.branches, [&](const SourceMap::Branch& branch) {
      return is_at(point, branch.keyword) &&
             (branch.kind == SourceMap::Branch::Kind::if_ || branch.kind == SourceMap::Branch::Kind::loop);
    });
  return point.kind == Kind::function_enter && point.creates;
}

bool passes(const WayStep& step, const Waypoint& point, const SourceMap& map) {
  if (point.kind == Kind::branching)
    return step.kind == WayStep::Kind::branch && is_at(point, step.pos) && step.taken == (point.value == "true");
  if (step.kind != WayStep::Kind::spawn) return false;
  if (const SourceMap::Arm* arm = map.arm_at(step.pos)) return is_at(point, arm->begin);
  return std::ranges::any_of(
      map.calls, [&](const SourceMap::Call& call) { return call.begin == step.pos && is_at(point, call.closing); });
}

class Follower {
 public:
  Follower(const result::Witness& witness, const SourceMap& map) : map_(map) {
    for (const result::Segment& segment : witness.segments)
      for (const Waypoint& point : segment.follow)
        if (point.kind != Kind::target && is_noted(point, map)) points_.push_back(&point);
  }

  std::optional<std::string> problem(const std::vector<WayStep>& way, bool in_one_order) {
    std::vector<bool> passed(points_.size());
    uint32_t created = 0;
    for (const WayStep& step : way) {
      auto number = numbers_.find(step.thread);
      if (number == numbers_.end()) continue;
      for (size_t i = 0; i < points_.size(); ++i) {
        if (passed[i]) continue;
        if (points_[i]->thread == number->second && passes(step, *points_[i], map_)) {
          passed[i] = true;
          if (points_[i]->creates) numbers_[step.spawned] = ++created;
          break;
        }
        // The next one of its thread, or of all, has to come first.
        if (in_one_order || points_[i]->thread == number->second) break;
      }
    }
    for (size_t i = 0; i < points_.size(); ++i)
      if (!passed[i])
        return fmt::format("the run does not pass the waypoint of line {} of the witness", points_[i]->told_at.line);
    return std::nullopt;
  }

  // Once the way is followed.
  bool is_by(uint32_t thread, const SourcePos& pos, const Waypoint& target) const {
    auto number = numbers_.find(thread);
    return number != numbers_.end() && number->second == target.thread && is_at_target(target, pos, map_);
  }

 private:
  const SourceMap& map_;
  std::vector<const Waypoint*> points_;
  std::map<uint32_t, uint32_t> numbers_ = {{0, 0}};  // of threads in the witness, by their number in the run
};

// Are the two accesses those of the targets, each by its thread?
bool races_there(const std::vector<Waypoint>& targets, const std::vector<result::Racing>& racing,
                 const Follower& follower) {
  auto is_by = [&](size_t access, const Waypoint& target) {
    return follower.is_by(racing[access].thread, racing[access].pos, target);
  };
  if (racing.size() != 2) return false;
  const Waypoint &one = targets.front(), &other = targets.back();
  if (targets.size() == 1) return is_by(0, one) || is_by(1, one);
  return (is_by(0, one) && is_by(1, other)) || (is_by(0, other) && is_by(1, one));
}

}  // namespace

bool is_at_target(const Waypoint& target, const SourcePos& pos, const SourceMap& map) {
  if (!pos.valid() || pos.file != target.pos.file) return false;
  if (is_at(target, pos)) return true;
  auto is_inside = [&](const SourcePos& begin, const SourcePos& end) {
    return begin.file == pos.file && !core::is_before(pos, begin) && core::is_before(pos, end);
  };
  // The statement that fails; one around it, such as the body of the function, only where both are in one line.
  const SourceMap::Statement* const failing = map.statement_around(pos);
  for (const SourceMap::Statement& one : map.statements)
    if ((is_at(target, one.inner) || is_at(target, one.begin)) && is_inside(one.begin, one.end) &&
        (&one == failing || one.begin.line == pos.line))
      return true;
  return std::ranges::any_of(map.branches, [&](const SourceMap::Branch& one) {
    return one.begin.valid() && is_at(target, one.begin) && is_inside(one.begin, one.end);
  });
}

std::optional<std::string> problem_of(const result::Witness& witness, const result::Violation& violation,
                                      const SourceMap& map, bool in_one_order) {
  const std::vector<Waypoint>& targets = witness.segments.back().follow;
  const bool is_race = violation.kind == core::Undef::data_race;
  if (targets.size() > 1 && !is_race) return "the run does not end in a data race, as the witness says";
  auto is_at_one = [&](const SourcePos& pos) {
    return std::ranges::any_of(targets, [&](const Waypoint& target) { return is_at_target(target, pos, map); });
  };
  // Of two accesses that race the claim names one, and the story ends with the other.
  if (!is_at_one(violation.pos) && !(is_race && !violation.trace.empty() && is_at_one(violation.trace.back().pos)))
    return "the run does not fail where the witness says";
  if (targets.size() > 1 && !std::ranges::all_of(targets, [&](const Waypoint& target) {
        return std::ranges::any_of(violation.trace,
                                   [&](const result::Step& step) { return is_at_target(target, step.pos, map); });
      }))
    return "the run does not have both accesses of the witness";
  if (violation.way.empty()) return std::nullopt;
  Follower follower(witness, map);
  if (auto problem = follower.problem(violation.way, in_one_order)) return problem;
  auto is_there = [&](const result::Step& step) { return is_at_target(targets.front(), step.pos, map); };
  auto is_by = [&](const result::Step& step) { return follower.is_by(step.thread, step.pos, targets.front()); };
  const bool is_by_it =
      is_race ? races_there(targets, violation.racing, follower)
              : std::ranges::none_of(violation.trace, is_there) || std::ranges::any_of(violation.trace, is_by);
  return is_by_it ? std::nullopt : std::optional("another thread of the run fails than the witness says");
}

}  // namespace fencepost::check

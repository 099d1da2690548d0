#include "report/witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace fencepost::report {

namespace {

using core::SourceMap;
using core::WayStep;
using result::Segment;
using result::Waypoint;

class Maker {
 public:
  Maker(const result::Violation& violation, const SourceMap& map) : violation_(violation), map_(map) {
    for (const SourceMap::Statement& one : map.statements) defined_.insert(one.function);
  }

  result::Witness made() {
    numbers_[0] = 0;
    const size_t failing = last_at_target();
    for (size_t i = 0; i < violation_.way.size(); ++i)
      if (i <= failing || !is_beside(violation_.way[i], violation_.way[failing])) add(violation_.way[i]);
    if (violation_.kind == core::Undef::liveness) end_rounds();
    Segment last;
    last.follow.push_back(target(violation_.pos, failing_thread(), violation_.function));
    if (!violation_.racing.empty()) {
      const result::Racing& other = violation_.racing.back();
      last.follow.push_back(target(other.pos, other.thread, {}));
    }
    witness_.segments.push_back(std::move(last));
    return std::move(witness_);
  }

 private:
  // Where the model wants promises kept, the thread that fails goes on: of no matter to who looks for the failure.
  static bool is_beside(const WayStep& step, const WayStep& failing) {
    return step.thread == failing.thread && step.entry == failing.entry;
  }
  // The last step of what fails; all of them if none is of that statement.
  size_t last_at_target() const {
    const SourceMap::Statement* statement = map_.statement_around(violation_.pos);
    const uint32_t thread = failing_thread();
    for (size_t i = violation_.way.size(); statement != nullptr && i-- > 0;) {
      const WayStep& step = violation_.way[i];
      if (step.thread == thread && step.pos.valid() && map_.statement_around(step.pos) == statement) return i;
    }
    return violation_.way.size();
  }

  void add(const WayStep& step) {
    auto thread = numbers_.find(step.thread);
    if (!step.pos.valid()) return;
    const WayStep* const before = std::exchange(last_[step.thread], &step);
    const SourceMap::Statement* statement = map_.statement_around(step.pos);
    const bool is_new = statement != nullptr && entered_.emplace(step.thread, step.entry, statement).second;
    Waypoint point;
    if (step.kind == WayStep::Kind::spawn) {
      const SourceMap::Call* call = map_.creation_at(step.pos);
      const SourceMap::Arm* arm = map_.arm_at(step.pos);
      if ((call == nullptr && arm == nullptr) || thread == numbers_.end()) return;
      numbers_[step.spawned] = ++witness_.threads;
      point.kind = Waypoint::Kind::function_enter;
      point.pos = arm != nullptr ? arm->begin : call->closing;
      point.function = arm != nullptr ? arm->function : call->function;
      point.creates = true;
    } else if (step.kind == WayStep::Kind::branch) {
      const SourceMap::Branch* branch = map_.branch_at(step.pos);
      if (branch == nullptr || !branch->is_written || !branch->begin.valid() ||
          branch->kind == SourceMap::Branch::Kind::switch_)
        return;
      point.kind = Waypoint::Kind::branching;
      point.pos = branch->keyword;
      point.function = branch->function;
      point.value = step.taken ? "true" : "false";
    } else if (step.kind == WayStep::Kind::choice) {
      const SourceMap::Call* call = map_.call_at(step.pos);
      if (call == nullptr || !call->callee.starts_with("__VERIFIER_nondet_") || !call->is_written) return;
      point.kind = Waypoint::Kind::function_return;
      point.pos = call->closing;
      point.function = call->function;
      point.value = "\\result == " + step.value;
    } else {
      if (!is_new || !statement->in_block || !statement->is_written || statement->is_loop) return;
      if (before != nullptr && may_have_called(*statement, step, *before)) return;
      point.kind = Waypoint::Kind::assumption;
      point.pos = statement->inner;
      point.function = statement->function;
      point.value = "1";
    }
    if (thread == numbers_.end()) return;
    point.thread = thread->second;
    witness_.segments.push_back({{}, {std::move(point)}});
  }

  // Who waits in a loop for ever was seen to go round for long; that it comes round once more says all.
  void end_rounds() {
    constexpr size_t kLongest = 64;
    std::map<uint32_t, std::vector<size_t>> of_thread;
    for (size_t i = 0; i < witness_.segments.size(); ++i)
      of_thread[witness_.segments[i].follow.front().thread].push_back(i);
    auto is_same = [&](size_t a, size_t b) {
      const Waypoint &one = witness_.segments[a].follow.front(), &other = witness_.segments[b].follow.front();
      return one.kind == Waypoint::Kind::branching && one.kind == other.kind && one.pos == other.pos &&
             one.value == other.value;
    };
    std::set<size_t> dropped;
    for (auto& [thread, points] : of_thread)
      for (size_t round = 1; round <= kLongest; ++round)
        while (points.size() >= 2 * round &&
               std::equal(points.end() - static_cast<std::ptrdiff_t>(round), points.end(),
                          points.end() - static_cast<std::ptrdiff_t>(2 * round), is_same)) {
          dropped.insert(points.end() - static_cast<std::ptrdiff_t>(round), points.end());
          points.resize(points.size() - round);
        }
    std::vector<Segment> kept;
    for (size_t i = 0; i < witness_.segments.size(); ++i)
      if (!dropped.contains(i)) kept.push_back(std::move(witness_.segments[i]));
    witness_.segments = std::move(kept);
  }

  // Has the statement begun before what came before, in a function that it calls? Then its beginning, which a waypoint is about, is passed.
  bool may_have_called(const SourceMap::Statement& statement, const WayStep& step, const WayStep& before) const {
    return std::ranges::any_of(map_.calls, [&](const SourceMap::Call& call) {
      const bool is_inside = call.begin.file == statement.begin.file && !core::is_before(call.begin, statement.begin) &&
                             core::is_before(call.begin, statement.end);
      if (!is_inside || (!call.callee.empty() && !defined_.contains(call.callee))) return false;
      return before.function != step.function || (call.callee == step.function && before.entry != step.entry);
    });
  }

  // The statement that fails, or the condition of a branch in which it does.
  Waypoint target(const SourcePos& pos, uint32_t thread, const std::string& function) {
    Waypoint point;
    point.kind = Waypoint::Kind::target;
    point.pos = pos;
    point.function = function;
    if (auto number = numbers_.find(thread); number != numbers_.end())
      point.thread = number->second;
    else
      witness_.is_nameless = true;
    if (const SourceMap::Statement* statement = map_.statement_around(pos)) {
      point.pos = statement->inner;
      point.function = statement->function;
    }
    for (const SourceMap::Branch& branch : map_.branches)
      if (branch.begin.valid() && branch.begin.file == pos.file && !core::is_before(pos, branch.begin) &&
          core::is_before(pos, branch.end) && !core::is_before(branch.begin, point.pos))
        point.pos = branch.begin;
    return point;
  }

  uint32_t failing_thread() const {
    if (!violation_.racing.empty()) return violation_.racing.front().thread;
    for (auto step = violation_.trace.rbegin(); step != violation_.trace.rend(); ++step)
      if (step->pos == violation_.pos) return step->thread;
    return violation_.trace.empty() ? 0 : violation_.trace.back().thread;
  }

  const result::Violation& violation_;
  const SourceMap& map_;
  result::Witness witness_;
  std::map<uint32_t, uint32_t> numbers_;  // of threads, by their number in the run
  std::map<uint32_t, const WayStep*> last_;
  std::set<std::string> defined_;  // functions
  std::set<std::tuple<uint32_t, uint64_t, const SourceMap::Statement*>> entered_;
};

}  // namespace

result::Witness witness_of(const result::Violation& violation, const SourceMap& map) {
  return Maker(violation, map).made();
}

std::string specification_of(core::Undef kind) {
  using core::Undef;
  static const std::map<Undef, const char*> kNames = {
      {Undef::reach_error, "G ! call(reach_error())"}, {Undef::assertion, "G ! call(__assert_fail())"},
      {Undef::signed_overflow, "G ! overflow"},        {Undef::data_race, "G ! data-race"},
      {Undef::memory_leak, "G valid-memtrack"},        {Undef::unfreed, "G valid-memcleanup"},
      {Undef::invalid_free, "G valid-free"},           {Undef::double_free, "G valid-free"}};
  auto found = kNames.find(kind);
  return found != kNames.end() ? found->second : fmt::format("G ! {}", core::info(kind).id);
}

}  // namespace fencepost::report

// The end of a run that shows a data race: two threads that are about to access one place.
#include <fmt/format.h>

#include <algorithm>

#include "check/concurrent_replay.h"
#include "check/expectation.h"
#include "core/place_names.h"
#include "core/walk.h"

namespace fencepost::check {

using core::MemoryOrder;
using core::Stmt;
using core::Touch;
using result::RunStep;

// Inside an atomic section a thread goes on alone until it is about to access the cell.
ConcurrentReplay::Pending& ConcurrentReplay::bring_in_section(const RunStep& step, uint32_t number) {
  const size_t cell = cells_.index(step.cell);
  for (auto extra = static_cast<uint32_t>(run_.steps.size());; ++extra) {
    Pending* brought = bring(step, number);
    if (brought == nullptr) throw Refused("the run ends early");
    Pending& next = *brought;
    // A section may access the cell more than once; the claim names the place of the first step, where it may be read before
    // it is written.
    bool is_named = number + 2 != run_.steps.size() || next.place.pos == claim_.pos;
    bool is_there = is_named && std::any_of(next.parts.begin(), next.parts.end(),
                                            [&](const Part& part) { return part.cell == cell && fits(step, part); });
    if (is_there || !machine_.find(step.thread)->in_atomic || kind_ == MachineKind::given) return next;
    if (section_ && *section_ != step.thread) throw Refused("both racing accesses are in atomic sections");
    for (const Part& part : next.parts)
      if (part.touch.kind != Touch::Kind::write)
        next.tap.capture(part.touch.object, part.cell, part.touch.begin, part.touch.end,
                         memory_->read(step.thread, part.cell, RunStep::kInitial));
    execute(step.thread, next, "");
    for (const Part& part : next.parts)
      if (auto changed = next.tap.written.find(part.cell); changed != next.tap.written.end())
        memory_->update(written(extra, step.thread, next, part, changed->second));
    pending_.erase(step.thread);
    advance_all();
  }
}

// A compare-exchange that would fail now only reads.
void ConcurrentReplay::require_success(uint32_t thread) {
  const auto& update = std::get<core::Rmw>(machine_.next(thread)->kind);
  if (update.condition == nullptr) return;
  Pending& next = *pending(thread);
  for (const Part& part : next.parts)
    next.tap.capture(part.touch.object, part.cell, part.touch.begin, part.touch.end, found_at_rest(thread, part.cell));
  machine_.memory().set_tap(&next.tap);
  bool writes = machine_.would_write(thread);
  machine_.memory().set_tap(nullptr);
  if (!writes) throw Refused("the racing update would fail its comparison and only read");
}

// Of what copies or fills many bytes it is the part that races.
std::string ConcurrentReplay::racing_name(uint32_t thread, const Part& part) {
  if (machine_.accessed(thread)) return machine_.lvalue(thread);
  const result::Cell& cell = cells_[part.cell];
  const core::Value pointer{cell.at / 8, part.touch.object, false};
  if (auto known = core::place_name(machine_.memory(), pointer, cell.width / 8, {}, thread)) return *known;
  return fmt::format("*({})", core::pointer_text(machine_.memory(), pointer));
}

void ConcurrentReplay::confirm_race() {
  advance_all();
  auto first = static_cast<uint32_t>(run_.steps.size() - 2), second = first + 1;
  const RunStep& a = run_.steps[first];
  const RunStep& b = run_.steps[second];
  if (a.thread == b.thread) throw Refused("the racing accesses belong to one thread");
  if (section_ && *section_ != a.thread && *section_ != b.thread)
    throw Refused(fmt::format("thread {} is inside an atomic section", *section_));
  struct Racing {
    Touch touch;
    bool writes;
    bool is_atomic;
    SourcePos pos;
    std::string name;
  };
  auto look = [&](const RunStep& step, uint32_t number) {
    const Pending& next = bring_in_section(step, number);
    const Stmt* stmt = machine_.next(step.thread);
    bool is_atomic = std::holds_alternative<core::Rmw>(stmt->kind) || core::order_of(*stmt) != MemoryOrder::plain ||
                     machine_.find(step.thread)->in_atomic;
    const size_t cell = cells_.index(step.cell);
    // A statement may read a cell before it writes it.
    auto kind = step.kind == RunStep::Kind::write ? Touch::Kind::write : Touch::Kind::read;
    auto there = std::find_if(
        next.parts.begin() + static_cast<std::ptrdiff_t>(next.done), next.parts.end(), [&](const Part& part) {
          return part.cell == cell && (part.touch.kind == Touch::Kind::update || part.touch.kind == kind);
        });
    if (there != next.parts.end())
      return Racing{there->touch, there->touch.kind != Touch::Kind::read, is_atomic, next.place.pos,
                    racing_name(step.thread, *there)};
    throw Refused(fmt::format("step {} is {}, but {}", number, describe(step), state_of(step.thread)));
  };
  Racing one = look(a, first), two = look(b, second);
  bool overlap =
      one.touch.object == two.touch.object && one.touch.begin < two.touch.end && two.touch.begin < one.touch.end;
  if (!overlap) throw Refused("the racing accesses touch different places");
  if (!one.writes && !two.writes) throw Refused("neither of the racing accesses writes");
  if (one.is_atomic && two.is_atomic) throw Refused("both racing accesses are atomic");
  if (claim_.pos != one.pos && claim_.pos != two.pos)
    throw Refused(fmt::format("the accesses{} and{} race instead", at(one.pos), at(two.pos)));
  for (auto [racing, other, thread] : {std::tuple(&one, &two, a.thread), std::tuple(&two, &one, b.thread)})
    if (racing->touch.kind == Touch::Kind::update && !other->writes) require_success(thread);
  machine_.tell_at(a.thread, pending(a.thread)->place, fmt::format("{} {}", one.writes ? "writes" : "reads", one.name));
  machine_.tell_at(b.thread, pending(b.thread)->place,
                   fmt::format("data-race fails: {} {} at the same time", two.writes ? "writes" : "reads", two.name));
  note_race({b.thread, two.pos}, {a.thread, one.pos});
}

void ConcurrentReplay::note_race(result::Racing last, result::Racing other) {
  if (last.pos != claim_.pos) std::swap(last, other);
  racing_ = {last, other};
  confirmed_ = true;
}

void ConcurrentReplay::note_access(uint32_t number, const Part& part, const Pending& next, bool reads, bool writes) {
  const RunStep& step = run_.steps[number];
  HappensBefore::Access access;
  access.thread = step.thread;
  access.cell = part.cell;
  access.step = number;
  if (reads && step.source != RunStep::kInitial) access.source = step.source;
  access.reads = reads;
  access.writes = writes;
  access.order = writes ? next.access.order : next.access.failure_order;
  access.pos = next.place.pos;
  if (step.promised) note_promise(step, access.order);
  std::vector<HappensBefore::Access> races = order_.access(access);
  if (number != run_.races_at) return;
  races_ = std::move(races);
  race_place_ = next.place;
}

void ConcurrentReplay::note_promise(const RunStep& step, MemoryOrder order) {
  if (acquires(order))
    acquired_.insert(step.source);
  else if (order != MemoryOrder::plain)
    relaxed_.emplace(step.thread, step.source);
}

void ConcurrentReplay::note_fence(uint32_t thread, MemoryOrder order) {
  order_.fence(thread, order);
  if (!acquires(order)) return;
  auto [begin, end] = relaxed_.equal_range(thread);
  for (auto read = begin; read != end; ++read) acquired_.insert(read->second);
}

void ConcurrentReplay::require_known_order() const {
  bool is_known =
      promises_.empty() && std::ranges::none_of(acquired_, [&](uint32_t step) { return order_.hands_over(step); });
  if (!is_known) throw Refused("what a promised value orders is not known");
}

bool ConcurrentReplay::confirm_outside_life(uint32_t number) {
  const bool is_use = run_.uses_outside_life == number && machine_.position(number).pos == claim_.pos;
  if (claim_.kind == core::Undef::invalid_deref) return is_use && confirm_unborn(number);
  if (is_use) {
    if (core::ObjectId used = machine_.asked_about(number); used != core::kNoObject)
      uses_[used] = order_.moment(number);
    return false;
  }
  return confirm_ended(number);
}

// The next statement ends the life of something that was used without an order between the two.
bool ConcurrentReplay::confirm_ended(uint32_t number) {
  auto is_unordered = [&](core::ObjectId ending) {
    auto use = uses_.find(ending);
    return use != uses_.end() && !order_.precedes(use->second, number);
  };
  if (std::ranges::none_of(machine_.killed(number), is_unordered)) return false;
  require_known_order();
  machine_.tell_at(number, machine_.position(number),
                   fmt::format("{} fails: nothing orders the end of this life after the use at {} of thread {}",
                               info(claim_.kind).id, core::line_name(claim_.pos, machine_.program().main_file),
                               *run_.uses_outside_life));
  confirmed_ = true;
  return true;
}

bool ConcurrentReplay::confirm_unborn(uint32_t number) {
  require_known_order();
  auto birth = births_.find(machine_.asked_about(number));
  if (birth == births_.end() || order_.precedes(birth->second.moment, number)) return false;
  machine_.tell_at(
      number, machine_.position(number),
      fmt::format("{} fails: nothing orders it after the allocation at {} of thread {}", info(claim_.kind).id,
                  core::line_name(birth->second.pos, machine_.program().main_file), birth->second.moment.thread));
  confirmed_ = true;
  return true;
}

void ConcurrentReplay::confirm_unordered() {
  const RunStep& last = run_.steps[run_.races_at];
  require_known_order();
  if (races_.empty()) throw Refused(fmt::format("{} races with nothing", describe(last)));
  for (const HappensBefore::Access& race : races_) {
    if (race.pos != claim_.pos && race_place_.pos != claim_.pos) continue;
    machine_.tell_at(last.thread, race_place_,
                     fmt::format("data-race fails: nothing orders it after {} of thread {}",
                                 core::line_name(race.pos, machine_.program().main_file), race.thread));
    note_race({last.thread, race_place_.pos}, {race.thread, race.pos});
    return;
  }
  throw Refused(fmt::format("a race{} is found instead", at(races_.front().pos)));
}

}  // namespace fencepost::check

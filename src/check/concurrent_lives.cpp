// Steps that end an object's life, ask about it, or make an object where others have been: they happen where the run says
// so. What a run does not tell about lives threads do by themselves.
#include <fmt/format.h>

#include <algorithm>

#include "check/concurrent_replay.h"
#include "check/expectation.h"
#include "result/lifetime_cells.h"

namespace fencepost::check {

using result::kBirthAt;
using result::kGoneAt;
using result::kLifetimeAt;
using result::kLookAt;
using result::RunStep;

bool ConcurrentReplay::is_of_life(const RunStep& step) { return result::is_of_life(step.cell.at); }

// The object that the next statement makes.
std::optional<result::ObjectName> ConcurrentReplay::made_next(uint32_t number) {
  const core::Stmt* stmt = machine_.next(number);
  if (stmt == nullptr || !std::holds_alternative<core::Alloc>(stmt->kind)) return std::nullopt;
  return result::ObjectName{false, number, static_cast<uint32_t>(machine_.find(number)->allocated.size())};
}

bool ConcurrentReplay::is_told(uint32_t number) {
  if (std::optional<result::ObjectName> made = made_next(number)) return cells_.has(*made, kBirthAt);
  return std::ranges::any_of(machine_.killed(number), [&](core::ObjectId killed) {
    return machine_.memory().object(killed).alive && is_told_of(killed);
  });
}

bool ConcurrentReplay::is_told_of(core::ObjectId object) const {
  return cells_.has(object, kLifetimeAt) || cells_.has(object, kGoneAt);
}

// By itself, up to what the run tells.
bool ConcurrentReplay::go_to(uint32_t number, const std::function<bool()>& is_there) {
  while (!confirmed_) {
    const core::Thread* thread = machine_.find(number);
    if (thread == nullptr || thread->over() || pending(number) != nullptr || !can_go_on(number)) return false;
    if (is_there()) return true;
    if (is_told(number) || parked_.count(number) > 0) return false;
    silently(number);
  }
  return false;
}

void ConcurrentReplay::require(uint32_t number, const std::function<bool()>& is_there) {
  const RunStep& step = run_.steps[number];
  while (!go_to(step.thread, is_there)) {
    if (confirmed_) return;
    if (parked_.erase(step.thread) == 0 && !do_late_action())
      throw Refused(fmt::format("step {} is {}, but {}", number, describe(step), state_of(step.thread)));
    advance_all();
  }
  silently(step.thread);
  if (machine_.find(step.thread)->in_atomic) section_ = step.thread;
}

// The end of a thread waits for its buffer to be empty, while the ends of its objects' lives go through it: the statement is
// executed when the first of these leaves the buffer.
bool ConcurrentReplay::is_about_to_end(uint32_t number, core::ObjectId object) {
  const core::Thread* thread = machine_.find(number);
  if (thread == nullptr || thread->over() || pending(number) != nullptr) return false;
  if (!machine_.ends_thread(number) || machine_.ends_program(number)) return false;
  return std::ranges::count(machine_.killed(number), object) > 0;
}

void ConcurrentReplay::reach_all(uint32_t number, core::ObjectId object) {
  if (machine_.memory().object(object).alive && is_about_to_end(number, object)) {
    std::vector<core::ObjectId> ending = machine_.killed(number);
    silently(number);
    for (core::ObjectId one : ending)
      if (is_told_of(one)) lives_.seen(one, number);
  }
  lives_.told(object);
}

void ConcurrentReplay::perform_life(uint32_t number) {
  const RunStep& step = run_.steps[number];
  if (step.cell.at == kBirthAt) return require(number, [&] { return made_next(step.thread) == step.cell.object; });
  if (step.cell.at == kLookAt) return look(number);
  std::optional<core::ObjectId> object = cells_.bound(step.cell.object);
  if (step.kind == RunStep::Kind::read) {
    if (!object) return;
    if (step.source != RunStep::kInitial && kind_ == MachineKind::given) lives_.seen(*object, step.thread);
    // Several checks may ask the same.
    auto asks = [&] { return machine_.asked_about(step.thread) == *object; };
    if (!go_to(step.thread, asks)) return;
    const core::Thread& thread = *machine_.find(step.thread);
    while (!confirmed_ && !thread.over() && asks()) silently(step.thread);
    return;
  }
  if (!object) throw Refused(fmt::format("step {} is {}, but there is none", number, describe(step)));
  if (machine_.memory().object(*object).alive) {
    bool in_section = machine_.find(step.thread)->in_atomic;
    go_to(step.thread, [] { return false; });
    if (memory_->oldest(step.thread) != nullptr && is_about_to_end(step.thread, *object))
      return memory_->write(
          {number, step.thread, cells_.index(step.cell), *object, {}, {}, "", 0, "the end of a life"});
    std::vector<core::ObjectId> ending;  // by one statement
    require(number, [&] {
      ending = machine_.killed(step.thread);
      return std::ranges::find(ending, *object) != ending.end();
    });
    if (confirmed_) return;
    // What ends with one statement, a thread's or a function's, need not end at one moment.
    bool at_once = in_section && kind_ != MachineKind::given;
    for (core::ObjectId one : ending)
      if (!at_once && is_told_of(one)) lives_.seen(one, step.thread);
  }
  Write end{number, step.thread, cells_.index(step.cell), *object, {}, {}, "", 0, "the end of a life"};
  if (machine_.find(step.thread)->in_atomic)
    memory_->update(std::move(end));
  else
    memory_->write(std::move(end));
  if (kind_ == MachineKind::sc) lives_.told(*object);
}

// A number becomes a pointer when the run has told of all objects that it may lead to.
void ConcurrentReplay::look(uint32_t number) {
  const RunStep& step = run_.steps[number];
  std::optional<core::ObjectId> object = cells_.bound(step.cell.object);
  if (object && step.source != RunStep::kInitial && kind_ == MachineKind::given) lives_.seen(*object, step.thread);
  std::set<result::ObjectName>& told = looked_at_[step.thread];
  told.insert(step.cell.object);
  auto after = std::find_if(run_.steps.begin() + number + 1, run_.steps.end(),
                            [&](const RunStep& later) { return later.thread == step.thread; });
  if (after != run_.steps.end() && after->cell.at == kLookAt && !told.contains(after->cell.object)) return;
  told.clear();
  if (go_to(step.thread, [&] { return machine_.converts(step.thread); })) silently(step.thread);
}

}  // namespace fencepost::check

// The end of a run that can never go on: every thread has ended or waits, and what it waits for stays as it is.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "check/concurrent_replay.h"
#include "check/expectation.h"

namespace fencepost::check {

using core::Outcome;
using result::RunStep;

namespace {

constexpr uint32_t kRounds = 1000;  // a thread that reads so often and does nothing else waits

bool same_bytes(const Patch& a, const Patch& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Part& x, const Part& y) {
    return x.at == y.at && x.mask == y.mask && x.byte.value == y.byte.value && x.byte.object == y.byte.object &&
           x.byte.offset == y.byte.offset && x.byte.unspecified == y.byte.unspecified;
  });
}

}  // namespace

// What a thread finds in a cell when all others have come to rest: without a machine, what the last write left there.
Seen ConcurrentReplay::found_at_rest(uint32_t number, size_t cell) {
  uint32_t last = RunStep::kInitial;
  if (kind_ == MachineKind::given)
    for (uint32_t step : run_.coherence)
      if (const Write* write = memory_->find(step); write != nullptr && write->cell == cell) last = step;
  return memory_->read(number, cell, last);
}

// What the thread read last is still what it would read, by whomever it was written.
bool ConcurrentReplay::would_find_the_same(uint32_t number) {
  for (size_t i = run_.steps.size(); i-- > 0;) {
    const RunStep& step = run_.steps[i];
    if (step.thread != number || step.kind != RunStep::Kind::read || is_of_life(step)) continue;
    uint32_t found = found_at_rest(number, cells_.index(step.cell)).source;
    const Write *then = memory_->find(step.source), *now = memory_->find(found);
    return found == step.source || (then != nullptr && now != nullptr && same_bytes(then->patch, now->patch));
  }
  return true;
}

// A thread in a loop goes on alone; it must read, for ever, and no more than update what it reads.
void ConcurrentReplay::require_idle_reads(uint32_t number) {
  for (uint32_t round = 0; round < kRounds; ++round) {
    Pending* next = pending(number);
    if (next == nullptr) throw Refused(fmt::format("thread {} leaves its loop: {}", number, state_of(number)));
    const std::string state = state_of(number);
    std::map<size_t, Patch> found;
    for (const Part& part : next->parts) {
      if (part.touch.kind == core::Touch::Kind::write)
        throw Refused(fmt::format("thread {} goes on: {}", number, state));
      const Seen seen = found_at_rest(number, part.cell);
      found[part.cell] = seen.over;
      next->tap.capture(part.touch.object, part.cell, part.touch.begin, part.touch.end, seen);
    }
    execute(number, *next, "");
    for (const Part& part : next->parts) {
      auto changed = next->tap.written.find(part.cell);
      if (changed == next->tap.written.end()) continue;  // an exchange that failed
      if (kind_ != MachineKind::given)
        memory_->update(
            written(static_cast<uint32_t>(run_.steps.size()) + round, number, *next, part, changed->second));
      else if (!same_bytes(found[part.cell], changed->second))  // or one that writes what it has read
        throw Refused(fmt::format("thread {} goes on: {}", number, state));
    }
    pending_.erase(number);
    advance(number);
  }
}

void ConcurrentReplay::confirm_standstill() {
  finish();
  bool is_liveness = claim_.kind == core::Undef::liveness;
  std::vector<uint32_t> waiting, looping;
  for (const core::Thread& thread : machine_.threads()) {
    if (thread.ended || (is_liveness && !thread.outcome && machine_.returns_from_entry(thread.number))) continue;
    bool is_blocked = thread.outcome && thread.outcome->kind == Outcome::Kind::blocked;
    if (is_blocked || (!thread.outcome && machine_.waits(thread.number))) {
      if (is_blocked && !would_find_the_same(thread.number))
        throw Refused(fmt::format("what thread {} waits for has changed", thread.number));
      waiting.push_back(thread.number);
    } else if (pending(thread.number) != nullptr || parked_.count(thread.number) > 0) {
      looping.push_back(thread.number);
    } else {
      throw Refused(fmt::format("thread {} does not wait: {}", thread.number, state_of(thread.number)));
    }
  }
  const std::vector<uint32_t>& standing = is_liveness ? looping : waiting;
  if (standing.empty()) throw Refused("no thread waits");
  machine_.tell_at(standing.front(), machine_.position(standing.front()),
                   fmt::format("{} fails: no thread goes on", info(claim_.kind).id));
  for (uint32_t number : looping)
    if (parked_.count(number) == 0) require_idle_reads(number);
  confirmed_ = true;
}

}  // namespace fencepost::check

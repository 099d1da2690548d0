#include "check/complete_run.h"

#include <fmt/format.h>

#include "check/concurrent_replay.h"
#include "check/expectation.h"
#include "core/interpreter.h"

namespace fencepost::check {

using core::Outcome;

namespace {

// A run that never ends is followed so far beyond its last choice.
constexpr uint64_t kEndless = 100'000;

// What may stop a run that does not end, or a thread that does not end it.
bool may_stop(Outcome::Kind kind) {
  return kind == Outcome::Kind::bad_choice || kind == Outcome::Kind::blocked || kind == Outcome::Kind::step_limit;
}

}  // namespace

// Like a claim, but at the end somebody ends the program, or all threads end or wait. A thread that another one did not
// wait for may have done too much by itself: what nobody saw has not happened yet.
std::optional<std::string> ConcurrentReplay::complete(bool ends) {
  try {
    cells_.check();
    follow();
    if (!promises_.empty()) return fmt::format("step {} never happens, but was read", promises_.begin()->first);
    const core::Thread* last = nullptr;
    for (const core::Thread& thread : machine_.threads())
      if (!thread.over() && pending(thread.number) == nullptr && machine_.ends_program(thread.number)) last = &thread;
    if (last != nullptr) silently(last->number);
    bool all_ended = true, is_over = false;
    for (const core::Thread& thread : machine_.threads()) {
      all_ended = all_ended && thread.ended;
      is_over = is_over || (thread.outcome && thread.outcome->kind == Outcome::Kind::finished);
    }
    is_over = is_over || all_ended;
    for (const core::Thread& thread : machine_.threads()) {
      if (!thread.outcome || thread.outcome->kind == Outcome::Kind::finished || may_stop(thread.outcome->kind))
        continue;
      if (is_over && thread.outcome->kind == Outcome::Kind::assume_failed) continue;
      return fmt::format("in thread {} {}", thread.number, what_happened(*thread.outcome));
    }
    if (is_over || !ends) return std::nullopt;
    for (const core::Thread& thread : machine_.threads())
      if (!thread.ended)
        return fmt::format("thread {} does not come to its end: {}", thread.number, state_of(thread.number));
    return "it does not come to its end";
  } catch (const Refused& refused) {
    return refused.what();
  }
}

Replayed replay(const core::Program& program, const result::Run& run, const core::UndefSet& checks, Budget& budget,
                const program::Mapping& mapping, MachineKind machine, bool with_story) {
  if (run.concurrent) {
    // A claim about no place is never met.
    result::Claim none;
    none.kind = core::Undef::assertion;
    none.concurrent = run.concurrent;
    ConcurrentReplay concurrent(program, none, checks, budget, machine, mapping);
    if (with_story) concurrent.record_story();
    if (std::optional<std::string> problem = concurrent.complete(run.ends)) return {std::move(problem), {}, {}};
    return graph_and_story(concurrent);
  }
  core::ReplayChoices choices(run.choices);
  core::Limits limits;
  if (!run.ends) limits.steps = kEndless;
  core::Interpreter interpreter(program, checks, choices, budget, limits);
  Outcome outcome = interpreter.run();
  if (outcome.kind == Outcome::Kind::finished || (!run.ends && may_stop(outcome.kind))) return {};
  return {what_happened(outcome), {}, {}};
}

}  // namespace fencepost::check

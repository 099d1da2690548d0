#include "check/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/concurrent_replay.h"
#include "check/expectation.h"
#include "core/interpreter.h"

namespace fencepost::check {

namespace {

using core::Failure;
using core::Outcome;

std::vector<result::Step> story(std::vector<core::TraceStep> trace) {
  std::vector<result::Step> steps;
  for (core::TraceStep& step : trace)
    steps.push_back(
        {step.thread, step.pos, std::move(step.function), step.depth, std::move(step.text), step.shared, step.caller});
  return steps;
}

// A check that fails, whatever happens afterwards, before or beside it.
bool is_about_one_moment(core::Undef kind) {
  return kind != core::Undef::data_race && kind != core::Undef::deadlock && kind != core::Undef::liveness &&
         kind != core::Undef::unfreed && kind != core::Undef::memory_leak;
}

}  // namespace

Replayed graph_and_story(ConcurrentReplay& followed) {
  try {
    Replayed replayed{{}, story(followed.trace()), followed.graph(), followed.way()};
    replayed.story = followed.story(replayed.graph);
    replayed.racing = followed.racing();
    return replayed;
  } catch (const Refused& refused) {
    return {refused.what(), {}, {}, {}};
  }
}

Replayed replay(const core::Program& program, const result::Claim& claim, const core::UndefSet& checks, Budget& budget,
                const program::Mapping& mapping, MachineKind machine, bool with_story) {
  // A thread that is alone waits in a loop like one of several, and is told like one.
  if ((claim.kind == core::Undef::liveness || with_story) && !claim.concurrent) {
    result::Claim of_thread = claim;
    of_thread.concurrent.emplace().choices.push_back(claim.choices);
    Replayed replayed = replay(program, of_thread, checks, budget, mapping, machine, with_story);
    replayed.graph.reset();
    return replayed;
  }
  if (claim.concurrent) {
    std::optional<std::string> problem;
    for (ConcurrentReplay::Pace pace : {ConcurrentReplay::Pace::early, ConcurrentReplay::Pace::late}) {
      ConcurrentReplay concurrent(program, claim, checks, budget, machine, mapping, pace);
      if (with_story) concurrent.record_story();
      std::optional<std::string> refused = concurrent.run();
      if (!refused) return graph_and_story(concurrent);
      if (!problem) problem = std::move(refused);
      if (!is_about_one_moment(claim.kind)) break;
    }
    return {std::move(problem), {}, {}, {}};
  }
  core::ReplayChoices choices(claim.choices);
  core::Limits limits;
  limits.trace = true;
  core::Interpreter interpreter(program, checks, choices, budget, limits);
  Outcome outcome = interpreter.run();
  // Alone, a thread that waits for a lock waits for ever.
  bool confirmed = claim.kind == core::Undef::deadlock && outcome.kind == Outcome::Kind::blocked;
  confirmed = confirmed || std::any_of(outcome.failures.begin(), outcome.failures.end(),
                                       [&](const Failure& failure) { return confirms(failure, claim); });
  if (!confirmed)
    return {
        fmt::format("expected {}{}, but {}", info(claim.kind).id, at(claim.pos), what_happened(outcome)), {}, {}, {}};
  return {{}, story(interpreter.trace()), {}, interpreter.way()};
}

}  // namespace fencepost::check

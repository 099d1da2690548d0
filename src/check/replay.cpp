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

void keep(std::vector<core::TraceStep> trace, result::Violation& violation) {
  violation.trace.clear();
  for (core::TraceStep& step : trace)
    violation.trace.push_back(
        {step.thread, step.pos, std::move(step.function), step.depth, std::move(step.text), step.shared});
  violation.replayed = true;
}

}  // namespace

std::optional<std::string> replay(const core::Program& program, result::Violation& violation,
                                  const core::UndefSet& checks, Budget& budget, MachineKind machine) {
  if (violation.concurrent) {
    ConcurrentReplay concurrent(program, violation, checks, budget, machine);
    if (std::optional<std::string> problem = concurrent.run()) return problem;
    keep(concurrent.trace(), violation);
    if (violation.graph && !agrees(*violation.graph, *violation.concurrent)) violation.graph.reset();
    if (violation.graph) label(*violation.graph, concurrent.told());
    return std::nullopt;
  }
  core::ReplayChoices choices(violation.choices);
  core::Limits limits;
  limits.trace = true;
  core::Interpreter interpreter(program, checks, choices, budget, limits);
  Outcome outcome = interpreter.run();
  // Alone, a thread that waits for a lock waits for ever.
  bool confirmed = violation.kind == core::Undef::deadlock && outcome.kind == Outcome::Kind::blocked;
  confirmed = confirmed || std::any_of(outcome.failures.begin(), outcome.failures.end(),
                                       [&](const Failure& failure) { return confirms(failure, violation); });
  if (!confirmed)
    return fmt::format("expected {}{}, but {}", info(violation.kind).id, at(violation.pos), what_happened(outcome));
  keep(interpreter.trace(), violation);
  return std::nullopt;
}

}  // namespace fencepost::check

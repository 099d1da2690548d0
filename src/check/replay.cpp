#include "check/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/interpreter.h"

namespace fencepost::check {

namespace {

using core::Failure;
using core::Outcome;

bool confirms(const Failure& failure, const result::Violation& violation) {
  if (failure.kind != violation.kind) return false;
  return failure.pos == violation.pos ||
         std::find(failure.also_at.begin(), failure.also_at.end(), violation.pos) != failure.also_at.end();
}

std::string at(const SourcePos& pos) { return pos.valid() ? fmt::format(" at {}", to_string(pos)) : std::string(); }

std::string what_happened(const Outcome& outcome) {
  switch (outcome.kind) {
    case Outcome::Kind::finished:
      return "the run ends without a failed check";
    case Outcome::Kind::violated: {
      const Failure& first = outcome.failures.front();
      return fmt::format("the run fails {}{} instead", info(first.kind).id, at(first.pos));
    }
    case Outcome::Kind::assume_failed:
      return fmt::format("an assumption does not hold{}", at(outcome.pos));
    case Outcome::Kind::unsupported:
      return fmt::format("the interpreter cannot go on{}: {}", at(outcome.pos), outcome.reason);
    case Outcome::Kind::step_limit:
      return fmt::format("the run is too long: {}", outcome.reason);
    case Outcome::Kind::bad_choice:
      return fmt::format("the choices do not fit the program{}: {}", at(outcome.pos), outcome.reason);
    case Outcome::Kind::blocked:
      return fmt::format("the run is blocked: {}", outcome.reason);
  }
  return "?";
}

}  // namespace

std::optional<std::string> replay(const core::Program& program, result::Violation& violation,
                                  const core::UndefSet& checks, Budget& budget) {
  core::ReplayChoices choices(violation.choices);
  core::Limits limits;
  limits.trace = true;
  core::Interpreter interpreter(program, checks, choices, budget, limits);
  Outcome outcome = interpreter.run();
  bool confirmed = std::any_of(outcome.failures.begin(), outcome.failures.end(),
                               [&](const Failure& failure) { return confirms(failure, violation); });
  if (!confirmed)
    return fmt::format("expected {}{}, but {}", info(violation.kind).id, at(violation.pos), what_happened(outcome));
  violation.trace.clear();
  for (core::TraceStep& step : interpreter.trace())
    violation.trace.push_back(
        {step.thread, step.pos, std::move(step.function), step.depth, std::move(step.text), step.shared});
  violation.replayed = true;
  return std::nullopt;
}

}  // namespace fencepost::check

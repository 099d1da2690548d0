#include "check/expectation.h"

#include <fmt/format.h>

#include <algorithm>

namespace fencepost::check {

using core::Failure;
using core::Outcome;

bool confirms(const Failure& failure, const result::Claim& claim) {
  if (failure.kind != claim.kind) return false;
  return failure.pos == claim.pos ||
         std::find(failure.also_at.begin(), failure.also_at.end(), claim.pos) != failure.also_at.end();
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

}  // namespace fencepost::check

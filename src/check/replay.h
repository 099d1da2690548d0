// No UNSAFE leaves unchecked: a claim becomes a violation only after the concrete interpreter, fed with its choices,
// has failed the same check at the same place. The interpreter's memory and arithmetic share nothing with the engines'.
//
// A claim about a program with threads brings a run (result::ConcurrentRun), which is followed step by step on a machine
// for its memory model (concurrent_replay.h).
//
// A race has two places (and an Unseq around it); an engine may name any of them. Other checks must agree exactly.
#pragma once

#include <optional>
#include <string>

#include "base/budget.h"
#include "check/machine_kind.h"
#include "core/core.h"
#include "program/mapping.h"
#include "result/violation.h"

namespace fencepost::check {

struct Replayed {
  std::optional<std::string> problem;  // why the claim does not replay; then nothing else is set
  std::vector<result::Step> trace;     // the interpreter's story
  std::optional<result::RunGraph>
      graph;  // of a program with threads: the run as the model sees it, unless it is too long
  std::vector<core::WayStep> way;
  std::optional<result::Story> story = std::nullopt;  // if it was asked for
  std::vector<result::Racing> racing = {};            // of a data race (result::Violation)
};

// Beyond so many events a graph takes too much memory.
inline constexpr size_t kLargestGraph = 5'000;

// Whether the model allows the run is not asked. Throws Exhausted when the budget ends.
Replayed replay(const core::Program& program, const result::Claim& claim, const core::UndefSet& checks, Budget& budget,
                const program::Mapping& mapping, MachineKind machine, bool with_story = false);

}  // namespace fencepost::check

// How a run ends.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "core/undef.h"
#include "core/value.h"

namespace fencepost::core {

struct Limits {
  uint64_t steps = 100'000'000;
  size_t call_depth = 100'000;
  bool trace = false;
  size_t trace_steps = 10'000;
};

struct Failure {
  Undef kind{};
  SourcePos pos;         // of a failure inside the library: where that was called from outside
  std::string function;  // the function in which pos lies
  std::string detail;
  std::vector<SourcePos>
      also_at;  // of an unsequenced race: the positions of the earlier access and of every Unseq around it
};

struct Outcome {
  enum class Kind { finished, violated, assume_failed, unsupported, step_limit, bad_choice, blocked };
  Kind kind = Kind::finished;
  std::optional<Value> result;    // finished: the value of the entry function, unless an Exit ended the run
  std::vector<Failure> failures;  // violated: the first is what stopped the run
  std::string reason;             // unsupported, step_limit, bad_choice, blocked
  SourcePos pos;                  // where the run stopped, unless it finished
};

std::string_view name(Outcome::Kind kind);

}  // namespace fencepost::core

// The concrete interpreter of Core: one run, determined by its choices. It is the judge of what engines find, so it
// shares nothing with them but Core and the list of choices. Calls use an explicit stack, so depth is a limit, not a
// crash.
//
// A register that was never written holds zero, marked unspecified. An access that no object can serve and whose check
// is switched off ends the run as unsupported, since nothing defines how it goes on.
//
// An unsequenced race does not stop the run at once: it goes on to the end of the outermost Unseq around it, and a check
// that fails until then is reported beside it. Both belong to one full expression, and C says nothing about which comes
// first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "core/choice_source.h"
#include "core/core.h"
#include "core/trace.h"
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
  SourcePos pos;         // in a library function: of the innermost call from outside
  std::string function;  // in which pos lies
  std::string detail;
  std::vector<SourcePos> also_at;  // of a race: the earlier access, and every open Unseq
};

struct Outcome {
  enum class Kind { finished, violated, assume_failed, unsupported, step_limit, bad_choice };
  Kind kind = Kind::finished;
  std::optional<Value> result;    // finished: what the entry function returned, if it did
  std::vector<Failure> failures;  // violated: the first is what stopped the run
  std::string reason;             // unsupported, step_limit, bad_choice
  SourcePos pos;                  // where the run stopped, unless it finished
};

std::string_view name(Outcome::Kind kind);

class Interpreter {
 public:
  // Everything outlives the interpreter.
  Interpreter(const Program& program, const UndefSet& checks, ChoiceSource& choices, Budget& budget,
              Limits limits = {});
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // Once. Throws Exhausted when the budget ends.
  Outcome run();
  std::vector<TraceStep> trace() const;
  const Memory& memory() const;

 private:
  class Machine;
  std::unique_ptr<Machine> machine_;
};

}  // namespace fencepost::core

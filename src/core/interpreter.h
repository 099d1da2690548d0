// The concrete interpreter of Core: one run, determined by its choices. It is the judge of what engines find, so it
// shares nothing with them but Core and the list of choices. Calls use an explicit stack, so depth is a limit, not a
// crash.
//
// A register that was never written holds zero, marked unspecified. An access outside every living object, if
// its check is switched off, ends the run as unsupported, since nothing defines how it continues.
//
// An unsequenced race does not stop the run at once: the run continues to the end of the outermost Unseq around the race,
// and a check that fails until then is reported as well. Both failures belong to one full expression, and C does not say
// which of them comes first.
//
// Threads interleave as a Scheduler (core/scheduler.h) has it, over one memory: every run is sequentially consistent. A
// failed Assume stops its thread alone; the run ends when the entry function returns, at an Exit, at the first failure,
// or when no thread can continue (`blocked`, or `assume_failed` if failed Assumes stopped them).
#pragma once

#include <memory>
#include <vector>

#include "base/budget.h"
#include "core/choice_source.h"
#include "core/core.h"
#include "core/outcome.h"
#include "core/thread.h"
#include "core/trace.h"

namespace fencepost::core {
class Machine;
}

namespace fencepost::core {

class Interpreter {
 public:
  // All arguments outlive the interpreter. With schedule_seed 0 threads take turns; any other seed draws the next
  // thread.
  Interpreter(const Program& program, const UndefSet& checks, ChoiceSource& choices, Budget& budget, Limits limits = {},
              uint64_t schedule_seed = 0);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // May be called once. Throws Exhausted when the budget ends.
  Outcome run();
  std::vector<TraceStep> trace() const;
  std::vector<WayStep> way() const;
  const Memory& memory() const;
  const std::string& printed() const;  // what standard output received

 private:
  PlainEnvironment environment_;
  std::unique_ptr<Machine> machine_;
  uint64_t schedule_seed_;
};

}  // namespace fencepost::core

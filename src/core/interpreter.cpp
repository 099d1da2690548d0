#include "core/interpreter.h"

#include "core/machine.h"
#include "core/scheduler.h"

namespace fencepost::core {

std::string_view name(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::Kind::finished:
      return "finished";
    case Outcome::Kind::violated:
      return "violated";
    case Outcome::Kind::assume_failed:
      return "assume failed";
    case Outcome::Kind::unsupported:
      return "unsupported";
    case Outcome::Kind::step_limit:
      return "step limit";
    case Outcome::Kind::bad_choice:
      return "bad choice";
    case Outcome::Kind::blocked:
      return "blocked";
  }
  return "?";
}

Interpreter::Interpreter(const Program& program, const UndefSet& checks, ChoiceSource& choices, Budget& budget,
                         Limits limits, uint64_t schedule_seed)
    : environment_(choices),
      machine_(std::make_unique<Machine>(program, checks, environment_, budget, limits)),
      schedule_seed_(schedule_seed) {}
Interpreter::~Interpreter() = default;

Outcome Interpreter::run() { return Scheduler(*machine_, schedule_seed_).run(); }
std::vector<TraceStep> Interpreter::trace() const { return machine_->trace().steps(); }
std::vector<WayStep> Interpreter::way() const { return machine_->trace().way(); }
const std::string& Interpreter::printed() const { return machine_->printed(); }
const Memory& Interpreter::memory() const { return machine_->memory(); }

}  // namespace fencepost::core

// What the assembly dialects share while one instruction is read into steps: registers by name, and branches to labels that
// are found when the whole thread is known.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "frontend/litmus/builder.h"

namespace fencepost::litmus {

class AsmParser {
 protected:
  AsmParser(Dialect dialect, Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches)
      : b_(b), thread_(thread), s_(s), dialect_(dialect), branches_(branches) {}

  void emit(Step step) { in_.steps.push_back(std::move(step)); }
  uint32_t reg() { return b_.reg(thread_, expect_register(s_, dialect_)); }
  // A register that no program names: flags, temporaries.
  uint32_t hidden(const char* name) { return b_.reg(thread_, name); }

  PendingBranch label() {
    PendingBranch to;
    to.label = s_.name("a label");
    return to;
  }
  void pending(PendingBranch to) {
    to.step = in_.steps.size();
    branches_.push_back(std::move(to));
  }
  void branch(StepKind kind, OperandPtr condition, PendingBranch to) {
    pending(std::move(to));
    Step step;
    step.kind = kind;
    step.a = std::move(condition);
    emit(std::move(step));
  }

  Builder& b_;
  size_t thread_;
  Scanner& s_;
  Instruction in_;

 private:
  Dialect dialect_;
  std::vector<PendingBranch>& branches_;
};

}  // namespace fencepost::litmus

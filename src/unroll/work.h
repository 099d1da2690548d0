// Where the work of an execution goes: steps and new terms by function, rounds by loop. It is told when time ends before the execution
// does, since nothing else is known of the program then. A step through a pointer that may lead to many places is a step, but many terms.
#pragma once

#include <map>
#include <string>

#include "core/core.h"
#include "program/cfa.h"

namespace fencepost::unroll {

class Work {
 public:
  // In the function itself, not in what it calls.
  void steps(core::FunctionId function, uint64_t number) { steps_[function] += number; }
  void terms(core::FunctionId function, uint64_t number) { terms_[function] += number; }
  void round(core::FunctionId function, program::Loc head, const SourcePos& pos);
  // "after 1200 steps, most of them in find (900), and 70000 terms, most of them from insert (40000); of the loops the one at line 7 of
  // find went round most often (300 times)"
  std::string text(const core::Program& program) const;

 private:
  struct Rounds {
    uint64_t number = 0;
    SourcePos pos;
  };
  std::map<core::FunctionId, uint64_t> steps_, terms_;
  std::map<std::pair<core::FunctionId, program::Loc>, Rounds> rounds_;
};

}  // namespace fencepost::unroll

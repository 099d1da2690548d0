// Every execution of a program within its loop bounds, once, with its outcome. What is the same execution says
// result/exploration.h; it is the definition of stateless model checkers (Kokologiannakis and others, "Truly stateless,
// optimal dynamic partial order reduction", POPL 2022), so that counts can be compared. Unlike those, executions are not
// built step by step: the solver proposes them whole (enumeration.h), which brings symbolic data for free and a reason
// for each proposal that a memory model forbids.
//
// Whether a check can fail is the bounded engine's question; executions that fail one are not counted here.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "result/exploration.h"
#include "result/task.h"

namespace fencepost::engine::explore {

struct ExploreOptions {
  result::EngineOptions engine;
  uint64_t limit = 0;                 // complete executions; 0: all
  bool blocked = false;               // count those that wait for good as well
  std::vector<std::string> observed;  // globals
  bool may_fail = true;               // some execution fails a check, as far as is known
  bool visits_blocked = false;        // of those that are counted: visit them, too
  // Told how many executions with how many outcomes there are by now. Null: nobody waits.
  std::function<void(uint64_t executions, size_t outcomes)> counted = nullptr;
};

// Never throws Exhausted. Throws InputError for a name that no global has.
result::Exploration explore(const result::Task& task, const ExploreOptions& options, Budget& budget,
                            const result::ExecutionVisitor& visit = {});

}  // namespace fencepost::engine::explore

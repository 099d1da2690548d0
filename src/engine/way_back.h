// The way back from a failing run of a flat program: a claim that check/ replays on Core. Core's own machine goes where the flat run
// went: thread by thread up to the statement of each access that others can see, with what the flat run chose, and what it does
// on the way is recorded. Where flat programs do more than the C program (FlatProgram::loosened), the machine may not get there.
#pragma once

#include <span>

#include "base/budget.h"
#include "flat/interpreter.h"
#include "result/claim.h"
#include "result/task.h"

namespace fencepost::engine {

struct WayBack {
  std::optional<result::Claim> claim;
  std::string problem;  // why there is none
};

// The last step is the Check that fails.
WayBack way_back(const result::Task& task, const flat::FlatProgram& program, std::span<const flat::Step> run,
                 Budget& budget);

// After the run two threads are about to access one variable.
WayBack way_back_to_race(const result::Task& task, const flat::FlatProgram& program, std::span<const flat::Step> run,
                         const flat::Step& one, const flat::Step& other, Budget& budget);

}  // namespace fencepost::engine

// A consistent execution graph as a run that can be replayed: its accesses in an order that explains what every read saw.
// With store buffers a write takes two steps, one to enter the buffer and one to reach memory.
#pragma once

#include <functional>

#include "logic/solver.h"
#include "memory/probe.h"
#include "result/run.h"
#include "runs/candidate_execution.h"

namespace fencepost::runs {

struct Scheduled {
  result::ConcurrentRun run;
  // For each unroll::Event that happens, its place in run.steps; of a marker or fence, that of what follows it.
  std::vector<uint32_t> place;
  // By thread: the place from which on it is blocked in an atomic section; kNever.
  std::vector<uint32_t> blocked;
  static constexpr uint32_t kNever = ~0u;
  // By step: the update, which may find another value, of which it is a part and which is more than one step; 0: none. As long as nothing is left out.
  std::vector<uint32_t> updates;

  // Leaves out the steps from `end` on, but for those that keep promises, and the rest of an update.
  void cut(uint32_t end);
  // Nobody else reads what such a step writes.
  void leave_out(const std::function<bool(uint32_t number, const result::RunStep& step)>& is_out);
};

// The graph has rf and co. Empty when no such order exists: the model is none of store buffers and its causes run in circles.
std::optional<Scheduled> schedule(const unroll::Unrolled& unrolled, const CandidateExecution& candidate,
                                  const memory::Relaxations& relaxations, const logic::Assignment& model);

// The step that an access which does not happen in the run would make next.
result::RunStep next_step(const unroll::Unrolled& unrolled, uint32_t event, const logic::Assignment& model);

}  // namespace fencepost::runs

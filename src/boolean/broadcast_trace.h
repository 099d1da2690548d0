// Who took the steps of a path through sets of states whose threads are only counted, and what is known of each thread: counterexamples with
// identities (seed 002, section 4.2).
//
// Threads of a class can be exchanged for each other, so that any of them takes the step, and any of them go to the parts of the class. The path is then
// taken again by threads that are told apart, without forgetting anything; what a later step needs to be known of values that no step
// between has changed flows back. That contradictions (`never`) leave values for what is still unknown is tried last.
#pragma once

#include "boolean/broadcast_explore.h"
#include "boolean/broadcast_successors.h"

namespace fencepost::boolean {

struct PathStep {
  Population from;
  Actor actor;
  Successor made;                 // of the last: the states before the check in which it fails
  std::vector<uint32_t> classes;  // by class of `made`: that of the next step's `from`
};

class Tracer {
 public:
  // The second does not forget.
  Tracer(const BroadcastProgram& program, Successors& all) : program_(program), all_(all) {}

  BroadcastFailure failure(const std::vector<PathStep>& path, Budget& budget);

 private:
  // Who takes the steps, and of each thread what the path knows.
  BroadcastFailure told_apart(const std::vector<PathStep>& path) const;
  // Told apart: classes have one thread each and are numbered as the instances are.
  bool follow(const std::vector<BroadcastStep>& schedule, const Population& from, std::vector<PathStep>& path,
              Budget& budget);
  void flow_back(std::vector<PathStep>& path, BroadcastFailure& to) const;

  const BroadcastProgram& program_;
  Successors& all_;
  unsigned left_ = 0;
};

// Of threads that are told apart: in the order that they had, the one that begins at the end.
void put_in_order(Successor& made);

}  // namespace fencepost::boolean

// What the future of a Boolean program may depend on, by thread and location: variables that the thread reads in guards, in checks, or in
// updates of what is read later, before it sets them itself. Those that are live in no thread where it stands can be forgotten: states that
// differ in nothing else are one. (Seed 001 merges states after updates, section 6.1.)
//
// Where another thread stands when it reads a variable is not known here: what is live anywhere in it is live after each step of the others. But
// in an atomic section in which a thread does not wait, others read nothing that it sets before the end.
#pragma once

#include "boolean/configuration_after.h"
#include "boolean/three_valued.h"

namespace fencepost::boolean {

class LiveVariables {
 public:
  explicit LiveVariables(const BooleanProgram& program);

  // Where nobody reads what is updated, it becomes anything. Not that it is kept: contradictions with what it was are none.
  BooleanProgram without_idle_updates(BooleanProgram program) const;
  VariableSet live_at(const Configuration& at) const;

 private:
  void find_overwritten(uint32_t number, const Thread& thread);
  bool take_step(uint32_t thread, const Edge& edge);
  VariableSet after(uint32_t thread, const Edge& edge) const;

  std::vector<std::vector<VariableSet>> at_;  // by thread and location
  // By thread and location, if the thread is in a section there: what it sets before anybody else goes on, whether it has read it or not.
  std::vector<std::vector<VariableSet>> overwritten_;
  std::vector<VariableSet> anywhere_;  // by thread
  std::vector<uint32_t> entries_;      // of the threads
};

}  // namespace fencepost::boolean

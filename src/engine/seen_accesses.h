// What the threads of a machine (core/machine.h) do where others can see it, as the steps of a run that check/ replays.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "core/machine.h"
#include "result/run.h"

namespace fencepost::engine {

struct SeenAccess {
  uint32_t thread = 0;
  core::Touch touch;
  uint32_t section = 0;  // the atomic section around it; 0: none
};

// The names of a machine's objects for those who have not seen the run.
class ObjectNames {
 public:
  explicit ObjectNames(const core::Machine& machine) : machine_(machine) {}
  const result::ObjectName* operator()(core::ObjectId object);  // null: it has none

 private:
  const core::Machine& machine_;
  std::map<core::ObjectId, result::ObjectName> names_;
  std::map<uint32_t, size_t> named_;  // by thread: how many of its objects have a name
};

// Fills in cells, steps and coherence. Cells are what lies between the bounds of accesses to objects that several threads use, or
// that have a say in the order of others (`ordering`). `buffers`: on a machine with store buffers, which are emptied at once.
void put_steps(const std::vector<SeenAccess>& accesses, const std::set<core::ObjectId>& ordering, ObjectNames& names,
               bool buffers, result::ConcurrentRun& run);

}  // namespace fencepost::engine

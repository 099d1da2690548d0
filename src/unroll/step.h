// Where an execution stands, for whatever is recorded there: in which thread, on which path, in which call, at which edge. A
// Step is made for every edge and passed on; no part of the unroller keeps one. So a thread that is executed where it is
// spawned leaves nothing behind that would have to be put back.
#pragma once

#include <map>

#include "program/cfa.h"
#include "program/shape.h"
#include "unroll/names.h"
#include "unroll/path.h"

namespace fencepost::unroll {

// A call that is being executed.
struct Frame {
  uint32_t thread = 0;
  core::FunctionId function{};
  const program::Procedure* procedure = nullptr;
  const program::Shape* shape = nullptr;
  const Frame* caller = nullptr;
  uint32_t depth = 1;                              // how many frames up to here
  const program::Edge* call = nullptr;             // that it is making
  uint32_t context = Names::kRoot;                 // the chain of calls up to here
  std::map<const program::Edge*, unsigned> taken;  // calls, allocations and spawns: how often
  std::map<uint32_t, core::Reg> made;              // objects that its Allocs made
  size_t first_event = 0;                          // how many events there were before it

  // The slot beside its registers that holds what it returns.
  uint64_t result_slot() const { return procedure->regs.size(); }
  core::Type type_of(core::Reg reg) const { return procedure->regs[core::index(reg)].type; }
  // The context of an edge that is taken now.
  uint32_t next_context(const program::Edge& edge, Names& names) {
    return names.context(context, &edge, taken[&edge]++);
  }
};

struct Step {
  uint32_t thread = 0;
  Path path = nullptr;     // before the edge
  Frame* frame = nullptr;  // null: in no function, before the first statement of a thread or after the last
  const program::Edge* edge = nullptr;  // null: likewise
  SourcePos pos = {};                   // without a frame
};

}  // namespace fencepost::unroll

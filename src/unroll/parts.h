// The parts of one execution, each after those that it rests on. Each is given the parts that its constructor names and no
// others; all of them are seen only by what drives an execution: labels (transfer.h), locations (walk.h), the whole
// (executor.h).
#pragma once

#include <memory>

#include "unroll/allocations.h"
#include "unroll/atomic_sections.h"
#include "unroll/decisions.h"
#include "unroll/feasible.h"
#include "unroll/leaks.h"
#include "unroll/loop_bounds.h"
#include "unroll/state_merger.h"
#include "unroll/thread_table.h"
#include "unroll/work.h"

namespace fencepost::unroll {

// What is kept from one execution of a program to the next.
struct Learnt {
  explicit Learnt(const ModelFacts& model) : sharing(model.unread_writes, model.loads_pass) {}
  Sharing sharing;
  AddressUse address_use;
  Names names;
};

struct Parts {
  Parts(const program::Cfa& cfa, const Options& options, Terms& terms, Budget& budget, program::Shapes& shapes,
        Learnt& learnt);

  const program::Cfa& cfa;
  const core::Program& program;
  const Options& options;
  Terms& terms;
  Budget& budget;
  program::Shapes& shapes;
  Sharing& sharing;
  AddressUse& address_use;
  Names& names;
  const bool checks_accesses;  // accesses outside every object fail a check

  Unrolled result;
  std::shared_ptr<Paths> paths_owner;
  Paths& paths;
  Decisions decisions;
  ReadSets reads;
  Objects objects;
  Pointers pointers;
  Feasible feasible;
  std::unique_ptr<Arithmetic> arithmetic;
  Addresses addresses;
  Cells cells;
  PointerAccess access;
  Expressions expressions;
  Records records;
  EventLog events;
  AtomicSections sections;
  Unmodelled unmodelled;
  CellContents contents;
  InitialContents initial;
  CheckedFacts checked;
  GuardedReads guarded;
  Footprints footprints;
  SharedView view;
  Lifetimes lifetimes;
  Allocations allocations;
  ThreadTable threads;
  ControlDependencies control;
  StateMerger merger;
  LiveEquality equality;
  SpinLoops spin_loops;
  LoopBounds loop_bounds;
  Leaks leaks;
  uint64_t steps = 0;  // edges so far
  Work work;
};

}  // namespace fencepost::unroll

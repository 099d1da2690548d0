// Is there a coherence order under which the memory model allows an execution graph? The question of the one door to consistency
// (memory/consistency.h), and the four other ways in which seed 000 (section 5.2) answers it, to compare with and to check by:
//
//   cat          the door itself: the cat file is evaluated, or a quicker judge of the same
//   datalog      the model as rules; pairs of writes are ordered one by one, and what follows from each is derived
//   sat          the model as one propositional formula with a variable for each pair of writes, numbers for what is acyclic
//   sat_datalog  the same, after rules have found the pairs that every order has
//   smt          the model as one formula in which coherence and acyclic orders are functions from events to integers
//
// All give the same answers. A model that has no such form is refused with a reason by whoever makes the solver.
#pragma once

#include <memory>

#include "base/budget.h"
#include "base/statistics.h"
#include "memory/execution_graph.h"
#include "memory/model.h"
#include "result/cegar_options.h"

namespace fencepost::engine::cegar::graphs {

class GraphSolver {
 public:
  virtual ~GraphSolver() = default;
  // The graph has rf and derive_static() has been called on it; a read without source may have any. A co in it is ignored. Throws
  // Exhausted.
  virtual bool allows(const memory::ExecutionGraph& graph) = 0;
};

// All outlive it. Throws InputError where the model cannot be said so.
std::unique_ptr<GraphSolver> make_graph_solver(result::CegarOptions::GraphSolver kind, const memory::Model& model,
                                               Budget& budget, Statistics& statistics);

}  // namespace fencepost::engine::cegar::graphs

// Coherence by a formula: see graph_solver.h.
#pragma once

#include "engine/cegar/graphs/graph_solver.h"
#include "logic/solver.h"
#include "runs/term_algebra.h"

namespace fencepost::engine::cegar::graphs {

class ByFormula : public GraphSolver {
 public:
  // All outlive it. bits: Booleans and bit-vectors, by CaDiCaL; integers: by Z3.
  ByFormula(const memory::Model& model, runs::Clocks clocks, Budget& budget, Statistics& statistics);

  bool allows(const memory::ExecutionGraph& graph) override { return allows(graph, memory::Relation(graph.size())); }
  // known: pairs of writes that every order has.
  bool allows(const memory::ExecutionGraph& graph, const memory::Relation& known);

 private:
  const memory::Model& model_;
  runs::Clocks clocks_;
  Budget& budget_;
  Statistics& statistics_;
};

}  // namespace fencepost::engine::cegar::graphs

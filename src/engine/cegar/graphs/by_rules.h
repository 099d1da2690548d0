// Coherence by Datalog: see graph_solver.h.
#pragma once

#include <optional>

#include "engine/cegar/graphs/datalog_model.h"
#include "engine/cegar/graphs/graph_solver.h"

namespace fencepost::engine::cegar::graphs {

class ByRules : public GraphSolver {
 public:
  // Both outlive it.
  ByRules(const memory::Model& model, Budget& budget) : model_(model), budget_(budget) {}

  bool allows(const memory::ExecutionGraph& graph) override;
  // Pairs of writes that every order has under which the graph is allowed. Nothing: there is no such order.
  std::optional<memory::Relation> needed(const memory::ExecutionGraph& graph);

 private:
  using Pair = std::pair<memory::EventId, memory::EventId>;

  std::optional<Database> start(const memory::ExecutionGraph& graph);
  // With one more pair; nothing if some axiom fails.
  std::optional<Database> with(const Database& database, Pair pair);
  // Adds each pair whose contrary fails, until there is none. False: some pair fails both ways.
  bool propagate(Database& database);
  bool complete(Database database);
  bool is_open(const Database& database, Pair pair) const;

  DatalogModel model_;
  Budget& budget_;
  std::vector<Pair> pairs_;
};

}  // namespace fencepost::engine::cegar::graphs

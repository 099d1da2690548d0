#include "engine/cegar/graphs/graph_solver.h"

#include "engine/cegar/graphs/by_formula.h"
#include "engine/cegar/graphs/by_rules.h"
#include "memory/consistency.h"

namespace fencepost::engine::cegar::graphs {

namespace {

class ByDoor : public GraphSolver {
 public:
  ByDoor(const memory::Model& model, Budget& budget) : door_(memory::consistency_of(model, &budget)) {}
  bool allows(const memory::ExecutionGraph& graph) override { return door_->violations_of_rf(graph, 1).empty(); }

 private:
  std::unique_ptr<memory::Consistency> door_;
};

class ByRulesAndFormula : public GraphSolver {
 public:
  ByRulesAndFormula(const memory::Model& model, Budget& budget, Statistics& statistics)
      : rules_(model, budget), formula_(model, runs::Clocks::bits, budget, statistics) {}
  bool allows(const memory::ExecutionGraph& graph) override {
    std::optional<memory::Relation> needed = rules_.needed(graph);
    return needed && formula_.allows(graph, *needed);
  }

 private:
  ByRules rules_;
  ByFormula formula_;
};

}  // namespace

std::unique_ptr<GraphSolver> make_graph_solver(result::CegarOptions::GraphSolver kind, const memory::Model& model,
                                               Budget& budget, Statistics& statistics) {
  using enum result::CegarOptions::GraphSolver;
  switch (kind) {
    case cat:
      return std::make_unique<ByDoor>(model, budget);
    case datalog:
      return std::make_unique<ByRules>(model, budget);
    case sat:
      return std::make_unique<ByFormula>(model, runs::Clocks::bits, budget, statistics);
    case sat_datalog:
      return std::make_unique<ByRulesAndFormula>(model, budget, statistics);
    case smt:
      return std::make_unique<ByFormula>(model, runs::Clocks::integers, budget, statistics);
  }
  return nullptr;
}

}  // namespace fencepost::engine::cegar::graphs

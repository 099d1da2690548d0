// The four solvers of execution graphs against the one door to consistency, on random graphs under built-in models.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../memory/random_graph.h"
#include "base/diagnostic.h"
#include "engine/cegar/graphs/graph_solver.h"

namespace fencepost::engine::cegar::graphs {
namespace {

using Kind = result::CegarOptions::GraphSolver;

struct Solvers {
  Statistics statistics;
  Budget budget;
  std::vector<std::pair<std::string, std::unique_ptr<GraphSolver>>> all;

  explicit Solvers(const memory::Model& model) {
    for (auto [name, kind] : {std::pair{"datalog", Kind::datalog},
                              {"sat", Kind::sat},
                              {"sat-datalog", Kind::sat_datalog},
                              {"smt", Kind::smt}})
      all.emplace_back(name, make_graph_solver(kind, model, budget, statistics));
  }
};

class GraphSolvers : public testing::TestWithParam<const char*> {};

TEST_P(GraphSolvers, AgreeWithTheDoor) {
  auto model = memory::load_model(GetParam());
  Solvers solvers(*model);
  auto door = make_graph_solver(Kind::cat, *model, solvers.budget, solvers.statistics);
  size_t allowed = 0, forbidden = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    memory::RandomGraph random = memory::decorated_graph(seed);
    size_t number = 0;
    memory::for_each_rf(random, [&](const memory::Relation& rf) {
      if (number++ % 3 != seed % 3 || number > 12) return;
      memory::ExecutionGraph graph = random.graph;
      graph.relation("rf") = rf;
      bool expected = door->allows(graph);
      ++(expected ? allowed : forbidden);
      for (auto& [name, solver] : solvers.all)
        EXPECT_EQ(solver->allows(graph), expected) << fmt::format("{} on seed {}, rf {}", name, seed, number - 1);
    });
  }
  EXPECT_GT(allowed, 20u);
  EXPECT_GT(forbidden, 20u);
}

INSTANTIATE_TEST_SUITE_P(Models, GraphSolvers, testing::Values("sc", "tso", "pso", "ra", "rc11", "imm", "aarch64"),
                         [](const auto& of) { return std::string(of.param); });

// Recursion is a formula of no fixed size, but a rule like any other.
TEST(GraphSolver, RefusesWhatItCannotSay) {
  Statistics statistics;
  Budget budget;
  auto model = memory::parse_model("m.cat", "let rec r = po | (r ; rf) | (r ; r)\nacyclic r | rf | co as order\n");
  EXPECT_NO_THROW(make_graph_solver(Kind::datalog, *model, budget, statistics));
  memory::ExecutionGraph graph({{memory::kInitThread, 0, 0, "init"}});
  graph.set("W").set(0);
  graph.relation("rf");
  graph.derive_static();
  EXPECT_TRUE(make_graph_solver(Kind::datalog, *model, budget, statistics)->allows(graph));
  EXPECT_THROW(make_graph_solver(Kind::sat, *model, budget, statistics), InputError);
  auto circle = memory::parse_model("c.cat", "let rec r = po \\ s and s = po \\ r\nempty r & s as both\n");
  EXPECT_THROW(make_graph_solver(Kind::datalog, *circle, budget, statistics), InputError);
}

}  // namespace
}  // namespace fencepost::engine::cegar::graphs

// What is learnt from a forbidden run is said only of runs that are like it in what the reason rests on: whether an exchange wrote, and
// where accesses are. A premise too few would rule out runs that the model allows, which makes a wrong SAFE.
#include <gtest/gtest.h>

#include "enumerated_runs.h"
#include "logic/evaluate.h"
#include "runs/search.h"

namespace fencepost::runs::testing {
namespace {

using logic::Term;
using unroll::Event;

class Premises : public ::testing::Test {
 protected:
  void start(const std::vector<std::string>& bodies) {
    program.emplace(threads(bodies), "rc11");
    search.emplace(program->unrolled, program->model, program->terms, logic::SolverKind::cadical, program->budget,
                   program->statistics);
  }
  // The first event of that kind in the thread of t0 (1), t1 (2), ...
  template <typename Is>
  uint32_t find(uint32_t thread, const Is& is_it) {
    for (uint32_t i = 0; i < program->unrolled.events.size(); ++i)
      if (event(i).thread == thread && is_it(event(i))) return i;
    ADD_FAILURE() << "no such event";
    return 0;
  }
  const Event& event(uint32_t i) const { return program->unrolled.events[i]; }
  Term at(uint32_t access, uint32_t which) const { return event(access).cells[which].when; }

  // The premise of an edge, taken from a run of the first kind, holds on it and on no run of the second.
  void expect_apart(const char* relation, uint32_t from, uint32_t to, Term first, Term second) {
    std::optional<logic::Assignment> run = search->ask({first});
    ASSERT_TRUE(run);
    const CandidateExecution& graph = search->refinement()->run();
    memory::cat::NamedEdge edge;
    edge.relation = relation;
    edge.from = graph.number[from];
    edge.to = graph.number[to];
    Term premise = search->refinement()->premise(*run, std::vector{edge});
    EXPECT_TRUE(logic::Evaluator(*run).holds(premise));
    EXPECT_TRUE(search->ask({second})) << "there are such runs";
    EXPECT_FALSE(search->ask({program->terms.and_(second, premise)})) << relation;
  }

  std::optional<Program> program;
  std::optional<Search> search;
};

TEST_F(Premises, WhetherAnExchangeWrites) {
  // The exchange finds 5 and writes or not, by what it compares with.
  start({"STORE(x, 1); RELEASE(y, 5);", "CAS(y, LOAD(z), 6); LOAD(x);", "STORE(z, 5);"});
  uint32_t exchange = find(2, [](const Event& e) { return e.kind == Event::Kind::read && e.partner != Event::kNone; });
  uint32_t later = find(2, [&](const Event& e) { return e.kind == Event::Kind::read && &e > &event(exchange); });
  uint32_t source =
      find(1, [](const Event& e) { return e.kind == Event::Kind::write && e.order == core::MemoryOrder::release; });
  logic::Terms& terms = program->terms;
  Term value = event(exchange).value.term;
  Term finds = terms.eq(value, terms.bv(5, value.sort().width)), writes = event(event(exchange).partner).guard;
  Term succeeds = terms.and_(finds, writes), fails = terms.and_(finds, terms.not_(writes));
  for (const auto& [first, second] : {std::pair(succeeds, fails), {fails, succeeds}}) {
    expect_apart("rf", source, exchange, first, second);
    expect_apart("po", exchange, later, first, second);
  }
}

TEST_F(Premises, WhereAccessesAre) {
  start({"int i = LOAD(z); atomic_int* at = i ? &y : &x; STORE(*at, 2);",
         "int i = LOAD(z); atomic_int* at = i ? &y : &x; LOAD(*at);", "STORE(z, 1);"});
  auto is_either = [](const Event& e) { return e.is_access() && e.cells.size() == 2; };
  uint32_t write = find(1, is_either), read = find(2, is_either);
  uint32_t before = find(1, [](const Event& e) { return e.kind == Event::Kind::read; });
  logic::Terms& terms = program->terms;
  Term value = event(read).value.term, finds = terms.eq(value, terms.bv(2, value.sort().width));
  for (uint32_t i : {0u, 1u}) {
    expect_apart("po", before, write, at(write, i), at(write, 1 - i));
    Term here = terms.and_(finds, at(write, i)), there = terms.and_(finds, at(write, 1 - i));
    expect_apart("rf", write, read, here, there);
  }
}

}  // namespace
}  // namespace fencepost::runs::testing

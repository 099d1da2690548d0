// Data races against enumerated runs. Two accesses are about to happen at once in some interleaving if and only if some run has
// them next to each other: nothing but the two orders them. Under models that make races undefined, if and only if the cat file says
// so of some run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "enumerated_runs.h"
#include "memory/undefined.h"
#include "runs/happens_before_races.h"
#include "runs/relevance.h"
#include "runs/search.h"
#include "runs/simultaneous_races.h"
#include "unroll/sharing.h"

namespace fencepost::runs::testing {
namespace {

using unroll::Event;

std::vector<std::string> racy_bodies(unsigned seed) {
  std::mt19937 random(seed);
  auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::vector<std::string> bodies(2 + below(2));
  unsigned value = 1;
  for (std::string& body : bodies) {
    auto plain = [&] { return below(2) == 0 ? fmt::format("p = {}; ", value++) : std::string("q = p; "); };
    switch (below(7)) {
      case 0:
        body = plain();
        body += fmt::format("RELEASE(y, {}); ", value++);
        break;
      case 1:
        body = plain();  // one call a statement: compilers evaluate arguments in different orders
        body = fmt::format("if (ACQUIRE(y) == {}) {{ {}}} ", below(4), body);
        break;
      case 2:
        body = "LOCK(m); " + plain() + "UNLOCK(m); ";
        break;
      case 3:
        body = plain();
        body = fmt::format("if (CAS(x, 0, {})) {{ {}}} ", value++, body);
        break;
      case 4:
        body = plain();
        body = fmt::format("STORE(y, {}); {}", value++, body);
        break;
      case 5:
        body = "if (ADD(x, 1) == 1) { " + plain() + "} ";
        break;
      default:
        body = plain() + "ADD(x, 1); ";
    }
  }
  return bodies;
}

bool may_race(const unroll::Unrolled& unrolled, const Event& a, const Event& b) {
  auto is_access = [](const Event& event) {
    return event.kind == Event::Kind::read || event.kind == Event::Kind::write;
  };
  auto is_plain = [](const Event& event) { return event.order == core::MemoryOrder::plain && event.section == 0; };
  return is_access(a) && is_access(b) && a.thread != b.thread && !a.at_end && !b.at_end &&
         (a.kind == Event::Kind::write || b.kind == Event::Kind::write) && (is_plain(a) || is_plain(b)) &&
         !unroll::is_of_life(unrolled.cells[a.cells[0].cell].at);
}

// Is there an interleaving of the graph's events, sections being one step, in which the two are neighbours?
bool may_be_neighbours(const memory::ExecutionGraph& graph, memory::EventId a, memory::EventId b) {
  memory::Relation order(graph.size());
  for (const char* name : {"po", "sync", "rf", "co", "fr", "section"})
    if (const memory::Relation* relation = graph.find_relation(name)) order |= *relation;
  order.reset(a, b);
  order.reset(b, a);
  order = order.closure();
  return !order.test(a, b) && !order.test(b, a);
}

bool some_run_races(const std::vector<EnumeratedRun>& runs, const unroll::Unrolled& unrolled,
                    const memory::Model& model) {
  memory::Consistency definition(model);
  bool races = false;
  for (const EnumeratedRun& run : runs)
    definition.each_coherence(run.graph.graph, [&](const memory::Relation& co) {
      memory::ExecutionGraph graph = run.graph.graph;
      graph.relation("co") = co;
      graph.derive_communication();
      for (memory::EventId a = 0; a < graph.size(); ++a)
        for (memory::EventId b = 0; b < a; ++b)
          races = races ||
                  (graph.events()[a].location == graph.events()[b].location &&
                   may_race(unrolled, unrolled.events[run.graph.origin[a]], unrolled.events[run.graph.origin[b]]) &&
                   may_be_neighbours(graph, a, b));
      return !races;
    });
  return races;
}

TEST(SimultaneousRaces, AreThoseOfSomeInterleaving) {
  std::vector<std::string> texts = {
      threads({"p = 1;"}, "q = p;"),  // main waits for the thread
      threads({"p = 1;", "q = p;"}, ""),
      threads({"p = 1; RELEASE(y, 1);", "if (ACQUIRE(y) == 1) q = p;"}, ""),
      threads({"p = 1; RELEASE(y, 1);", "if (ACQUIRE(y) != 1) q = p;"}, ""),
      threads({"__VERIFIER_atomic_begin(); p = 1; __VERIFIER_atomic_end();",
               "__VERIFIER_atomic_begin(); q = p; __VERIFIER_atomic_end();"},
              ""),
      threads({"__VERIFIER_atomic_begin(); p = 1; __VERIFIER_atomic_end();", "q = p;"}, ""),
      threads({"LOCK(m); p = 1; UNLOCK(m);", "LOCK(m); q = p; UNLOCK(m);"}, ""),
      threads({"LOCK(m); p = 1; UNLOCK(m);", "q = p;"}, ""),
  };
  for (unsigned seed = 0; seed < 60; ++seed) texts.push_back(threads(racy_bodies(seed), ""));
  size_t racing = 0, free = 0;
  for (const std::string& text : texts) {
    SCOPED_TRACE(text.substr(text.find("static void* t0")));
    Program program(text, "sc", core::Undef::data_race);
    const bool expected = some_run_races(enumerate(program, program.unrolled), program.unrolled, *program.model);
    ++(expected ? racing : free);
    SimultaneousRaces races(program.unrolled, true, program.terms, program.budget);
    auto finds = [&](const unroll::Unrolled& unrolled) {
      Search search(unrolled, program.model, program.terms, logic::SolverKind::cadical, program.budget,
                    program.statistics);
      return search.ask({races.question({})}).has_value();
    };
    EXPECT_EQ(races.possible() && finds(races.stopping()), expected);
    if (expected) {
      EXPECT_TRUE(finds(races.abstraction()));
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(racing, 15u);
  EXPECT_GT(free, 15u);
}

TEST(HappensBeforeRaces, AreThoseOfSomeRun) {
  std::vector<std::string> texts = {
      // Initialisation is not atomic (C11 7.17.2.2), so an atomic access may race with it.
      threads({"atomic_init(&x, 1);", "LOAD(x);"}, ""),
      // Of four runs one races, and what orders the others says nothing about it.
      threads({"p = 1; RELEASE(y, 1); RELEASE(y, 2); RELEASE(y, 3);", "ACQUIRE(y); q = p;"}, ""),
      // What orders two accesses is there where two others race.
      threads({"p = 1; RELEASE(y, 1); q = 1;", "if (ACQUIRE(y) == 1) { p = 2; if (LOAD(z)) q = 2; }", "STORE(z, 1);"},
              ""),
  };
  for (unsigned seed = 0; seed < 28; ++seed) texts.push_back(threads(racy_bodies(seed), ""));
  size_t racing = 0, free = 0;
  for (const char* model : {"rc11", "c11"})
    for (const std::string& text : texts) {
      SCOPED_TRACE(model + text.substr(text.find("static void* t0")));
      Program program(text, model, core::Undef::data_race);
      std::vector<EnumeratedRun> runs = enumerate(program, program.unrolled);
      memory::Consistency definition(*program.model);
      memory::Undefined undefined(*program.model);
      bool expected = false;
      for (const EnumeratedRun& run : runs)
        definition.each_coherence(run.graph.graph, [&](const memory::Relation& co) {
          memory::ExecutionGraph graph = run.graph.graph;
          graph.relation("co") = co;
          graph.derive_communication();
          undefined.judge(graph);
          for (memory::EventId a = 0; a < graph.size(); ++a)
            for (memory::EventId b = 0; b < a; ++b)
              expected =
                  expected || (graph.events()[a].location == graph.events()[b].location && undefined.relates(a, b) &&
                               may_race(program.unrolled, program.unrolled.events[run.graph.origin[a]],
                                        program.unrolled.events[run.graph.origin[b]]));
          return !expected;
        });
      ++(expected ? racing : free);
      Search search(program.unrolled, program.model, program.terms, logic::SolverKind::cadical, program.budget,
                    program.statistics);
      HappensBeforeRaces races(program.unrolled, *program.model, program.terms, program.budget);
      EXPECT_EQ(races.race(search, {}, HappensBeforeRaces::Kind::contents).has_value(), expected);
      if (HasFailure()) return;
    }
  EXPECT_GT(racing, 15u);
  EXPECT_GT(free, 5u);
}

TEST(HappensBeforeRaces, WhatOrdersTwoAccessesRulesOutNoRaceOfOthers) {
  // The accesses to p are ordered on every run on which those to q race.
  Program program(threads({"p = 1; RELEASE(y, 1); q = 1;", "if (ACQUIRE(y) == 1) { p = 2; q = 2; }"}, ""), "rc11",
                  core::Undef::data_race);
  Search search(program.unrolled, program.model, program.terms, logic::SolverKind::cadical, program.budget,
                program.statistics);
  HappensBeforeRaces races(program.unrolled, *program.model, program.terms, program.budget);
  std::vector<SourcePos> of_q;
  for (const Event& event : program.unrolled.events)
    if (event.kind == Event::Kind::write && program.unrolled.cell_names[event.cells[0].cell] == "q")
      of_q.push_back(event.pos);
  ASSERT_EQ(of_q.size(), 2u);
  EXPECT_FALSE(races.race(search, of_q, HappensBeforeRaces::Kind::contents)) << "those to p do not";
  EXPECT_TRUE(races.race(search, {}, HappensBeforeRaces::Kind::contents));
}

}  // namespace
}  // namespace fencepost::runs::testing

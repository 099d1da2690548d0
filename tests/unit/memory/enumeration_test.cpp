// On random small graphs, the staged and pruned enumeration finds exactly the executions that a brute-force enumeration
// judged one by one finds, under every built-in model; and the reasons for what is forbidden are sufficient and minimal.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "memory/consistency.h"
#include "memory/graph_edit.h"
#include "memory/model.h"
#include "memory/undefined.h"
#include "random_graph.h"

namespace fencepost::memory {
namespace {

using Pairs = std::vector<std::pair<size_t, size_t>>;

Pairs pairs(const Relation& r) {
  Pairs p;
  r.for_each([&](size_t i, size_t j) { p.emplace_back(i, j); });
  return p;
}

// FENCEPOST_RANDOM_GRAPHS=2000 is the full run; the suite takes a sample.
unsigned graph_count() {
  const char* wanted = std::getenv("FENCEPOST_RANDOM_GRAPHS");
  return wanted == nullptr ? 120 : static_cast<unsigned>(std::atoi(wanted));
}

class EveryModel : public testing::TestWithParam<std::string> {};

TEST_P(EveryModel, EnumerationAgreesWithBruteForce) {
  const auto model = load_model(GetParam());
  cat::Evaluator enumerator(model->program), judge(model->program);
  size_t allowed = 0, forbidden = 0;
  for (unsigned seed = 0; seed < graph_count(); ++seed) {
    RandomGraph r = random_graph(seed);
    std::set<std::pair<Pairs, Pairs>> fast, slow;
    if (enumerator.bind(r.graph))
      for_each_rf(r, [&](const Relation& rf) {
        if (!enumerator.complete_rf(rf)) return;
        enumerator.for_each_completion(r.locations, [&] {
          Relation co = enumerator.co();
          for (const char* name : {"chosen-co", "mo"})
            if (const cat::Value* v = enumerator.named(name);
                co.none() && v != nullptr && v->kind() == cat::Value::Kind::relation)
              co = v->as_relation();
          fast.emplace(pairs(rf), pairs(co));
          return true;
        });
      });
    for_each_rf(r, [&](const Relation& rf) {
      for_each_co(r, [&](const Relation& co) {
        r.graph.relation("rf") = rf;
        r.graph.relation("co") = co;
        r.graph.derive_communication();
        const bool ok = judge.failing_checks(r.graph).empty();
        ++(ok ? allowed : forbidden);
        // A model that never mentions co does not distinguish coherence orders.
        if (ok)
          slow.emplace(pairs(rf), model->program.uses_co || !model->program.options.with_co ? pairs(co) : Pairs{});
      });
    });
    ASSERT_EQ(fast, slow) << GetParam() << " seed " << seed;
  }
  EXPECT_GT(allowed, graph_count());
  if (GetParam() != "noassert") {
    EXPECT_GT(forbidden, allowed / 100);
  }
}

// What an engine makes of a reason: no graph that has its edges is consistent.
TEST_P(EveryModel, AReasonForbidsWhateverHasItsEdges) {
  const auto model = load_model(GetParam());
  Consistency consistency(*model);
  cat::Evaluator judge(model->program);
  for (unsigned seed = 0; seed < 40; ++seed) {
    RandomGraph r = random_graph(seed);
    std::vector<std::pair<Relation, Relation>> choices;
    for_each_rf(r, [&](const Relation& rf) {
      for_each_co(r, [&](const Relation& co) {
        if (choices.size() < 24) choices.emplace_back(rf, co);
      });
    });
    const auto put = [&](const std::pair<Relation, Relation>& choice) {
      r.graph.relation("rf") = choice.first;
      r.graph.relation("co") = choice.second;
      r.graph.derive_communication();
    };
    std::vector<bool> allowed;
    for (const auto& choice : choices) {
      put(choice);
      allowed.push_back(judge.failing_checks(r.graph).empty());
    }
    for (const auto& choice : choices) {
      put(choice);
      const std::optional<Reason> reason = consistency.violation(r.graph);
      if (!reason) continue;
      for (size_t i = 0; i < choices.size(); ++i) {
        bool has_all = true;
        for (const cat::NamedEdge& e : reason->edges) {
          if (e.relation == "rf") has_all = has_all && choices[i].first.test(e.from, e.to);
          if (e.relation == "co") has_all = has_all && choices[i].second.test(e.from, e.to);
        }
        EXPECT_FALSE(has_all && allowed[i]) << GetParam() << " seed " << seed << " axiom " << reason->axiom;
      }
    }
  }
}

ExecutionGraph without(const ExecutionGraph& graph, EventId gone) {
  std::vector<EventId> rest;
  for (EventId i = 0; i < graph.size(); ++i)
    if (i != gone) rest.push_back(i);
  return part_of(graph, rest);
}

// The other half of that: further events do not make a forbidden graph allowed, unless the reason says so.
TEST_P(EveryModel, AReasonHoldsWhateverElseHappens) {
  const auto model = load_model(GetParam());
  Consistency consistency(*model);
  cat::Evaluator judge(model->program);
  size_t carried = 0, absent = 0, whole = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomGraph r = random_graph(seed);
    size_t tried = 0;
    for_each_rf(r, [&](const Relation& rf) {
      for_each_co(r, [&](const Relation& co) {
        if (++tried > 12) return;
        r.graph.relation("rf") = rf;
        r.graph.relation("co") = co;
        r.graph.derive_communication();
        const bool allowed = judge.failing_checks(r.graph).empty();
        for (EventId i = 0; i < r.graph.size(); ++i) {
          bool is_read = false;
          rf.for_each([&](size_t w, size_t) { is_read = is_read || w == i; });
          if (is_read || r.graph.events()[i].thread == kInitThread) continue;
          const std::optional<Reason> reason = consistency.violation(without(r.graph, i));
          if (!reason) continue;
          if (reason->by_absence) ++whole;
          ++(reason->by_events ? absent : carried);
          EXPECT_FALSE(allowed && !reason->by_events) << GetParam() << " seed " << seed << " axiom " << reason->axiom;
        }
      });
    });
  }
  if (GetParam() == "aarch64" || GetParam() == "riscv" || GetParam() == "rc11" || GetParam() == "power") {
    EXPECT_EQ(absent, 0u) << "an engine learns nothing from a reason by absence";
    EXPECT_GT(carried, 50u);
  }
  if (GetParam() == "lkmm") {
    EXPECT_EQ(whole, 0u) << "its reasons may depend on other events, not on other edges";
  }
}

TEST_P(EveryModel, ReasonsSufficeAndAreMinimal) {
  const auto model = load_model(GetParam());
  Consistency consistency(*model);
  cat::Evaluator judge(model->program);
  size_t explained = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomGraph r = random_graph(seed);
    size_t tried = 0;
    for_each_rf(r, [&](const Relation& rf) {
      for_each_co(r, [&](const Relation& co) {
        if (++tried > 8) return;
        r.graph.relation("rf") = rf;
        r.graph.relation("co") = co;
        r.graph.derive_communication();
        const std::optional<Reason> reason = consistency.violation(r.graph);
        ASSERT_EQ(reason.has_value(), !judge.failing_checks(r.graph).empty());
        if (!reason) return;
        ++explained;
        const auto fails_with = [&](const std::vector<cat::NamedEdge>& edges) {
          ExecutionGraph g = r.graph;
          g.relation("rf") = g.relation("co") = Relation(g.size());
          for (const cat::NamedEdge& e : edges)
            if (e.relation == "rf" || e.relation == "co") g.relation(e.relation).set(e.from, e.to);
          g.derive_communication();
          for (const cat::Op* op : judge.failing_checks(g))
            if (op->check.name == reason->axiom) return true;
          return false;
        };
        EXPECT_TRUE(fails_with(reason->edges)) << GetParam() << " seed " << seed << " axiom " << reason->axiom;
        for (size_t i = 0; i < reason->edges.size() && !reason->by_absence; ++i) {
          if (reason->edges[i].relation != "rf" && reason->edges[i].relation != "co") continue;
          std::vector<cat::NamedEdge> fewer = reason->edges;
          fewer.erase(fewer.begin() + static_cast<long>(i));
          EXPECT_FALSE(fails_with(fewer)) << GetParam() << ": a superfluous edge in the reason";
        }
        // The cycle closes and its steps are pairs of events of the graph.
        if (reason->kind == cat::CheckKind::acyclic) {
          ASSERT_FALSE(reason->cycle.empty());
          for (size_t i = 0; i < reason->cycle.size(); ++i)
            EXPECT_EQ(reason->cycle[i].to, reason->cycle[(i + 1) % reason->cycle.size()].from)
                << GetParam() << " " << reason->axiom;
        }
      });
    });
  }
  if (GetParam() != "noassert") {
    EXPECT_GT(explained, 20u);
  }
}

// Why two events do not race: no graph that has these edges makes them race.
TEST(UndefinedTest, WhatRulesARaceOutDoesSoInEveryGraph) {
  for (const char* name : {"rc11", "c11"}) {
    const auto model = load_model(name);
    Undefined undefined(*model);
    size_t ruled_out = 0, races = 0;
    for (unsigned seed = 0; seed < 80; ++seed) {
      RandomGraph r = random_graph(seed);
      for (EventId i = 0; i < r.graph.size(); i += 2) r.graph.set("A").reset(i);
      std::vector<std::pair<Relation, Relation>> choices;
      for_each_rf(r, [&](const Relation& rf) {
        for_each_co(r, [&](const Relation& co) {
          if (choices.size() < 24) choices.emplace_back(rf, co);
        });
      });
      const auto judge = [&](const std::pair<Relation, Relation>& choice) {
        r.graph.relation("rf") = choice.first;
        r.graph.relation("co") = choice.second;
        r.graph.derive_communication();
        undefined.judge(r.graph);
      };
      for (const auto& choice : choices)
        for (EventId a = 0; a < r.graph.size(); ++a)
          for (EventId b = 0; b < a; ++b) {
            judge(choice);
            if (undefined.relates(a, b)) {
              ++races;
              continue;
            }
            const auto edges = undefined.why_not(a, b);
            if (!edges || edges->empty()) continue;
            ++ruled_out;
            for (const auto& other : choices) {
              bool has_all = std::all_of(edges->begin(), edges->end(), [&](const cat::NamedEdge& e) {
                return (e.relation != "rf" || other.first.test(e.from, e.to)) &&
                       (e.relation != "co" || other.second.test(e.from, e.to));
              });
              if (!has_all) continue;
              judge(other);
              EXPECT_FALSE(undefined.relates(a, b)) << name << " seed " << seed;
            }
          }
    }
    EXPECT_GT(races, 50u);
    EXPECT_GT(ruled_out, 50u) << name;
  }
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const ModelSummary& m : builtin_models()) names.push_back(m.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, testing::ValuesIn(model_names()),
                         [](const auto& test) { return test.param; });

// Stronger models allow fewer executions.
TEST(ModelOrder, ScTsoPsoCoherenceNoassert) {
  const std::vector<std::string> chain = {"sc", "tso", "pso", "coherence", "noassert"};
  std::vector<std::shared_ptr<const Model>> models;
  for (const std::string& name : chain) models.push_back(load_model(name));
  std::vector<cat::Evaluator> judges;
  for (const auto& m : models) judges.emplace_back(m->program);
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomGraph r = random_graph(seed);
    for_each_rf(r, [&](const Relation& rf) {
      for_each_co(r, [&](const Relation& co) {
        r.graph.relation("rf") = rf;
        r.graph.relation("co") = co;
        r.graph.derive_communication();
        bool stronger = true;
        for (size_t i = 0; i < judges.size(); ++i) {
          const bool ok = judges[i].failing_checks(r.graph).empty();
          if (i > 0 && stronger) {
            EXPECT_TRUE(ok) << chain[i - 1] << " allows what " << chain[i] << " forbids, seed " << seed;
          }
          stronger = ok;
        }
      });
    });
  }
}

}  // namespace
}  // namespace fencepost::memory

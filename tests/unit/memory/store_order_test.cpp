// The order-graph path against brute force over coherence orders judged by the general evaluator: same verdict, a coherence
// order that the evaluator accepts, reasons that suffice under every coherence order and lose that when one edge goes. On
// graphs with atomic sections, threads that start each other, and models that have only parts of the communication.
#include "memory/store_order.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "random_graph.h"

namespace fencepost::memory {
namespace {

TEST(StoreOrderShape, IsFoundByReadingTheProgram) {
  const auto has_shape = [](const std::string& text) {
    return cat::store_order_shape(parse_model("m.cat", text)->program).has_value();
  };
  EXPECT_TRUE(has_shape("acyclic po | rf | co | fr"));
  EXPECT_TRUE(has_shape("let com = rfe | coe | coi | fre acyclic com | (po & (R * M)) | fencerel(MFENCE)"));
  EXPECT_TRUE(has_shape("acyclic po-loc | rf | co | fr empty rmw & (fre ; coe) flag ~empty rf as any"));
  EXPECT_FALSE(has_shape("acyclic po | rf"));                                // says nothing about coherence
  EXPECT_FALSE(has_shape("acyclic po | rfe | coe | fr"));                    // not about all of it
  EXPECT_FALSE(has_shape("acyclic po | co | (rf ; po)"));                    // reads-from inside an operator
  EXPECT_FALSE(has_shape("acyclic po | rf | co | fr irreflexive fr ; co"));  // another kind of axiom
  EXPECT_TRUE(has_shape("acyclic section? ; ((po | rf | co | fr) \\ section) ; section?"));
  EXPECT_FALSE(has_shape("acyclic section? ; ((po | rf | co | fr) \\ loc) ; section?"));
  EXPECT_FALSE(has_shape("acyclic po? ; ((po | rf | co | fr) \\ po) ; po?"));
  // Reasons must outlive further events: a difference may not depend on others.
  EXPECT_TRUE(has_shape("acyclic (po \\ loc) | rf | co | fr"));
  EXPECT_FALSE(has_shape("acyclic (po \\ fencerel(F)) | rf | co | fr"));
  EXPECT_FALSE(has_shape("acyclic (po & ~(po ; po)) | rf | co | fr"));
  EXPECT_FALSE(has_shape("let f x = x | rf acyclic f(po) | co"));
  EXPECT_FALSE(has_shape("let rec hb = po | rf | hb ; hb acyclic hb | co"));
}

TEST(StoreOrderShape, BuiltinModels) {
  std::vector<std::string> with;
  for (const ModelSummary& m : builtin_models())
    if (cat::store_order_shape(load_model(m.name)->program)) with.push_back(m.name);
  EXPECT_EQ(with, (std::vector<std::string>{"coherence", "pso", "sc", "tso"}));
}

// Which values flow is no event that a reason could name.
TEST(StoreOrderShape, DependenciesAreNotFixed) {
  const auto has_shape = [](const std::string& kept) {
    const auto model = parse_model("kept.cat", "let kept = " + kept + "\nacyclic kept | rf | co | fr as order\n");
    return cat::store_order_shape(model->program).has_value();
  };
  EXPECT_TRUE(has_shape("po ; [F] ; po"));
  EXPECT_FALSE(has_shape("ctrl"));
  EXPECT_FALSE(has_shape("data ; po"));
}

TEST(StoreOrderShape, InterleavingIsProgramOrderAndAllCommunicationInOneAxiom) {
  const auto interleaves = [](const std::string& text) {
    return cat::store_order_shape(parse_model("m.cat", text)->program)->interleaves();
  };
  const std::string atomic = " empty rmw & (fre ; coe)";
  EXPECT_TRUE(interleaves("acyclic section? ; ((po | sync | rf | co | fr) \\ section) ; section?" + atomic));
  EXPECT_TRUE(interleaves(
      "let a = po | amo let b = a | sync acyclic section? ; ((b | rf | co | fr) \\ section) ; section?" + atomic));
  EXPECT_FALSE(interleaves("acyclic section? ; ((po | sync | rf | co | fr) \\ section) ; section?"));  // split updates
  EXPECT_FALSE(interleaves("acyclic po | sync | rf | co | fr" + atomic));                              // open sections
  EXPECT_FALSE(interleaves("acyclic section? ; (((po & loc) | sync | rf | co | fr) \\ section) ; section?" + atomic));
  EXPECT_FALSE(interleaves("acyclic section? ; ((po | sync | rfe | co | fr) \\ section) ; section?" + atomic));
  std::vector<std::string> with;
  for (const ModelSummary& m : builtin_models())
    if (auto shape = cat::store_order_shape(load_model(m.name)->program); shape && shape->interleaves())
      with.push_back(m.name);
  EXPECT_EQ(with, (std::vector<std::string>{"sc"}));
}

struct Case {
  const char* name;
  const char* text;  // null: the built-in model of that name
};

std::shared_ptr<const Model> model_of(const Case& c) {
  return c.text == nullptr ? load_model(c.name) : parse_model(std::string(c.name) + ".cat", c.text);
}

class StoreOrderModels : public testing::TestWithParam<Case> {};

// Some coherence order satisfies the model.
bool satisfiable(RandomGraph& r, const Relation& rf, cat::Evaluator& judge) {
  bool some = false;
  for_each_co(r, [&](const Relation& co) {
    if (some) return;
    r.graph.relation("rf") = rf;
    r.graph.relation("co") = co;
    r.graph.derive_communication();
    some = judge.failing_checks(r.graph).empty();
  });
  return some;
}

// The part of a graph that a reason speaks of, and nothing else.
RandomGraph part_of(const RandomGraph& r, const Reason& reason, Relation& rf) {
  std::set<EventId> kept(reason.events.begin(), reason.events.end());
  for (const cat::NamedEdge& edge : reason.edges) kept.insert({edge.from, edge.to});
  const std::vector<EventId> old(kept.begin(), kept.end());
  std::vector<Event> events;
  for (EventId e : old) events.push_back(r.graph.events()[e]);
  RandomGraph part;
  part.graph = ExecutionGraph(events);
  const auto size = static_cast<EventId>(old.size());
  for (const auto& [name, set] : r.graph.sets())
    for (EventId i = 0; i < size; ++i)
      if (set.test(old[i])) part.graph.set(name).set(i);
  for (const auto& [name, relation] : r.graph.relations()) {
    Relation& restricted = part.graph.relation(name);
    for (EventId i = 0; i < size; ++i)
      for (EventId j = 0; j < size; ++j)
        if (relation.test(old[i], old[j])) restricted.set(i, j);
  }
  rf = Relation(size);
  for (EventId i = 0; i < size; ++i)
    for (EventId j = 0; j < size; ++j)
      if (std::count(reason.edges.begin(), reason.edges.end(), cat::NamedEdge{old[i], old[j], "rf"}) > 0) rf.set(i, j);
  for (const cat::OpenLocation& location : r.locations) {
    cat::OpenLocation o;
    o.writes = EventSet(size);
    o.initial = UINT32_MAX;
    for (EventId i = 0; i < size; ++i) {
      if (!location.writes.test(old[i])) continue;
      o.writes.set(i);
      if (old[i] == location.initial) o.initial = i;
    }
    part.locations.push_back(std::move(o));
  }
  return part;
}

TEST_P(StoreOrderModels, AgreesWithBruteForce) {
  const auto model = model_of(GetParam());
  ASSERT_NE(coherence_source(*model), CoherenceSource::chosen);
  const std::unique_ptr<Consistency> fast = consistency_of(*model);
  cat::Evaluator judge(model->program);
  size_t allowed = 0, forbidden = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomGraph r = decorated_graph(seed);
    const std::string where = fmt::format("{} seed {}", GetParam().name, seed);
    size_t tried = 0;
    for_each_rf(r, [&](const Relation& rf) {
      if (++tried > 40) return;
      r.graph.relation("rf") = rf;
      const std::vector<Reason> reasons = fast->violations_of_rf(r.graph, 4);
      ASSERT_EQ(reasons.empty(), satisfiable(r, rf, judge)) << where;
      if (reasons.empty()) {
        ++allowed;
        r.graph.relation("rf") = rf;
        r.graph.relation("co") = fast->coherence();
        r.graph.derive_communication();
        EXPECT_TRUE(judge.failing_checks(r.graph).empty()) << where;
        return;
      }
      ++forbidden;
      EXPECT_LE(reasons.size(), 4u);
      for (const Reason& each : reasons) {
        for (const cat::NamedEdge& edge : each.edges) EXPECT_TRUE(rf.test(edge.from, edge.to)) << where;
        Relation part_rf;
        RandomGraph part = part_of(r, each, part_rf);
        EXPECT_FALSE(satisfiable(part, part_rf, judge)) << where << ": a short reason does not suffice";
      }
    });
  }
  EXPECT_GT(allowed, 300u);
  EXPECT_GT(forbidden, 300u);
}

TEST_P(StoreOrderModels, ListsEveryCoherenceOrderOnce) {
  const auto model = model_of(GetParam());
  ASSERT_NE(coherence_source(*model), CoherenceSource::chosen);
  const std::unique_ptr<Consistency> fast = consistency_of(*model);
  cat::Evaluator judge(model->program);
  size_t most = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomGraph r = decorated_graph(seed);
    size_t tried = 0;
    for_each_rf(r, [&](const Relation& rf) {
      if (++tried > 40) return;
      r.graph.relation("rf") = rf;
      if (!fast->violations_of_rf(r.graph, 1).empty()) return;
      std::vector<Relation> listed, expected;
      fast->each_coherence(r.graph, [&](const Relation& co) {
        listed.push_back(co);
        return true;
      });
      for_each_co(r, [&](const Relation& co) {
        r.graph.relation("co") = co;
        r.graph.derive_communication();
        if (judge.failing_checks(r.graph).empty()) expected.push_back(co);
      });
      ASSERT_EQ(listed.size(), expected.size()) << GetParam().name << " seed " << seed;
      for (const Relation& co : expected) ASSERT_EQ(std::count(listed.begin(), listed.end(), co), 1);
      most = std::max(most, listed.size());
    });
  }
  EXPECT_GT(most, 2u);
}

INSTANTIATE_TEST_SUITE_P(
    Models, StoreOrderModels,
    testing::Values(Case{"sc", nullptr}, Case{"tso", nullptr}, Case{"pso", nullptr}, Case{"coherence", nullptr},
                    Case{"parts", "acyclic po-loc | rfi | coe | fre acyclic po-loc | rfe | co | fri"},
                    Case{"thin", "acyclic co | (po & (R * W)) acyclic fr | rf | po-loc empty rmw & (fr ; co)"},
                    Case{"lifted", "acyclic section? ; ((po | rf | co | fr) \\ section) ; section?"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace fencepost::memory

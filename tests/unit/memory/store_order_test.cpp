// The order-graph path against brute force over coherence orders judged by the general evaluator: same verdict, a coherence
// order that the evaluator accepts, reasons that suffice under every coherence order and lose that when one edge goes.
#include "memory/store_order.h"

#include <gtest/gtest.h>

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
  EXPECT_FALSE(has_shape("let f x = x | rf acyclic f(po) | co"));
  EXPECT_FALSE(has_shape("let rec hb = po | rf | hb ; hb acyclic hb | co"));
}

TEST(StoreOrderShape, BuiltinModels) {
  std::vector<std::string> with;
  for (const ModelSummary& m : builtin_models())
    if (cat::store_order_shape(load_model(m.name)->program)) with.push_back(m.name);
  EXPECT_EQ(with, (std::vector<std::string>{"coherence", "pso", "sc", "tso"}));
}

class StoreOrderModels : public testing::TestWithParam<std::string> {};

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

TEST_P(StoreOrderModels, AgreesWithBruteForce) {
  const auto model = load_model(GetParam());
  std::optional<StoreOrder> fast = StoreOrder::of(model);
  ASSERT_TRUE(fast);
  cat::Evaluator judge(model->program);
  size_t allowed = 0, forbidden = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomGraph r = random_graph(seed);
    // Atomic pairs of two events: a read directly followed by a write of its location.
    const Relation po = r.graph.relation("po");
    po.for_each([&](size_t a, size_t b) {
      const auto &x = r.graph.events()[a], &y = r.graph.events()[b];
      if (r.graph.set("R").test(a) && r.graph.set("W").test(b) && !r.graph.set("W").test(a) &&
          !r.graph.set("R").test(b) && x.location == y.location && x.instruction + 1 == y.instruction && seed % 2 == 0)
        r.graph.relation("rmw").set(a, b);
    });
    size_t tried = 0;
    for_each_rf(r, [&](const Relation& rf) {
      if (++tried > 40) return;
      r.graph.relation("rf") = rf;
      const std::optional<Reason> reason = fast->violation(r.graph);
      ASSERT_EQ(!reason, satisfiable(r, rf, judge)) << GetParam() << " seed " << seed;
      if (!reason) {
        ++allowed;
        r.graph.relation("rf") = rf;
        r.graph.relation("co") = fast->co();
        r.graph.derive_communication();
        EXPECT_TRUE(judge.failing_checks(r.graph).empty()) << GetParam() << " seed " << seed;
        return;
      }
      ++forbidden;
      Relation kept(r.graph.size());
      for (const cat::NamedEdge& e : reason->edges)
        if (e.relation == "rf") {
          EXPECT_TRUE(rf.test(e.from, e.to));
          kept.set(e.from, e.to);
        }
      EXPECT_FALSE(satisfiable(r, kept, judge)) << GetParam() << " seed " << seed << ": the reason does not suffice";
      kept.for_each([&](size_t w, size_t read) {
        Relation fewer = kept;
        fewer.reset(w, read);
        EXPECT_TRUE(satisfiable(r, fewer, judge)) << GetParam() << " seed " << seed << ": a superfluous edge";
      });
      ASSERT_FALSE(reason->cycle.empty());
      if (reason->kind == cat::CheckKind::acyclic) {
        for (size_t i = 0; i < reason->cycle.size(); ++i)
          EXPECT_EQ(reason->cycle[i].to, reason->cycle[(i + 1) % reason->cycle.size()].from);
      }
    });
  }
  EXPECT_GT(allowed, 300u);
  EXPECT_GT(forbidden, 300u);
}

INSTANTIATE_TEST_SUITE_P(Models, StoreOrderModels, testing::Values("sc", "tso", "pso", "coherence"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace fencepost::memory

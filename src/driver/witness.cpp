#include "driver/witness.h"

namespace fencepost::driver {

namespace {

constexpr size_t kMaxCandidates = 3000;

// Every execution that the values permit, with all coherence orders.
constexpr const char* kAllCandidates = "\"candidates\"\nlet none = 0 & co\nempty none as nothing\n";

}  // namespace

memory::ExecutionGraph complete_graph(const litmus::Execution& e) {
  memory::ExecutionGraph graph = *e.graph;
  for (size_t i = 0; i < graph.size(); ++i) graph.events()[i].label = e.labels[i];
  const auto take = [&](const char* name) -> const memory::Relation* {
    const memory::cat::Value* v = e.evaluator->named(name);
    return v != nullptr && v->kind() == memory::cat::Value::Kind::relation ? &v->as_relation() : nullptr;
  };
  graph.relation("rf") = e.evaluator->rf();
  graph.relation("co") = e.evaluator->co();
  if (graph.relation("co").none())
    for (const char* name : {"co", "mo"})
      if (const memory::Relation* r = take(name)) {
        graph.relation("co") = *r;
        break;
      }
  if (const memory::Relation* r = take("rf")) graph.relation("rf") |= *r;
  graph.derive_communication();
  return graph;
}

std::optional<Witness> allowed_witness(const litmus::Test& test, const memory::Model& model,
                                       const litmus::SimulationOptions& options) {
  std::optional<Witness> found;
  litmus::simulate(test, model, options, [&](const litmus::Execution& e) {
    if (!e.satisfies) return true;
    found = Witness{complete_graph(e), e.places, std::nullopt};
    return false;
  });
  return found;
}

std::optional<Witness> forbidden_witness(const litmus::Test& test, const memory::Model& model,
                                         const litmus::SimulationOptions& options, size_t& tried) {
  std::optional<Witness> best;
  memory::Consistency consistency(model);
  const auto candidates = memory::parse_model("candidates", kAllCandidates);
  litmus::simulate(test, *candidates, options, [&](const litmus::Execution& e) {
    if (!e.satisfies) return true;
    memory::ExecutionGraph graph = complete_graph(e);
    std::optional<memory::Reason> reason = consistency.violation(graph);
    if (reason && (!best || reason->cycle.size() < best->reason->cycle.size()))
      best = Witness{std::move(graph), e.places, std::move(reason)};
    return ++tried < kMaxCandidates;
  });
  return best;
}

}  // namespace fencepost::driver

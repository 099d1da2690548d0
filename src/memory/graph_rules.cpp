#include "memory/graph_rules.h"

#include <algorithm>
#include <array>

#include "memory/cat/evaluator.h"
#include "memory/cat/store_order_shape.h"
#include "memory/probe.h"

namespace fencepost::memory {

namespace {

std::optional<std::string> why_not_growing(const cat::Program& program) {
  using Kind = cat::Op::Kind;
  if (program.has_unforeseen) return "whose expressions are not all understood";
  for (const cat::Op& op : program.ops) {
    if (!op.needed) continue;
    if (op.kind == Kind::with_from || op.kind == Kind::for_all) return "which makes choices of its own";
    if (op.kind == Kind::check && op.check.role == cat::CheckRole::require &&
        (op.dependence.down != 0 || op.check.negated))
      return "whose axiom " + op.check.name + " may hold again when there is more";
  }
  return std::nullopt;
}

// Names it sets of events that orders of accesses make, beyond what all models have?
bool names_tags(const cat::Program& program) {
  constexpr std::array kGeneral = {"R", "W", "M", "F", "IW", "FW", "_", "SECTION"};
  return std::ranges::any_of(program.base, [&](const cat::BaseSlot& base) {
    return base.required && base.kind == BaseKind::set &&
           std::ranges::none_of(kGeneral, [&](const char* name) { return base.name == name; });
  });
}

// Two accesses of one thread in a section of which the first reads from the second: no axiom over whole sections sees that.
bool forbids_own_later(const Model& model) {
  ExecutionGraph graph({{kInitThread, 0, 0, {}}, {0, 0, 0, {}}, {0, 1, 0, {}}});
  for (size_t write : {0, 2}) graph.set("W").set(write);
  graph.set("R").set(1);
  graph.set("F");
  graph.relation("rf").set(2, 1);
  graph.relation("co").set(0, 2);
  graph.relation("sync");
  for (size_t event : {1, 2}) graph.set("SECTION").set(event);
  graph.relation("section").set(1, 2);
  graph.relation("section").set(2, 1);
  graph.derive_static();
  return !cat::Evaluator(model.program).failing_checks(graph).empty();
}

// Some axiom forbids all cycles of program order and reads-from.
bool orders_causes(const Model& model, const cat::StoreOrderShape& shape) {
  return std::ranges::any_of(shape.orders, [&](const cat::OrderAxiom& axiom) {
    return axiom.program_order && axiom.rf.whole() &&
           (!axiom.over_sections || (!names_tags(model.program) && forbids_own_later(model)));
  });
}

GraphRules rules_of(const Model& model) {
  GraphRules rules;
  rules.problem = why_not_growing(model.program);
  if (rules.problem) return rules;
  const Relaxations& allowed = relaxations(model);
  if (model.built_in) {
    rules.opens_reads = allowed.load_store || allowed.stale_reads;
    rules.reads_anything = allowed.stale_reads;
    return rules;
  }
  std::optional<cat::StoreOrderShape> shape = cat::store_order_shape(model.program);
  if (shape && orders_causes(model, *shape)) {
    rules.stops_anywhere = !shape->allows_interleavings();
    rules.forgets_reads = shape->allows_interleavings();
    rules.reads_anything = allowed.stale_reads;
    return rules;
  }
  return {std::nullopt, true, true, true, false};
}

}  // namespace

const GraphRules& graph_rules(const Model& model) {
  return model.graph_rules.get([&] { return rules_of(model); });
}

}  // namespace fencepost::memory

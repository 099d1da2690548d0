#include "memory/undefined.h"

#include <algorithm>

#include "memory/graph_edit.h"

namespace fencepost::memory {

using cat::Op;

namespace {

using Values = cat::Evaluator::Values;

std::vector<const Op*> undefined_unless(const Model& model) {
  std::vector<const Op*> all;
  for (const Op& op : model.program.ops)
    if (op.kind == Op::Kind::check && op.check.role == cat::CheckRole::undefined_unless) all.push_back(&op);
  return all;
}

bool shrink(const std::vector<const Op*>& relations) {
  return std::ranges::all_of(relations, [](const Op* op) { return op->dependence.up == 0; });
}

}  // namespace

Undefined::Undefined(const Model& model)
    : relations_(undefined_unless(model)),
      only_shrinks_(shrink(relations_)),
      evaluator_(model.program),
      at_least_(model.program, Values::at_least),
      named_(model.program, only_shrinks_ ? Values::exact : Values::at_least) {}

void Undefined::judge(const ExecutionGraph& graph) {
  graph_ = &graph;
  evaluator_.failing_checks(graph);
  if (!only_shrinks_) at_least_.failing_checks(graph);
}

bool Undefined::relates(EventId a, EventId b) {
  return std::any_of(relations_.begin(), relations_.end(), [&](const Op* op) {
    cat::Value value = evaluator_.evaluate(*op->check.expr);
    return value.kind() == cat::Value::Kind::relation &&
           (value.as_relation().test(a, b) || value.as_relation().test(b, a));
  });
}

bool Undefined::relates(EventId event) {
  return std::any_of(relations_.begin(), relations_.end(), [&](const Op* op) {
    const cat::Value value = evaluator_.evaluate(*op->check.expr);
    if (value.kind() != cat::Value::Kind::relation) return false;
    bool found = false;
    value.as_relation().for_each([&](size_t a, size_t b) { found = found || a == event || b == event; });
    return found;
  });
}

std::optional<std::vector<cat::NamedEdge>> Undefined::why_not(EventId a, EventId b) {
  if (!only_shrinks_ && evaluator_.program().has_unforeseen) return std::nullopt;
  cat::Explainer explainer(only_shrinks_ ? evaluator_ : at_least_);
  for (const Op* op : relations_) {
    bool is_relation = !op->check.negated && op->check.kind == cat::CheckKind::empty;
    if (!is_relation || !explainer.explain_absence(*op->check.expr, a, b) ||
        !explainer.explain_absence(*op->check.expr, b, a))
      return std::nullopt;
  }
  if (!suffices(explainer, a, b)) return std::nullopt;
  std::vector<cat::NamedEdge> edges(explainer.edges().begin(), explainer.edges().end());
  const std::vector<Op>& ops = evaluator_.program().ops;
  // Choices of the model's own (with ... from) are no edges of a run.
  auto is_chosen = [&](const cat::NamedEdge& edge) {
    return std::any_of(ops.begin(), ops.end(), [&](const Op& op) {
      return op.kind == Op::Kind::with_from && op.bindings[0].name == edge.relation;
    });
  };
  if (std::any_of(edges.begin(), edges.end(), is_chosen)) return std::nullopt;
  return edges;
}

bool Undefined::suffices(const cat::Explainer& told, EventId a, EventId b) {
  std::set<EventId> events = {a, b};
  for (const cat::NamedEdge& edge : told.edges()) events.insert({edge.from, edge.to});
  const NamedPart part = part_named(*graph_, events, told.edges());
  named_.failing_checks(part.graph);
  const auto number = [&](EventId event) {
    return static_cast<size_t>(std::ranges::lower_bound(part.events, event) - part.events.begin());
  };
  return std::ranges::all_of(told.subtracted(), [&](const cat::Explainer::Subtracted& pair) {
    const cat::Value value = named_.evaluate(*pair.what);
    return value.kind() == cat::Value::Kind::relation && value.as_relation().test(number(pair.from), number(pair.to));
  });
}

}  // namespace fencepost::memory

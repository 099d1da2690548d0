#include "memory/undefined.h"

#include <algorithm>

namespace fencepost::memory {

using cat::Op;

Undefined::Undefined(const Model& model)
    : evaluator_(model.program), at_least_(model.program, cat::Evaluator::Values::at_least) {
  for (const Op& op : model.program.ops)
    if (op.kind == Op::Kind::check && op.check.role == cat::CheckRole::undefined_unless) {
      relations_.push_back(&op);
      only_shrinks_ = only_shrinks_ && op.dependence.up == 0;
    }
}

void Undefined::judge(const ExecutionGraph& graph) {
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

std::optional<std::vector<cat::NamedEdge>> Undefined::why_not(EventId a, EventId b) {
  if (!only_shrinks_ && evaluator_.program().has_unforeseen) return std::nullopt;
  cat::Explainer explainer(only_shrinks_ ? evaluator_ : at_least_);
  for (const Op* op : relations_) {
    bool is_relation = !op->check.negated && op->check.kind == cat::CheckKind::empty;
    if (!is_relation || !explainer.explain_absence(*op->check.expr, a, b) ||
        !explainer.explain_absence(*op->check.expr, b, a))
      return std::nullopt;
  }
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

}  // namespace fencepost::memory

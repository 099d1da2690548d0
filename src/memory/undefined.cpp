#include "memory/undefined.h"

#include <algorithm>

namespace fencepost::memory {

using cat::Op;

Undefined::Undefined(const Model& model) : evaluator_(model.program) {
  for (const Op& op : model.program.ops)
    if (op.kind == Op::Kind::check && op.check.role == cat::CheckRole::undefined_unless) relations_.push_back(&op);
}

bool Undefined::relates(EventId a, EventId b) {
  return std::any_of(relations_.begin(), relations_.end(), [&](const Op* op) {
    cat::Value value = evaluator_.evaluate(*op->check.expr);
    return value.kind() == cat::Value::Kind::relation &&
           (value.as_relation().test(a, b) || value.as_relation().test(b, a));
  });
}

std::optional<std::vector<cat::NamedEdge>> Undefined::why_not(EventId a, EventId b) {
  cat::Explainer explainer(evaluator_);
  for (const Op* op : relations_) {
    // What grows with more edges or events is not ruled out by those that are there.
    bool only_shrinks = op->dependence.up == 0 && !op->check.negated && op->check.kind == cat::CheckKind::empty;
    if (!only_shrinks || !explainer.explain_absence(*op->check.expr, a, b) ||
        !explainer.explain_absence(*op->check.expr, b, a))
      return std::nullopt;
  }
  return std::vector<cat::NamedEdge>(explainer.edges().begin(), explainer.edges().end());
}

}  // namespace fencepost::memory

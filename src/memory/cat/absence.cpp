// Explainer: why a pair is not in a relation.
#include <algorithm>

#include "memory/cat/explainer.h"

namespace fencepost::memory::cat {

bool Explainer::explain_absence(const Expr& e, EventId from, EventId to) {
  switch (e.kind) {
    case ExprKind::variable: {
      auto it = definitions_.find(e.index);
      if (e.scope == Expr::Scope::global && it != definitions_.end())
        return !it->second.first->recursive && explain_absence(*it->second.second, from, to);
      auto base = base_.find(e.index);
      return e.scope == Expr::Scope::global && base != base_.end() &&
             base_dependence(base->second, evaluator_.program().options.with_co).all() == 0;
    }
    case ExprKind::minus:
      if (contains(value(*e.children[1], nullptr), from, to)) {
        edge(*e.children[1], from, to, nullptr);
        return true;
      }
      return explain_absence(*e.children[0], from, to);
    case ExprKind::intersect:
      return std::any_of(e.children.begin(), e.children.end(), [&](const ExprPtr& child) {
        return !contains(value(*child, nullptr), from, to) && explain_absence(*child, from, to);
      });
    case ExprKind::unite:
      return std::all_of(e.children.begin(), e.children.end(),
                         [&](const ExprPtr& child) { return explain_absence(*child, from, to); });
    case ExprKind::product:
    case ExprKind::identity_on:
    case ExprKind::empty:
      return true;  // sets of our graphs are sets of events as they are
    default:
      return false;
  }
}

}  // namespace fencepost::memory::cat

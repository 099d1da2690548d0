// Explainer: why a pair is not in a relation.
#include <algorithm>

#include "memory/cat/explainer.h"

namespace fencepost::memory::cat {

// Is the expression the same in every graph that has these events?
bool Explainer::is_fixed(const Expr& e) const {
  if (e.kind == ExprKind::universe || e.kind == ExprKind::empty) return true;
  if (e.kind == ExprKind::variable) {
    if (e.scope != Expr::Scope::global) return false;
    if (auto it = definitions_.find(e.index); it != definitions_.end()) return it->second.first->dependence.all() == 0;
    auto base = base_.find(e.index);
    return base != base_.end() && base_dependence(base->second, evaluator_.program().options.with_co).all() == 0;
  }
  bool is_of_sets = e.kind == ExprKind::product || e.kind == ExprKind::identity_on || e.kind == ExprKind::unite ||
                    e.kind == ExprKind::intersect || e.kind == ExprKind::minus || e.kind == ExprKind::complement;
  return is_of_sets &&
         std::all_of(e.children.begin(), e.children.end(), [&](const ExprPtr& child) { return is_fixed(*child); });
}

bool Explainer::explain_absence(const Expr& e, EventId from, EventId to) {
  switch (e.kind) {
    case ExprKind::variable: {
      auto it = definitions_.find(e.index);
      if (e.scope == Expr::Scope::global && it != definitions_.end())
        return !it->second.first->recursive && explain_absence(*it->second.second, from, to);
      return is_fixed(e);
    }
    case ExprKind::minus:
      if (contains(value(*e.children[1], nullptr), from, to)) {
        edge(*e.children[1], from, to, nullptr);
        subtracted_.push_back({e.children[1].get(), from, to});
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
      return is_fixed(e);  // sets of our graphs are sets of events as they are
    case ExprKind::empty:
      return true;
    default:
      return false;
  }
}

}  // namespace fencepost::memory::cat

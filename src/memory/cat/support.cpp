#include "memory/cat/support.h"

#include <algorithm>
#include <deque>

namespace fencepost::memory::cat {

namespace {

bool contains(const Value* v, EventId a, EventId b) {
  return v != nullptr && v->kind() == Value::Kind::relation && v->as_relation().test(a, b);
}
bool contains(const Value* v, EventId a) {
  return v != nullptr && v->kind() == Value::Kind::set && v->as_set().test(a);
}

bool closed(const Expr& e) {
  if (e.kind == ExprKind::variable) return e.scope == Expr::Scope::global;
  return e.bindings.empty() && e.clauses.empty() && e.kind != ExprKind::function &&
         std::all_of(e.children.begin(), e.children.end(), [](const ExprPtr& child) { return closed(*child); });
}

}  // namespace

Support::Support(Evaluator& evaluator) : evaluator_(evaluator) {
  for (const BaseSlot& b : evaluator.program().base) base_.insert(b.slot);
  for (const Op& op : evaluator.program().ops)
    if (op.kind == Op::Kind::let && !op.recursive)
      for (const Binding& b : op.bindings) definitions_[b.slot] = b.value.get();
}

void Support::pair(const Expr& e, EventId from, EventId to, std::set<EventId>& events) {
  events_ = &events;
  edge(e, from, to, nullptr);
}

bool Support::holds(const Expr& e, EventId from, EventId to) { return contains(value(e, nullptr), from, to); }

void Support::need_all() {
  for (EventId i = 0; i < evaluator_.rf().size(); ++i) need(i);
}

const Expr* Support::argument(const Expr& e, const Scope*& scope) const {
  if (scope == nullptr || e.index >= scope->arguments.size()) return nullptr;
  const Expr* found = scope->arguments[e.index];
  scope = scope->outer;
  return found;
}

const Value* Support::value(const Expr& e, const Scope* scope) {
  if (e.kind == ExprKind::variable && e.scope == Expr::Scope::local) {
    const Expr* actual = argument(e, scope);
    return actual == nullptr ? nullptr : value(*actual, scope);
  }
  if (!closed(e)) return nullptr;
  if (e.kind == ExprKind::variable) return &evaluator_.slot(e.index);
  auto it = values_.find(&e);
  if (it == values_.end()) it = values_.emplace(&e, evaluator_.evaluate(e)).first;
  return &it->second;
}

// The body of a function that is defined at the top level.
const Expr* Support::call(const Expr& e, const Scope* scope, Scope& inner) const {
  const Expr &f = *e.children[0], &actual = *e.children[1];
  if (f.kind != ExprKind::variable || f.scope != Expr::Scope::global) return nullptr;
  auto it = definitions_.find(f.index);
  if (it == definitions_.end() || it->second->kind != ExprKind::function) return nullptr;
  const Expr& function = *it->second;
  inner.outer = scope;
  if (function.parameters.size() == 1) {
    inner.arguments = {&actual};
  } else {
    if (actual.kind != ExprKind::tuple || actual.children.size() != function.parameters.size()) return nullptr;
    for (size_t i = actual.children.size(); i-- > 0;) inner.arguments.push_back(actual.children[i].get());
  }
  return function.children[0].get();
}

void Support::edge(const Expr& e, EventId from, EventId to, const Scope* scope) {
  switch (e.kind) {
    case ExprKind::variable: {
      if (e.scope == Expr::Scope::local) {
        const Expr* actual = argument(e, scope);
        return actual == nullptr ? need_all() : edge(*actual, from, to, scope);
      }
      if (base_.contains(e.index)) return;
      auto it = definitions_.find(e.index);
      return it == definitions_.end() ? need_all() : edge(*it->second, from, to, nullptr);
    }
    case ExprKind::unite:
      for (const ExprPtr& child : e.children)
        if (contains(value(*child, scope), from, to)) return edge(*child, from, to, scope);
      return need_all();
    case ExprKind::intersect:
      for (const ExprPtr& child : e.children) edge(*child, from, to, scope);
      return;
    case ExprKind::minus:  // what is taken away is seen from the two events alone
      return edge(*e.children[0], from, to, scope);
    case ExprKind::empty:
    case ExprKind::universe:
    case ExprKind::complement:
      return;
    case ExprKind::product:
      member(*e.children[0], from, scope);
      return member(*e.children[1], to, scope);
    case ExprKind::identity_on:
      return member(*e.children[0], from, scope);
    case ExprKind::inverse:
      return edge(*e.children[0], to, from, scope);
    case ExprKind::option:
      if (from != to) edge(*e.children[0], from, to, scope);
      return;
    case ExprKind::star:
      if (from == to) return;
      [[fallthrough]];
    case ExprKind::plus:
      return closure(*e.children[0], from, to, scope);
    case ExprKind::sequence:
      return sequence(e, from, to, scope);
    case ExprKind::apply: {
      Scope inner;
      const Expr* body = call(e, scope, inner);
      return body == nullptr ? need_all() : edge(*body, from, to, &inner);
    }
    default:
      return need_all();
  }
}

void Support::member(const Expr& e, EventId event, const Scope* scope) {
  switch (e.kind) {
    case ExprKind::variable: {
      if (e.scope == Expr::Scope::local) {
        const Expr* actual = argument(e, scope);
        return actual == nullptr ? need_all() : member(*actual, event, scope);
      }
      if (base_.contains(e.index)) return;
      auto it = definitions_.find(e.index);
      return it == definitions_.end() ? need_all() : member(*it->second, event, nullptr);
    }
    case ExprKind::unite:
      for (const ExprPtr& child : e.children)
        if (contains(value(*child, scope), event)) return member(*child, event, scope);
      return need_all();
    case ExprKind::intersect:
      for (const ExprPtr& child : e.children) member(*child, event, scope);
      return;
    case ExprKind::minus:
      return member(*e.children[0], event, scope);
    case ExprKind::universe:
    case ExprKind::complement:
      return;
    case ExprKind::apply: {
      const Expr& f = *e.children[0];
      if (f.kind == ExprKind::variable && base_.contains(f.index) && (f.name == "domain" || f.name == "range")) {
        const bool domain = f.name == "domain";
        const Value* v = value(*e.children[1], scope);
        if (v != nullptr && v->kind() == Value::Kind::relation)
          for (EventId other = 0; other < v->as_relation().size(); ++other) {
            const EventId a = domain ? event : other, b = domain ? other : event;
            if (!v->as_relation().test(a, b)) continue;
            need(other);
            return edge(*e.children[1], a, b, scope);
          }
        return need_all();
      }
      Scope inner;
      const Expr* body = call(e, scope, inner);
      return body == nullptr ? need_all() : member(*body, event, &inner);
    }
    default:
      return need_all();
  }
}

void Support::sequence(const Expr& e, EventId from, EventId to, const Scope* scope) {
  // Sets reached from the left, then back from the right.
  std::vector<EventSet> reached = {EventSet(evaluator_.rf().size())};
  reached[0].set(from);
  for (const ExprPtr& child : e.children) {
    const bool filter = child->kind == ExprKind::identity_on;
    const Value* v = value(filter ? *child->children[0] : *child, scope);
    if (v == nullptr || v->kind() != (filter ? Value::Kind::set : Value::Kind::relation)) return need_all();
    EventSet next(reached.back().size());
    if (filter)
      next = reached.back() & v->as_set();
    else
      reached.back().for_each([&](size_t i) {
        for (size_t k = 0; k < v->as_relation().stride(); ++k) next.word(k) |= v->as_relation().row(i)[k];
      });
    reached.push_back(std::move(next));
  }
  EventId at = to;
  for (size_t i = e.children.size(); i-- > 0;) {
    const Expr& child = *e.children[i];
    EventId before = at;
    if (child.kind != ExprKind::identity_on) {
      bool found = false;
      reached[i].for_each([&](size_t a) {
        if (found || !contains(value(child, scope), static_cast<EventId>(a), at)) return;
        before = static_cast<EventId>(a);
        found = true;
      });
      if (!found) return need_all();
    }
    need(before);
    edge(child, before, at, scope);
    at = before;
  }
}

void Support::closure(const Expr& e, EventId from, EventId to, const Scope* scope) {
  const Value* v = value(e, scope);
  if (v == nullptr || v->kind() != Value::Kind::relation) return need_all();
  std::vector<EventId> before(v->as_relation().size(), UINT32_MAX);
  std::deque<EventId> queue = {from};
  while (!queue.empty() && before[to] == UINT32_MAX) {
    const EventId at = queue.front();
    queue.pop_front();
    v->as_relation().for_each_in_row(at, [&](size_t next) {
      if (before[next] != UINT32_MAX) return;
      before[next] = at;
      queue.push_back(static_cast<EventId>(next));
    });
  }
  if (before[to] == UINT32_MAX) return need_all();
  EventId at = to;
  do {
    need(before[at]);
    edge(e, before[at], at, scope);
    at = before[at];
  } while (at != from);
}

}  // namespace fencepost::memory::cat

#include "memory/cat/explainer.h"

#include <algorithm>
#include <deque>

namespace fencepost::memory::cat {

namespace {

constexpr int kMaxDepth = 2000;

}  // namespace

Explainer::Explainer(Evaluator& evaluator) : evaluator_(evaluator) {
  for (const BaseSlot& b : evaluator.program().base) base_[b.slot] = b.name;
  for (const Op& op : evaluator.program().ops) {
    if (op.kind == Op::Kind::with_from) base_[op.bindings[0].slot] = op.bindings[0].name;
    if (op.kind == Op::Kind::let)
      for (const Binding& b : op.bindings) definitions_[b.slot] = {&op, b.value.get()};
  }
}

EnvironmentPtr Explainer::environment(const ThunkPtr& scope) {
  if (!scope) return nullptr;
  return std::make_shared<const Environment>(Environment{scope->value, environment(scope->next)});
}

Explainer::ThunkPtr Explainer::local(const Expr& variable, ThunkPtr scope) {
  for (uint32_t i = 0; i < variable.index && scope; ++i) scope = scope->next;
  return scope && scope->expr != nullptr ? scope : nullptr;
}

Value Explainer::value(const Expr& e, const ThunkPtr& scope) { return evaluator_.eval(e, environment(scope)); }

std::vector<EventId> Explainer::shortest_path(const Relation& r, EventId from, EventId to) {
  std::vector<int> previous(r.size(), -1);
  std::deque<EventId> queue;
  const auto push_successors = [&](EventId at) {
    r.for_each_in_row(at, [&](size_t next) {
      if (previous[next] >= 0) return;
      previous[next] = static_cast<int>(at);
      queue.push_back(static_cast<EventId>(next));
    });
  };
  push_successors(from);
  while (!queue.empty() && previous[to] < 0) {
    const EventId at = queue.front();
    queue.pop_front();
    push_successors(at);
  }
  std::vector<EventId> path;
  if (previous[to] < 0) return path;
  for (EventId at = to;; at = static_cast<EventId>(previous[at])) {
    path.push_back(at);
    if (path.size() > 1 && at == from) break;
    if (static_cast<EventId>(previous[at]) == from) {
      path.push_back(from);
      break;
    }
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void Explainer::base_edge(uint32_t slot, EventId from, EventId to) {
  const std::string& name = base_.at(slot);
  if (name.starts_with("fr")) {
    // from-reads is derived: the read's source is coherence-before the write.
    const Relation &rf = evaluator_.rf(), &co = evaluator_.co();
    for (EventId w = 0; w < rf.size(); ++w)
      if (rf.test(w, from) && co.test(w, to)) {
        edges_.insert({w, from, "rf"});
        edges_.insert({w, to, "co"});
        return;
      }
  }
  std::string base = name;
  if (base == "rfe" || base == "rfi") base = "rf";
  if (base == "coe" || base == "coi") base = "co";
  if (base == "po-loc") base = "po";
  edges_.insert({from, to, base});
}

// Unions are explained by the operand that depends on the fewest choices.
size_t Explainer::weight(const Expr& e) const {
  if (e.kind == ExprKind::variable && e.scope == Expr::Scope::global) {
    auto it = definitions_.find(e.index);
    if (it != definitions_.end()) return it->second.first->level * 10 + 1;
    const std::string& name = base_.count(e.index) != 0 ? base_.at(e.index) : "";
    return name.starts_with("fr") ? 35 : name.starts_with("co") ? 30 : name.starts_with("rf") ? 10 : 0;
  }
  size_t w = 1;
  for (const ExprPtr& child : e.children) w += weight(*child);
  return w;
}

void Explainer::edge(const Expr& e, EventId from, EventId to, const ThunkPtr& scope) {
  if (depth_ > kMaxDepth) return;
  ++depth_;
  switch (e.kind) {
    case ExprKind::variable: {
      if (e.scope == Expr::Scope::local) {
        if (const ThunkPtr at = local(e, scope)) edge(*at->expr, from, to, at->scope);
        break;
      }
      if (base_.count(e.index) != 0) {
        base_edge(e.index, from, to);
        break;
      }
      auto it = definitions_.find(e.index);
      if (it == definitions_.end()) break;
      if (it->second.first->recursive)
        recursive_edge(*it->second.first, e.index, from, to);
      else
        edge(*it->second.second, from, to, nullptr);
      break;
    }
    case ExprKind::unite: {
      const Expr* best = nullptr;
      for (const ExprPtr& child : e.children)
        if (contains(value(*child, scope), from, to) && (best == nullptr || weight(*child) < weight(*best)))
          best = child.get();
      if (best != nullptr) edge(*best, from, to, scope);
      break;
    }
    case ExprKind::intersect:
      for (const ExprPtr& child : e.children) edge(*child, from, to, scope);
      break;
    case ExprKind::minus:
      edge(*e.children[0], from, to, scope);
      break;
    case ExprKind::sequence:
      path(e, 0, e.children.size(), from, to, scope);
      break;
    case ExprKind::product:
      member(*e.children[0], from, scope);
      member(*e.children[1], to, scope);
      break;
    case ExprKind::identity_on:
      member(*e.children[0], from, scope);
      break;
    case ExprKind::inverse:
      edge(*e.children[0], to, from, scope);
      break;
    case ExprKind::option:
      if (contains(value(*e.children[0], scope), from, to)) edge(*e.children[0], from, to, scope);
      break;
    case ExprKind::star:
    case ExprKind::plus: {
      if (e.kind == ExprKind::star && from == to) break;
      const Value inner = value(*e.children[0], scope);
      if (inner.kind() != Value::Kind::relation) break;
      const std::vector<EventId> steps = shortest_path(inner.as_relation(), from, to);
      for (size_t i = 0; i + 1 < steps.size(); ++i) edge(*e.children[0], steps[i], steps[i + 1], scope);
      break;
    }
    case ExprKind::apply: {
      const Expr* body = nullptr;
      ThunkPtr inner;
      if (apply(e, scope, body, inner)) edge(*body, from, to, inner);
      break;
    }
    case ExprKind::let_in:
      if (!e.recursive) {
        ThunkPtr inner = scope;
        for (const Binding& b : e.bindings)
          inner = std::make_shared<const Thunk>(Thunk{b.value.get(), scope, value(*b.value, scope), inner, nullptr});
        edge(*e.children[0], from, to, inner);
      }
      break;
    case ExprKind::if_then_else: {
      const bool yes = evaluator_.eval_condition(e.condition, environment(scope));
      edge(*e.children[yes ? 0 : 1], from, to, scope);
      break;
    }
    default:
      break;
  }
  --depth_;
}

void Explainer::path(const Expr& e, size_t first, size_t last, EventId from, EventId to, const ThunkPtr& scope) {
  if (last - first == 1) return edge(*e.children[first], from, to, scope);
  // Reachable sets from the left, then walk back from the right.
  std::vector<Value> values;
  for (size_t i = first; i < last; ++i) values.push_back(value(*e.children[i], scope));
  const size_t n = evaluator_.rf().size();
  std::vector<EventSet> reach = {EventSet(n)};
  reach[0].set(from);
  for (const Value& v : values) {
    EventSet next(n);
    if (v.kind() == Value::Kind::relation)
      reach.back().for_each([&](size_t a) { v.as_relation().for_each_in_row(a, [&](size_t b) { next.set(b); }); });
    reach.push_back(std::move(next));
  }
  EventId at = to;
  for (size_t i = last; i-- > first;) {
    const Value& v = values[i - first];
    bool found = false;
    EventId before = 0;
    reach[i - first].for_each([&](size_t a) {
      if (!found && contains(v, static_cast<EventId>(a), at)) {
        before = static_cast<EventId>(a);
        found = true;
      }
    });
    if (!found) return;
    edge(*e.children[i], before, at, scope);
    at = before;
  }
}

bool Explainer::apply(const Expr& e, const ThunkPtr& scope, const Expr*& body, ThunkPtr& inner) {
  // Only functions that are defined by name at the top level have a definition to walk; others are facts.
  const Expr& f = *e.children[0];
  if (f.kind != ExprKind::variable || f.scope != Expr::Scope::global) return false;
  auto it = definitions_.find(f.index);
  if (it == definitions_.end() || it->second.second->kind != ExprKind::function) return false;
  const Expr& function = *it->second.second;
  const Expr& argument = *e.children[1];
  inner = nullptr;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const Expr* part = &argument;
    if (function.parameters.size() > 1) {
      if (argument.kind != ExprKind::tuple || argument.children.size() != function.parameters.size()) return false;
      part = argument.children[i].get();
    }
    inner = std::make_shared<const Thunk>(Thunk{part, scope, value(*part, scope), inner, nullptr});
  }
  body = function.children[0].get();
  return true;
}

void Explainer::member(const Expr& e, EventId event, const ThunkPtr& scope) {
  if (depth_ > kMaxDepth) return;
  ++depth_;
  switch (e.kind) {
    case ExprKind::variable: {
      if (e.scope == Expr::Scope::local) {
        if (const ThunkPtr at = local(e, scope)) member(*at->expr, event, at->scope);
        break;
      }
      auto it = definitions_.find(e.index);
      if (it != definitions_.end() && !it->second.first->recursive) member(*it->second.second, event, nullptr);
      break;
    }
    case ExprKind::unite:
      for (const ExprPtr& child : e.children)
        if (contains(value(*child, scope), event)) {
          member(*child, event, scope);
          break;
        }
      break;
    case ExprKind::intersect:
      for (const ExprPtr& child : e.children) member(*child, event, scope);
      break;
    case ExprKind::minus:
      member(*e.children[0], event, scope);
      break;
    case ExprKind::apply: {
      const Expr& f = *e.children[0];
      const bool is_domain = f.name == "domain", is_range = f.name == "range";
      if (f.kind == ExprKind::variable && (is_domain || is_range)) {
        const Value v = value(*e.children[1], scope);
        if (v.kind() != Value::Kind::relation) break;
        for (EventId other = 0; other < v.as_relation().size(); ++other) {
          const EventId a = is_domain ? event : other, b = is_domain ? other : event;
          if (!v.as_relation().test(a, b)) continue;
          edge(*e.children[1], a, b, scope);
          break;
        }
        break;
      }
      const Expr* body = nullptr;
      ThunkPtr inner;
      if (apply(e, scope, body, inner)) member(*body, event, inner);
      break;
    }
    default:
      break;
  }
  --depth_;
}

void Explainer::recursive_edge(const Op& op, uint32_t slot, EventId from, EventId to) {
  // Replay the recursion and stop where the pair first appears: its reason lies in the values of that moment.
  std::vector<Value> saved;
  for (const Binding& b : op.bindings) {
    saved.push_back(evaluator_.slots_[b.slot]);
    evaluator_.slots_[b.slot] = Value();
  }
  const size_t n = evaluator_.rf().size();
  bool found = false;
  for (size_t round = 0; round <= op.bindings.size() * n * n + 10 && !found; ++round)
    for (const Binding& b : op.bindings) {
      Value v = evaluator_.eval(*b.value, nullptr);
      if (b.slot == slot && contains(v, from, to)) {
        edge(*b.value, from, to, nullptr);
        found = true;
        break;
      }
      evaluator_.slots_[b.slot] = std::move(v);
    }
  for (size_t i = 0; i < op.bindings.size(); ++i) evaluator_.slots_[op.bindings[i].slot] = saved[i];
}

std::vector<NamedEdge> Explainer::named_path(const Expr& e, EventId from, EventId to) {
  switch (e.kind) {
    case ExprKind::variable: {
      if (e.scope != Expr::Scope::global) break;
      const std::string& name = evaluator_.program().slot_names[e.index];
      auto it = definitions_.find(e.index);
      if (it == definitions_.end()) return {{from, to, name}};
      if (it->second.first->recursive) return {{from, to, name}};  // what it is made of names it again
      const Expr& definition = *it->second.second;
      // Closures and unnamed helpers are opened, and unions as far as they have a more exact name for the step (fr says
      // more than com); any other name is the author's word for it.
      if (name.empty() || definition.kind == ExprKind::plus || definition.kind == ExprKind::star ||
          (definition.kind == ExprKind::unite && from == to))
        return named_path(definition, from, to);
      if (definition.kind == ExprKind::unite)
        for (const ExprPtr& child : definition.children)
          if (child->kind == ExprKind::variable && contains(value(*child, nullptr), from, to))
            return named_path(*child, from, to);
      return {{from, to, name}};
    }
    case ExprKind::unite:
      for (const ExprPtr& child : e.children)
        if (contains(value(*child, nullptr), from, to)) return named_path(*child, from, to);
      break;
    case ExprKind::minus:
    case ExprKind::intersect:
      return named_path(*e.children[0], from, to);
    case ExprKind::option:
    case ExprKind::star:
    case ExprKind::plus: {
      const Value inner = value(*e.children[0], nullptr);
      if (inner.kind() != Value::Kind::relation) break;
      if (from == to && e.kind != ExprKind::plus && !inner.as_relation().test(from, to)) return {};
      std::vector<NamedEdge> all;
      const std::vector<EventId> steps = shortest_path(inner.as_relation(), from, to);
      for (size_t i = 0; i + 1 < steps.size(); ++i)
        for (NamedEdge& step : named_path(*e.children[0], steps[i], steps[i + 1])) all.push_back(std::move(step));
      return all;
    }
    case ExprKind::inverse:
      return {{from, to, e.children[0]->name + "^-1"}};
    case ExprKind::identity_on:
      return {};
    case ExprKind::sequence: {
      std::vector<NamedEdge> all;
      const size_t n = evaluator_.rf().size();
      std::vector<EventSet> reach = {EventSet(n)};
      reach[0].set(from);
      std::vector<Value> values;
      for (const ExprPtr& child : e.children) {
        values.push_back(value(*child, nullptr));
        EventSet next(n);
        if (values.back().kind() == Value::Kind::relation)
          reach.back().for_each(
              [&](size_t a) { values.back().as_relation().for_each_in_row(a, [&](size_t b) { next.set(b); }); });
        reach.push_back(std::move(next));
      }
      EventId at = to;
      for (size_t i = e.children.size(); i-- > 0;) {
        EventId before = at;
        bool found = false;
        reach[i].for_each([&](size_t a) {
          if (!found && contains(values[i], static_cast<EventId>(a), at)) {
            before = static_cast<EventId>(a);
            found = true;
          }
        });
        std::vector<NamedEdge> part = named_path(*e.children[i], before, at);
        all.insert(all.begin(), part.begin(), part.end());
        at = before;
      }
      return all;
    }
    default:
      break;
  }
  return {{from, to, "ordered"}};
}

}  // namespace fencepost::memory::cat

// Expressions: the part of the evaluator that walks the syntax tree.
#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "memory/cat/evaluator.h"

namespace fencepost::memory::cat {

namespace {

using Kind = Value::Kind;
constexpr size_t kMaxDepth = 1000;
constexpr size_t kMaxLinearisations = 50000;

[[noreturn]] void type_error(const SourcePos& pos, const char* expected, const Value& found,
                             const std::string& hint = {}) {
  throw InputError(pos, fmt::format("expected {}, found {}", expected, kind_name(found.kind())), hint);
}

struct Deeper {
  Deeper(size_t& depth, const SourcePos& pos) : depth_(depth) {
    if (++depth_ > kMaxDepth)
      throw InputError(pos, "evaluation recurses too deeply", "a recursive function must reach {} in the end");
  }
  ~Deeper() { --depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  size_t& depth_;
};

}  // namespace

const EventSet& Evaluator::to_set(const Value& v, const SourcePos& pos) const {
  if (v.kind() == Kind::set) return v.as_set();
  if (v.kind() == Kind::empty) return empty_set_;
  type_error(pos, "a set of events", v,
             v.kind() == Kind::relation ? "domain(r) and range(r) turn a relation into a set" : "");
}

const Relation& Evaluator::to_relation(const Value& v, const SourcePos& pos) const {
  if (v.kind() == Kind::relation) return v.as_relation();
  if (v.kind() == Kind::empty) return empty_relation_;
  type_error(pos, "a relation", v, v.kind() == Kind::set ? "[S] is the identity on the set S, A * B all pairs" : "");
}

Value Evaluator::eval(const Expr& e, const EnvironmentPtr& env) {
  switch (e.kind) {
    case ExprKind::variable: {
      if (e.scope == Expr::Scope::global) return slots_[e.index];
      const Environment* at = env.get();
      for (uint32_t i = 0; i < e.index; ++i) at = at->next.get();
      return at->value;
    }
    case ExprKind::tag:
      return Value::tag(e.index);
    case ExprKind::empty:
      return {};
    case ExprKind::universe:
      return universe_;
    case ExprKind::identity_on:
      return Relation::identity(to_set(eval(*e.children[0], env), e.pos));
    case ExprKind::explicit_set: {
      Value set;
      for (size_t i = e.children.size(); i-- > 0;) set = insert(eval(*e.children[i], env), set, e.pos);
      return set;
    }
    case ExprKind::tuple: {
      std::vector<Value> items;
      for (const ExprPtr& child : e.children) items.push_back(eval(*child, env));
      return Value::tuple(std::move(items));
    }
    case ExprKind::unite:
      return unite(e, env);
    case ExprKind::intersect:
      return intersect(e, env);
    case ExprKind::minus: {
      if (kept_ == Values::at_least && program_.shrinking.contains(&e)) return Value();
      Value a = eval(*e.children[0], env);
      const Value b = eval(*e.children[1], env);
      if (a.kind() == Kind::empty || b.kind() == Kind::empty) return a;
      if (a.kind() == Kind::set) return a.as_set() - to_set(b, e.pos);
      if (a.kind() == Kind::collection) {
        std::vector<Value> kept;
        for (const Value& v : a.items())
          if (std::find(b.items().begin(), b.items().end(), v) == b.items().end()) kept.push_back(v);
        return Value::collection(std::move(kept));
      }
      return to_relation(a, e.pos) - to_relation(b, e.pos);
    }
    case ExprKind::sequence: {
      // [S] ; r ; [T] restricts r: no composition needed.
      Value left = eval(*e.children[0], env);
      if (left.kind() == Kind::set)
        type_error(e.children[0]->pos, "a relation", left, "[S] is the identity on the set S");
      for (size_t i = 1; i < e.children.size(); ++i) {
        const Expr& child = *e.children[i];
        const Relation& a = to_relation(left, e.pos);
        if (child.kind == ExprKind::identity_on) {
          const Value s = eval(*child.children[0], env);
          left = a.restricted(universe_, to_set(s, child.pos));
          continue;
        }
        const Value right = eval(child, env);
        left = a.compose(to_relation(right, child.pos));
      }
      return left;
    }
    case ExprKind::product: {
      const Value a = eval(*e.children[0], env), b = eval(*e.children[1], env);
      return Relation::product(to_set(a, e.children[0]->pos), to_set(b, e.children[1]->pos));
    }
    case ExprKind::insert: {
      const Value element = eval(*e.children[0], env);
      return insert(element, eval(*e.children[1], env), e.pos);
    }
    case ExprKind::complement: {
      if (kept_ == Values::at_least && program_.shrinking.contains(&e)) return Value();
      const Value v = eval(*e.children[0], env);
      if (v.kind() == Kind::set) return v.as_set().complement();
      if (v.kind() == Kind::empty) return universe_;
      return to_relation(v, e.pos).complement();
    }
    case ExprKind::inverse:
      return to_relation(eval(*e.children[0], env), e.pos).transpose();
    case ExprKind::plus:
      return to_relation(eval(*e.children[0], env), e.pos).closure();
    case ExprKind::star:
      return Relation(to_relation(eval(*e.children[0], env), e.pos).closure().add_identity());
    case ExprKind::option: {
      Relation r = to_relation(eval(*e.children[0], env), e.pos);
      return Relation(r.add_identity());
    }
    case ExprKind::apply: {
      const Deeper deeper(depth_, e.pos);
      const Value f = eval(*e.children[0], env);
      return eval_apply(f, eval(*e.children[1], env), e.pos);
    }
    case ExprKind::function:
      return Closure{&e, env, nullptr};
    case ExprKind::let_in:
      return eval_let(e, env);
    case ExprKind::match:
      return eval_match(e, env);
    case ExprKind::if_then_else:
      return eval(*e.children[eval_condition(e.condition, env) ? 0 : 1], env);
    case ExprKind::attempt:
      return eval(*e.children[0], env);
  }
  return {};
}

Value Evaluator::unite(const Expr& e, const EnvironmentPtr& env) {
  Value result = eval(*e.children[0], env);
  if (e.children.size() > 2) {
    // Wide unions of relations are the commonest expression: accumulate in place.
    if (result.kind() == Kind::empty) result = Value();
    Relation sum;
    EventSet set;
    Kind kind = Kind::empty;
    bool plain = true;
    std::vector<Value> values = {result};
    for (size_t i = 1; i < e.children.size(); ++i) values.push_back(eval(*e.children[i], env));
    for (const Value& v : values) {
      if (v.kind() == Kind::empty) continue;
      if (kind == Kind::empty) kind = v.kind();
      plain = plain && v.kind() == kind && (kind == Kind::relation || kind == Kind::set);
    }
    if (plain) {
      if (kind == Kind::empty) return {};
      if (kind == Kind::relation)
        sum = empty_relation_;
      else
        set = empty_set_;
      for (const Value& v : values) {
        if (v.kind() == Kind::relation)
          sum |= v.as_relation();
        else if (v.kind() == Kind::set)
          set |= v.as_set();
      }
      if (kind == Kind::relation) return sum;
      return set;
    }
    type_error(e.pos, kind == Kind::set ? "sets of events on both sides of |" : "relations on both sides of |",
               *std::find_if(values.begin(), values.end(), [&](const Value& v) { return v.kind() != kind; }));
  }
  Value right = eval(*e.children[1], env);
  if (result.kind() == Kind::empty) return right;
  if (right.kind() == Kind::empty) return result;
  if (result.kind() == Kind::set) return result.as_set() | to_set(right, e.pos);
  if (result.kind() == Kind::collection && right.kind() == Kind::collection) {
    for (const Value& v : right.items()) result = insert(v, result, e.pos);
    return result;
  }
  return to_relation(result, e.pos) | to_relation(right, e.pos);
}

Value Evaluator::intersect(const Expr& e, const EnvironmentPtr& env) {
  Value result = eval(*e.children[0], env);
  for (size_t i = 1; i < e.children.size(); ++i) {
    const Value right = eval(*e.children[i], env);
    if (result.kind() == Kind::empty || right.kind() == Kind::empty)
      result = Value();
    else if (result.kind() == Kind::set)
      result = result.as_set() & to_set(right, e.pos);
    else
      result = to_relation(result, e.pos) & to_relation(right, e.pos);
  }
  return result;
}

Value Evaluator::insert(const Value& element, const Value& into, const SourcePos& pos) const {
  if (element.kind() == Kind::event && (into.kind() == Kind::set || into.kind() == Kind::empty)) {
    EventSet s = to_set(into, pos);
    s.set(element.first());
    return s;
  }
  if (element.kind() == Kind::pair && (into.kind() == Kind::relation || into.kind() == Kind::empty)) {
    Relation r = to_relation(into, pos);
    r.set(element.first(), element.second());
    return r;
  }
  if (into.kind() != Kind::empty && into.kind() != Kind::collection)
    type_error(pos, "a set that can hold the element before ++", into);
  std::vector<Value> items;
  if (into.kind() == Kind::collection) items = into.items();
  if (std::find(items.begin(), items.end(), element) == items.end()) items.insert(items.begin(), element);
  return Value::collection(std::move(items));
}

std::vector<Value> Evaluator::elements(const Value& v, const SourcePos& pos) const {
  std::vector<Value> result;
  switch (v.kind()) {
    case Kind::empty:
      break;
    case Kind::set:
      v.as_set().for_each([&](size_t i) { result.push_back(Value::event(static_cast<EventId>(i))); });
      break;
    case Kind::relation:
      v.as_relation().for_each(
          [&](size_t i, size_t j) { result.push_back(Value::pair(static_cast<EventId>(i), static_cast<EventId>(j))); });
      break;
    case Kind::collection:
      return v.items();
    default:
      type_error(pos, "a set", v);
  }
  return result;
}

EnvironmentPtr Evaluator::bind_parameters(const Expr& function, const Value& argument, EnvironmentPtr env,
                                          const SourcePos& pos) const {
  const auto push = [&](const Value& v) { env = std::make_shared<const Environment>(Environment{v, std::move(env)}); };
  if (function.parameters.size() == 1) {
    push(argument);
    return env;
  }
  if (argument.kind() != Kind::tuple || argument.items().size() != function.parameters.size())
    throw InputError(pos, fmt::format("'{}' takes {} arguments, not {}", function.name, function.parameters.size(),
                                      argument.kind() == Kind::tuple ? argument.items().size() : 1));
  for (const Value& v : argument.items()) push(v);
  return env;
}

Value Evaluator::eval_apply(const Value& f, const Value& argument, const SourcePos& pos) {
  if (f.kind() == Kind::primitive) return eval_primitive(static_cast<Primitive>(f.first()), argument, pos);
  if (f.kind() != Kind::closure) type_error(pos, "a function", f, "separate operands with ; | & or \\");
  const Closure& c = f.as_closure();
  EnvironmentPtr env = c.environment;
  if (c.group != nullptr)
    for (const Binding& b : *c.group)
      env = std::make_shared<const Environment>(
          Environment{Closure{b.value.get(), c.environment, c.group}, std::move(env)});
  return eval(*c.function->children[0], bind_parameters(*c.function, argument, std::move(env), pos));
}

Value Evaluator::eval_let(const Expr& e, EnvironmentPtr env) {
  const auto push = [](EnvironmentPtr to, Value v) {
    return std::make_shared<const Environment>(Environment{std::move(v), std::move(to)});
  };
  if (!e.recursive) {
    EnvironmentPtr inner = env;
    for (const Binding& b : e.bindings) inner = push(inner, eval(*b.value, env));
    return eval(*e.children[0], inner);
  }
  const bool functions = std::all_of(e.bindings.begin(), e.bindings.end(),
                                     [](const Binding& b) { return b.value->kind == ExprKind::function; });
  if (functions) {
    EnvironmentPtr inner = env;
    for (const Binding& b : e.bindings) inner = push(inner, Closure{b.value.get(), env, &e.bindings});
    return eval(*e.children[0], inner);
  }
  std::vector<Value> values(e.bindings.size());
  const auto scope = [&] {
    EnvironmentPtr inner = env;
    for (const Value& v : values) inner = push(inner, v);
    return inner;
  };
  const size_t limit = e.bindings.size() * n_ * n_ + 10;
  for (size_t round = 0;; ++round) {
    bool changed = false;
    for (size_t i = 0; i < e.bindings.size(); ++i) {
      Value v = eval(*e.bindings[i].value, scope());
      changed = changed || !(v == values[i]);
      values[i] = std::move(v);
    }
    if (!changed) return eval(*e.children[0], scope());
    if (round > limit)
      throw InputError(e.pos, fmt::format("the recursive definition of '{}' does not converge", e.bindings[0].name));
  }
}

Value Evaluator::eval_match(const Expr& e, const EnvironmentPtr& env) {
  const Value v = eval(*e.children[0], env);
  for (const MatchClause& clause : e.clauses) {
    switch (clause.kind) {
      case MatchClause::Kind::any:
        return eval(*clause.body, env);
      case MatchClause::Kind::tag:
        if (v.kind() == Kind::tag && program_.tags[v.first()] == clause.first) return eval(*clause.body, env);
        break;
      case MatchClause::Kind::empty:
        if (v == Value()) return eval(*clause.body, env);
        break;
      case MatchClause::Kind::insert: {
        const std::vector<Value> all = elements(v, e.pos);
        if (all.empty()) break;
        Value rest;
        if (v.kind() == Kind::set) {
          EventSet s = v.as_set();
          s.reset(all[0].first());
          rest = std::move(s);
        } else if (v.kind() == Kind::relation) {
          Relation r = v.as_relation();
          r.reset(all[0].first(), all[0].second());
          rest = std::move(r);
        } else {
          rest = Value::collection({all.begin() + 1, all.end()});
        }
        auto inner = std::make_shared<const Environment>(Environment{all[0], env});
        return eval(*clause.body, std::make_shared<const Environment>(Environment{rest, std::move(inner)}));
      }
    }
  }
  throw InputError(e.pos, fmt::format("no clause matches {}", kind_name(v.kind())), "add a clause for {} or _");
}

bool Evaluator::eval_condition(const Condition& c, const EnvironmentPtr& env) {
  switch (c.kind) {
    case ConditionKind::variant:
      return !c.variant.empty();  // resolved to "yes" or ""
    case ConditionKind::negation:
      return !eval_condition(c.children[0], env);
    case ConditionKind::conjunction:
      return eval_condition(c.children[0], env) && eval_condition(c.children[1], env);
    case ConditionKind::disjunction:
      return eval_condition(c.children[0], env) || eval_condition(c.children[1], env);
    case ConditionKind::equal:
      return eval(*c.operands[0], env) == eval(*c.operands[1], env);
    case ConditionKind::subset: {
      const Value a = eval(*c.operands[0], env), b = eval(*c.operands[1], env);
      if (a.kind() == Kind::set || b.kind() == Kind::set)
        return (to_set(a, c.operands[0]->pos) - to_set(b, c.operands[1]->pos)).none();
      return (to_relation(a, c.operands[0]->pos) - to_relation(b, c.operands[1]->pos)).none();
    }
  }
  return false;
}

std::vector<EventSet> Evaluator::classes(const EventSet& set, const Relation& equivalence) const {
  std::vector<EventSet> result;
  EventSet left = set;
  set.for_each([&](size_t i) {
    if (!left.test(i)) return;
    EventSet one(n_);
    left.for_each([&](size_t j) {
      if (j == i || equivalence.test(i, j)) one.set(j);
    });
    left -= one;
    result.push_back(std::move(one));
  });
  return result;
}

std::vector<Relation> Evaluator::linearisations(const EventSet& set, const Relation& partial,
                                                const SourcePos& pos) const {
  std::vector<Relation> result;
  const std::function<void(const EventSet&, const Relation&)> extend = [&](const EventSet& left,
                                                                           const Relation& so_far) {
    if (left.none()) {
      if (result.size() >= kMaxLinearisations)
        throw InputError(pos, fmt::format("more than {} linearisations", kMaxLinearisations));
      result.push_back(so_far);
      return;
    }
    left.for_each([&](size_t w) {
      bool preceded = false;
      left.for_each([&](size_t v) { preceded = preceded || (v != w && partial.test(v, w)); });
      if (preceded || partial.test(w, w)) return;
      EventSet rest = left;
      rest.reset(w);
      Relation next = so_far;
      rest.for_each([&](size_t v) { next.set(w, v); });
      extend(rest, next);
    });
  };
  extend(set, empty_relation_);
  return result;
}

std::vector<Factor> Evaluator::factors_of(const Value& v, const SourcePos& pos) const {
  if (v.kind() == Kind::choices) return v.as_choices().factors;
  Factor f;
  if (v.kind() == Kind::collection) {
    for (const Value& item : v.items()) f.alternatives.push_back(to_relation(item, pos));
  } else if (v.kind() != Kind::empty) {
    type_error(pos, "a set of relations", v, "generate_orders and cross make such sets");
  }
  return {f};
}

Value Evaluator::eval_primitive(Primitive p, const Value& argument, const SourcePos& pos) {
  const auto pair_argument = [&](const char* what) -> const std::vector<Value>& {
    if (argument.kind() != Kind::tuple || argument.items().size() != 2)
      throw InputError(pos, fmt::format("{} takes a pair of arguments", what));
    return argument.items();
  };
  const auto orders = [&](const EventSet& set, const Relation& partial) {
    Choices choices;
    const Relation closed = partial.closure();
    for (const EventSet& one : classes(set, loc_)) {
      Factor f{{}, one, closed.restricted(one, one), true};
      // A cyclic base order has no extension at all.
      if (!f.partial.irreflexive()) f = Factor{};
      choices.factors.push_back(std::move(f));
    }
    return choices;
  };
  switch (p) {
    case Primitive::identity_function:
      return argument;
    case Primitive::domain:
      return to_relation(argument, pos).domain();
    case Primitive::range:
      return to_relation(argument, pos).range();
    case Primitive::classes_loc: {
      std::vector<Value> items;
      for (EventSet& s : classes(to_set(argument, pos), loc_)) items.emplace_back(std::move(s));
      return Value::collection(std::move(items));
    }
    case Primitive::classes: {
      const Relation& r = to_relation(argument, pos);
      std::vector<Value> items;
      for (EventSet& s : classes(r.domain() | r.range(), r)) items.emplace_back(std::move(s));
      return Value::collection(std::move(items));
    }
    case Primitive::linearisations: {
      const auto& items = pair_argument("linearisations");
      std::vector<Value> result;
      for (Relation& r : linearisations(to_set(items[0], pos), to_relation(items[1], pos), pos))
        result.emplace_back(std::move(r));
      return Value::collection(std::move(result));
    }
    case Primitive::generate_orders: {
      const auto& items = pair_argument("generate_orders");
      return orders(to_set(items[0], pos), to_relation(items[1], pos));
    }
    case Primitive::co_locs: {
      const auto& items = pair_argument("co_locs");
      Choices choices;
      const Relation closed = to_relation(items[0], pos).closure();
      for (const Value& v : elements(items[1], pos)) {
        const EventSet& one = to_set(v, pos);
        Factor f{{}, one, closed.restricted(one, one), true};
        if (!f.partial.irreflexive()) f = Factor{};
        choices.factors.push_back(std::move(f));
      }
      return choices;
    }
    case Primitive::cross: {
      if (argument.kind() == Kind::choices) return argument;
      Choices choices;
      for (const Value& v : elements(argument, pos)) {
        Factor f;
        for (const Value& r : elements(v, pos)) f.alternatives.push_back(to_relation(r, pos));
        choices.factors.push_back(std::move(f));
      }
      return choices;
    }
    case Primitive::tag_to_events: {
      if (argument.kind() != Kind::tag) type_error(pos, "a tag", argument);
      std::string name = program_.tags[argument.first()];
      name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
      const EventSet* set = graph_->find_set(name);
      return set != nullptr ? *set : empty_set_;
    }
    case Primitive::different_values: {
      Relation r = to_relation(argument, pos);
      if (values_ == nullptr) return empty_relation_;
      const Relation all = r;
      all.for_each([&](size_t i, size_t j) {
        if ((*values_)[i] == (*values_)[j]) r.reset(i, j);
      });
      return r;
    }
  }
  return {};
}

}  // namespace fencepost::memory::cat

// The structure of cat expressions for whoever computes with something else than the sets and relations of one graph: with a term for each
// pair (runs/relational.h), or with the rules of a Datalog program (engine/cegar/graphs). It knows variables, functions, tuples and
// which operator is meant; what an operator does is the Algebra's:
//
//   Set, Relation                          values that can be copied
//   base_set(name), base_relation(name)    what front ends give; "_" is the set of all events
//   unite, intersect, minus                of two sets, and of two relations
//   product, compose, inverse, closure, identity_on, domain, range, complement
//   with_identity(relation)                united with the identity of all events
//   recursive(op, symbolic)                binds the names of a `let rec`
//   too_hard(pos)                          throws: the expression needs a closer look at a single graph
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "memory/cat/program.h"

namespace fencepost::memory::cat {

template <typename Algebra>
class Symbolic {
 public:
  using Set = typename Algebra::Set;
  using Relation = typename Algebra::Relation;

  // Both outlive it.
  Symbolic(const Program& program, Algebra& algebra) : program_(program), algebra_(algebra) {
    for (const BaseSlot& slot : program.base) base_[slot.slot] = slot.name;
  }

  void define(const Op& op) {
    if (op.recursive) return algebra_.recursive(op, *this);
    std::vector<Value> values;
    for (const Binding& binding : op.bindings) values.push_back(eval(*binding.value, {}));
    for (size_t i = 0; i < values.size(); ++i) slots_[op.bindings[i].slot] = std::move(values[i]);
  }
  void define(uint32_t slot, Relation relation) { slots_[slot] = of(std::move(relation)); }

  // Of a set: the identity on it, so that it is empty if the set is.
  Relation relation(const Expr& expr) {
    Value value = eval(expr, {});
    return value.kind == Value::Kind::set ? algebra_.identity_on(*value.set) : as_relation(value, expr);
  }

 private:
  struct Closure;
  struct Value {
    enum class Kind : uint8_t { nothing, set, relation, function, domain, range } kind = Kind::nothing;
    std::shared_ptr<const Set> set;
    std::shared_ptr<const Relation> relation;
    std::shared_ptr<const Closure> function;
    std::vector<Value> items;  // of a tuple
  };
  using Environment = std::vector<Value>;
  struct Closure {
    const Expr* expr;
    Environment environment;
  };

  Value of(Set set) const {
    Value value;
    value.kind = Value::Kind::set;
    value.set = std::make_shared<const Set>(std::move(set));
    return value;
  }
  Value of(Relation relation) const {
    Value value;
    value.kind = Value::Kind::relation;
    value.relation = std::make_shared<const Relation>(std::move(relation));
    return value;
  }
  Set as_set(const Value& value, const Expr& at) const {
    if (value.kind == Value::Kind::nothing && value.items.empty()) return {};
    if (value.kind != Value::Kind::set) algebra_.too_hard(at.pos);
    return *value.set;
  }
  Relation as_relation(const Value& value, const Expr& at) const {
    if (value.kind == Value::Kind::nothing && value.items.empty()) return {};
    if (value.kind != Value::Kind::relation) algebra_.too_hard(at.pos);
    return *value.relation;
  }

  Value base(const std::string& name) {
    constexpr std::string_view kPrimitive = "primitive ";
    if (name.starts_with(kPrimitive)) {
      auto primitive = static_cast<Primitive>(std::stoi(name.substr(kPrimitive.size())));
      Value value;
      if (primitive == Primitive::domain) value.kind = Value::Kind::domain;
      if (primitive == Primitive::range) value.kind = Value::Kind::range;
      return value;
    }
    bool is_set = name == "_";
    for (const BaseSlot& slot : program_.base) is_set = is_set || (slot.name == name && slot.kind == BaseKind::set);
    return is_set ? of(algebra_.base_set(name)) : of(algebra_.base_relation(name));
  }

  Value apply(const Expr& expr, const Environment& environment) {
    Value function = eval(*expr.children[0], environment), argument = eval(*expr.children[1], environment);
    if (function.kind == Value::Kind::domain) return of(algebra_.domain(as_relation(argument, expr)));
    if (function.kind == Value::Kind::range) return of(algebra_.range(as_relation(argument, expr)));
    if (function.kind != Value::Kind::function) algebra_.too_hard(expr.pos);
    const Expr& body = *function.function->expr;
    Environment inner = function.function->environment;
    for (size_t i = 0; i < body.parameters.size(); ++i)
      inner.push_back(body.parameters.size() > 1 && i < argument.items.size() ? argument.items[i] : argument);
    return eval(*body.children[0], inner);
  }

  // Folds the operands, as sets if one of them is one.
  template <typename F>
  Value fold(const Expr& expr, const Environment& environment, const F& combined) {
    Value result = eval(*expr.children[0], environment);
    for (size_t i = 1; i < expr.children.size(); ++i) {
      Value next = eval(*expr.children[i], environment);
      bool sets = result.kind == Value::Kind::set || next.kind == Value::Kind::set;
      result = sets ? of(combined(as_set(result, expr), as_set(next, expr)))
                    : of(combined(as_relation(result, expr), as_relation(next, expr)));
    }
    return result;
  }

  Value eval(const Expr& expr, const Environment& environment) {
    auto child = [&](size_t i) { return eval(*expr.children[i], environment); };
    auto set = [&](size_t i) { return as_set(child(i), expr); };
    auto relation = [&](size_t i) { return as_relation(child(i), expr); };
    switch (expr.kind) {
      case ExprKind::variable: {
        if (expr.scope == Expr::Scope::local) return environment[environment.size() - 1 - expr.index];
        auto known = slots_.find(expr.index);
        if (known == slots_.end()) known = slots_.emplace(expr.index, base(base_[expr.index])).first;
        return known->second;
      }
      case ExprKind::empty:
        return {};
      case ExprKind::universe:
        return base("_");
      case ExprKind::function: {
        Value value;
        value.kind = Value::Kind::function;
        value.function = std::make_shared<const Closure>(Closure{&expr, environment});
        return value;
      }
      case ExprKind::tuple: {
        Value value;
        for (size_t i = 0; i < expr.children.size(); ++i) value.items.push_back(child(i));
        return value.items.size() == 1 ? value.items[0] : value;
      }
      case ExprKind::apply:
        return apply(expr, environment);
      case ExprKind::identity_on:
        return of(algebra_.identity_on(set(0)));
      case ExprKind::unite:
        return fold(expr, environment, [&](const auto& a, const auto& b) { return algebra_.unite(a, b); });
      case ExprKind::intersect:
        return fold(expr, environment, [&](const auto& a, const auto& b) { return algebra_.intersect(a, b); });
      case ExprKind::minus:
        return fold(expr, environment, [&](const auto& a, const auto& b) { return algebra_.minus(a, b); });
      case ExprKind::complement: {
        Value value = child(0);
        if (value.kind == Value::Kind::set) return of(algebra_.minus(*base("_").set, *value.set));
        return of(algebra_.complement(as_relation(value, expr)));
      }
      case ExprKind::product:
        return of(algebra_.product(set(0), set(1)));
      case ExprKind::sequence: {
        Relation all = relation(0);
        for (size_t i = 1; i < expr.children.size(); ++i) all = algebra_.compose(all, relation(i));
        return of(std::move(all));
      }
      case ExprKind::inverse:
        return of(algebra_.inverse(relation(0)));
      case ExprKind::option:
        return of(algebra_.with_identity(relation(0)));
      case ExprKind::plus:
        return of(algebra_.closure(relation(0)));
      case ExprKind::star:
        return of(algebra_.with_identity(algebra_.closure(relation(0))));
      default:
        algebra_.too_hard(expr.pos);
    }
  }

  const Program& program_;
  Algebra& algebra_;
  std::map<uint32_t, std::string> base_;
  std::map<uint32_t, Value> slots_;
};

}  // namespace fencepost::memory::cat

#include "runs/relational.h"

#include "base/diagnostic.h"

namespace fencepost::runs {

using logic::Term;
using memory::cat::Expr;
using memory::cat::ExprKind;

namespace {

[[noreturn]] void too_hard(const Expr& expr) {
  throw InputError(expr.pos, "this part of the model cannot be encoded for all runs at once",
                   "use --encoding lazy, which judges one run after the other");
}

template <typename Members>
Members united(Members a, const Members& b, logic::Terms& terms) {
  for (const auto& [key, term] : b) {
    auto [known, is_new] = a.try_emplace(key, term);
    if (!is_new) known->second = terms.or_(known->second, term);
  }
  return a;
}

template <typename Members>
Members intersected(const Members& a, const Members& b, logic::Terms& terms) {
  Members both;
  for (const auto& [key, term] : a)
    if (auto other = b.find(key); other != b.end())
      if (Term all = terms.and_(term, other->second); !all.is_false()) both.emplace(key, all);
  return both;
}

template <typename Members>
Members without(const Members& a, const Members& b, logic::Terms& terms) {
  Members rest;
  for (const auto& [key, term] : a) {
    auto other = b.find(key);
    Term left = other == b.end() ? term : terms.and_(term, terms.not_(other->second));
    if (!left.is_false()) rest.emplace(key, left);
  }
  return rest;
}

}  // namespace

Relational::Relational(const unroll::Unrolled& unrolled, const Skeleton& skeleton, const ReadsFrom& reads_from,
                       const memory::cat::Program& program, const program::Mapping& mapping, Before before,
                       logic::Terms& terms, Budget& budget)
    : unrolled_(unrolled),
      skeleton_(skeleton),
      reads_from_(reads_from),
      program_(program),
      mapping_(mapping),
      before_(std::move(before)),
      terms_(terms),
      budget_(budget) {
  for (const memory::cat::BaseSlot& slot : program.base) base_[slot.slot] = slot.name;
}

Relational::Value Relational::of(TermSet set) const {
  Value value;
  value.kind = Value::Kind::set;
  value.set = std::make_shared<const TermSet>(std::move(set));
  return value;
}

Relational::Value Relational::of(TermRelation relation) const {
  Value value;
  value.kind = Value::Kind::relation;
  value.relation = std::make_shared<const TermRelation>(std::move(relation));
  return value;
}

TermSet Relational::as_set(const Value& value, const Expr& at) const {
  if (value.kind == Value::Kind::nothing && value.items.empty()) return {};
  if (value.kind != Value::Kind::set) too_hard(at);
  return *value.set;
}

TermRelation Relational::as_relation(const Value& value, const Expr& at) const {
  if (value.kind == Value::Kind::nothing && value.items.empty()) return {};
  if (value.kind != Value::Kind::relation) too_hard(at);
  return *value.relation;
}

void Relational::define(const memory::cat::Op& op) {
  if (op.recursive) too_hard(*op.bindings.front().value);
  std::vector<Value> values;
  for (const memory::cat::Binding& binding : op.bindings) values.push_back(eval(*binding.value, {}));
  for (size_t i = 0; i < values.size(); ++i) slots_[op.bindings[i].slot] = std::move(values[i]);
}

TermRelation Relational::relation(const Expr& expr) {
  Value value = eval(expr, {});
  if (value.kind != Value::Kind::set) return as_relation(value, expr);
  TermRelation members;  // of a set that must be empty
  for (const auto& [node, term] : *value.set) members.emplace(std::pair(node, node), term);
  return members;
}

Relational::Value Relational::apply(const Expr& expr, const Environment& environment) {
  Value function = eval(*expr.children[0], environment), argument = eval(*expr.children[1], environment);
  if (function.kind == Value::Kind::domain || function.kind == Value::Kind::range) {
    TermSet ends;
    for (const auto& [pair, term] : as_relation(argument, expr)) {
      Term& end = ends[function.kind == Value::Kind::domain ? pair.first : pair.second];
      end = end ? terms_.or_(end, term) : term;
    }
    return of(std::move(ends));
  }
  if (function.kind != Value::Kind::function) too_hard(expr);
  const Expr& body = *function.function->expr;
  Environment inner = function.function->environment;
  for (size_t i = 0; i < body.parameters.size(); ++i)
    inner.push_back(body.parameters.size() > 1 && i < argument.items.size() ? argument.items[i] : argument);
  return eval(*body.children[0], inner);
}

Relational::Value Relational::eval(const Expr& expr, const Environment& environment) {
  budget_.check();
  auto child = [&](size_t i) { return eval(*expr.children[i], environment); };
  auto fold = [&](const auto& on_sets, const auto& on_relations) {
    Value result = child(0);
    for (size_t i = 1; i < expr.children.size(); ++i) {
      Value next = child(i);
      bool sets = result.kind == Value::Kind::set || next.kind == Value::Kind::set;
      result = sets ? of(on_sets(as_set(result, expr), as_set(next, expr), terms_))
                    : of(on_relations(as_relation(result, expr), as_relation(next, expr), terms_));
    }
    return result;
  };
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
    case ExprKind::identity_on: {
      TermRelation diagonal;
      for (const auto& [node, term] : as_set(child(0), expr)) diagonal.emplace(std::pair(node, node), term);
      return of(std::move(diagonal));
    }
    case ExprKind::unite:
      return fold(united<TermSet>, united<TermRelation>);
    case ExprKind::intersect:
      return fold(intersected<TermSet>, intersected<TermRelation>);
    case ExprKind::minus:
      return fold(without<TermSet>, without<TermRelation>);
    case ExprKind::complement: {
      Value value = child(0);
      if (value.kind == Value::Kind::set) return of(without(*base("_").set, *value.set, terms_));
      return of(without(pairs([&](uint32_t a, uint32_t b) { return both(a, b); }), as_relation(value, expr), terms_));
    }
    case ExprKind::product: {
      TermRelation all;
      TermSet from = as_set(child(0), expr), to = as_set(child(1), expr);
      for (const auto& [a, x] : from)
        for (const auto& [b, y] : to)
          if (Term term = terms_.and_(x, y); !term.is_false()) all.emplace(std::pair(a, b), term);
      return of(std::move(all));
    }
    case ExprKind::sequence: {
      TermRelation all = as_relation(child(0), expr);
      for (size_t i = 1; i < expr.children.size(); ++i) all = compose(all, as_relation(child(i), expr));
      return of(std::move(all));
    }
    case ExprKind::inverse: {
      TermRelation turned;
      for (const auto& [pair, term] : as_relation(child(0), expr))
        turned.emplace(std::pair(pair.second, pair.first), term);
      return of(std::move(turned));
    }
    case ExprKind::option:
      return of(united(identity(), as_relation(child(0), expr), terms_));
    case ExprKind::plus:
      return of(closure(as_relation(child(0), expr)));
    case ExprKind::star:
      return of(united(identity(), closure(as_relation(child(0), expr)), terms_));
    default:
      too_hard(expr);
  }
}

TermRelation Relational::compose(const TermRelation& a, const TermRelation& b) {
  TermRelation all;
  std::map<uint32_t, std::vector<std::pair<uint32_t, Term>>> rows;
  for (const auto& [pair, term] : b) rows[pair.first].emplace_back(pair.second, term);
  for (const auto& [pair, term] : a) {
    budget_.check();
    auto row = rows.find(pair.second);
    if (row == rows.end()) continue;
    for (const auto& [to, other] : row->second) {
      Term step = terms_.and_(term, other);
      if (step.is_false()) continue;
      auto [known, is_new] = all.try_emplace({pair.first, to}, step);
      if (!is_new) known->second = terms_.or_(known->second, step);
    }
  }
  return all;
}

// By squaring: after n rounds paths of 2^n steps are there.
TermRelation Relational::closure(TermRelation r) {
  for (size_t length = 1; length < skeleton_.nodes.size(); length *= 2) {
    TermRelation longer = united(r, compose(r, r), terms_);
    if (longer == r) break;
    r = std::move(longer);
  }
  return r;
}

TermRelation Relational::pairs(const std::function<Term(uint32_t, uint32_t)>& related) const {
  TermRelation all;
  for (uint32_t a = 0; a < skeleton_.nodes.size(); ++a) {
    budget_.check();
    for (uint32_t b = 0; b < skeleton_.nodes.size(); ++b)
      if (Term term = related(a, b); term && !term.is_false()) all.emplace(std::pair(a, b), term);
  }
  return all;
}

TermRelation Relational::identity() const {
  TermRelation diagonal;
  for (uint32_t i = 0; i < skeleton_.nodes.size(); ++i) diagonal.emplace(std::pair(i, i), skeleton_.nodes[i].exists);
  return diagonal;
}

}  // namespace fencepost::runs

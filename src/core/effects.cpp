#include "core/effects.h"

#include <algorithm>

#include "core/walk.h"

namespace fencepost::core {

namespace {

using Kind = AbstractObject::Kind;

bool add_all(AbstractObjects& to, const AbstractObjects& from) {
  size_t before = to.size();
  to.insert(from.begin(), from.end());
  return to.size() != before;
}

// Objects whose lifetime a condition asks about.
void lifetimes_read(const ExprPtr& condition, const PointsTo& points_to, AbstractObjects& reads) {
  for_each_expr(condition, [&](const ExprPtr& part) {
    if (part->op == ExprOp::ptr_alive) add_all(reads, points_to.designated_by(part->args[0]));
  });
}

bool takes(const Function& function, const Call& call) {
  if (call.args.size() < function.params.size()) return false;
  if (call.args.size() > function.params.size() && !function.variadic) return false;
  for (size_t i = 0; i < function.params.size(); ++i)
    if (function.regs[index(function.params[i])].type.kind != call.args[i]->type.kind) return false;
  return true;
}

bool is_synchronisation(const Stmt& stmt) {
  return std::holds_alternative<Spawn>(stmt.kind) || std::holds_alternative<Join>(stmt.kind) ||
         std::holds_alternative<AtomicBegin>(stmt.kind) || std::holds_alternative<AtomicEnd>(stmt.kind);
}

}  // namespace

bool Effects::add(const Effects& other) {
  bool changed = add_all(reads, other.reads);
  changed = add_all(writes, other.writes) || changed;
  changed = (other.may_not_return && !may_not_return) || (other.may_fail && !may_fail) || changed;
  may_not_return = may_not_return || other.may_not_return;
  may_fail = may_fail || other.may_fail;
  return changed;
}

EffectAnalysis::EffectAnalysis(const Program& program)
    : program_(program),
      taken_functions_(address_taken_functions(program)),
      taken_globals_(program.globals.size()),
      summaries_(program.functions.size()) {
  for (const Function& function : program.functions) points_to_.emplace_back(function);
  for (uint32_t g = 0; g < program.globals.size(); ++g)
    taken_globals_[g] = std::any_of(points_to_.begin(), points_to_.end(),
                                    [&](const PointsTo& points_to) { return points_to.escapes({Kind::global, g}); });
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t f = 0; f < program.functions.size(); ++f) {
      Effects all;
      for_each_stmt(program.functions[f].body, [&](const Stmt& stmt) { all.add(of_stmt(stmt, FunctionId{f})); });
      auto own = [](const AbstractObject& object) { return object.kind == Kind::local; };
      std::erase_if(all.reads, own);
      std::erase_if(all.writes, own);
      changed = summaries_[f].add(all) || changed;
    }
  }
  find_reachable();
}

std::vector<FunctionId> EffectAnalysis::callees(const Call& call) const {
  if (call.callee->op == ExprOp::function) return {call.callee->function};
  std::vector<FunctionId> all;
  for (uint32_t f = 0; f < program_.functions.size(); ++f)
    if (taken_functions_[f] && takes(program_.functions[f], call)) all.push_back(FunctionId{f});
  return all;
}

Effects EffectAnalysis::of_call(const Call& call, FunctionId in) const {
  Effects all;
  auto translate = [&](const AbstractObjects& from, AbstractObjects& to) {
    for (const AbstractObject& object : from) {
      if (object.kind != Kind::param)
        to.insert(object);
      else if (object.number < call.args.size() && call.args[object.number]->type.kind == TypeKind::pointer)
        add_all(to, points_to(in).designated_by(call.args[object.number]));
      else
        to.insert({Kind::unknown, 0});
    }
  };
  for (FunctionId callee : callees(call)) {
    const Effects& summary = of_function(callee);
    translate(summary.reads, all.reads);
    translate(summary.writes, all.writes);
    bool undefined = !program_.function(callee).defined;
    all.may_not_return = all.may_not_return || summary.may_not_return || undefined;
    all.may_fail = all.may_fail || summary.may_fail || undefined;
  }
  return all;
}

Effects EffectAnalysis::of_stmt(const Stmt& stmt, FunctionId in) const {
  Effects effects;
  const PointsTo& where = points_to(in);
  if (const auto* load = std::get_if<Load>(&stmt.kind)) {
    effects.reads = where.designated_by(load->ptr);
  } else if (const auto* store = std::get_if<Store>(&stmt.kind)) {
    effects.writes = where.designated_by(store->ptr);
  } else if (const auto* rmw = std::get_if<Rmw>(&stmt.kind)) {
    effects.reads = effects.writes = where.designated_by(rmw->ptr);
  } else if (const auto* copy = std::get_if<Copy>(&stmt.kind)) {
    effects.reads = where.designated_by(copy->src);
    effects.writes = where.designated_by(copy->dst);
  } else if (const auto* fill = std::get_if<Fill>(&stmt.kind)) {
    effects.writes = where.designated_by(fill->ptr);
  } else if (const auto* kill = std::get_if<Kill>(&stmt.kind)) {
    effects.writes = where.designated_by(kill->ptr);
  } else if (const auto* check = std::get_if<Check>(&stmt.kind)) {
    effects.may_fail = true;
    lifetimes_read(check->condition, where, effects.reads);
  } else if (const auto* assume = std::get_if<Assume>(&stmt.kind)) {
    effects.may_not_return = !(is_constant(assume->condition) && assume->condition->value != 0);
  } else if (std::holds_alternative<Exit>(stmt.kind) || std::holds_alternative<EndThread>(stmt.kind) ||
             std::holds_alternative<Await>(stmt.kind)) {
    effects.may_not_return = true;
  } else if (is_synchronisation(stmt)) {
    // Synchronisation orders the accesses of other threads, so that every order of the strands may be observed.
    effects.reads = effects.writes = {{Kind::unknown, 0}};
    effects.may_not_return = true;
  } else if (std::holds_alternative<Unsupported>(stmt.kind)) {
    effects.may_fail = true;
  } else if (const auto* call = std::get_if<Call>(&stmt.kind)) {
    effects = of_call(*call, in);
  }
  return effects;
}

bool EffectAnalysis::escapes(const AbstractObject& object, FunctionId in) const {
  switch (object.kind) {
    case Kind::global:
      return taken_globals_[object.number];
    case Kind::local:
      return points_to(in).escapes(object);
    default:
      return true;
  }
}

bool EffectAnalysis::may_alias(const AbstractObject& a, const AbstractObject& b, FunctionId in) const {
  if (a == b) return true;
  if (a.kind == Kind::unknown) return escapes(b, in);
  if (b.kind == Kind::unknown) return escapes(a, in);
  // A parameter designates an object that existed before the locals of this activation.
  if (a.kind == Kind::param) return b.kind == Kind::param || (b.kind == Kind::global && escapes(b, in));
  if (b.kind == Kind::param) return a.kind == Kind::global && escapes(a, in);
  return false;
}

bool EffectAnalysis::any_alias(const AbstractObjects& a, const AbstractObjects& b, FunctionId in) const {
  return std::any_of(a.begin(), a.end(), [&](const AbstractObject& x) {
    return std::any_of(b.begin(), b.end(), [&](const AbstractObject& y) { return may_alias(x, y, in); });
  });
}

bool EffectAnalysis::conflict(const Effects& a, const Effects& b, FunctionId in) const {
  return any_alias(a.writes, b.writes, in) || any_alias(a.writes, b.reads, in) || any_alias(a.reads, b.writes, in);
}

void EffectAnalysis::find_reachable() {
  reachable_.assign(program_.functions.size(), false);
  std::vector<FunctionId> work = {program_.init, program_.entry};
  while (!work.empty()) {
    FunctionId id = work.back();
    work.pop_back();
    if (reachable_[index(id)]) continue;
    reachable_[index(id)] = true;
    for_each_stmt(program_.function(id).body, [&](const Stmt& stmt) {
      if (const auto* call = std::get_if<Call>(&stmt.kind))
        for (FunctionId callee : callees(*call)) work.push_back(callee);
      if (const auto* spawn = std::get_if<Spawn>(&stmt.kind))
        for (FunctionId callee : callees({std::nullopt, spawn->callee, spawn->args})) work.push_back(callee);
    });
  }
}

}  // namespace fencepost::core

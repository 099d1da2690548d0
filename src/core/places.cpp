#include "core/places.h"

#include "core/walk.h"

namespace fencepost::core {

namespace {

using Kind = MemoryPlace::Kind;

const MemoryPlace kUnknown{Kind::unknown, 0};

}  // namespace

FunctionPlaces::FunctionPlaces(const Function& function)
    : regs_(function.regs.size()), contents_(function.regs.size()) {
  for (uint32_t i = 0; i < function.params.size(); ++i)
    if (function.regs[index(function.params[i])].type.kind == TypeKind::pointer)
      regs_[index(function.params[i])].insert({Kind::param, i});
  do {
    changed_ = false;
    for_each_stmt(function.body, [&](const Stmt& stmt) { propagate(stmt); });
  } while (changed_);
}

PlaceSet FunctionPlaces::designated_by(const ExprPtr& pointer) const {
  switch (pointer->op) {
    case ExprOp::constant:
    case ExprOp::function:
      return {};
    case ExprOp::reg:
      return regs_[index(pointer->reg)];
    case ExprOp::global:
      return {{Kind::global, index(pointer->global)}};
    case ExprOp::ptr_add:
    case ExprOp::ptr_view:
    case ExprOp::ptr_unview:
    case ExprOp::ptr_based:
    case ExprOp::ptr_shadow:  // accessed where its object is, and in the same ways
      return designated_by(pointer->args[0]);
    case ExprOp::select: {
      PlaceSet both = designated_by(pointer->args[1]);
      both.merge(designated_by(pointer->args[2]));
      return both;
    }
    default:
      return {kUnknown};
  }
}

void FunctionPlaces::flow_into(PlaceSet& to, const PlaceSet& from) {
  for (const MemoryPlace& place : from) changed_ = to.insert(place).second || changed_;
}

void FunctionPlaces::escape(const PlaceSet& places) {
  for (const MemoryPlace& place : places) {
    if (place.kind != Kind::local && place.kind != Kind::global) continue;
    if (!escaped_.insert(place).second) continue;
    changed_ = true;
    // Who knows the object can follow the pointers in it.
    if (place.kind == Kind::local) escape(PlaceSet(contents_[place.number]));
  }
}

void FunctionPlaces::stored(const PlaceSet& targets, const PlaceSet& value) {
  for (const MemoryPlace& target : targets) {
    if (target.kind == Kind::local) flow_into(contents_[target.number], value);
    if (target.kind != Kind::local || escapes(target)) escape(value);
  }
}

PlaceSet FunctionPlaces::content(const PlaceSet& places) const {
  PlaceSet all;
  for (const MemoryPlace& place : places) {
    if (place.kind == Kind::local) all.insert(contents_[place.number].begin(), contents_[place.number].end());
    if (place.kind != Kind::local || escapes(place)) all.insert(kUnknown);
  }
  return all;
}

void FunctionPlaces::escape_exposed(const ExprPtr& expr) {
  for_each_expr(expr, [&](const ExprPtr& part) {
    if (part->op == ExprOp::ptr_to_int) escape(designated_by(part->args[0]));
  });
}

void FunctionPlaces::propagate(const Stmt& stmt) {
  for (const ExprPtr& expr : expressions(stmt)) escape_exposed(expr);
  auto is_pointer = [](const ExprPtr& expr) { return expr != nullptr && expr->type.kind == TypeKind::pointer; };
  if (const auto* let = std::get_if<Let>(&stmt.kind)) {
    if (is_pointer(let->value)) flow_into(regs_[index(let->reg)], designated_by(let->value));
  } else if (const auto* alloc = std::get_if<Alloc>(&stmt.kind)) {
    flow_into(regs_[index(alloc->reg)], {{Kind::local, index(alloc->reg)}});
  } else if (const auto* load = std::get_if<Load>(&stmt.kind)) {
    PlaceSet loaded = content(designated_by(load->ptr));
    if (load->type.kind == TypeKind::pointer)
      flow_into(regs_[index(load->reg)], loaded);
    else
      escape(loaded);  // the bytes of a pointer may leave as a number
  } else if (const auto* store = std::get_if<Store>(&stmt.kind)) {
    // A number may be the bytes of an exposed pointer.
    stored(designated_by(store->ptr), is_pointer(store->value) ? designated_by(store->value) : PlaceSet{kUnknown});
  } else if (const auto* rmw = std::get_if<Rmw>(&stmt.kind)) {
    if (is_pointer(rmw->value)) {
      flow_into(regs_[index(rmw->reg)], content(designated_by(rmw->ptr)));
      stored(designated_by(rmw->ptr), designated_by(rmw->value));
    } else {
      escape(content(designated_by(rmw->ptr)));
      stored(designated_by(rmw->ptr), {kUnknown});
    }
  } else if (const auto* copy = std::get_if<Copy>(&stmt.kind)) {
    stored(designated_by(copy->dst), content(designated_by(copy->src)));
  } else if (const auto* fill = std::get_if<Fill>(&stmt.kind)) {
    if (fill->value != nullptr && !is_constant(fill->value)) stored(designated_by(fill->ptr), {kUnknown});
  } else if (const auto* call = std::get_if<Call>(&stmt.kind)) {
    for (const ExprPtr& arg : call->args)
      if (is_pointer(arg)) escape(designated_by(arg));
    if (call->reg) flow_into(regs_[index(*call->reg)], {kUnknown});
  } else if (const auto* spawn = std::get_if<Spawn>(&stmt.kind)) {
    for (const ExprPtr& arg : spawn->args)
      if (is_pointer(arg)) escape(designated_by(arg));
  } else if (const auto* join = std::get_if<Join>(&stmt.kind)) {
    if (join->reg) flow_into(regs_[index(*join->reg)], {kUnknown});
  } else if (const auto* end = std::get_if<EndThread>(&stmt.kind)) {
    if (is_pointer(end->value)) escape(designated_by(end->value));
  } else if (const auto* ret = std::get_if<Return>(&stmt.kind)) {
    if (is_pointer(ret->value)) escape(designated_by(ret->value));
  }
}

std::vector<bool> address_taken_functions(const Program& program) {
  std::vector<bool> taken(program.functions.size());
  for (const Function& function : program.functions)
    for_each_stmt(function.body, [&](const Stmt& stmt) {
      const auto* call = std::get_if<Call>(&stmt.kind);
      for (const ExprPtr& root : expressions(stmt)) {
        if (call != nullptr && root == call->callee && root->op == ExprOp::function) continue;
        for_each_expr(root, [&](const ExprPtr& expr) {
          if (expr->op == ExprOp::function) taken[index(expr->function)] = true;
        });
      }
    });
  return taken;
}

}  // namespace fencepost::core

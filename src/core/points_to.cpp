#include "core/points_to.h"

#include "core/walk.h"

namespace fencepost::core {

namespace {

using Kind = AbstractObject::Kind;

const AbstractObject kUnknown{Kind::unknown, 0};

}  // namespace

PointsTo::PointsTo(const Function& function) : regs_(function.regs.size()), contents_(function.regs.size()) {
  for (uint32_t i = 0; i < function.params.size(); ++i)
    if (function.regs[index(function.params[i])].type.kind == TypeKind::pointer)
      regs_[index(function.params[i])].insert({Kind::param, i});
  do {
    changed_ = false;
    for_each_stmt(function.body, [&](const Stmt& stmt) { propagate(stmt); });
  } while (changed_);
}

AbstractObjects PointsTo::designated_by(const ExprPtr& pointer) const {
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
      AbstractObjects both = designated_by(pointer->args[1]);
      both.merge(designated_by(pointer->args[2]));
      return both;
    }
    default:
      return {kUnknown};
  }
}

void PointsTo::flow_into(AbstractObjects& to, const AbstractObjects& from) {
  for (const AbstractObject& object : from) changed_ = to.insert(object).second || changed_;
}

void PointsTo::escape(const AbstractObjects& objects) {
  for (const AbstractObject& object : objects) {
    if (object.kind != Kind::local && object.kind != Kind::global) continue;
    if (!escaped_.insert(object).second) continue;
    changed_ = true;
    // If an object escapes, so do the objects that its content points to.
    if (object.kind == Kind::local) escape(AbstractObjects(contents_[object.number]));
  }
}

void PointsTo::stored(const AbstractObjects& targets, const AbstractObjects& value) {
  for (const AbstractObject& target : targets) {
    if (target.kind == Kind::local) flow_into(contents_[target.number], value);
    if (target.kind != Kind::local || escapes(target)) escape(value);
  }
}

AbstractObjects PointsTo::content(const AbstractObjects& objects) const {
  AbstractObjects all;
  for (const AbstractObject& object : objects) {
    if (object.kind == Kind::local) all.insert(contents_[object.number].begin(), contents_[object.number].end());
    if (object.kind != Kind::local || escapes(object)) all.insert(kUnknown);
  }
  return all;
}

void PointsTo::escape_exposed(const ExprPtr& expr) {
  for_each_expr(expr, [&](const ExprPtr& part) {
    if (part->op == ExprOp::ptr_to_int) escape(designated_by(part->args[0]));
  });
}

void PointsTo::propagate(const Stmt& stmt) {
  for (const ExprPtr& expr : expressions(stmt)) escape_exposed(expr);
  auto is_pointer = [](const ExprPtr& expr) { return expr != nullptr && expr->type.kind == TypeKind::pointer; };
  if (const auto* let = std::get_if<Let>(&stmt.kind)) {
    if (is_pointer(let->value)) flow_into(regs_[index(let->reg)], designated_by(let->value));
  } else if (const auto* alloc = std::get_if<Alloc>(&stmt.kind)) {
    flow_into(regs_[index(alloc->reg)], {{Kind::local, index(alloc->reg)}});
  } else if (const auto* load = std::get_if<Load>(&stmt.kind)) {
    AbstractObjects loaded = content(designated_by(load->ptr));
    if (load->type.kind == TypeKind::pointer)
      flow_into(regs_[index(load->reg)], loaded);
    else
      escape(loaded);  // the bytes of a pointer may leave as a number
  } else if (const auto* store = std::get_if<Store>(&stmt.kind)) {
    // A number may be the bytes of an exposed pointer.
    stored(designated_by(store->ptr),
           is_pointer(store->value) ? designated_by(store->value) : AbstractObjects{kUnknown});
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

#include "frontend/clang/opaque_objects.h"

#include <variant>

#include "core/walk.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

ExprPtr holds_of(ExprOp op, std::vector<ExprPtr> args) { return core::make(op, core::boolean_type(), std::move(args)); }

struct Use {
  ExprPtr pointer;
  ExprPtr is_harmless = nullptr;  // the condition under which the use depends on the known beginning alone
};

ExprPtr inside(const ExprPtr& pointer, const ExprPtr& bytes) {
  return holds_of(ExprOp::ptr_in_bounds, {pointer, bytes});
}

ExprPtr inside(const ExprPtr& pointer, const core::Type& type) {
  return inside(pointer, core::constant(type.bytes, core::int_type(pointer->type.bits, false)));
}

void add_read(const core::Stmt& stmt, std::vector<Use>& uses) {
  if (const auto* load = std::get_if<core::Load>(&stmt.kind))
    uses.push_back({load->ptr, inside(load->ptr, load->type)});
  if (const auto* rmw = std::get_if<core::Rmw>(&stmt.kind)) uses.push_back({rmw->ptr, inside(rmw->ptr, rmw->type)});
  if (const auto* copy = std::get_if<core::Copy>(&stmt.kind))
    uses.push_back({copy->src, inside(copy->src, copy->bytes)});
}

void add_written(const core::Stmt& stmt, std::vector<Use>& uses) {
  if (const auto* store = std::get_if<core::Store>(&stmt.kind))
    uses.push_back({store->ptr, inside(store->ptr, store->type)});
  if (const auto* copy = std::get_if<core::Copy>(&stmt.kind))
    uses.push_back({copy->dst, inside(copy->dst, copy->bytes)});
  if (const auto* fill = std::get_if<core::Fill>(&stmt.kind))
    uses.push_back({fill->ptr, inside(fill->ptr, fill->bytes)});
}

// Pointers of whose object the statement asks the size, or the alignment, which is as little known. Symbols of a linker
// script are declared as such objects, too: what lies between two of them is no undefined behaviour that we could tell.
void add_measured(const core::Stmt& stmt, std::vector<Use>& uses) {
  for (const ExprPtr& root : core::expressions(stmt))
    core::for_each_expr(root, [&](const ExprPtr& expr) {
      switch (expr->op) {
        case ExprOp::ptr_adjacent:
          for (const ExprPtr& pointer : expr->args)
            uses.push_back({pointer, holds_of(ExprOp::ptr_at_start, {pointer})});
          break;
        case ExprOp::ptr_same_object:
          for (const ExprPtr& pointer : expr->args) uses.push_back({pointer, core::truth(true)});
          break;
        case ExprOp::ptr_size:
          uses.push_back({expr->args[0], core::truth(false)});
          break;
        case ExprOp::ptr_in_bounds:
        case ExprOp::ptr_in_or_past:
          uses.push_back({expr->args[0], expr});
          break;
        case ExprOp::ptr_aligned:
        case ExprOp::ptr_base_aligned:
          uses.push_back({expr->args[0], core::truth(true)});
          break;
        default:
          break;
      }
    });
}

class Guards {
 public:
  Guards(const std::vector<OpaqueObject>& objects, const Reach& reach, core::FunctionId in)
      : objects_(objects), reach_(reach), in_(in) {}

  core::Block guarded(core::Block block) const {
    core::Block result;
    for (core::Stmt& stmt : block) {
      for (const OpaqueObject& object : objects_) put_before(stmt, object, result);
      if (auto* branch = std::get_if<core::If>(&stmt.kind)) {
        branch->then_block = guarded(std::move(branch->then_block));
        branch->else_block = guarded(std::move(branch->else_block));
      } else if (auto* unseq = std::get_if<core::Unseq>(&stmt.kind)) {
        for (core::Block& strand : unseq->strands) strand = guarded(std::move(strand));
      }
      result.push_back(std::move(stmt));
    }
    return result;
  }

 private:
  void put_before(const core::Stmt& stmt, const OpaqueObject& object, core::Block& out) const {
    std::vector<Use> uses;
    add_read(stmt, uses);
    if (object.known != OpaqueObject::Known::size) {
      add_written(stmt, uses);
      add_measured(stmt, uses);
    }
    for (const Use& use : uses) {
      if (!reach_.may_designate(in_, use.pointer, object.object)) continue;
      ExprPtr depends =
          holds_of(ExprOp::ptr_same_object, {use.pointer, core::global_expr(object.object, use.pointer->type)});
      // No object ends where it starts, however little is known of it.
      bool is_start = use.is_harmless->op == ExprOp::ptr_at_start;
      if (object.known == OpaqueObject::Known::beginning || is_start)
        depends = core::log_and(depends, core::log_not(use.is_harmless));
      if (core::is_constant(depends) && !depends->value) continue;
      core::Block stop;
      stop.push_back({core::Unsupported{object.why}, stmt.pos, {}});
      out.push_back({core::If{depends, std::move(stop), {}}, stmt.pos, {}});
    }
  }

  const std::vector<OpaqueObject>& objects_;
  const Reach& reach_;
  core::FunctionId in_;
};

}  // namespace

Reach::Reach(const core::Program& program) : program_(program), is_known_elsewhere_(program.globals.size()) {
  for (const core::Function& function : program.functions) {
    points_to_.emplace_back(function);
    for (uint32_t i = 0; i < program.globals.size(); ++i)
      if (points_to_.back().escapes({core::AbstractObject::Kind::global, i})) is_known_elsewhere_[i] = true;
  }
}

bool Reach::may_designate(core::FunctionId in, const ExprPtr& pointer, core::GlobalId object) const {
  const core::AbstractObject global{core::AbstractObject::Kind::global, core::index(object)};
  for (const core::AbstractObject& target : points_to_[core::index(in)].designated_by(pointer)) {
    if (target == global) return true;
    bool is_foreign =
        target.kind == core::AbstractObject::Kind::unknown || target.kind == core::AbstractObject::Kind::param;
    if (is_foreign && is_known_elsewhere_[core::index(object)]) return true;
  }
  return false;
}

bool Reach::is_read(core::GlobalId object) const {
  for (uint32_t i = 0; i < program_.functions.size(); ++i) {
    bool found = false;
    core::for_each_stmt(program_.functions[i].body, [&](const core::Stmt& stmt) {
      std::vector<Use> uses;
      add_read(stmt, uses);
      for (const Use& use : uses) found = found || may_designate(static_cast<core::FunctionId>(i), use.pointer, object);
    });
    if (found) return true;
  }
  return false;
}

void guard(const std::vector<OpaqueObject>& objects, core::Program& program) {
  if (objects.empty()) return;
  const Reach reach(program);
  for (uint32_t i = 0; i < program.functions.size(); ++i) {
    auto id = static_cast<core::FunctionId>(i);
    if (id == program.init) continue;  // constants only, and no address is looked at there
    core::Function& function = program.functions[i];
    function.body = Guards(objects, reach, id).guarded(std::move(function.body));
  }
}

}  // namespace fencepost::frontend

// Emitter: lives of objects. Where an object has escaped and ends somewhere, a variable tells whether it lives (Variable::life_of). Whoever
// asks reads it, and the end of the life writes it: as relaxed accesses, since that is how lives are seen elsewhere
// (unroll/lifetimes.h).
#include <fmt/format.h>

#include <algorithm>

#include "core/expr.h"
#include "flat/emitter.h"
#include "program/registers.h"

namespace fencepost::flat {

using core::ExprOp;
using core::Undef;

namespace {

bool is_same(const core::ExprPtr& one, const core::Expr& other) {
  return one.get() == &other || core::to_string(*one) == core::to_string(other);
}

// Of "p lives, or it points (or does not point) to what an allocation function made": whether it is about the latter.
std::optional<bool> asks_about_heap(const core::Expr& condition) {
  if (condition.op != ExprOp::log_or || condition.args[0]->op != ExprOp::ptr_alive) return std::nullopt;
  const core::Expr* excepted = condition.args[1].get();
  const bool is_negated = excepted->op == ExprOp::log_not;
  if (is_negated) excepted = excepted->args[0].get();
  if (excepted->op != ExprOp::ptr_is_heap || !is_same(condition.args[0]->args[0], *excepted->args[0]))
    return std::nullopt;
  return is_negated;
}

}  // namespace

VarId Emitter::alive(ObjectId object) {
  auto found = alive_.find(object);
  if (found != alive_.end()) return found->second;
  const std::string& of = analysis_.object(object).name;
  VarId id = variable(fmt::format("{}.alive", of), logic::bool_sort(), std::nullopt, 1);
  program_.variables[index(id)].life_of = of;
  return alive_[object] = id;
}

void Emitter::note_use(ObjectId id) {
  const Object& of = analysis_.object(id);
  if (!of.is_global && of.maker != ThreadId{index(template_)}) used_by_others_.emplace(id, edge_->pos);
}

// One access that reads or writes the variables of all these objects, whichever of them the pointer designates.
Access Emitter::life_of_one(Term pointer, const std::vector<ObjectId>& objects) {
  if (objects.size() == 1) return {alive(objects[0]), {}};
  Group made{"alive", kObjectBits, {}};
  for (ObjectId id : objects) made.cells.push_back({static_cast<uint32_t>(id), alive(id)});
  return {group_of(std::move(made)), object_of(pointer)};
}

Term Emitter::is_one_of(Term pointer, const std::vector<ObjectId>& objects) {
  Term any = terms_.boolean(false);
  for (ObjectId id : objects) any = terms_.or_(any, is_object(pointer, id));
  return any;
}

Term Emitter::lives(const core::Expr& pointer, const AbstractState& state,
                    const std::function<bool(const Object&)>& matters) {
  AbstractValue known = analysis_.evaluate(pointer, state, frame_);
  Term of = value(pointer, state);
  std::vector<ObjectId> told;
  auto life = [&](ObjectId id) {
    return matters(analysis_.object(id)) ? analysis_.life(id, state, ThreadId{index(template_)}) : Life::living;
  };
  for (const auto& [id, offset] : known.targets)
    if ((void)offset, life(id) == Life::told) told.push_back(id);
  for (ObjectId id : told) note_use(id);
  VarId seen{};
  if (!told.empty()) {
    seen = temporary(logic::bool_sort(), "lives");
    Term first = this->pointer(told[0], 0);
    Term designated = told.size() == known.targets.size() ? of : terms_.ite(is_one_of(of, told), of, first);
    emit(Load{seen, life_of_one(designated, told), core::MemoryOrder::relaxed});
  }
  return by_object(of, known, [&](ObjectId id) {
    switch (life(id)) {
      case Life::living:
        return terms_.boolean(true);
      case Life::over:
        return terms_.boolean(false);
      case Life::told:
        return term(seen);
      case Life::any:
        break;
    }
    VarId any = temporary(logic::bool_sort(), "lives");
    emit(Havoc{any});
    loosen(fmt::format("whether {} lives may be so or not", analysis_.object(id).name));
    return term(any);
  });
}

Term Emitter::lives(const core::Expr& condition, const AbstractState& state) {
  if (condition.op == ExprOp::ptr_alive) return lives(*condition.args[0], state, [](const Object&) { return true; });
  auto about_heap = asks_about_heap(condition);
  if (!about_heap) return {};
  return lives(*condition.args[0]->args[0], state,
               [&](const Object& of) { return (of.storage == core::Storage::heap) == *about_heap; });
}

// Is it asked just before the access, as a check, whether objects of the kind live? Then the access need not ask: if such an object ends
// between the two, which only another thread can do, there is a run in which the thread waits for that before it checks, and fails.
bool Emitter::is_asked_before(const core::Expr& pointer, bool about_heap) const {
  const program::Procedure& procedure = analysis_.cfa().procedure(function_);
  for (program::Loc at = edge_->from;;) {
    const program::Edge* before = nullptr;
    for (const program::Edge& edge : procedure.edges) {
      if (edge.to != at) continue;
      if (before != nullptr) return false;
      before = &edge;
    }
    if (before == nullptr || before->from >= at) return false;
    if (auto* let = std::get_if<core::Let>(&before->label)) {
      bool is_changed = false;
      program::each_register(pointer, [&](core::Reg reg) { is_changed = is_changed || reg == let->reg; });
      if (is_changed) return false;
    } else if (auto* check = std::get_if<core::Check>(&before->label)) {
      Undef kind = about_heap ? Undef::use_after_free : Undef::use_after_scope;
      if (check->kind == kind && asks_about_heap(*check->condition) == about_heap &&
          is_same(check->condition->args[0]->args[0], pointer))
        return true;
    } else if (!std::holds_alternative<program::Skip>(before->label)) {
      return false;
    }
    at = before->from;
  }
}

Term Emitter::still_lives(const core::Expr& pointer) {
  AbstractValue known = analysis_.evaluate(pointer, *before_, frame_);
  auto is_certain = [&](const auto& target) {
    return analysis_.life(target.first, *before_, ThreadId{index(template_)}) == Life::living;
  };
  if (std::ranges::all_of(known.targets, is_certain)) return terms_.boolean(true);
  const bool on_heap = is_asked_before(pointer, true), elsewhere = is_asked_before(pointer, false);
  return lives(pointer, *before_,
               [&](const Object& of) { return !(of.storage == core::Storage::heap ? on_heap : elsewhere); });
}

void Emitter::allocate(Place from, uint32_t edge, const core::Alloc& label) {
  ObjectId id = analysis_.allocated(from, edge);
  assign(reg(label.reg), pointer(id, 0));
  set_flag(frame_, label.reg, terms_.boolean(true));
  const Object& of = analysis_.object(id);
  if (template_ != TemplateId{0} || !before_->spawned.empty()) late_.insert(id);
  // Another one may have ended here when nobody else knew it.
  if (of.is_killed) emit(Store{{alive(id), {}}, terms_.boolean(true), core::MemoryOrder::relaxed});
  for (const auto& [at, shape] : of.cells) {
    const bool tells = unset_.is_told({id, at});
    if (!tells && !of.zeroed) continue;
    VarId made = cell({id, at});
    unsigned width = term(made).sort().width;
    Term value = tells ? told(terms_.bv(0, width - 1), terms_.boolean(of.zeroed)) : terms_.bv(0, width);
    write({id, at}, value, core::MemoryOrder::plain);
  }
}

void Emitter::kill(const core::Kill& label) {
  std::vector<ObjectId> objects = analysis_.ended(label, *before_, frame_);
  if (objects.empty()) return;
  for (ObjectId id : objects) note_use(id);
  Term pointer = value(*label.ptr, *before_);
  if (objects.size() < analysis_.evaluate(*label.ptr, *before_, frame_).targets.size())
    unmodelled(is_one_of(pointer, objects), "the end of what is no living object");
  if (objects.size() == 1) return end_life(objects[0]);
  emit(Store{life_of_one(pointer, objects), terms_.boolean(false), core::MemoryOrder::relaxed});
}

void Emitter::end_life(ObjectId id) {
  if (!analysis_.object(id).is_killed) return;
  emit(Store{{alive(id), {}}, terms_.boolean(false), core::MemoryOrder::relaxed});
}

void Emitter::leave(FrameId frame) {
  for (ObjectId id : before_->made) {
    const Object& of = analysis_.object(id);
    bool ends = of.storage == core::Storage::automatic || of.storage == core::Storage::temporary;
    if (of.frame == frame && ends && !of.is_global) end_life(id);
  }
}

}  // namespace fencepost::flat

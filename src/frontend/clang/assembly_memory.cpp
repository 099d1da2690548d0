// Accesses of assembly: where they are, of which type, and in which order.
#include <clang/AST/ASTContext.h>
#include <fmt/format.h>

#include "frontend/clang/assembly.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::MemoryOrder;

bool Assembly::is_memory(const AsmPlace& place) const {
  return place.kind == AsmPlace::Kind::memory ||
         (place.kind == AsmPlace::Kind::operand && operands_.at(place.operand).is_memory);
}

// Of the operand's own type, or what was put into the register.
bool Assembly::holds_pointer(const AsmPlace& place) const {
  std::string name;
  if (place.kind == AsmPlace::Kind::operand) {
    if (operands_.at(place.operand).type->isAnyPointerType()) return true;
    name = operands_[place.operand].reg;
  } else if (place.kind == AsmPlace::Kind::reg) {
    if (std::optional<AsmRegister> reg = asm_register(place.name, shape_.target)) name = reg->name;
  }
  auto value = values_.find(name);
  return value != values_.end() && value->second->type.kind == core::TypeKind::pointer;
}

// Pointers are accessed as pointers, whatever integer type a cast in the operand names, if a pointer is what goes there or comes
// from there.
core::Type Assembly::access_type(const AsmPlace& memory, const std::vector<AsmPlace>& others, unsigned bytes) const {
  bool has_pointer = memory.kind == AsmPlace::Kind::operand && holds_pointer(memory);
  for (const AsmPlace& other : others) has_pointer = has_pointer || holds_pointer(other);
  if (has_pointer && bytes == in_.pointer().bytes) return in_.pointer();
  return core::int_type(8 * bytes, false);
}

clang::QualType Assembly::type_for(const core::Type& type) const {
  if (type.kind == core::TypeKind::pointer) return in_.context_.VoidPtrTy;
  return in_.context_.getIntTypeForBitwidth(type.bits, 0);
}

Lvalue Assembly::memory_at(const AsmPlace& place, const core::Type& type, ExprPtr further) {
  ExprPtr ptr;
  std::string text;
  if (place.kind == AsmPlace::Kind::operand) {
    const Operand& operand = operands_.at(place.operand);
    Lvalue whole = operand.lvalue;
    if (!further && whole.bits.width == 0 && !operand.type->isIncompleteType() &&
        in_.size_of(operand.type) == type.bytes) {
      whole.type = type_for(type);
      return whole;
    }
    ptr = whole.ptr;
    text = operand.text;
  } else {
    std::string name = place.base_name;
    if (place.base) {
      const Operand& base = operands_.at(*place.base);
      if (base.is_memory) throw NotUnderstood{"an address in memory"};
      name = base.reg;
      text = fmt::format("*({})", base.text);
    } else {
      std::optional<AsmRegister> reg = asm_register(name, shape_.target);
      if (!reg || reg->bytes != in_.pointer().bytes) throw NotUnderstood{"an address"};
      name = reg->name;
      text = fmt::format("*{}", name);
    }
    ptr = build_.bind(as(get(name), in_.pointer()));
    if (place.number != 0)
      further = core::constant(static_cast<core::Bits>(place.number) & ~uint64_t{0}, in_.offset_type());
  }
  if (further) ptr = build_.bind(core::make(ExprOp::ptr_add, in_.pointer(), {ptr, further}));
  return in_.dereference({ptr, std::nullopt, nullptr}, type_for(type), text);
}

// C has no name for some, and only what the compiler keeps in place orders anything.
MemoryOrder Assembly::in_order(MemoryOrder order) {
  if (!shape_.is_models_machine) {
    if (!shape_.orders_compiler) order = MemoryOrder::relaxed;
    if (order == MemoryOrder::acquire_pc) order = MemoryOrder::acquire;
    if (order == MemoryOrder::noreturn) order = MemoryOrder::relaxed;
  }
  if (order != MemoryOrder::seq_cst) in_.note_weak_order(fmt::format("inline assembly at line {}", build_.pos().line));
  return order;
}

namespace {

// ldar and stlr are what seq_cst loads and stores are on Arm, beside acquires and releases.
MemoryOrder of_move(MemoryOrder order, const AsmShape& shape) {
  const bool is_both = order == MemoryOrder::acquire || order == MemoryOrder::release;
  return is_both && shape.target == Target::aarch64 && !shape.is_models_machine ? MemoryOrder::seq_cst : order;
}

}  // namespace

ExprPtr Assembly::load(const AsmPlace& place, const core::Type& type, MemoryOrder order) {
  if (region_) throw NotUnderstood{"a load between exclusives"};
  is_pure_ = false;
  Lvalue at = memory_at(place, type);
  in_.check_access(at, core::constant(type.bytes, in_.size_type()), type.bytes, false);
  core::Reg reg = build_.fresh(type);
  build_.emit(core::Load{reg, build_.bind(at.ptr), type, {}, in_order(of_move(order, shape_)), true}, at.text);
  return build_.bind(in_.use({in_.what_was_read(reg, type_for(type)), reg, nullptr}, at.text.c_str()));
}

void Assembly::store(const AsmPlace& place, const core::Type& type, const ExprPtr& value, MemoryOrder order) {
  is_pure_ = false;
  Lvalue at = memory_at(place, type);
  in_.check_access(at, core::constant(type.bytes, in_.size_type()), type.bytes, true);
  ExprPtr stored = build_.bind(as(value, type));
  build_.emit(core::Store{build_.bind(at.ptr), stored, type, {}, in_order(of_move(order, shape_)), true, false, false},
              at.text);
}

// A compare-and-swap instruction has no branch inside: what comes later does not depend on whether it stores, as it would behind an
// exclusive. So that is chosen beforehand, and a thread that has chosen wrongly goes no further; until then it has only read.
void Assembly::either_way(const ExprPtr& condition, const std::function<void()>& yes, const std::function<void()>& no) {
  const core::Reg chosen = build_.fresh(core::boolean_type());
  build_.emit(core::Choose{chosen, core::boolean_type()}, "compare and swap");
  auto side = [&](const std::function<void()>& acts, const ExprPtr& holds_here) {
    return build_.capture([&] {
      acts();
      build_.emit(core::Assume{build_.bind(holds_here)});
    });
  };
  core::Block stores = side(yes, condition), looks = side(no, core::log_not(condition));
  build_.emit(core::If{core::reg_expr(chosen, core::boolean_type()), std::move(stores), std::move(looks)});
}

// Returns what was there before.
ExprPtr Assembly::update(const Lvalue& at, const core::Type& type, const OfOld& condition, const OfOld& value,
                         const AsmStep& step) {
  if (region_) throw NotUnderstood{"an update between exclusives"};
  is_pure_ = false;
  in_.check_access(at, core::constant(type.bytes, in_.size_type()), type.bytes, true);
  core::Reg reg = build_.fresh(type);
  const ExprPtr old = in_.what_was_read(reg, type_for(type));
  const ExprPtr when = condition ? condition(old) : nullptr;
  const ExprPtr next = value(old);
  MemoryOrder order = in_order(step.order);
  std::optional<MemoryOrder> failure;
  if (step.failure) failure = in_order(*step.failure);
  if (failure == order) failure.reset();
  const bool is_machines = shape_.is_models_machine;
  // A seq_cst update is the instruction with both letters.
  if (order == MemoryOrder::acq_rel && !is_machines) order = MemoryOrder::seq_cst;
  const bool has_fences = shape_.target == Target::x86_64 && step.locked && !is_machines && shape_.orders_compiler;
  const ExprPtr ptr = build_.bind(at.ptr);
  if (has_fences) build_.emit(core::Fence{MemoryOrder::seq_cst}, "asm");
  const bool is_foretold = when && is_machines && shape_.target == Target::aarch64;
  auto store_once = [&] {
    core::Rmw made{reg, ptr, type, when, next, order, failure};
    made.is_foretold = is_foretold;
    build_.emit(std::move(made), at.text);
    if (step.is_full && is_machines) build_.emit(core::Fence{MemoryOrder::seq_cst}, "asm");
  };
  if (is_foretold)
    either_way(when, store_once,
               [&] { build_.emit(core::Load{reg, ptr, type, {}, failure.value_or(order), true}, at.text); });
  else
    store_once();
  if (has_fences) build_.emit(core::Fence{MemoryOrder::seq_cst}, "asm");
  return build_.bind(in_.use({old, reg, nullptr}, at.text.c_str()));
}

}  // namespace fencepost::frontend

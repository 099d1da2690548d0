// Registers of the machine while a statement of assembly becomes Core: values of 64 bits, or pointers, which stay pointers as long as they
// are only moved.
#include <fmt/format.h>

#include "frontend/clang/assembly.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

const core::Type kLong = core::int_type(64, false);

bool is_pointer(const ExprPtr& value) { return value->type.kind == core::TypeKind::pointer; }

ExprPtr cast(const ExprPtr& value, const core::Type& type) {
  return value->type == type ? value : core::make(ExprOp::int_cast, type, {value});
}

}  // namespace

// Between a load-exclusive and its store, values are expressions over what the update will have read.
ExprPtr Assembly::bound(const ExprPtr& value) { return region_ ? value : build_.bind(value); }

// A register that nothing was put into holds anything.
ExprPtr Assembly::get(const std::string& name) {
  if (name.empty()) throw NotUnderstood{"an operand"};
  if (name == "zero") return core::constant(0, kLong);
  if (!written_.contains(name)) read_first_.insert(name);
  auto found = values_.find(name);
  if (found != values_.end()) return found->second;
  if (region_) throw NotUnderstood{fmt::format("the register {} is read, and nobody wrote it", name)};
  core::Reg any = build_.fresh(kLong);
  build_.emit(core::Choose{any, kLong}, "register");
  return values_[name] = core::reg_expr(any, kLong);
}

void Assembly::set(const std::string& name, ExprPtr value) {
  if (name.empty()) throw NotUnderstood{"an operand"};
  if (name == "zero") return;
  written_.insert(name);
  values_[name] = bound(value);
}

ExprPtr Assembly::widened(const ExprPtr& value, bool is_signed) const {
  if (is_pointer(value)) return value;
  return cast(cast(value, core::int_type(value->type.bits, is_signed)), kLong);
}

ExprPtr Assembly::number(const ExprPtr& value, unsigned bytes) const {
  const core::Type type = core::int_type(8 * bytes, false);
  if (!is_pointer(value)) return cast(value, type);
  const ExprPtr whole = core::make(ExprOp::ptr_to_int, core::int_type(value->type.bits, false), {value});
  return cast(whole, type);
}

// A pointer as a number or the other way round, where a type asks for it.
ExprPtr Assembly::as(const ExprPtr& value, const core::Type& type) const {
  if (value->type == type) return value;
  if (type.kind != core::TypeKind::pointer) return cast(number(value, type.bytes), type);
  return core::make(ExprOp::int_to_ptr, type, {number(value, type.bytes)});
}

ExprPtr Assembly::read(const AsmPlace& place, unsigned bytes, core::MemoryOrder order) {
  switch (place.kind) {
    case AsmPlace::Kind::number:
      return core::constant(static_cast<core::Bits>(place.number) & ((core::Bits{1} << (8 * bytes)) - 1),
                            core::int_type(8 * bytes, false));
    case AsmPlace::Kind::memory:
      return load(place, core::int_type(8 * bytes, false), order);
    case AsmPlace::Kind::operand: {
      const Operand& operand = operands_.at(place.operand);
      if (operand.is_memory) return load(place, access_type(place, {}, bytes), order);
      if (place.modifier == 'h') throw NotUnderstood{"a part of a register"};
      ExprPtr value = get(operand.reg);
      return is_pointer(value) && bytes == value->type.bytes ? value : number(value, bytes);
    }
    case AsmPlace::Kind::reg: {
      std::optional<AsmRegister> reg = asm_register(place.name, shape_.target);
      if (!reg) break;
      ExprPtr value = get(reg->name);
      if (is_pointer(value) && bytes == value->type.bytes) return value;
      value = number(value, 8);
      if (reg->shift != 0) value = core::make(ExprOp::shr, kLong, {value, core::constant(reg->shift, kLong)});
      return number(value, bytes);
    }
    case AsmPlace::Kind::label:
      break;
  }
  throw NotUnderstood{fmt::format("`{}` in it", place.name)};
}

ExprPtr Assembly::read_number(const AsmPlace& place, unsigned bytes, core::MemoryOrder order) {
  return number(read(place, bytes, order), bytes);
}

// On x86 parts of one or two bytes leave the rest of the register as it was.
void Assembly::write(const AsmPlace& place, unsigned bytes, const ExprPtr& value, bool is_signed,
                     core::MemoryOrder order) {
  if (is_memory(place)) {
    if (region_) throw NotUnderstood{"a store between exclusives"};
    return store(place, access_type(place, {}, bytes), value, order);
  }
  std::string name;
  unsigned shift = 0;
  if (place.kind == AsmPlace::Kind::operand) {
    name = operands_.at(place.operand).reg;
    if (place.modifier == 'h') throw NotUnderstood{"a part of a register"};
  } else if (std::optional<AsmRegister> reg =
                 place.kind == AsmPlace::Kind::reg ? asm_register(place.name, shape_.target) : std::nullopt) {
    name = reg->name;
    shift = reg->shift;
  } else {
    throw NotUnderstood{fmt::format("`{}` in it", place.name)};
  }
  if (is_pointer(value) && bytes == value->type.bytes) return set(name, value);
  if (shape_.target != Target::x86_64 || bytes >= 4 || is_signed)
    return set(name, widened(number(value, bytes), is_signed));
  const core::Bits mask = ((core::Bits{1} << (8 * bytes)) - 1) << shift;
  const core::Bits others = ~mask & ((core::Bits{1} << 64) - 1);
  auto whole = values_.find(name);
  ExprPtr part = widened(number(value, bytes), false);
  if (shift != 0) part = core::make(ExprOp::shl, kLong, {part, core::constant(shift, kLong)});
  if (whole == values_.end()) return set(name, part);  // what else it holds nobody asks
  ExprPtr rest = core::make(ExprOp::bit_and, kLong, {number(whole->second, 8), core::constant(others, kLong)});
  set(name, core::make(ExprOp::bit_or, kLong, {rest, part}));
}

// The register of Core for values that meet at a label.
core::Reg Assembly::stored_in(const std::string& name) {
  auto found = settled_.find(name);
  if (found != settled_.end()) return found->second;
  auto type = register_types_.find(name);
  const bool holds_pointer = type != register_types_.end() && type->second->isAnyPointerType();
  return settled_[name] = build_.fresh(holds_pointer ? in_.pointer() : kLong, name);
}

void Assembly::settle() {
  settle(values_);
  for (auto& [name, value] : values_) {
    const core::Reg reg = stored_in(name);
    value = core::reg_expr(reg, build_.function().regs[core::index(reg)].type);
  }
}

// First all values, then all registers: a value may be that of another register.
void Assembly::settle(const Values& values) {
  std::vector<std::pair<core::Reg, ExprPtr>> all;
  for (const auto& [name, value] : values) {
    const core::Reg reg = stored_in(name);
    const core::Type type = build_.function().regs[core::index(reg)].type;
    ExprPtr settled = as(value, type);
    if (settled->op == ExprOp::reg && settled->reg == reg) continue;
    core::Reg copied = build_.fresh(type);
    build_.emit(core::Let{copied, settled});
    all.emplace_back(reg, core::reg_expr(copied, type));
  }
  for (auto& [reg, value] : all) build_.emit(core::Let{reg, std::move(value)});
}

}  // namespace fencepost::frontend

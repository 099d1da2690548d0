// Steps of assembly that take two registers to memory at once, or from it.
#include <clang/AST/ASTContext.h>

#include "frontend/clang/assembly.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::MemoryOrder;

// Two registers as one word, which one access takes to memory.
ExprPtr Assembly::read_pair(const AsmPlace& low, const AsmPlace& high, unsigned bytes) {
  const core::Type type = core::int_type(8 * bytes, false);
  auto part = [&](const AsmPlace& place) {
    return core::make(ExprOp::int_cast, type, {read_number(place, bytes / 2)});
  };
  const ExprPtr upper = core::make(ExprOp::shl, type, {part(high), core::constant(4 * bytes, type)});
  return bound(core::make(ExprOp::bit_or, type, {upper, part(low)}));
}

void Assembly::write_pair(const AsmPlace& low, const AsmPlace& high, unsigned bytes, const ExprPtr& value) {
  const core::Type half = core::int_type(4 * bytes, false);
  auto part = [&](const ExprPtr& bits) { return bound(core::make(ExprOp::int_cast, half, {bits})); };
  const ExprPtr upper = part(core::make(ExprOp::shr, value->type, {value, core::constant(4 * bytes, value->type)}));
  write(low, bytes / 2, part(value));
  write(high, bytes / 2, upper);
}

void Assembly::compare_swap_wide(const AsmStep& step) {
  const core::Type type = core::int_type(8 * step.bytes, false);
  const ExprPtr wanted = read_pair(step.other, step.other_high, step.bytes),
                given = read_pair(step.from, step.from_high, step.bytes);
  const Lvalue at = memory_at(step.memory, type);
  auto is_wanted = [&](const ExprPtr& found) { return core::make(ExprOp::eq, core::boolean_type(), {found, wanted}); };
  const ExprPtr old = update(at, type, is_wanted, [&](const ExprPtr&) -> const ExprPtr& { return given; }, step);
  if (step.sets_flags) {
    flags_ = {};
    flags_.e = build_.bind(is_wanted(old));
  }
  write_pair(step.other, step.other_high, step.bytes, old);
}

// A pair is read at once only where its store-exclusive succeeds (Arm ARM, B2.2.1): else its halves are, in either order. Returns
// whether they were.
ExprPtr Assembly::load_torn(const Region& region, MemoryOrder order, const std::function<void()>& otherwise) {
  const core::Reg torn = build_.fresh(core::boolean_type());
  build_.emit(core::Choose{torn, core::boolean_type()}, "halves of a pair");
  const ExprPtr is_torn = core::reg_expr(torn, core::boolean_type());
  core::Block halves =
      build_.capture([&] { build_.emit(core::Let{region.old, in_halves(region.at, region.type, order)}); });
  build_.emit(core::If{is_torn, std::move(halves), build_.capture(otherwise)});
  return is_torn;
}

ExprPtr Assembly::in_halves(const Lvalue& at, const core::Type& type, MemoryOrder order) {
  const core::Type half = core::int_type(type.bits / 2U, false);
  const core::Reg low = build_.fresh(half), high = build_.fresh(half), first = build_.fresh(core::boolean_type());
  const ExprPtr above =
      build_.bind(core::make(ExprOp::ptr_add, in_.pointer(), {at.ptr, core::constant(half.bytes, in_.offset_type())}));
  auto loads = [&](bool low_first) {
    for (bool is_low : {low_first, !low_first})
      build_.emit(core::Load{is_low ? low : high, is_low ? at.ptr : above, half, {}, order, true}, at.text);
  };
  build_.emit(core::Choose{first, core::boolean_type()}, "the half that is read first");
  build_.emit(core::If{core::reg_expr(first, core::boolean_type()), build_.capture([&] { loads(true); }),
                       build_.capture([&] { loads(false); })});
  auto wide = [&](core::Reg reg) {
    in_.use({core::reg_expr(reg, half), reg, nullptr}, at.text.c_str());
    return core::make(ExprOp::int_cast, type, {core::reg_expr(reg, half)});
  };
  const ExprPtr upper = core::make(ExprOp::shl, type, {wide(high), core::constant(half.bits, type)});
  return build_.bind(core::make(ExprOp::bit_or, type, {upper, wide(low)}));
}

// ldxp without its store.
void Assembly::load_pair(const AsmStep& step) {
  if (region_) throw NotUnderstood{"a load between exclusives"};
  is_pure_ = false;
  const core::Type type = core::int_type(8 * step.bytes, false);
  Lvalue at = memory_at(step.memory, type);
  in_.check_access(at, core::constant(type.bytes, in_.size_type()), type.bytes, false);
  at.ptr = build_.bind(at.ptr);
  write_pair(step.to, step.to_high, step.bytes, in_halves(at, type, in_order(step.order)));
}

}  // namespace fencepost::frontend

#include "core/evaluate_expr.h"

#include "base/check.h"
#include "core/float_ops.h"
#include "core/integer_ops.h"
#include "core/signature.h"

namespace fencepost::core {

namespace {

// Do [a, a+n) and [b, b+m) share a number? Offsets are signed, lengths are not.
bool ranges_overlap(SignedBits a, Bits n, SignedBits b, Bits m) {
  if (n == 0 || m == 0) return false;
  return a <= b ? static_cast<Bits>(b - a) < n : static_cast<Bits>(a - b) < m;
}

}  // namespace

Value Evaluator::evaluate(const Expr& expr, const std::vector<Value>& regs) {
  switch (expr.op) {
    case ExprOp::constant:
      return {expr.value, kNoObject, false};
    case ExprOp::reg:
      return regs[index(expr.reg)];
    case ExprOp::global:
      if (own_ != nullptr)
        if (auto own = own_->find(expr.global); own != own_->end()) return {0, own->second, false};
      return {0, memory_.global_object(expr.global), false};
    case ExprOp::function:
      return {0, memory_.function_object(expr.function), false};
    case ExprOp::select:
      return evaluate(holds(*expr.args[0], regs) ? *expr.args[1] : *expr.args[2], regs);
    case ExprOp::log_and:
      return {Bits{holds(*expr.args[0], regs) && holds(*expr.args[1], regs)}, kNoObject, false};
    case ExprOp::log_or:
      return {Bits{holds(*expr.args[0], regs) || holds(*expr.args[1], regs)}, kNoObject, false};
    case ExprOp::specified:
      return {Bits{!evaluate(*expr.args[0], regs).unspecified}, kNoObject, false};
    default:
      break;
  }
  std::vector<Value> args;
  args.reserve(expr.args.size());
  for (const ExprPtr& arg : expr.args) args.push_back(evaluate(*arg, regs));
  Value result = apply(expr, args);
  result.unspecified = propagates_unspecified(expr.op) && args[0].unspecified;
  return result;
}

Value Evaluator::apply(const Expr& expr, const std::vector<Value>& args) {
  const Type& operand = expr.args[0]->type;
  switch (expr.op) {
    case ExprOp::int_to_float:
    case ExprOp::float_to_int:
    case ExprOp::float_cast:
    case ExprOp::bits_to_float:
    case ExprOp::float_to_bits:
    case ExprOp::ptr_to_int:
    case ExprOp::int_to_ptr:
      return convert(expr, args[0]);
    case ExprOp::float_fits:
      return {Bits{float_fits(args[0].bits, operand, expr.type2)}, kNoObject, false};
    case ExprOp::ptr_add:
      return {truncate(args[0].bits + static_cast<Bits>(to_number(args[1].bits, expr.args[1]->type)), expr.type.bits),
              args[0].object, false, args[0].view};
    case ExprOp::ptr_view:
    case ExprOp::ptr_unview:
    case ExprOp::ptr_based:
      return viewed(expr, args);
    case ExprOp::ptr_shadow:
      return {args[0].bits, memory_.object(args[0].object).shadow, false};
    case ExprOp::ptr_size:
      return {truncate(memory_.object(args[0].object).size, expr.type.bits), kNoObject, false};
    case ExprOp::ptr_diff:
      return {
          truncate(static_cast<Bits>(memory_.signed_offset(args[0]) - memory_.signed_offset(args[1])), expr.type.bits),
          kNoObject, false};
    default:
      break;
  }
  if (operand.kind == TypeKind::pointer) return {Bits{pointer_predicate(expr, args)}, kNoObject, false};
  Bits numbers[2] = {args[0].bits, args.size() > 1 ? args[1].bits : 0};
  std::span<const Bits> span(numbers, args.size());
  if (operand.kind == TypeKind::floating) return {apply_float(expr.op, operand, span), kNoObject, false};
  std::optional<Bits> result = apply_integer(expr.op, expr.type, operand, span);
  FP_CHECK_MSG(result.has_value(), to_string(expr));
  return {*result, kNoObject, false};
}

Value Evaluator::viewed(const Expr& expr, const std::vector<Value>& args) {
  Value result = args[0];
  View view = memory_.views()[result.view];
  if (expr.op == ExprOp::ptr_based) {
    view.based_on |= uint64_t{1} << static_cast<unsigned>(expr.value);
  } else {
    view.bounded = expr.op == ExprOp::ptr_view && memory_.is_data(result.object);
    view.low = view.bounded ? memory_.signed_offset(args[1]) : 0;
    view.size = view.bounded ? args[2].bits : 0;
  }
  result.view = memory_.views().number(view);
  return result;
}

Value Evaluator::convert(const Expr& expr, const Value& arg) {
  const Type& from = expr.args[0]->type;
  switch (expr.op) {
    case ExprOp::int_to_float:
      return {int_to_float(arg.bits, from, expr.type), kNoObject, false};
    case ExprOp::float_to_int:
      return {float_to_int(arg.bits, from, expr.type), kNoObject, false};
    case ExprOp::float_cast:
      return {float_cast(arg.bits, from, expr.type), kNoObject, false};
    case ExprOp::ptr_to_int:
      memory_.expose(arg.object);
      return {truncate(memory_.address(arg), expr.type.bits), kNoObject, false};
    case ExprOp::int_to_ptr: {
      // Elaboration has converted narrower signed integers; the value is cut to the width of an address.
      Bits address = truncate(static_cast<Bits>(to_number(arg.bits, from)), expr.type.bits);
      return memory_.pointer_to(static_cast<uint64_t>(address));
    }
    default:
      return {arg.bits, kNoObject, false};
  }
}

bool Evaluator::pointer_predicate(const Expr& expr, const std::vector<Value>& args) {
  const Value& pointer = args[0];
  const Object& object = memory_.object(pointer.object);
  SignedBits offset = memory_.signed_offset(pointer);
  switch (expr.op) {
    case ExprOp::eq:
    case ExprOp::ne:
    case ExprOp::lt:
    case ExprOp::le:
      return compare_pointers(expr.op, pointer, args[1]);
    case ExprOp::ptr_is_null:
      return pointer.object == kNoObject && pointer.bits == 0;
    case ExprOp::ptr_is_data:
      return memory_.is_data(pointer.object);
    case ExprOp::ptr_is_function:
      return object.function.has_value();
    case ExprOp::ptr_alive:
      return memory_.alive(pointer.object);
    case ExprOp::ptr_is_heap:
      return object.storage == Storage::heap;
    case ExprOp::ptr_at_start:
      return offset == 0;
    case ExprOp::ptr_in_bounds:
      return offset >= 0 && static_cast<Bits>(offset) <= object.size &&
             args[1].bits <= object.size - static_cast<Bits>(offset);
    case ExprOp::ptr_in_or_past:
      return offset >= 0 && static_cast<Bits>(offset) <= object.size;
    case ExprOp::ptr_aligned:
      return args[1].bits != 0 && (pointer.bits % args[1].bits == 0 || has_aligned_address(pointer, args[1].bits));
    case ExprOp::ptr_base_aligned:
      return !memory_.is_data(pointer.object) || object.align >= args[1].bits ||
             has_aligned_address(pointer, args[1].bits);
    case ExprOp::ptr_writable:
      return !object.is_const && object.storage != Storage::literal;
    case ExprOp::ptr_is_literal:
      return object.storage == Storage::literal;
    case ExprOp::ptr_same_object:
      return pointer.object == args[1].object;
    case ExprOp::ptr_overlap:
      return pointer.object == args[2].object &&
             ranges_overlap(offset, args[1].bits, memory_.signed_offset(args[2]), args[3].bits);
    case ExprOp::ptr_adjacent:
      return adjacent(pointer, args[1]) || adjacent(args[1], pointer);
    case ExprOp::ptr_callable:
      return callable(pointer, expr.text);
    case ExprOp::ptr_in_view:
      return memory_.views()[pointer.view].holds(offset, args[1].bits);
    case ExprOp::ptr_is_based:
      return (memory_.views()[pointer.view].based_on >> static_cast<unsigned>(expr.value) & 1) != 0;
    case ExprOp::ptr_holds:
      return !object.declared || object.declared->holds(offset, expr.text);
    default:
      FP_UNREACHABLE(to_string(expr));
  }
}

// The value of a pointer to a dead object is indeterminate (C11 6.2.4p2); on machines it stays the address that it was. Objects
// whose lifetimes overlap have disjoint addresses, but one past the end of one may be the start of another, which is what
// ptr_adjacent asks.
bool Evaluator::equal(const Value& a, const Value& b) {
  if (a.object == b.object) return a.bits == b.bits;
  if (!program_.uses_addresses || !memory_.is_data(a.object) || !memory_.is_data(b.object)) return false;
  const Object &first = memory_.object(a.object), &second = memory_.object(b.object);
  if (memory_.lived_together(a.object, b.object) || a.bits > first.size || b.bits > second.size) return false;
  auto is_next_to = [](const Value& end, const Object& object, const Value& start) {
    return object.size > 0 && end.bits == object.size && start.bits == 0;
  };
  if (is_next_to(a, first, b) || is_next_to(b, second, a)) return false;
  return memory_.address(a) == memory_.address(b);
}

bool Evaluator::compare_pointers(ExprOp op, const Value& a, const Value& b) {
  switch (op) {
    case ExprOp::eq:
      return equal(a, b);
    case ExprOp::ne:
      return !equal(a, b);
    case ExprOp::lt:
      return memory_.signed_offset(a) < memory_.signed_offset(b);
    default:
      return memory_.signed_offset(a) <= memory_.signed_offset(b);
  }
}

bool Evaluator::has_aligned_address(const Value& pointer, Bits alignment) const {
  const Object& object = memory_.object(pointer.object);
  return memory_.is_data(pointer.object) && object.exposed && object.base &&
         (*object.base + pointer.bits) % alignment == 0;
}

bool Evaluator::callable(const Value& pointer, const std::string& signature) const {
  const Object& object = memory_.object(pointer.object);
  return object.function && pointer.bits == 0 &&
         compatible_signatures(program_.function(*object.function).signature, signature);
}

bool Evaluator::adjacent(const Value& a, const Value& b) {
  if (a.object == b.object || !memory_.is_data(a.object) || !memory_.is_data(b.object)) return false;
  // An object of zero bytes has an address of its own (7.22.3p1), so that no object is adjacent to it.
  uint64_t size = memory_.object(a.object).size;
  return size != 0 && a.bits == size && b.bits == 0 && memory_.address(a) == memory_.address(b);
}

}  // namespace fencepost::core

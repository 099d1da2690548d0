// Conversions (C11 6.3), one Core operator each. Clang's implicit casts say where they happen.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::TypeKind;
using core::Undef;

ExprPtr Elaborator::to_offset(ExprPtr integer) {
  return integer->type == offset_type() ? integer : core::make(ExprOp::int_cast, offset_type(), {std::move(integer)});
}

Value Elaborator::bool_value(ExprPtr truth, clang::QualType type) {
  // Left unbound, so that truth_of() finds the Boolean again.
  return {core::make(ExprOp::bool_to_int, type_of(type), {build_.bind(std::move(truth))}), std::nullopt, nullptr};
}

// "compares unequal to 0" (C11 6.3.1.2).
ExprPtr Elaborator::truth_of(Value value, clang::QualType type) {
  if (!is_scalar(type) && !type->isVoidType())
    build_.emit(core::Unsupported{fmt::format("a condition of type {}", type.getAsString())});
  ExprPtr operand = use(value, "condition");
  if (!operand) return core::truth(false);
  if (operand->op == ExprOp::bool_to_int) return operand->args[0];
  check_dangling(operand);
  if (type_of(type).kind == TypeKind::pointer)
    return core::log_not(core::make(ExprOp::ptr_is_null, core::boolean_type(), {operand}));
  return core::make(ExprOp::ne, core::boolean_type(), {operand, core::constant(0, operand->type)});
}

Value Elaborator::convert(Value value, clang::QualType from, clang::QualType to) {
  if (!value.expr || to->isVoidType()) return {};
  core::Type source = value.expr->type;
  core::Type target = type_of(to);
  const auto* atomic = to->getAs<clang::AtomicType>();
  clang::QualType plain = atomic ? atomic->getValueType() : to;
  // An enumeration over bool is as bool (C23 6.7.2.2).
  if (const auto* enumeration = plain->getAs<clang::EnumType>()) plain = enumeration->getDecl()->getIntegerType();
  bool to_bool = !plain.isNull() && plain->isBooleanType();
  auto unary = [&](ExprOp op) -> Value {
    return {build_.bind(core::make(op, target, {value.expr})), value.unspecified_if, nullptr};
  };
  if (to_bool) {
    if (from->isBooleanType()) return value;
    return bool_value(truth_of(value, from), to);
  }
  if (source == target) return value;
  switch (source.kind) {
    case TypeKind::integer:
      if (target.kind == TypeKind::integer) return unary(ExprOp::int_cast);
      if (target.kind == TypeKind::floating) return unary(ExprOp::int_to_float);
      if (core::is_constant(value.expr)) {  // (T *)0, (T *)-1: no object
        core::Bits bits = core::make(ExprOp::int_cast, size_type(), {value.expr})->value;
        return {core::constant(bits, pointer()), value.unspecified_if, nullptr};
      }
      return unary(ExprOp::int_to_ptr);
    case TypeKind::floating:
      if (target.kind == TypeKind::floating) {
        if (target.bits < source.bits && checks(Undef::float_range)) {
          use(value);
          ExprPtr narrowed = build_.bind(core::make(ExprOp::float_cast, target, {value.expr}));
          // Finite stays finite: x - x is zero for finite x alone.
          auto finite = [&](ExprPtr x) {
            return core::make(ExprOp::eq, core::boolean_type(),
                              {core::make(ExprOp::sub, x->type, {x, x}), core::constant(0, x->type)});
          };
          check(Undef::float_range, core::make(ExprOp::log_or, core::boolean_type(),
                                               {core::log_not(finite(value.expr)), finite(narrowed)}));
          return {narrowed, std::nullopt, nullptr};
        }
        return unary(ExprOp::float_cast);
      }
      if (target.kind == TypeKind::integer) {
        use(value, "converted value");
        auto fits = std::make_shared<core::Expr>(*core::make(ExprOp::float_fits, core::boolean_type(), {value.expr}));
        fits->type2 = target;
        check(Undef::float_to_int, fits, fmt::format("conversion to {}", to.getAsString()));
        value.unspecified_if.reset();
        return unary(ExprOp::float_to_int);
      }
      break;
    case TypeKind::pointer:
      if (target.kind == TypeKind::integer) {
        note_identity(from);
        check_dangling(value.expr);
        return unary(ExprOp::ptr_to_int);
      }
      return value;
    case TypeKind::boolean:
      return unary(ExprOp::bool_to_int);
  }
  build_.emit(core::Unsupported{fmt::format("conversion from {} to {}", from.getAsString(), to.getAsString())});
  return {core::constant(0, target), std::nullopt, nullptr};
}

Value Elaborator::cast(const clang::CastExpr* expr) {
  const Expr* inner = expr->getSubExpr();
  if (const auto* written = llvm::dyn_cast<clang::ExplicitCastExpr>(expr)) fix_array_sizes(written->getTypeAsWritten());
  switch (expr->getCastKind()) {
    case clang::CK_LValueToRValue: {
      Lvalue from = lvalue(inner);
      at(expr);
      read_from_ = from;
      return load(from);
    }
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay: {
      Lvalue from = lvalue(inner);
      return expr->getCastKind() == clang::CK_ArrayToPointerDecay ? array_to_pointer(from) : address_of(from);
    }
    case clang::CK_BuiltinFnToFnPtr:
      return unsupported_value(expr, "the address of a built-in function");
    case clang::CK_NullToPointer:
      effect(inner);
      return {core::constant(0, pointer()), std::nullopt, nullptr};
    case clang::CK_ToVoid:
      effect(inner);
      return {};
    case clang::CK_NoOp:
    case clang::CK_BitCast:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
    case clang::CK_AddressSpaceConversion:
      if (!is_scalar(expr->getType()) || !is_scalar(inner->getType())) return unsupported_value(expr, "this cast");
      if (inner->getType()->isVoidPointerType() && expr->getType()->isPointerType()) {
        allocation_ = inner->IgnoreParens();
        allocated_as_ = expr->getType()->getPointeeType();
      }
      return check_retyping(rvalue(inner), inner->getType(), expr->getType());
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_PointerToBoolean:
    case clang::CK_FloatingToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingCast:
    case clang::CK_BooleanToSignedIntegral:
    case clang::CK_PointerToIntegral:
    case clang::CK_IntegralToPointer: {
      if (!is_scalar(inner->getType()))
        return unsupported_value(expr, "a conversion from " + inner->getType().getAsString());
      Value value = rvalue(inner);
      at(expr);
      if (expr->getCastKind() == clang::CK_IntegralToPointer)
        stop_while_restricted("a pointer made of a number while a restricted pointer is used");
      return convert(value, inner->getType(), expr->getType());
    }
    default:
      return unsupported_value(expr, fmt::format("the cast `{}`", expr->getCastKindName()));
  }
}

}  // namespace fencepost::frontend

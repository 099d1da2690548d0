// GNU's vectors: operators work element by element, each with the checks of the scalar operator. Values are objects, like those
// of structs. Supported are vectors of int and wider types, whose elements are not promoted; functions do not return them.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

bool Elaborator::is_vector(clang::QualType type) const {
  const auto* vector = type->getAs<clang::VectorType>();
  if (!vector || vector->getVectorKind() != clang::VectorKind::Generic) return false;
  clang::QualType element = vector->getElementType();
  return is_scalar(element) && !element->isBooleanType() && context_.getTypeSize(element) >= 32 &&
         size_of(type) == vector->getNumElements() * size_of(element);
}

// An array with the same elements.
clang::QualType Elaborator::as_array(clang::QualType vector) const {
  const auto* type = vector->castAs<clang::VectorType>();
  llvm::APInt count(64, type->getNumElements());
  return context_.getConstantArrayType(type->getElementType(), count, nullptr, clang::ArraySizeModifier::Normal, 0);
}

// A new object whose element with index i is of(i).
ExprPtr Elaborator::each_element(clang::QualType vector, const std::function<Value(uint64_t)>& of) {
  const auto* type = vector->castAs<clang::VectorType>();
  Lvalue whole_vector;
  whole_vector.ptr = temporary(vector, "vector");
  whole_vector.type = as_array(vector);
  whole_vector.text = "vector";
  for (uint64_t i = 0; i < type->getNumElements(); ++i) {
    Value value = of(i);
    store(element_at(whole_vector, i, type->getElementType()), value, false, true);
  }
  return whole_vector.ptr;
}

Value Elaborator::element_of(const ExprPtr& vector, clang::QualType type, uint64_t index) {
  Lvalue whole_vector;
  whole_vector.ptr = vector;
  whole_vector.type = as_array(type);
  whole_vector.text = "vector";
  return load(element_at(whole_vector, index, type->castAs<clang::VectorType>()->getElementType()));
}

ExprPtr Elaborator::vector_operation(clang::BinaryOperatorKind op, const ExprPtr& left, clang::QualType left_type,
                                     const ExprPtr& right, clang::QualType right_type, clang::QualType result,
                                     const Expr* at_expr) {
  clang::QualType element = left_type->castAs<clang::VectorType>()->getElementType();
  clang::QualType right_element = right_type->castAs<clang::VectorType>()->getElementType();
  core::Type made = type_of(result->castAs<clang::VectorType>()->getElementType());
  return each_element(result, [&](uint64_t i) -> Value {
    Value a = element_of(left, left_type, i), b = element_of(right, right_type, i);
    at(at_expr);
    if (!clang::BinaryOperator::isComparisonOp(op)) return arithmetic(op, a, b, element, right_element, at_expr);
    // True is all ones.
    ExprPtr truth = build_.bind(relation(op, use(a, "operand"), use(b, "operand")));
    return {build_.bind(core::make(ExprOp::select, made,
                                   {truth, core::constant(~core::Bits{0}, made), core::constant(0, made)})),
            std::nullopt, nullptr};
  });
}

// The object that holds the value; null: the expression has the form of other values.
ExprPtr Elaborator::vector_value(const Expr* expr) {
  clang::QualType type = expr->getType();
  if (const auto* cast_expr = llvm::dyn_cast<clang::CastExpr>(expr)) {
    const Expr* inner = cast_expr->getSubExpr();
    if (cast_expr->getCastKind() == clang::CK_BitCast && is_vector(inner->getType())) return aggregate(inner);
    if (cast_expr->getCastKind() != clang::CK_VectorSplat) return nullptr;
    if (!is_scalar(inner->getType())) return unsupported_value(expr, "this vector").expr;
    Value value = rvalue(inner);
    return each_element(type, [&](uint64_t) { return value; });
  }
  if (const auto* op = llvm::dyn_cast<clang::CompoundAssignOperator>(expr)) {
    if (!is_vector(op->getRHS()->getType())) return unsupported_value(expr, "this operation on vectors").expr;
    Lvalue target;
    ExprPtr right;
    unsequenced({[&] { target = lvalue(op->getLHS()); }, [&] { right = aggregate(op->getRHS()); }});
    at(op);
    uint64_t align = static_cast<uint64_t>(context_.getTypeAlignInChars(type).getQuantity());
    check_access(target, size_expr(type), align, false);
    clang::BinaryOperatorKind kind = clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode());
    ExprPtr value = vector_operation(kind, target.ptr, type, right, op->getRHS()->getType(), type, op);
    copy(target, value, true);
    return value;
  }
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (op->isAssignmentOp() || op->isCommaOp()) return nullptr;
    clang::QualType left_type = op->getLHS()->getType(), right_type = op->getRHS()->getType();
    if (op->isLogicalOp() || !is_vector(left_type) || !is_vector(right_type))
      return unsupported_value(expr, "this operation on vectors").expr;
    ExprPtr left, right;
    unsequenced({[&] { left = aggregate(op->getLHS()); }, [&] { right = aggregate(op->getRHS()); }});
    at(op);
    return vector_operation(op->getOpcode(), left, left_type, right, right_type, type, op);
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    bool is_minus = op->getOpcode() == clang::UO_Minus;
    if (op->getOpcode() == clang::UO_Plus || op->getOpcode() == clang::UO_Extension) return aggregate(op->getSubExpr());
    clang::QualType element = type->castAs<clang::VectorType>()->getElementType();
    if (op->getOpcode() != clang::UO_Not && !(is_minus && element->isIntegerType()))
      return unsupported_value(expr, "this operation on vectors").expr;
    ExprPtr inner = aggregate(op->getSubExpr());
    core::Type t = type_of(element);
    return each_element(type, [&](uint64_t i) -> Value {
      Value value = element_of(inner, type, i);
      at(op);
      if (is_minus)
        return arithmetic(clang::BO_Sub, {core::constant(0, t), std::nullopt, nullptr}, value, element, element, op);
      return {build_.bind(core::make(ExprOp::bit_not, t, {use(value, "operand")})), std::nullopt, nullptr};
    });
  }
  if (llvm::isa<clang::CallExpr>(expr)) return unsupported_value(expr, "a function that returns a vector").expr;
  return nullptr;
}

}  // namespace fencepost::frontend

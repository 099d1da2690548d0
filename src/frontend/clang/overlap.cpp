// Assignments between objects that overlap (C11 6.5.16.1p3): the overlap must be exact and the types compatible. That can only
// go wrong within a union or through pointers, so most assignments need no check. What a cast that is written yields is not
// read from an object any more.
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

using clang::Expr;

// The lvalue whose value the expression is, without implicit conversions; null: none, as for an array, which becomes
// its address.
const Expr* read_lvalue(const Expr* expr) {
  for (expr = expr->IgnoreParens();; expr = expr->IgnoreParens()) {
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
    if (!cast) return expr->isLValue() && expr->getType()->isRecordType() ? expr : nullptr;
    if (cast->getCastKind() == clang::CK_LValueToRValue) return cast->getSubExpr()->IgnoreParens();
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) return nullptr;
    if (cast->getCastKind() == clang::CK_FunctionToPointerDecay) return nullptr;
    expr = cast->getSubExpr();
  }
}

// The object that an lvalue lies in, null behind a pointer, and whether a union is on the way to it.
struct Root {
  const clang::VarDecl* variable = nullptr;
  bool in_union = false;
};

Root root_of(const Expr* expr) {
  Root root;
  for (;;) {
    expr = expr->IgnoreParens();
    if (const auto* access = llvm::dyn_cast<clang::MemberExpr>(expr)) {
      const auto* field = llvm::dyn_cast<clang::FieldDecl>(access->getMemberDecl());
      root.in_union |= field && field->getParent()->isUnion();
      if (access->isArrow()) return root;
      expr = access->getBase();
    } else if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
      const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
      if (!decay || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return root;
      expr = decay->getSubExpr();
    } else {
      if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expr))
        root.variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      return root;
    }
  }
}

}  // namespace

// `source`: what the right side was read from, if it was read.
void Elaborator::check_apart(const clang::BinaryOperator* assignment, const Lvalue& target, const Lvalue& source) {
  const Expr* read = read_lvalue(assignment->getRHS());
  if (!read || !source.ptr || is_library_ || !checks(core::Undef::overlap)) return;
  clang::QualType to = target.type.getUnqualifiedType(), from = read->getType().getUnqualifiedType();
  Root left = root_of(assignment->getLHS()), right = root_of(read);
  if (left.variable && right.variable && (left.variable != right.variable || !(left.in_union && right.in_union)))
    return;
  for (const clang::VarDecl* variable : {left.variable, right.variable})
    if (variable && !(left.variable && right.variable) && variable->hasLocalStorage() && scopes_ &&
        !scopes_->address_taken(variable))
      return;
  // Aligned objects of one type whose alignment is their size are identical or disjoint.
  bool compatible = const_cast<clang::ASTContext&>(context_).typesAreCompatible(to, from);  // it caches
  auto is_packed = [](const Expr* expr) {
    const auto* access = llvm::dyn_cast<clang::MemberExpr>(expr->IgnoreParens());
    const auto* field = access ? llvm::dyn_cast<clang::FieldDecl>(access->getMemberDecl()) : nullptr;
    return field && (field->hasAttr<clang::PackedAttr>() || field->getParent()->hasAttr<clang::PackedAttr>());
  };
  bool fills_its_alignment = context_.getTypeAlignInChars(to) == context_.getTypeSizeInChars(to);
  bool has_bits = target.bits.width || source.bits.width;
  if (compatible && fills_its_alignment && !has_bits && !is_packed(assignment->getLHS()) && !is_packed(read)) return;
  auto predicate = [](ExprOp op, std::vector<ExprPtr> args) {
    return core::make(op, core::boolean_type(), std::move(args));
  };
  ExprPtr same_address = predicate(ExprOp::eq, {target.ptr, source.ptr});
  ExprPtr apart, same = compatible ? same_address : core::truth(false);
  if (has_bits) {  // of different units nothing is said here
    auto begin = [](const Lvalue& lvalue) { return unsigned{lvalue.bits.width ? lvalue.bits.offset : uint8_t{0}}; };
    auto width = [&](const Lvalue& lvalue, clang::QualType type) {
      return lvalue.bits.width ? unsigned{lvalue.bits.width} : type_of(type).bits;
    };
    bool meet =
        begin(target) < begin(source) + width(source, from) && begin(source) < begin(target) + width(target, to);
    bool exact = begin(target) == begin(source) && width(target, to) == width(source, from);
    apart = meet ? core::log_not(same_address) : core::truth(true);
    if (!exact) same = core::truth(false);
  } else {
    apart = core::log_not(predicate(ExprOp::ptr_overlap, {target.ptr, size_expr(to), source.ptr, size_expr(from)}));
  }
  check(core::Undef::overlap, predicate(ExprOp::log_or, {apart, same}), text_of(assignment));
}

}  // namespace fencepost::frontend

// C types as Core sees them: scalars that fit a register, and sizes of everything.
#include <clang/Basic/SourceManager.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

bool Elaborator::is_scalar(clang::QualType type) const {
  type = type.getCanonicalType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType().getCanonicalType();
  if (type->isBitIntType()) return false;  // as wide as it says, not as its bytes are
  // 16-bit formats are computed with in a wider one or not at all, as the target has it; no interpreter has 128-bit ones.
  if (type->isRealFloatingType())
    return context_.getTypeSize(type) >= 32 && &context_.getFloatTypeSemantics(type) != &llvm::APFloat::IEEEquad() &&
           &context_.getFloatTypeSemantics(type) != &llvm::APFloat::PPCDoubleDouble();
  return type->isIntegerType() || type->isAnyPointerType() || type->isNullPtrType();
}

core::Type Elaborator::type_of(clang::QualType type) {
  type = type.getCanonicalType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType().getCanonicalType();
  if (!is_scalar(type)) return pointer();  // of values that are passed in memory, or are not supported
  if (type->isBooleanType()) return core::int_type(8, false);
  if (type->isIntegerType())
    return core::int_type(static_cast<unsigned>(context_.getTypeSize(type)), type->isSignedIntegerOrEnumerationType());
  if (type->isRealFloatingType()) {
    const llvm::fltSemantics& format = context_.getFloatTypeSemantics(type);
    core::Type result = core::float_type(llvm::APFloat::getSizeInBits(format));
    result.bytes = static_cast<uint16_t>(context_.getTypeSizeInChars(type).getQuantity());
    return result;
  }
  return pointer();
}

uint64_t Elaborator::size_of(clang::QualType type) const {
  if (type->isVoidType() || type->isFunctionType()) return 1;  // GNU: sizeof(void) is 1
  if (type->isIncompleteType()) return 0;
  return static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
}

core::ExprPtr Elaborator::size_expr(clang::QualType type) {
  const auto* vla = context_.getAsVariableArrayType(type);
  if (!vla) return core::constant(size_of(type), size_type());
  core::ExprPtr element = size_expr(vla->getElementType());
  auto known = array_sizes_.find(vla->getSizeExpr());
  if (known == array_sizes_.end()) {
    build_.emit(core::Unsupported{"a variable length array whose size was not fixed in this function"});
    return core::constant(0, size_type());
  }
  return build_.bind(core::make(core::ExprOp::mul, size_type(), {known->second, element}));
}

core::ExprPtr Elaborator::array_count(const clang::VariableArrayType* vla) {
  if (!vla->getSizeExpr()) return core::constant(1, size_type());
  core::ExprPtr n = use(rvalue(vla->getSizeExpr()), "array size");
  core::ExprPtr positive = core::make(core::ExprOp::lt, core::boolean_type(), {core::constant(0, n->type), n});
  check(core::Undef::vla_size, positive, "the array's size");
  return build_.bind(core::make(core::ExprOp::int_cast, size_type(), {n}));
}

// Sizes are fixed where the declaration is reached (C11 6.7.6.2p5), whatever happens to the variables in them later. Those
// that a typedef name stands for were fixed where the name was declared (6.7.8p3), those of an expression with its parts.
void Elaborator::fix_array_sizes(clang::QualType type) {
  if (!type->isVariablyModifiedType() || llvm::isa<clang::TypedefType>(type.getTypePtr())) return;
  if (const auto* of = llvm::dyn_cast<clang::TypeOfExprType>(type.getTypePtr())) {
    if (of->getUnderlyingExpr()->HasSideEffects(context_))
      unsupported(of->getUnderlyingExpr(), "typeof an expression with side effects");
    return;
  }
  if (const auto* vla = llvm::dyn_cast<clang::VariableArrayType>(type.getTypePtr())) {
    fix_array_sizes(vla->getElementType());
    array_sizes_[vla->getSizeExpr()] = array_count(vla);
  } else if (const auto* array = llvm::dyn_cast<clang::ArrayType>(type.getTypePtr())) {
    fix_array_sizes(array->getElementType());
  } else if (const auto* to = llvm::dyn_cast<clang::PointerType>(type.getTypePtr())) {
    fix_array_sizes(to->getPointeeType());
  } else if (const auto* atomic = llvm::dyn_cast<clang::AtomicType>(type.getTypePtr())) {
    fix_array_sizes(atomic->getValueType());
  } else if (clang::QualType meant = type.getSingleStepDesugaredType(context_); meant != type) {
    fix_array_sizes(meant);
  }
}

SourcePos Elaborator::position(clang::SourceLocation location) const {
  const clang::SourceManager& sources = context_.getSourceManager();
  clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(location), false);
  if (at.isInvalid()) return {};
  std::string_view name = at.getFilename();
  // Where positions are compared, one file has one name, however it was included.
  if (has_places())
    if (const clang::FileEntry* file = sources.getFileEntryForID(at.getFileID()))
      if (file->getUniqueID() != llvm::sys::fs::UniqueID())
        name = program_.file_names.try_emplace(file->getUniqueID(), name).first->second;
  return original_position(source_pos(name, at.getLine(), at.getColumn()), program_.options.insertions);
}

void Elaborator::at(const clang::Stmt* stmt) {
  const auto* expr = llvm::dyn_cast<clang::Expr>(stmt);
  build_.at(position(expr ? expr->getExprLoc() : stmt->getBeginLoc()));
}

std::string Elaborator::text_of(const Expr* expr) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  clang::PrintingPolicy policy(context_.getLangOpts());
  policy.TerseOutput = true;
  expr->printPretty(out, nullptr, policy);
  for (char& c : text)
    if (c == '\n') c = ' ';
  constexpr size_t kLongest = 60;
  if (text.size() > kLongest) text.replace(kLongest - 3, std::string::npos, "...");
  return text;
}

}  // namespace fencepost::frontend

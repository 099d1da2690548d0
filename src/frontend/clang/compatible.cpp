#include "frontend/clang/compatible.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecordLayout.h>
#include <llvm/ADT/StringExtras.h>

#include <map>
#include <string>

namespace fencepost::frontend {

namespace {

// Which integer type an enumeration is compatible with is up to the implementation (C11 6.7.2.2p4): int, or an unsigned type of
// the same size.
bool may_be_enumeration(clang::QualType number, const clang::EnumDecl* list, const clang::ASTContext& context,
                        const clang::ASTContext& of_list) {
  if (!number->isIntegerType() || list->getIntegerType().isNull()) return false;
  return number->isBuiltinType() && !number->isBooleanType() && !number->isAnyCharacterType() &&
         context.getTypeSize(number) == of_list.getTypeSize(list->getIntegerType());
}

// Clang gives `int a[];` one element where it is taken for a definition (6.9.2p5), though another declaration says how many.
clang::QualType composite_type(const clang::VarDecl* object) {
  auto is_open = [](const clang::VarDecl* decl) {
    const clang::TypeSourceInfo* written = decl->getTypeSourceInfo();
    return written && written->getType()->isIncompleteArrayType() && !decl->hasInit();
  };
  if (!is_open(object)) return object->getType();
  for (const clang::VarDecl* other : object->redecls())
    if (other->getType()->isConstantArrayType() && !is_open(other)) return other->getType();
  return object->getType();
}

bool is_thread_local(const clang::ValueDecl* decl) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
  return variable && variable->getTLSKind() != clang::VarDecl::TLS_None;
}

}  // namespace

clang::QualType promoted(clang::QualType type, const clang::ASTContext& context) {
  type = type.getUnqualifiedType();
  if (context.isPromotableIntegerType(type)) return context.getPromotedIntegerType(type);
  return type->isSpecificBuiltinType(clang::BuiltinType::Float) ? context.DoubleTy : type;
}

clang::QualType passed_type(const clang::FunctionDecl* definition, unsigned param) {
  clang::QualType type = definition->getParamDecl(param)->getType();
  if (definition->hasWrittenPrototype()) return type;
  const auto* known = definition->getType()->getAs<clang::FunctionProtoType>();
  if (definition->hasInheritedPrototype() && known && param < known->getNumParams()) return known->getParamType(param);
  return promoted(type, definition->getASTContext());
}

clang::QualType declared_type(const clang::ValueDecl* decl) {
  if (const auto* object = llvm::dyn_cast<clang::VarDecl>(decl)) return composite_type(object);
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
  if (!function || function->hasWrittenPrototype() || !function->doesThisDeclarationHaveABody() ||
      function->getNumParams() == 0)
    return decl->getType();
  std::vector<clang::QualType> params;
  for (unsigned i = 0; i < function->getNumParams(); ++i) params.push_back(passed_type(function, i));
  return decl->getASTContext().getFunctionType(function->getReturnType(), params, {});
}

bool Compatibility::holds(clang::QualType one, clang::QualType other) {
  one = one.getCanonicalType();
  other = other.getCanonicalType();
  if (one.getQualifiers() != other.getQualifiers()) return false;
  if (const auto* list = one->getAs<clang::EnumType>()) {
    if (const auto* another = other->getAs<clang::EnumType>()) return enumerations(list->getDecl(), another->getDecl());
    return may_be_enumeration(other, list->getDecl(), other_, one_);
  }
  if (const auto* list = other->getAs<clang::EnumType>()) return may_be_enumeration(one, list->getDecl(), one_, other_);
  if (one->getTypeClass() != other->getTypeClass()) {
    const auto *a = one->getAsArrayTypeUnsafe(), *b = other->getAsArrayTypeUnsafe();
    if (a && b) return arrays(a, b);
    const auto *f = one->getAs<clang::FunctionType>(), *g = other->getAs<clang::FunctionType>();
    return f && g && functions(f, g);
  }
  if (const auto* number = one->getAs<clang::BuiltinType>())
    return number->getKind() == other->castAs<clang::BuiltinType>()->getKind();
  if (one->isPointerType()) return holds(one->getPointeeType(), other->getPointeeType());
  if (const auto* array = one->getAsArrayTypeUnsafe()) return arrays(array, other->getAsArrayTypeUnsafe());
  if (const auto* function = one->getAs<clang::FunctionType>())
    return functions(function, other->castAs<clang::FunctionType>());
  if (const auto* record = one->getAs<clang::RecordType>())
    return records(record->getDecl(), other->castAs<clang::RecordType>()->getDecl());
  if (const auto* atomic = one->getAs<clang::AtomicType>())
    return holds(atomic->getValueType(), other->castAs<clang::AtomicType>()->getValueType());
  if (const auto* complex = one->getAs<clang::ComplexType>())
    return holds(complex->getElementType(), other->castAs<clang::ComplexType>()->getElementType());
  return one.getAsString() == other.getAsString();
}

bool Compatibility::arrays(const clang::ArrayType* one, const clang::ArrayType* other) {
  const auto* a = llvm::dyn_cast<clang::ConstantArrayType>(one);
  const auto* b = llvm::dyn_cast<clang::ConstantArrayType>(other);
  if (a && b && a->getSize() != b->getSize()) return false;
  return holds(one->getElementType(), other->getElementType());
}

bool Compatibility::functions(const clang::FunctionType* one, const clang::FunctionType* other) {
  if (!holds(one->getReturnType().getUnqualifiedType(), other->getReturnType().getUnqualifiedType())) return false;
  const auto* a = llvm::dyn_cast<clang::FunctionProtoType>(one);
  const auto* b = llvm::dyn_cast<clang::FunctionProtoType>(other);
  if (!a || !b) return (!a || fits_open(a, one_)) && (!b || fits_open(b, other_));
  if (a->getNumParams() != b->getNumParams() || a->isVariadic() != b->isVariadic()) return false;
  for (unsigned i = 0; i < a->getNumParams(); ++i)
    if (!holds(a->getParamType(i).getUnqualifiedType(), b->getParamType(i).getUnqualifiedType())) return false;
  return true;
}

// Against `int f()`: no ellipsis, and parameters that promotion leaves as they are (6.7.6.3p15).
bool Compatibility::fits_open(const clang::FunctionProtoType* with, const clang::ASTContext& context) const {
  if (with->isVariadic()) return false;
  for (clang::QualType param : with->param_types()) {
    clang::QualType plain = param.getCanonicalType().getUnqualifiedType();
    if (!plain->isEnumeralType() && promoted(plain, context).getCanonicalType() != plain) return false;
  }
  return true;
}

bool Compatibility::records(const clang::RecordDecl* one, const clang::RecordDecl* other) {
  if (one->getTagKind() != other->getTagKind() || one->getName() != other->getName()) return false;
  one = one->getDefinition();
  other = other->getDefinition();
  if (!one || !other || !assumed_.emplace(one, other).second) return true;
  auto a = one->field_begin(), b = other->field_begin();
  if (one->isUnion()) {  // in any order
    std::map<std::string, const clang::FieldDecl*> named;
    for (const clang::FieldDecl* field : other->fields()) named.emplace(field->getNameAsString(), field);
    for (; a != one->field_end(); ++a, ++b) {
      if (b == other->field_end()) return false;
      auto twin = named.find(a->getNameAsString());
      if (twin == named.end() || !members(*a, twin->second)) return false;
    }
    return b == other->field_end();
  }
  for (; a != one->field_end() && b != other->field_end(); ++a, ++b)
    if (!members(*a, *b)) return false;
  return a == one->field_end() && b == other->field_end();
}

bool Compatibility::members(const clang::FieldDecl* one, const clang::FieldDecl* other) {
  if (one->getName() != other->getName() || one->isBitField() != other->isBitField()) return false;
  if (one->isBitField() && one->getBitWidthValue(one_) != other->getBitWidthValue(other_)) return false;
  const clang::ASTRecordLayout& a = one_.getASTRecordLayout(one->getParent());
  const clang::ASTRecordLayout& b = other_.getASTRecordLayout(other->getParent());
  if (a.getFieldOffset(one->getFieldIndex()) != b.getFieldOffset(other->getFieldIndex())) return false;
  return holds(one->getType(), other->getType());
}

bool Compatibility::enumerations(const clang::EnumDecl* one, const clang::EnumDecl* other) const {
  if (one->getName() != other->getName()) return false;
  std::map<std::string, std::string> a, b;
  auto collect = [](const clang::EnumDecl* list, std::map<std::string, std::string>& values) {
    for (const clang::EnumConstantDecl* constant : list->enumerators())
      values.emplace(constant->getNameAsString(), llvm::toString(constant->getInitVal(), 10));
  };
  collect(one, a);
  collect(other, b);
  return a == b;
}

bool agree(const clang::ValueDecl* one, const clang::ValueDecl* other) {
  if (llvm::isa<clang::FunctionDecl>(one) != llvm::isa<clang::FunctionDecl>(other)) return false;
  if (is_thread_local(one) != is_thread_local(other)) return false;
  return Compatibility(one->getASTContext(), other->getASTContext()).holds(declared_type(one), declared_type(other));
}

}  // namespace fencepost::frontend

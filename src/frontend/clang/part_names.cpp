// Names of the parts of objects (core/part_names.h), for people.
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

std::shared_ptr<const core::PartNames> Elaborator::part_names(clang::QualType type) {
  if (is_library_ || type.isNull()) return nullptr;
  type = type.getCanonicalType().getUnqualifiedType();
  auto [known, is_new] = part_names_.try_emplace(type.getAsOpaquePtr());
  if (is_new) {
    auto made = named_parts(type);
    part_names_[type.getAsOpaquePtr()] = made;  // what it consists of was added meanwhile
    return made;
  }
  return known->second;
}

// Mutexes and the like are told as a whole.
bool Elaborator::is_of_c_library(const clang::RecordDecl* decl) const {
  const clang::SourceManager& sources = context_.getSourceManager();
  const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(decl->getLocation()), false);
  const bool is_ours = at.isValid() && llvm::StringRef(at.getFilename()).starts_with("/fencepost/");
  return is_ours || (program_.options.system_headers && sources.isInSystemHeader(decl->getLocation()));
}

std::shared_ptr<const core::PartNames> Elaborator::named_parts(clang::QualType type) {
  auto names = std::make_shared<core::PartNames>();
  if (const auto* atomic = type->getAs<clang::AtomicType>(); atomic && !is_scalar(type))
    return part_names(atomic->getValueType());
  if (const auto* array = context_.getAsArrayType(type)) {
    if (llvm::isa<clang::ConstantArrayType>(array)) names->bytes = size_of(type);
    names->element = part_names(array->getElementType());
    return names->element ? names : nullptr;
  }
  if (const auto* record = type->getAs<clang::RecordType>()) {
    const clang::RecordDecl* decl = record->getDecl()->getDefinition();
    if (!decl || decl->isInvalidDecl()) return nullptr;
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(decl);
    names->bytes = size_of(type);
    names->is_union = decl->isUnion();
    if (is_of_c_library(decl)) return names;
    for (const clang::FieldDecl* field : decl->fields()) {
      core::PartNames::Member member{field->getNameAsString(), layout.getFieldOffset(field->getFieldIndex()), 0,
                                     field->isBitField(), part_names(field->getType())};
      member.bits = field->isBitField() ? field->getBitWidthValue(context_) : 8 * size_of(field->getType());
      const bool has_name = field->isAnonymousStructOrUnion() || (!member.name.empty() && member.parts);
      if (has_name && member.parts) names->members.push_back(std::move(member));
    }
    return names;
  }
  if (!is_scalar(type)) return nullptr;
  names->type = type_of(type);
  names->bytes = names->type->bytes;
  return names;
}

// What is allocated for a pointer to a type of the program is used as that.
std::shared_ptr<const core::PartNames> Elaborator::allocated_parts(const clang::CallExpr* call) {
  const bool is_known = allocation_ == call && !allocated_as_->isIncompleteType() && !allocated_as_->isFunctionType() &&
                        !allocated_as_->isVoidType() && !allocated_as_->isVariablyModifiedType();
  return is_known ? part_names(allocated_as_) : nullptr;
}

}  // namespace fencepost::frontend

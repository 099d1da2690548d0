#include "frontend/clang/layout.h"

#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>

#include <optional>

namespace fencepost::frontend {

namespace {

constexpr size_t kMostScalars = 256;

bool joins_neighbours(const clang::FieldDecl* field, const clang::ASTContext& context) {
  return field->isBitField() && !field->isZeroLengthBitField(context) && !field->getParent()->isUnion();
}

BitSpan span_of(const clang::FieldDecl* field, const clang::ASTContext& context) {
  uint64_t begin = context.getASTRecordLayout(field->getParent()).getFieldOffset(field->getFieldIndex());
  return {begin, begin + field->getBitWidthValue(context)};
}

class ScalarFinder {
 public:
  explicit ScalarFinder(const clang::ASTContext& context) : context_(context) {}

  // False: too many.
  bool find(clang::QualType type, uint64_t at) {
    type = type.getCanonicalType();
    if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType().getCanonicalType();
    if (const auto* array = context_.getAsConstantArrayType(type)) {
      auto stride = static_cast<uint64_t>(context_.getTypeSizeInChars(array->getElementType()).getQuantity());
      for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
        if (!find(array->getElementType(), at + i * stride)) return false;
      return true;
    }
    const auto* record = type->getAs<clang::RecordType>();
    if (record == nullptr || record->getDecl()->isUnion())
      return add(at, at + static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity()));
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record->getDecl());
    const clang::FieldDecl* before = nullptr;
    for (const clang::FieldDecl* field : record->getDecl()->fields()) {
      bool goes_on = before != nullptr && joins_neighbours(before, context_) && joins_neighbours(field, context_);
      before = field;
      if (goes_on || (field->isBitField() && field->isZeroLengthBitField(context_))) continue;
      uint64_t here = at + layout.getFieldOffset(field->getFieldIndex()) / 8;
      bool fits = field->isBitField() ? add(here, at + (memory_location(field, context_).end + 7) / 8)
                                      : find(field->getType(), here);
      if (!fits) return false;
    }
    return true;
  }

  core::Scalars found;

 private:
  bool add(uint64_t begin, uint64_t end) {
    for (uint64_t at : {begin, end})
      if (at != 0 && (found.empty() || found.back() < at)) found.push_back(at);
    return found.size() <= kMostScalars;
  }

  const clang::ASTContext& context_;
};

}  // namespace

BitSpan memory_location(const clang::FieldDecl* field, const clang::ASTContext& context) {
  if (!joins_neighbours(field, context)) return span_of(field, context);
  std::optional<BitSpan> sequence;
  bool has_field = false;
  for (const clang::FieldDecl* member : field->getParent()->fields()) {
    if (!joins_neighbours(member, context)) {
      if (has_field) break;
      sequence.reset();
      continue;
    }
    BitSpan here = span_of(member, context);
    sequence = {sequence ? sequence->begin : here.begin, here.end};
    has_field = has_field || member == field;
  }
  return *sequence;
}

core::Scalars scalars(clang::QualType type, const clang::ASTContext& context) {
  ScalarFinder finder(context);
  return finder.find(type, 0) ? finder.found : core::Scalars{};
}

core::Scalars scalars(clang::QualType type, uint64_t bytes, const clang::ASTContext& context) {
  if (type->isIncompleteType() || type->isFunctionType() || type->isAnyCharacterType() ||
      type->isVariablyModifiedType())
    return {};
  auto stride = static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  if (stride == 0 || bytes / stride > kMostScalars) return {};
  core::Scalars one = scalars(type, context), all;
  for (uint64_t first = 0; first < bytes; first += stride) {
    if (first != 0) all.push_back(first);
    for (uint64_t at : one)
      if (at < stride && first + at < bytes) all.push_back(first + at);
  }
  return all;
}

}  // namespace fencepost::frontend

// What ISO C forbids or leaves open and many programs rely on all the same: effective types, padding (--strict). Where pointers
// may move inside their object is in places.cpp, what restricted pointers promise in restricted.cpp.
#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include <algorithm>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

constexpr size_t kMostScalars = 256;  // groups of them, in one object
constexpr size_t kMostChecked = 8;    // of a struct that is accessed as a whole
constexpr uint64_t kMostChosen = 4;   // bytes of padding that are chosen one by one

// A name for all types by which an object of one of them may be accessed (C11 6.5p7): signedness, qualifiers, enumerations and
// atomics do not matter. Pointers to different types are different, but a pointer to void is taken to fit them all. Empty: none.
std::string alias_class(clang::QualType type, const clang::ASTContext& context) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) return alias_class(atomic->getValueType(), context);
  if (const auto* list = type->getAs<clang::EnumType>()) {
    clang::QualType number = list->getDecl()->getIntegerType();
    return number.isNull() ? std::string() : alias_class(number, context);
  }
  if (type->isAnyCharacterType() && context.getTypeSize(type) == 8) return "char";
  if (type->isPointerType()) return "pointer";
  if (type->isBooleanType() || type->isBitIntType()) return type.getAsString();
  if (type->isUnsignedIntegerType()) return context.getCorrespondingSignedType(type).getAsString();
  if (type->isIntegerType() || type->isRealFloatingType()) return type.getAsString();
  return {};
}

// GNU's attribute on a typedef name or record, whose lvalues access what they like.
bool may_alias(clang::QualType type, const clang::ASTContext& context) {
  for (clang::QualType step = type;; step = step.getSingleStepDesugaredType(context)) {
    if (const auto* name = llvm::dyn_cast<clang::TypedefType>(step.getTypePtr()))
      if (name->getDecl()->hasAttr<clang::MayAliasAttr>()) return true;
    if (step == step.getSingleStepDesugaredType(context)) break;
  }
  const auto* record = type->getAs<clang::RecordType>();
  return record && record->getDecl()->hasAttr<clang::MayAliasAttr>();
}

// The scalars of a type; false: not all of it is known.
class ScalarGroups {
 public:
  explicit ScalarGroups(const clang::ASTContext& context) : context_(context) {}

  bool add(clang::QualType type, uint64_t at) {
    type = type.getCanonicalType();
    if (const auto* array = context_.getAsConstantArrayType(type)) return add_array(array, at);
    if (const auto* record = type->getAs<clang::RecordType>()) {
      const clang::RecordDecl* decl = record->getDecl()->getDefinition();
      if (!decl || decl->hasFlexibleArrayMember()) return false;
      const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(decl);
      return std::all_of(decl->field_begin(), decl->field_end(), [&](const clang::FieldDecl* field) {
        return field->isBitField() || add(field->getType(), at + layout.getFieldOffset(field->getFieldIndex()) / 8);
      });
    }
    std::string name = alias_class(type, context_);
    if (name.empty() || groups.size() >= kMostScalars) return false;
    groups.push_back({at, static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity()), 1, name});
    return true;
  }

  std::vector<core::DeclaredType::Scalars> groups;

 private:
  bool add_array(const clang::ConstantArrayType* array, uint64_t at) {
    auto size = static_cast<uint64_t>(context_.getTypeSizeInChars(array->getElementType()).getQuantity());
    uint64_t count = array->getSize().getZExtValue();
    ScalarGroups element(context_);
    if (size == 0 || !element.add(array->getElementType(), 0)) return false;
    for (const auto& group : element.groups) {
      if (group.stride * group.count == size) {
        groups.push_back({at + group.at, group.stride, group.count * count, group.type});
      } else if (group.count == 1) {
        groups.push_back({at + group.at, size, count, group.type});
      } else {
        for (uint64_t i = 0; i < count && groups.size() <= kMostScalars; ++i)
          groups.push_back({at + i * size + group.at, group.stride, group.count, group.type});
      }
      if (groups.size() > kMostScalars) return false;
    }
    return true;
  }

  const clang::ASTContext& context_;
};

// The bytes of a record that belong to no member, those of members that are records included. Of a union they are those
// beyond `member`, if it is given (6.2.6.1p7), or beyond its largest.
class PaddingFinder {
 public:
  explicit PaddingFinder(const clang::ASTContext& context) : context_(context) {}

  std::vector<std::pair<uint64_t, uint64_t>> of(const clang::RecordDecl* record, const clang::FieldDecl* member) {
    covered_.assign(static_cast<size_t>(context_.getASTRecordLayout(record).getSize().getQuantity()), false);
    if (record->isUnion() && member)
      cover(member, 0);
    else
      cover(record, 0);
    std::vector<std::pair<uint64_t, uint64_t>> found;
    for (uint64_t i = 0; i < covered_.size(); ++i) {
      if (covered_[i]) continue;
      if (!found.empty() && found.back().first + found.back().second == i)
        ++found.back().second;
      else
        found.emplace_back(i, 1);
    }
    return found;
  }

 private:
  void cover(const clang::RecordDecl* record, uint64_t at) {
    for (const clang::FieldDecl* field : record->fields()) cover(field, at);
  }
  void cover(const clang::FieldDecl* field, uint64_t at) {
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(field->getParent());
    uint64_t bits = 8 * at + layout.getFieldOffset(field->getFieldIndex());
    if (field->isBitField())
      cover(bits / 8, (bits + field->getBitWidthValue(context_) + 7) / 8);
    else
      cover(field->getType(), bits / 8);
  }
  void cover(clang::QualType type, uint64_t at) {
    if (const auto* array = context_.getAsConstantArrayType(type)) {
      auto size = static_cast<uint64_t>(context_.getTypeSizeInChars(array->getElementType()).getQuantity());
      for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i) cover(array->getElementType(), at + i * size);
    } else if (const auto* record = type->getAs<clang::RecordType>()) {
      cover(record->getDecl(), at);
    } else if (!type->isIncompleteType()) {
      cover(at, at + static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity()));
    }
  }
  void cover(uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end && i < covered_.size(); ++i) covered_[i] = true;
  }

  const clang::ASTContext& context_;
  std::vector<bool> covered_;
};

}  // namespace

std::shared_ptr<const core::DeclaredType> Elaborator::declared_scalars(clang::QualType type) const {
  if (!checks(Undef::effective_type) || is_library_ || type->isIncompleteType() || type->isVariablyModifiedType())
    return nullptr;
  ScalarGroups scalars(context_);
  if (!scalars.add(type, 0)) return nullptr;
  auto declared = std::make_shared<core::DeclaredType>();
  declared->scalars = std::move(scalars.groups);
  return declared;
}

void Elaborator::check_effective_type(const Place& place) {
  clang::QualType type = place.type;
  if (!checks(Undef::effective_type) || is_library_ || type->isIncompleteType() || type->isVariablyModifiedType())
    return;
  if (may_alias(type, context_) || std::any_of(place.around.begin(), place.around.end(), [](const Padded& outer) {
        return outer.member->getParent()->hasAttr<clang::MayAliasAttr>();
      }))
    return;
  ScalarGroups scalars(context_);
  if (!scalars.add(type, 0) || scalars.groups.size() > kMostChecked) return;
  for (const auto& group : scalars.groups) {
    if (group.type == "char") continue;
    ExprPtr at = place.ptr;
    if (group.at != 0) at = core::make(ExprOp::ptr_add, pointer(), {at, core::constant(group.at, offset_type())});
    auto holds = std::make_shared<core::Expr>(*core::make(ExprOp::ptr_holds, core::boolean_type(), {at}));
    holds->text = group.type;
    check(Undef::effective_type, holds, fmt::format("access as {}", type.getUnqualifiedType().getAsString()));
  }
}

// A pointer to a struct may come from one to its first member, or from anywhere inside by the offsets of members (6.7.2.1p15,
// 7.19p3): it is for the whole object again. Which type allocated storage has follows from what was stored last, which is
// not recorded.
Value Elaborator::check_retyping(Value value, clang::QualType from, clang::QualType to) {
  if (!value.expr || !from->isPointerType() || !to->isPointerType()) return value;
  clang::QualType source = from->getPointeeType(), target = to->getPointeeType();
  if (context_.hasSameUnqualifiedType(source, target)) return value;
  if (target->isRecordType() && checks(Undef::sub_object))
    value.expr = build_.bind(core::make(ExprOp::ptr_unview, pointer(), {value.expr}));
  if (!checks(Undef::effective_type) || is_library_ || source->isVoidType() || target->isVoidType()) return value;
  std::string one = alias_class(source, context_), other = alias_class(target, context_);
  if (one.empty() || other.empty() || one == other || one == "char" || other == "char") return value;
  ExprPtr heap = build_.bind(core::make(ExprOp::ptr_is_heap, core::boolean_type(), {value.expr}));
  core::Block stops = build_.capture(
      [&] { build_.emit(core::Unsupported{fmt::format("allocated storage used as {} and as {}", one, other)}); });
  build_.emit(core::If{heap, std::move(stops), {}});
  return value;
}

// A store to a struct or union, or to a member of one, leaves its padding with unspecified values (6.2.6.1p6), and the bytes of a
// union that the member does not have (6.2.6.1p7). Other threads and operands may do the same to the same bytes, without a race:
// so only where there are none.
void Elaborator::change_padding(const Place& place) {
  if (!program_.options.padding_changes || is_library_ || program_.has_threads || strands_ > 0 || !definition_) return;
  Builder::AsCall as_call(build_);
  PaddingFinder finder(context_);
  auto change = [&](const ExprPtr& start, const clang::RecordDecl* record, const clang::FieldDecl* member) {
    for (auto [at, bytes] : finder.of(record, member)) choose_bytes(start, at, bytes, place.root != nullptr);
  };
  for (const Padded& outer : place.around) change(outer.start, outer.member->getParent(), outer.member);
  if (const auto* record = place.type->getAs<clang::RecordType>(); record && !place.bits.width)
    change(place.ptr, record->getDecl(), nullptr);
}

void Elaborator::choose_bytes(const ExprPtr& start, uint64_t at, uint64_t bytes, bool may_be_outside) {
  core::Type byte = core::int_type(8, false);
  ExprPtr from = build_.bind(core::make(ExprOp::ptr_add, pointer(), {start, core::constant(at, offset_type())}));
  core::Block block = build_.capture([&] {
    for (uint64_t i = 0; i < std::min(bytes, kMostChosen); ++i) {
      core::Reg chosen = build_.fresh(byte);
      build_.emit(core::Choose{chosen, byte}, "padding");
      ExprPtr ptr = core::make(ExprOp::ptr_add, pointer(), {from, core::constant(i, offset_type())});
      uint64_t rest = i + 1 == kMostChosen ? bytes - i : 1;
      build_.emit(core::Fill{build_.bind(ptr), core::reg_expr(chosen, byte), core::constant(rest, size_type())},
                  "padding");
    }
  });
  if (!may_be_outside) return build_.append(std::move(block));
  ExprPtr inside = core::make(ExprOp::ptr_in_bounds, core::boolean_type(), {from, core::constant(bytes, size_type())});
  build_.emit(core::If{build_.bind(inside), std::move(block), {}});
}

}  // namespace fencepost::frontend

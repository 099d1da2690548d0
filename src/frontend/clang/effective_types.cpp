// Effective types (C11 6.5p6-7, --strict). A declared object has the type of its declaration (core::DeclaredType). Allocated storage
// has the type of the value that was stored there last: a shadow object beside it has, for each of its bytes, a byte with the
// number of the scalar type and the offset in the scalar. Stores write the shadow, copies copy it, and bytes that are stored as
// characters or by the library have no type. Programs with threads have no shadows, since the memory model would decide which
// store was the last.
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

constexpr size_t kMostScalars = 256;              // groups of scalars in one object
constexpr size_t kMostChecked = 32;               // scalars of a struct that is accessed as a whole
constexpr uint64_t kMostTagged = 64;              // bytes of a struct that is stored as a whole
constexpr unsigned kMostTypes = 15;               // scalar types that shadows distinguish
constexpr uint64_t kEndless = uint64_t{1} << 30;  // bytes

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

// GNU's attribute may_alias on a typedef name or record, whose lvalues may access objects of any type.
bool may_alias(clang::QualType type, const clang::ASTContext& context) {
  for (clang::QualType step = type;; step = step.getSingleStepDesugaredType(context)) {
    if (const auto* name = llvm::dyn_cast<clang::TypedefType>(step.getTypePtr()))
      if (name->getDecl()->hasAttr<clang::MayAliasAttr>()) return true;
    if (step == step.getSingleStepDesugaredType(context)) break;
  }
  const auto* record = type->getAs<clang::RecordType>();
  return record && record->getDecl()->hasAttr<clang::MayAliasAttr>();
}

// The scalars, structs and unions that a type consists of, those of an array whose length is not known without end; false: not
// all of it is known.
class TypedParts {
 public:
  TypedParts(const clang::ASTContext& context, Linker& linker) : context_(context), linker_(linker) {}

  bool add(clang::QualType type, uint64_t at) {
    type = type.getCanonicalType();
    if (const auto* array = context_.getAsArrayType(type)) {
      const auto* fixed = llvm::dyn_cast<clang::ConstantArrayType>(array);
      return add_array(array->getElementType(), fixed ? std::optional(fixed->getSize().getZExtValue()) : std::nullopt,
                       at);
    }
    if (const auto* record = type->getAs<clang::RecordType>()) {
      const clang::RecordDecl* decl = record->getDecl()->getDefinition();
      if (!decl) return false;
      const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(decl);
      if (uint64_t size = static_cast<uint64_t>(layout.getSize().getQuantity()))
        groups.push_back({at, size, 1, linker_.type_name(context_, type)});
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
  bool add_array(clang::QualType element_type, std::optional<uint64_t> length, uint64_t at) {
    if (element_type->isVariablyModifiedType()) return false;
    auto size = static_cast<uint64_t>(context_.getTypeSizeInChars(element_type).getQuantity());
    TypedParts element(context_, linker_);
    uint64_t count = length.value_or(kEndless / std::max<uint64_t>(size, 1) + 1);
    if (size == 0 || !element.add(element_type, 0)) return false;
    for (const auto& group : element.groups) {
      if (group.stride * group.count == size) {
        groups.push_back({at + group.at, group.stride, group.count * count, group.type});
      } else if (group.count == 1) {
        groups.push_back({at + group.at, size, count, group.type});
      } else if (!length) {
        return false;
      } else {
        for (uint64_t i = 0; i < count && groups.size() <= kMostScalars; ++i)
          groups.push_back({at + i * size + group.at, group.stride, group.count, group.type});
      }
      if (groups.size() > kMostScalars) return false;
    }
    return true;
  }

  const clang::ASTContext& context_;
  Linker& linker_;
};

bool is_endless(const core::DeclaredType::Scalars& group) { return group.stride * group.count > kEndless; }

bool passes_a_union(const Lvalue& lvalue) {
  return std::any_of(lvalue.around.begin(), lvalue.around.end(),
                     [](const Padded& outer) { return outer.member->getParent()->isUnion(); });
}

}  // namespace

std::shared_ptr<const core::DeclaredType> Elaborator::declared_scalars(clang::QualType type) const {
  if (!checks(Undef::effective_type) || is_library_ || (type->isIncompleteType() && !type->isIncompleteArrayType()))
    return nullptr;
  TypedParts scalars(context_, program_.linker);
  if (!scalars.add(type, 0)) return nullptr;
  auto declared = std::make_shared<core::DeclaredType>();
  declared->scalars = std::move(scalars.groups);
  return declared;
}

void Elaborator::check_effective_type(const Lvalue& lvalue, const ExprPtr& bytes, bool write) {
  clang::QualType type = lvalue.type;
  if (!checks(Undef::effective_type)) return;
  bool is_open = type->isIncompleteType() || type->isVariablyModifiedType();
  bool is_any = is_library_ || is_open || may_alias(type, context_) ||
                std::any_of(lvalue.around.begin(), lvalue.around.end(), [](const Padded& outer) {
                  return outer.member->getParent()->hasAttr<clang::MayAliasAttr>();
                });
  if (is_any) {
    if (write) store_types(lvalue.ptr, {}, bytes);
    return;
  }
  std::string what = fmt::format("access as {}", type.getUnqualifiedType().getAsString());
  auto holds = [&](const ExprPtr& start, uint64_t offset, const std::string& part) {
    ExprPtr at = start;
    if (offset) at = core::make(ExprOp::ptr_add, pointer(), {at, core::constant(offset, offset_type())});
    auto there = std::make_shared<core::Expr>(*core::make(ExprOp::ptr_holds, core::boolean_type(), {at}));
    there->text = part;
    check(Undef::effective_type, there, what);
  };
  // A member is one of an object of its struct (6.5.2.3p4): other structs that begin alike have other members (p6).
  if (!lvalue.around.empty()) {
    const clang::RecordDecl* record = lvalue.around.front().member->getParent();
    what = fmt::format("access as a member of {}", context_.getRecordType(record).getAsString());
    holds(lvalue.around.front().start, 0, program_.linker.type_name(context_, context_.getRecordType(record)));
  }
  TypedParts scalars(context_, program_.linker);
  bool known = scalars.add(type, 0);
  size_t left = kMostChecked;
  for (const auto& group : scalars.groups) {
    if (!known || group.type == "char" || is_endless(group)) continue;
    for (uint64_t i = 0; i < group.count && left > 0; ++i, --left)
      holds(lvalue.ptr, group.at + i * group.stride, group.type);
  }
  // Members of a union serve each other (6.5.2.3p3).
  std::vector<uint8_t> tags = known && !passes_a_union(lvalue) ? tags_of(type) : std::vector<uint8_t>();
  if (write)
    store_types(lvalue.ptr, tags, bytes);
  else if (!tags.empty())
    check_types(lvalue.ptr, tags, what);
}

// What a shadow says of a value of the type, byte by byte; empty: nothing. A union's members lie on each other.
std::vector<uint8_t> Elaborator::tags_of(clang::QualType type) {
  uint64_t size = size_of(type);
  std::vector<uint8_t> tags(size <= kMostTagged ? size : 0, 0);
  return !tags.empty() && tag(type, 0, tags) ? tags : std::vector<uint8_t>();
}

bool Elaborator::tag(clang::QualType type, uint64_t at, std::vector<uint8_t>& tags) {
  type = type.getCanonicalType();
  if (const auto* array = context_.getAsConstantArrayType(type)) {
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      if (!tag(array->getElementType(), at + i * size_of(array->getElementType()), tags)) return false;
    return true;
  }
  if (const auto* record = type->getAs<clang::RecordType>()) {
    const clang::RecordDecl* decl = record->getDecl()->getDefinition();
    if (!decl || decl->isUnion()) return false;
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(decl);
    return std::all_of(decl->field_begin(), decl->field_end(), [&](const clang::FieldDecl* field) {
      if (field->isBitField() || field->getType()->isIncompleteArrayType()) return true;
      return tag(field->getType(), at + layout.getFieldOffset(field->getFieldIndex()) / 8, tags);
    });
  }
  std::string name = alias_class(type, context_);
  if (name == "char") return true;
  size_t number = program_.shadowed_types.try_emplace(name, program_.shadowed_types.size() + 1).first->second;
  if (name.empty() || number > kMostTypes) return false;
  for (uint64_t part = 0; part < size_of(type); ++part)
    tags[at + part] = static_cast<uint8_t>(number << 4 | std::min<uint64_t>(part, 15));
  return true;
}

bool Elaborator::has_shadows() const { return checks(Undef::effective_type) && !program_.has_threads; }

ExprPtr Elaborator::new_shadow(const ExprPtr& bytes) {
  if (checks(Undef::effective_type) && program_.has_threads && !is_library_)
    program_.not_followed.emplace("the type of allocated storage", build_.pos());
  if (!has_shadows()) return nullptr;
  core::Reg reg = build_.fresh(pointer(), "types");
  build_.emit(core::Alloc{reg, bytes, 1, core::Storage::static_, true, false, "types"}, "types");
  return core::reg_expr(reg, pointer());
}

void Elaborator::in_shadow(const ExprPtr& ptr, const std::function<void(ExprPtr)>& body) {
  ExprPtr shadow = build_.bind(core::make(ExprOp::ptr_shadow, pointer(), {ptr}));
  core::Block block = build_.capture([&] { body(shadow); });
  build_.emit(
      core::If{build_.bind(core::make(ExprOp::ptr_is_data, core::boolean_type(), {shadow})), std::move(block), {}});
}

// In words, each of which holds a scalar or more.
void Elaborator::each_word(const ExprPtr& shadow, const std::vector<uint8_t>& tags,
                           const std::function<void(ExprPtr, core::Type, core::Bits)>& visit) {
  for (uint64_t at = 0; at < tags.size();) {
    uint64_t bytes = 8;
    while (bytes > tags.size() - at) bytes /= 2;
    core::Bits word = 0;
    for (uint64_t i = 0; i < bytes; ++i) word |= core::Bits{tags[at + i]} << (8 * i);
    ExprPtr ptr = shadow;
    if (at != 0) ptr = build_.bind(core::make(ExprOp::ptr_add, pointer(), {shadow, core::constant(at, offset_type())}));
    visit(ptr, core::int_type(static_cast<unsigned>(8 * bytes), false), word);
    at += bytes;
  }
}

void Elaborator::store_types(const ExprPtr& ptr, const std::vector<uint8_t>& tags, const ExprPtr& bytes) {
  if (!has_shadows()) return;
  in_shadow(ptr, [&](const ExprPtr& shadow) {
    if (tags.empty()) {
      build_.emit(core::Fill{shadow, core::constant(0, core::int_type(8, false)), bytes}, "types");
      return;
    }
    each_word(shadow, tags, [&](const ExprPtr& at, core::Type type, core::Bits word) {
      build_.emit(core::Store{at, core::constant(word, type), type}, "types");
    });
  });
}

void Elaborator::check_types(const ExprPtr& ptr, const std::vector<uint8_t>& tags, const std::string& what) {
  if (!has_shadows()) return;
  in_shadow(ptr, [&](const ExprPtr& shadow) {
    each_word(shadow, tags, [&](const ExprPtr& at, core::Type type, core::Bits word) {
      if (word == 0) return;
      core::Reg reg = build_.fresh(type);
      build_.emit(core::Load{reg, at, type, {}, core::MemoryOrder::plain, false}, "types");
      ExprPtr all = core::truth(true);
      for (unsigned i = 0; i < type.bytes; ++i) {
        core::Bits mask = core::Bits{0xff} << (8 * i);
        if ((word & mask) == 0) continue;
        ExprPtr tag = core::make(ExprOp::bit_and, type, {core::reg_expr(reg, type), core::constant(mask, type)});
        auto is = [&](core::Bits value) {
          return core::make(ExprOp::eq, core::boolean_type(), {tag, core::constant(value, type)});
        };
        all = core::log_and(all, core::make(ExprOp::log_or, core::boolean_type(), {is(word & mask), is(0)}));
      }
      check(Undef::effective_type, build_.bind(all), what);
    });
  });
}

// What is copied keeps its type (6.5p6): that of allocated storage, or of a declared object, which is taken to be what the
// pointer's type says (null: not known).
void Elaborator::copy_types(const ExprPtr& to, const ExprPtr& from, const ExprPtr& bytes, clang::QualType of) {
  if (!has_shadows()) return;
  std::vector<uint8_t> tags;
  if (core::is_constant(bytes) && !of.isNull() && !of->isIncompleteType() && !of->isVariablyModifiedType()) {
    std::vector<uint8_t> one = tags_of(of);
    auto all = static_cast<uint64_t>(bytes->value);
    if (!one.empty() && all <= kMostTagged && all % one.size() == 0)
      while (tags.size() < all) tags.insert(tags.end(), one.begin(), one.end());
  }
  in_shadow(to, [&](const ExprPtr& target) {
    ExprPtr source = build_.bind(core::make(ExprOp::ptr_shadow, pointer(), {from}));
    core::Block same = build_.capture([&] { build_.emit(core::Copy{target, source, bytes, false}, "types"); });
    core::Block given = build_.capture([&] { store_types(to, tags, bytes); });
    build_.emit(core::If{build_.bind(core::make(ExprOp::ptr_is_data, core::boolean_type(), {source})), std::move(same),
                         std::move(given)});
  });
}

// A pointer to a struct may come from one to its first member, or from anywhere inside by the offsets of members (6.7.2.1p15,
// 7.19p3): it is for the whole object again. Without shadows nothing is known of allocated storage.
Value Elaborator::check_retyping(Value value, clang::QualType from, clang::QualType to) {
  if (!value.expr || !from->isPointerType() || !to->isPointerType()) return value;
  clang::QualType source = from->getPointeeType(), target = to->getPointeeType();
  if (context_.hasSameUnqualifiedType(source, target)) return value;
  if (target->isRecordType() && checks(Undef::sub_object))
    value.expr = build_.bind(core::make(ExprOp::ptr_unview, pointer(), {value.expr}));
  if (!checks(Undef::effective_type) || has_shadows() || is_library_ || source->isVoidType() || target->isVoidType())
    return value;
  std::string one = alias_class(source, context_), other = alias_class(target, context_);
  if (one.empty() || other.empty() || one == other || one == "char" || other == "char") return value;
  ExprPtr heap = build_.bind(core::make(ExprOp::ptr_is_heap, core::boolean_type(), {value.expr}));
  stop_if(heap, fmt::format("allocated storage used as {} and as {}", one, other));
  return value;
}

}  // namespace fencepost::frontend

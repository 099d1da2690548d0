// Structs and unions as atomic objects (C11 6.2.5p27): one access to all of it, whatever the members are. Core's atomic
// accesses are of scalars, so its value is taken as one unsigned integer: the members' representations side by side, pointers as their
// addresses, and zeros for padding, which no read of a member shows.
#include <clang/AST/RecordLayout.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

constexpr uint64_t kMostBytes = 16;  // what an integer of Core holds

struct Part {
  uint64_t at, bytes;
  bool is_pointer;
};

// The scalars; false for what no integer can hold or what has none (bit-fields).
bool find_parts(clang::QualType type, uint64_t at, const clang::ASTContext& context, std::vector<Part>& parts) {
  if (const auto* array = context.getAsConstantArrayType(type)) {
    auto stride = static_cast<uint64_t>(context.getTypeSizeInChars(array->getElementType()).getQuantity());
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      if (!find_parts(array->getElementType(), at + i * stride, context, parts)) return false;
    return true;
  }
  if (const auto* record = type->getAs<clang::RecordType>()) {
    if (record->getDecl()->isUnion()) return false;
    const clang::ASTRecordLayout& layout = context.getASTRecordLayout(record->getDecl());
    for (const clang::FieldDecl* field : record->getDecl()->fields()) {
      uint64_t here = at + layout.getFieldOffset(field->getFieldIndex()) / 8;
      if (field->isBitField() || !find_parts(field->getType(), here, context, parts)) return false;
    }
    return true;
  }
  const bool is_pointer = type->isAnyPointerType();
  bool is_scalar = is_pointer || type->isIntegralOrEnumerationType() ||
                   type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
                   type->isSpecificBuiltinType(clang::BuiltinType::Double);
  parts.push_back({at, static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity()), is_pointer});
  return is_scalar;
}

std::vector<Part> parts_of(clang::QualType type, const clang::ASTContext& context) {
  std::vector<Part> parts;
  return find_parts(type, 0, context, parts) ? parts : std::vector<Part>{};
}

}  // namespace

std::optional<core::Type> Elaborator::whole_type(clang::QualType type) const {
  if (!type->isRecordType() || type->isIncompleteType() || size_of(type) > kMostBytes) return std::nullopt;
  if (parts_of(type, context_).empty()) return std::nullopt;
  return core::int_type(static_cast<unsigned>(8 * size_of(type)), false);
}

bool Elaborator::has_padding(clang::QualType type) const {
  uint64_t bytes = 0;
  for (const Part& part : parts_of(type, context_)) bytes += part.bytes;
  return bytes != size_of(type);
}

namespace {

ExprPtr member_at(const ExprPtr& object, const Part& part, const core::Type& pointer, const core::Type& offset) {
  return core::make(ExprOp::ptr_add, pointer, {object, core::constant(part.at, offset)});
}

}  // namespace

// An integer could not say which members are uninitialised, so copying such a value is not modelled.
ExprPtr Elaborator::packed(const ExprPtr& object, clang::QualType type) {
  core::Type whole = *whole_type(type);
  Lvalue own;
  own.ptr = temporary(type, "value");
  own.type = type;
  copy(own, object, false);
  ExprPtr value = core::constant(0, whole), is_set = core::truth(true);
  for (const Part& part : parts_of(type, context_)) {
    core::Type piece = core::int_type(static_cast<unsigned>(8 * part.bytes), false);
    const core::Type read = part.is_pointer ? pointer() : piece;
    core::Reg reg = build_.fresh(read);
    ExprPtr at = member_at(own.ptr, part, pointer(), offset_type());
    build_.emit(core::Load{reg, build_.bind(at), read, {}, core::MemoryOrder::plain, false}, "value");
    ExprPtr bits = core::reg_expr(reg, read);
    is_set = core::log_and(is_set, core::make(ExprOp::specified, core::boolean_type(), {bits}));
    if (part.is_pointer) bits = build_.bind(core::make(ExprOp::ptr_to_int, piece, {bits}));
    ExprPtr wide = core::make(ExprOp::int_cast, whole, {bits});
    value = core::make(ExprOp::bit_or, whole,
                       {value, core::make(ExprOp::shl, whole, {wide, core::constant(8 * part.at, whole)})});
  }
  core::Block not_set =
      build_.capture([&] { build_.emit(core::Unsupported{"an atomic struct that gets an uninitialised member"}); });
  build_.emit(core::If{build_.bind(is_set), {}, std::move(not_set)});
  return build_.bind(value);
}

ExprPtr Elaborator::unpacked(const ExprPtr& value, clang::QualType type) {
  ExprPtr object = temporary(type, "value");
  build_.emit(core::Store{object, value, value->type, {}, core::MemoryOrder::plain, false, false, true}, "value");
  for (const Part& part : parts_of(type, context_)) {
    if (!part.is_pointer) continue;
    ExprPtr bits = core::make(ExprOp::shr, value->type, {value, core::constant(8 * part.at, value->type)});
    ExprPtr address = build_.bind(core::make(ExprOp::int_cast, size_type(), {bits}));
    ExprPtr designated = build_.bind(core::make(ExprOp::int_to_ptr, pointer(), {address}));
    ExprPtr at = build_.bind(member_at(object, part, pointer(), offset_type()));
    build_.emit(core::Store{at, designated, pointer(), {}, core::MemoryOrder::plain, false, false, true}, "value");
  }
  return object;
}

// Of two values as integers. Pointers are compared as pointers: whether they are the same is known where their addresses are not.
ExprPtr Elaborator::same_members(const ExprPtr& a, const ExprPtr& b, clang::QualType type) {
  ExprPtr same = core::truth(true);
  for (const Part& part : parts_of(type, context_)) {
    auto of = [&](const ExprPtr& value) {
      const core::Type piece = core::int_type(static_cast<unsigned>(8 * part.bytes), false);
      ExprPtr above = core::make(ExprOp::shr, value->type, {value, core::constant(8 * part.at, value->type)});
      ExprPtr bits = core::make(ExprOp::int_cast, piece, {std::move(above)});
      return part.is_pointer ? core::make(ExprOp::int_to_ptr, pointer(), {bits}) : bits;
    };
    same = core::log_and(same, same_representation(of(a), of(b)));
  }
  return same;
}

ExprPtr Elaborator::load_record(const Lvalue& from, const Expr* at_expr) {
  clang::QualType type = from.type->castAs<clang::AtomicType>()->getValueType().getUnqualifiedType();
  std::optional<core::Type> whole = whole_type(type);
  if (!whole) return unsupported_value(at_expr, "an atomic struct or union of this kind").expr;
  check_access(from, core::constant(whole->bytes, size_type()), whole->bytes, false);
  core::Reg reg = build_.fresh(*whole);
  build_.emit(core::Load{reg, from.ptr, *whole, {}, core::MemoryOrder::seq_cst, false}, from.text);
  return unpacked(core::reg_expr(reg, *whole), type);
}

// Initialisation is not an atomic operation (C11 7.17.2.1p2).
void Elaborator::store_record(const Lvalue& to, const ExprPtr& source, const Expr* at_expr, bool initialises) {
  clang::QualType type = to.type->castAs<clang::AtomicType>()->getValueType().getUnqualifiedType();
  std::optional<core::Type> whole = whole_type(type);
  if (!whole) return unsupported(at_expr, "an atomic struct or union of this kind");
  ExprPtr value = packed(source, type);
  check_access(to, core::constant(whole->bytes, size_type()), whole->bytes, true, initialises);
  core::MemoryOrder order = initialises ? core::MemoryOrder::plain : core::MemoryOrder::seq_cst;
  build_.emit(core::Store{to.ptr, value, *whole, {}, order, false, !initialises, initialises}, to.text);
}

}  // namespace fencepost::frontend

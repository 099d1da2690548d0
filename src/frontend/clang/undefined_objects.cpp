#include "frontend/clang/undefined_objects.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include <set>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprPtr;

namespace {

constexpr uint64_t kMostValues = 4096;  // values that are chosen for one object

clang::QualType plain(clang::QualType type) {
  type = type.getCanonicalType().getAtomicUnqualifiedType();
  if (const auto* list = type->getAs<clang::EnumType>())  // any value of the type that holds it (C11 6.7.2.2p4)
    if (clang::QualType number = list->getDecl()->getIntegerType(); !number.isNull()) return plain(number);
  return type;
}

// The layout of an object: which bytes belong to scalar members, so that the others (padding, bit-fields, unions) are
// chosen byte by byte; and the number of values to be chosen.
class Layout {
 public:
  Layout(const clang::ASTContext& context, clang::QualType type)
      : context_(context), covered_(static_cast<size_t>(context.getTypeSizeInChars(type).getQuantity())) {
    if (covered_.size() > kMostBytes) {
      why_ = kTooMany;
      return;
    }
    add(type, 0);
    add_union_pointers();
    for (bool covered : covered_) values_ += covered ? 0 : 1;
    if (why_.empty() && values_ > kMostValues) why_ = kTooMany;
  }

  const std::string& why_not() const { return why_; }  // its contents cannot be chosen; empty: they can
  bool has_pointers() const { return has_pointers_; }
  const std::vector<bool>& covered() const { return covered_; }
  const std::set<uint64_t>& union_pointers() const { return pointers_; }

 private:
  static constexpr uint64_t kMostBytes = 16 * kMostValues;
  static constexpr const char* kTooMany = "holds too many values to be taken as arbitrary";

  uint64_t bytes(clang::QualType type) const {
    return static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
  }

  void cover(uint64_t at, uint64_t size) {
    ++values_;
    for (uint64_t i = at; i < at + size; ++i) covered_[i] = true;
  }

  void add(clang::QualType type, uint64_t at) {
    if (!why_.empty() || values_ > kMostValues) return;
    type = plain(type);
    if (type->isAnyPointerType()) {
      has_pointers_ = true;
      cover(at, bytes(type));
    } else if (is_number(type)) {
      cover(at, bytes(type));
    } else if (const auto* array = context_.getAsConstantArrayType(type)) {
      uint64_t count = array->getSize().getZExtValue(), size = bytes(array->getElementType());
      for (uint64_t i = 0; i < count && size > 0 && why_.empty() && values_ <= kMostValues; ++i)
        add(array->getElementType(), at + i * size);
    } else if (const auto* record = type->getAs<clang::RecordType>()) {
      for (const clang::FieldDecl* field : record->getDecl()->fields()) {
        if (record->getDecl()->isUnion())
          add_alternative(field->getType(), at);
        else if (field->isBitField() && is_number(field->getType()))
          ++values_;
        else
          add(field->getType(), at + offset(field));
      }
    } else {
      why_ = fmt::format("has a part of type {}, whose values are not known", type.getAsString());
    }
  }

  // A part of a union. Whichever member was stored last, all its bytes are arbitrary if all bytes make values of every
  // member.
  void add_alternative(clang::QualType type, uint64_t at) {
    if (!why_.empty()) return;
    type = plain(type);
    if (type->isAnyPointerType()) {
      pointers_.insert(at);
    } else if (const auto* array = context_.getAsConstantArrayType(type)) {
      uint64_t size = bytes(array->getElementType()), end = at + size * array->getSize().getZExtValue();
      for (; at < end; at += size) add_alternative(array->getElementType(), at);
    } else if (const auto* record = type->getAs<clang::RecordType>()) {
      for (const clang::FieldDecl* field : record->getDecl()->fields())
        add_alternative(field->getType(), at + offset(field));
    } else if (!is_number(type) || type->isBooleanType() ||
               type->isSpecificBuiltinType(clang::BuiltinType::LongDouble)) {
      why_ = fmt::format("has a union with a part of type {}", type.getAsString());
    }
  }

  void add_union_pointers() {
    uint64_t size = bytes(context_.VoidPtrTy), free = 0;
    for (uint64_t at : pointers_) {
      if (at < free && why_.empty()) why_ = "has a union of pointers that overlap";
      free = at + size;
      if (why_.empty()) cover(at, size);
      has_pointers_ = true;
    }
  }

  static bool is_number(clang::QualType type) {
    return (type->isIntegerType() || type->isRealFloatingType()) && !type->isBitIntType();
  }

  static uint64_t offset(const clang::FieldDecl* field) {
    const clang::ASTRecordLayout& layout = field->getASTContext().getASTRecordLayout(field->getParent());
    return layout.getFieldOffset(field->getFieldIndex()) / 8;
  }

  const clang::ASTContext& context_;
  std::vector<bool> covered_;
  std::set<uint64_t> pointers_;  // in unions
  uint64_t values_ = 0;
  bool has_pointers_ = false;
  std::string why_;
};

// An object may be longer than its type says if it ends in an array without a size.
bool has_open_end(const clang::ASTContext& context, clang::QualType type) {
  if (const auto* array = context.getAsConstantArrayType(type)) return array->getSize().getZExtValue() == 0;
  const auto* record = type.getCanonicalType()->getAs<clang::RecordType>();
  if (record == nullptr) return false;
  if (record->getDecl()->hasFlexibleArrayMember()) return true;
  const clang::FieldDecl* last = nullptr;
  for (const clang::FieldDecl* field : record->getDecl()->fields()) {
    if (record->getDecl()->isUnion() && has_open_end(context, field->getType())) return true;
    last = field;
  }
  return last != nullptr && has_open_end(context, last->getType());
}

// Neither has the object an address of its own then: it may be another one, or none. Functions of our library change
// their errno, which this may be.
bool may_be_another(const clang::VarDecl* decl) {
  if (decl->getName() == "errno") return true;
  for (const clang::VarDecl* other : decl->redecls())
    if (other->hasAttr<clang::WeakAttr>() || other->hasAttr<clang::WeakRefAttr>() ||
        other->hasAttr<clang::AsmLabelAttr>())
      return true;
  return false;
}

}  // namespace

void Elaborator::fill_undefined(const clang::VarDecl* variable, core::GlobalId id, core::GlobalId unknown) {
  build_.at(frontend::position(variable));
  Lvalue target;
  target.ptr = core::global_expr(id, pointer());
  target.type = variable->getType();
  target.text = variable->getNameAsString();
  auto part = [&](uint64_t at, clang::QualType type) {
    Lvalue lvalue = target;
    lvalue.type = type;
    lvalue.text = fmt::format("byte {} of {}", at, target.text);
    lvalue.ptr =
        build_.bind(core::make(core::ExprOp::ptr_add, pointer(), {target.ptr, core::constant(at, offset_type())}));
    return lvalue;
  };
  const Layout layout(context_, target.type);
  for (uint64_t i = 0; i < layout.covered().size(); ++i) {
    if (layout.covered()[i]) continue;
    Lvalue byte = part(i, context_.UnsignedCharTy);
    store(byte, choose(byte.type, byte.text), false, true);
  }
  ExprPtr pointee = core::global_expr(unknown, pointer());
  for (uint64_t at : layout.union_pointers()) fill_undefined(part(at, context_.VoidPtrTy), pointee);
  fill_undefined(target, pointee);
}

void Elaborator::fill_undefined(const Lvalue& target, const ExprPtr& unknown) {
  clang::QualType type = plain(target.type);
  if (type->isAnyPointerType()) {
    store(target, {unknown, std::nullopt, nullptr}, false, true);
  } else if (is_scalar(type)) {
    store(target, choose(type, target.text), false, true);
  } else if (const auto* array = context_.getAsConstantArrayType(type)) {
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      fill_undefined(element_at(target, i, array->getElementType()), unknown);
  } else if (const auto* record = type->getAs<clang::RecordType>(); record && !record->getDecl()->isUnion()) {
    for (const clang::FieldDecl* field : record->getDecl()->fields())
      if (!field->isUnnamedBitField())
        fill_undefined(member(target, field, target.text + "." + field->getNameAsString()), unknown);
  }
}

std::vector<OpaqueObject> give_contents(ProgramContext& context, std::vector<Diagnostic>& warnings) {
  std::vector<OpaqueObject> opaque;
  if (context.linker.undefined_objects.empty()) return opaque;
  core::Program& program = context.program;
  const Reach reach(program);
  core::Function init = std::move(program.functions[core::index(program.init)]);
  for (auto [decl, id] : context.linker.undefined_objects) {
    std::string name = program.globals[core::index(id)].name;
    clang::QualType type = decl->getType();
    auto why = [&](std::string_view reason) {
      return fmt::format("`{}`, which is declared but defined nowhere{}", name, reason);
    };
    if (may_be_another(decl)) {
      init.body.push_back({core::Unsupported{why("")}, position(decl), {}});
      continue;
    }
    core::Global& global = program.globals[core::index(id)];
    if (type->isIncompleteType() || has_open_end(decl->getASTContext(), type)) {
      global.known = core::Known::address;
      global.bytes = std::max<uint64_t>(global.bytes, 1);
      opaque.push_back({id, OpaqueObject::Known::nothing, why(", and whose size is not known")});
      continue;
    }
    global.known = core::Known::type;
    if (!reach.is_read(id)) continue;
    Layout layout(decl->getASTContext(), type);
    if (decl->getASTContext().getBaseElementType(type).isVolatileQualified()) {
      opaque.push_back({id, OpaqueObject::Known::size, why(", and is volatile: it may change by itself")});
    } else if (!layout.why_not().empty()) {
      opaque.push_back({id, OpaqueObject::Known::size, why(" and " + layout.why_not())});
    } else {
      core::GlobalId unknown = id;
      if (layout.has_pointers()) {
        unknown = static_cast<core::GlobalId>(program.globals.size());
        core::Global pointee;
        pointee.name = name;
        pointee.known = core::Known::nothing;
        pointee.pos = global.pos;
        program.globals.push_back(std::move(pointee));
      }
      Elaborator(context, init, decl->getASTContext()).fill_undefined(decl, id, unknown);
      warnings.push_back(
          {Severity::warning, position(decl),
           fmt::format("`{}` is declared but defined nowhere; its contents are taken as arbitrary", name),
           "add the file that defines it"});
    }
  }
  program.functions[core::index(program.init)] = std::move(init);
  return opaque;
}

}  // namespace fencepost::frontend

// Lvalues, the checks that guard an access (C11 6.5.3.2p4, 6.5.6p8, 6.2.4p2, 6.3.2.3p7), loads and stores.
#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include "frontend/clang/compatible.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

constexpr uint64_t kLongest = uint64_t{1} << 40, kLongest32 = uint64_t{1} << 30;  // bytes, more than an object has

}  // namespace

void Elaborator::check(Undef kind, ExprPtr condition, std::string detail) {
  if (!checks(kind)) return;
  if (core::is_constant(condition) && condition->value) return;
  build_.emit(core::Check{kind, std::move(condition), std::move(detail)});
}

ExprPtr Elaborator::use(Value value, const char* what) {
  if (value.unspecified_if && value.expr) {
    core::Type type = build_.function().regs[core::index(*value.unspecified_if)].type;
    check(Undef::uninit,
          core::make(ExprOp::specified, core::boolean_type(), {core::reg_expr(*value.unspecified_if, type)}), what);
  }
  return value.expr;
}

void Elaborator::unsupported(const clang::Stmt* at_stmt, std::string what) {
  at(at_stmt);
  build_.emit(core::Unsupported{std::move(what)});
}

Value Elaborator::unsupported_value(const Expr* expr, std::string what) {
  unsupported(expr, std::move(what));
  if (expr->getType()->isVoidType()) return {};
  return {core::constant(0, type_of(expr->getType())), std::nullopt, nullptr};  // nobody gets here
}

void Elaborator::stop_at(const std::optional<UnknownExtension>& unknown) {
  if (!unknown) return;
  SourcePos here = build_.pos();
  build_.at(unknown->pos);
  build_.emit(core::Unsupported{unknown->what});
  build_.at(here);
}

// Names of our library are not compared, since users' files may declare them with the types of other C libraries.
void Elaborator::check_agreement(const clang::ValueDecl* decl) {
  if (is_library_) return;
  const clang::ValueDecl* other = program_.linker.conflict(decl);
  if (!other) return;
  check(Undef::incompatible_types, core::truth(false),
        fmt::format("`{}` has type `{}` here and `{}` at {}", decl->getNameAsString(), decl->getType().getAsString(),
                    other->getType().getAsString(), to_string(frontend::position(other))));
}

void Elaborator::stop_if(ExprPtr condition, std::string what) {
  if (core::is_constant(condition) && !condition->value) return;
  core::Block stop = build_.capture([&] { build_.emit(core::Unsupported{std::move(what)}); });
  build_.emit(core::If{build_.bind(std::move(condition)), std::move(stop), {}});
}

void Elaborator::understand(const clang::DeclaratorDecl* decl) {
  stop_at(program_.linker.unknown_extension(decl));
  // A weak function or object that no file defines has a null address.
  const clang::Decl* latest = decl->getMostRecentDecl();
  if (!latest->hasAttr<clang::WeakAttr>() && !latest->hasAttr<clang::WeakImportAttr>()) return;
  if (!program_.linker.defines(decl) && !known_calls().contains(decl->getNameAsString()))
    build_.emit(core::Unsupported{fmt::format("`{}`, which is weak and defined nowhere", decl->getNameAsString())});
}

Lvalue Elaborator::variable(const clang::VarDecl* decl) {
  Lvalue result;
  result.type = decl->getType();
  result.text = decl->getNameAsString();
  result.whole = decl;
  if (result.type.hasAddressSpace()) build_.emit(core::Unsupported{"an object of another address space"});
  if (decl->hasLocalStorage()) {
    auto it = objects_.find(decl);
    if (it == objects_.end()) {
      build_.emit(core::Unsupported{fmt::format("use of `{}` outside its block", result.text)});
      result.ptr = core::constant(0, pointer());
      return result;
    }
    result.ptr = core::reg_expr(it->second, pointer());
    if (scopes_ && !scopes_->address_taken(decl)) result.variable = decl;
  } else {
    understand(decl);
    check_agreement(decl);
    result.type = declared_type(decl);
    core::GlobalId id = program_.linker.global(decl);
    result.ptr = core::global_expr(id, pointer());
    // The object may be shorter in the file that defines it than in this declaration.
    if (size_of(result.type) > program_.program.globals[core::index(id)].bytes) result.root = result.ptr;
  }
  return result;
}

Lvalue Elaborator::dereference(Value value, clang::QualType type, std::string text) {
  Lvalue result;
  result.root = value.root ? value.root : value.expr;
  result.ptr = use(value, "pointer");
  result.type = type;
  result.is_part = true;
  if (type.hasAddressSpace()) build_.emit(core::Unsupported{"an object of another address space"});
  result.text = std::move(text);
  return result;
}

ExprPtr Elaborator::scaled(ExprPtr index, clang::QualType element) {
  index = to_offset(std::move(index));
  ExprPtr size = core::make(ExprOp::int_cast, offset_type(), {size_expr(element)});
  return build_.bind(core::make(ExprOp::mul, offset_type(), {index, size}));
}

Lvalue Elaborator::element(Lvalue array, ExprPtr index, clang::QualType element_type, std::string text) {
  Lvalue result = array;
  result.variable = nullptr;
  result.whole = nullptr;
  result.type = element_type;
  result.text = std::move(text);
  result.is_part = true;
  const auto* bounded = context_.getAsConstantArrayType(array.type);
  bool trailing = array.has_open_end;
  result.has_open_end = false;
  if (array.is_part && bounded && !trailing) result.within = {array.ptr, size_of(array.type)};
  if (bounded && !trailing) {
    // The subscript is signed unless its type has pointer width and is unsigned; either way out of range is caught.
    ExprPtr count = core::constant(bounded->getSize().getZExtValue(), index->type);
    ExprPtr low = core::log_not(core::make(ExprOp::lt, core::boolean_type(), {index, core::constant(0, index->type)}));
    unsigned value_bits = index->type.bits - (index->type.is_signed ? 1 : 0);
    bool count_fits = value_bits >= 63 || bounded->getSize().getZExtValue() >> value_bits == 0;
    ExprPtr high = count_fits ? core::make(ExprOp::lt, core::boolean_type(), {index, count}) : core::truth(true);
    result.in_range.push_back(build_.bind(core::log_and(low, high)));
  } else if (!result.root) {
    result.root = array.ptr;
  }
  result.ptr = build_.bind(core::make(ExprOp::ptr_add, pointer(), {array.ptr, scaled(index, element_type)}));
  return result;
}

Lvalue Elaborator::element_at(const Lvalue& array, uint64_t index, clang::QualType element) {
  Lvalue result = array;
  result.is_part = true;
  result.whole = nullptr;
  result.type = element;
  result.text = fmt::format("{}[{}]", array.text, index);
  result.ptr = build_.bind(
      core::make(ExprOp::ptr_add, pointer(), {array.ptr, core::constant(index * size_of(element), offset_type())}));
  return result;
}

Lvalue Elaborator::member(Lvalue base, const clang::FieldDecl* field, std::string text) {
  stop_at(unknown_attribute(field->getParent()));
  stop_at(unknown_attribute(field));
  const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(field->getParent());
  uint64_t bits = layout.getFieldOffset(field->getFieldIndex());
  Lvalue result = std::move(base);
  const bool is_volatile = result.type.isVolatileQualified();  // so are its members (C11 6.5.2.3p3)
  result.type = is_volatile ? context_.getVolatileType(field->getType()) : field->getType();
  result.text = std::move(text);
  uint64_t bytes = bits / 8;
  if (field->isBitField()) {
    // The storage unit is the aligned object of the declared type that holds the field (the System V ABIs, which is
    // what the record layout follows). In packed records a field may straddle it, or it may stick out of the record:
    // the unit is then what the field touches, at most nine bytes.
    core::Type unit = type_of(field->getType());
    uint64_t width = field->getBitWidthValue(context_);
    uint64_t start = bits / unit.bits * unit.bits;
    uint64_t end = start + unit.bits;
    if (bits + width > end || end > static_cast<uint64_t>(context_.toBits(layout.getSize()))) {
      start = bits / 8 * 8;
      unit = core::int_type(static_cast<unsigned>((bits + width - start + 7) / 8 * 8), unit.is_signed);
    }
    result.unit = unit;
    BitSpan location = memory_location(field, context_);
    result.bits = {static_cast<uint8_t>(bits - start), static_cast<uint8_t>(width),
                   static_cast<int64_t>(location.begin) - static_cast<int64_t>(start), location.end - location.begin};
    bytes = start / 8;
  }
  ExprPtr start = result.ptr;
  if (bytes != 0)
    result.ptr = build_.bind(core::make(ExprOp::ptr_add, pointer(), {start, core::constant(bytes, offset_type())}));
  result.is_part = true;
  result.whole = nullptr;
  result.around.push_back({start, field});
  // `struct { ...; T a[1]; }` at the end of an allocation is longer than its type says.
  const auto* array = context_.getAsConstantArrayType(field->getType());
  result.has_open_end =
      field->getType()->isArrayType() && (!array || array->getSize().ule(1)) &&
      field->getFieldIndex() + 1 ==
          static_cast<unsigned>(std::distance(field->getParent()->field_begin(), field->getParent()->field_end()));
  // The members of a union share its bytes.
  if (result.has_open_end)
    result.within = {result.ptr, program_.program.pointer_bytes == 8 ? kLongest : kLongest32};
  else if (!field->getParent()->isUnion())
    result.within = {result.ptr, size_of(field->getType())};
  return result;
}

Lvalue Elaborator::lvalue(const Expr* expr) {
  expr = expr->IgnoreParens();
  at(expr);
  if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    if (const auto* decl = llvm::dyn_cast<clang::VarDecl>(ref->getDecl())) return variable(decl);
    if (const auto* decl = llvm::dyn_cast<clang::FunctionDecl>(ref->getDecl())) {
      Lvalue result;
      understand(decl);
      check_agreement(decl);
      result.type = decl->getType();
      result.text = decl->getNameAsString();
      if (const clang::FunctionDecl* external = program_.linker.beside_inline(decl)) decl = external;
      result.ptr = core::function_expr(program_.linker.function(decl), pointer());
      return result;
    }
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    if (op->getOpcode() == clang::UO_Deref) {
      Value value = rvalue(op->getSubExpr());
      return dereference(value, expr->getType(), text_of(expr));
    }
    if (op->getOpcode() == clang::UO_Extension) return lvalue(op->getSubExpr());
    if (op->getOpcode() == clang::UO_Real || op->getOpcode() == clang::UO_Imag) {
      Lvalue part = lvalue(op->getSubExpr());
      if (!part.type->isAnyComplexType()) return part;
      // A complex number has the representation of an array of two (C11 6.2.5p13).
      return element_at(part, op->getOpcode() == clang::UO_Imag ? 1 : 0, expr->getType());
    }
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
    const Expr* base = subscript->getBase()->IgnoreParens();
    const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(base);
    std::string text = text_of(expr);
    if (is_vector(base->getType())) {
      Lvalue vector;
      Value index;
      unsequenced({[&] { vector = base->isLValue() ? lvalue(base) : materialised(base, false); },
                   [&] { index = rvalue(subscript->getIdx()); }});
      at(expr);
      vector.type = as_array(base->getType());
      return element(vector, use(index, "subscript"), expr->getType(), text);
    }
    if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
      Lvalue array;
      Value index;
      unsequenced({[&] { array = lvalue(decay->getSubExpr()); }, [&] { index = rvalue(subscript->getIdx()); }});
      at(expr);
      return element(array, use(index, "subscript"), expr->getType(), text);
    }
    Value pointer_value, index;
    unsequenced({[&] { pointer_value = rvalue(subscript->getBase()); }, [&] { index = rvalue(subscript->getIdx()); }});
    at(expr);
    Value moved = pointer_add(pointer_value, use(index, "subscript"), expr->getType(), false);
    return dereference(moved, expr->getType(), text);
  }
  if (const auto* access = llvm::dyn_cast<clang::MemberExpr>(expr)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(access->getMemberDecl());
    if (!field) {
      unsupported(expr, "this member access");
      return dereference({core::constant(0, pointer()), {}, {}}, expr->getType(), text_of(expr));
    }
    std::string text = text_of(expr);
    clang::QualType whole = access->getBase()->IgnoreParenImpCasts()->getType();
    if (access->isArrow()) {
      if (const auto* atomic = whole->getAs<clang::AtomicType>()) whole = atomic->getValueType();
      whole = whole->isPointerType() ? whole->getPointeeType() : context_.getBaseElementType(whole);
    }
    if (whole->isAtomicType()) {
      check(Undef::atomic_member, core::truth(false), text);
      return dereference({core::constant(0, pointer()), {}, {}}, expr->getType(), text);  // nobody gets here
    }
    if (access->isArrow()) {
      Value base = rvalue(access->getBase());
      return member(dereference(base, access->getBase()->getType()->getPointeeType(), text), field, text);
    }
    const Expr* base = access->getBase()->IgnoreParens();
    if (base->isLValue() || llvm::isa<clang::MemberExpr>(base)) return member(lvalue(base), field, text);
    return member(materialised(base, expr->getType()->isArrayType()), field, text);
  }
  if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expr)) {
    Lvalue result;
    result.ptr = string_literal(literal);
    result.type = literal->getType();
    result.text = "string literal";
    return result;
  }
  if (const auto* literal = llvm::dyn_cast<clang::PredefinedExpr>(expr)) return lvalue(literal->getFunctionName());
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expr)) return compound_literal(literal);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
    if (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_LValueBitCast) {
      Lvalue result = lvalue(cast->getSubExpr());
      result.type = expr->getType();
      return result;
    }
  }
  if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(expr); opaque && opaque->getSourceExpr())
    return lvalue(opaque->getSourceExpr());
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(expr)) return lvalue(choice->getChosenSubExpr());
  if (const auto* generic = llvm::dyn_cast<clang::GenericSelectionExpr>(expr)) return lvalue(generic->getResultExpr());
  if (!is_scalar(expr->getType()) && expr->isPRValue() && expr->getType()->isRecordType()) {
    Lvalue result = materialised(expr, false);
    result.text = "temporary";
    return result;
  }
  unsupported(expr, fmt::format("this lvalue ({})", expr->getStmtClassName()));
  return dereference({core::constant(0, pointer()), {}, {}}, expr->getType(), text_of(expr));
}

// The object that holds a struct or union value (C11 6.2.4p8). Only an array in it has an address to be kept: otherwise the
// object that the value was read from serves.
Lvalue Elaborator::materialised(const Expr* value, bool address_matters) {
  Lvalue result;
  result.type = value->getType();
  result.ptr = aggregate(value);
  result.temporary = true;
  if (!address_matters || llvm::isa<clang::CallExpr>(value) || llvm::isa<clang::StmtExpr>(value)) return result;
  Lvalue own = result;
  own.ptr = temporary(result.type, "value");
  build_.emit(core::Copy{own.ptr, result.ptr, size_expr(result.type), false}, "value");
  return own;
}

void Elaborator::check_pointer_access(ExprPtr ptr, ExprPtr root, ExprPtr bytes, uint64_t align, bool write) {
  auto predicate = [&](ExprOp op, std::vector<ExprPtr> args) {
    return core::make(op, core::boolean_type(), std::move(args));
  };
  auto either = [&](ExprPtr a, ExprPtr b) { return predicate(ExprOp::log_or, {std::move(a), std::move(b)}); };
  check(Undef::null_deref, core::log_not(predicate(ExprOp::ptr_is_null, {root})));
  check(Undef::invalid_deref, predicate(ExprOp::ptr_is_data, {ptr}));
  ExprPtr alive = predicate(ExprOp::ptr_alive, {ptr});
  ExprPtr heap = predicate(ExprOp::ptr_is_heap, {ptr});
  check(Undef::use_after_free, either(alive, core::log_not(heap)));
  check(Undef::use_after_scope, either(alive, heap));
  check(write ? Undef::oob_write : Undef::oob_read, predicate(ExprOp::ptr_in_bounds, {ptr, bytes}));
  check(Undef::sub_object, predicate(ExprOp::ptr_in_view, {ptr, bytes}));
  if (align > 1) {
    ExprPtr multiple = core::constant(align, offset_type());
    check(Undef::misaligned, predicate(ExprOp::ptr_aligned, {ptr, multiple}));
    check(Undef::under_aligned, predicate(ExprOp::ptr_base_aligned, {ptr, multiple}));
  }
  if (write) {
    ExprPtr writable = predicate(ExprOp::ptr_writable, {ptr});
    ExprPtr literal = predicate(ExprOp::ptr_is_literal, {ptr});
    check(Undef::write_literal, either(writable, core::log_not(literal)));
    check(Undef::write_const, either(writable, literal));
  }
}

void Elaborator::check_access(const Lvalue& lvalue, ExprPtr bytes, uint64_t align, bool write, bool initialises) {
  for (const ExprPtr& condition : lvalue.in_range)
    check(write ? Undef::oob_write : Undef::oob_read, condition, lvalue.text);
  if (lvalue.temporary && write && !initialises) check(Undef::write_const, core::truth(false), lvalue.text);
  if (!lvalue.variable && !initialises) note_restricted_access(lvalue.ptr, bytes, write);
  if (!lvalue.root || initialises) return;
  check_pointer_access(lvalue.ptr, lvalue.root, bytes, align, write);
  if (!lvalue.bits.width) check_effective_type(lvalue, bytes, write);
}

core::MemoryOrder Elaborator::order_of(clang::QualType type) {
  if (type->isAtomicType()) return core::MemoryOrder::seq_cst;
  const bool is_relaxed = program_.options.volatile_is_relaxed && type.isVolatileQualified() && !is_library_;
  if (!is_relaxed) return core::MemoryOrder::plain;
  note_weak_order(fmt::format("volatile is relaxed at line {}", build_.pos().line));
  return core::MemoryOrder::relaxed;
}

Value Elaborator::load(const Lvalue& lvalue) {
  core::Type type = lvalue.bits.width ? lvalue.unit : type_of(lvalue.type);
  uint64_t align =
      lvalue.bits.width ? 1 : static_cast<uint64_t>(context_.getTypeAlignInChars(lvalue.type).getQuantity());
  check_access(lvalue, core::constant(type.bytes, size_type()), align, false);
  stop_at_unfollowed(lvalue);
  core::Reg reg = build_.fresh(type);
  core::MemoryOrder order = order_of(lvalue.type);
  build_.emit(core::Load{reg, lvalue.ptr, type, lvalue.bits, order, lvalue.type.isVolatileQualified()}, lvalue.text);
  Value value{core::reg_expr(reg, type), reg, nullptr};
  if (lvalue.whole) value = based_on(lvalue.whole, value);
  if (program_.options.unspecified_varies) {
    ExprPtr is_set = build_.bind(core::make(ExprOp::specified, core::boolean_type(), {core::reg_expr(reg, type)}));
    ExprPtr any = lvalue.bits.width ? any_of_width(type, lvalue.bits.width)
                                    : choose(lvalue.type.getAtomicUnqualifiedType(), "unspecified").expr;
    value = {build_.bind(core::make(ExprOp::select, type, {is_set, value.expr, any})), reg, nullptr};
  }
  bool must_be_set = lvalue.variable != nullptr;
  if (must_be_set && checks(Undef::uninit)) {
    use(value, lvalue.text.c_str());
    value.unspecified_if.reset();
  } else if (!is_library_) {
    check(Undef::uninit_copy, core::make(ExprOp::specified, core::boolean_type(), {value.expr}), lvalue.text);
  }
  // A variable whose address was never taken holds what was converted to it.
  bool is_own = lvalue.variable != nullptr && lvalue.variable->getType()->isBooleanType();
  if (lvalue.type->isBooleanType() && lvalue.bits.width != 1 && !is_own) check_bool(value, lvalue.text);
  if (lvalue.bits.width && type_of(lvalue.type) != type)
    value.expr = build_.bind(core::make(ExprOp::int_cast, type_of(lvalue.type), {value.expr}));
  return value;
}

// Where reading uninitialised storage is no violation, each access reads a value of its own choice, which is made
// here, before or after the access itself.
ExprPtr Elaborator::what_was_read(core::Reg reg, clang::QualType value_type) {
  core::Type type = type_of(value_type);
  ExprPtr read = core::reg_expr(reg, type);
  if (!program_.options.unspecified_varies) return read;
  Value any = choose(value_type, "unspecified");
  ExprPtr is_set = core::make(ExprOp::specified, core::boolean_type(), {read});
  return core::make(ExprOp::select, type, {is_set, read, any.expr});
}

ExprPtr Elaborator::any_of_width(core::Type unit, unsigned width) {
  core::Reg reg = build_.fresh(unit);
  build_.emit(core::Choose{reg, unit}, "unspecified");
  return low_bits(core::reg_expr(reg, unit), width);
}

// The value of a bit-field that the low bits of its unit are stored in.
ExprPtr Elaborator::low_bits(const ExprPtr& value, unsigned width) {
  ExprPtr lost = core::constant(value->type.bits - width, value->type);
  ExprPtr kept = core::make(ExprOp::shl, value->type, {value, lost});
  return build_.bind(core::make(ExprOp::shr, value->type, {kept, lost}));
}

// The only values of a _Bool are 0 and 1 (C11 6.2.5p2); bytes that represent no value must not be read as one.
void Elaborator::check_bool(const Value& value, const std::string& text) {
  ExprPtr is_value = core::make(ExprOp::le, core::boolean_type(), {value.expr, core::constant(1, value.expr->type)});
  ExprPtr is_set = core::make(ExprOp::specified, core::boolean_type(), {value.expr});
  check(Undef::trap_value, core::make(ExprOp::log_or, core::boolean_type(), {core::log_not(is_set), is_value}), text);
}

Value Elaborator::store(const Lvalue& lvalue, Value value, bool negative, bool initialises) {
  core::Type type = lvalue.bits.width ? lvalue.unit : type_of(lvalue.type);
  uint64_t align =
      lvalue.bits.width ? 1 : static_cast<uint64_t>(context_.getTypeAlignInChars(lvalue.type).getQuantity());
  check_access(lvalue, core::constant(type.bytes, size_type()), align, true, initialises);
  if (!value.expr) return value;
  ExprPtr stored = value.expr;
  if (lvalue.whole && !initialises) check_restricted_assignment(lvalue.whole, stored);
  if (lvalue.whole && !initialises && lvalue.whole->hasLocalStorage() && !lvalue.whole->hasInit() &&
      !llvm::isa<clang::ParmVarDecl>(lvalue.whole))
    begin_restricted(lvalue.whole, stored);
  if (stored->type != type) stored = build_.bind(core::make(ExprOp::int_cast, type, {stored}));
  // Initialisation is not an atomic operation (C11 7.17.2.1p2).
  core::MemoryOrder order = initialises ? core::MemoryOrder::plain : order_of(lvalue.type);
  build_.emit(core::Store{lvalue.ptr, stored, type, lvalue.bits, order, lvalue.type.isVolatileQualified(), negative,
                          initialises},
              lvalue.text);
  if (!initialises) change_padding(lvalue);  // of an initialiser all at once
  if (lvalue.bits.width && lvalue.bits.width < type.bits) {
    // The value of an assignment to a bit-field is the field's value afterwards (C11 6.5.16p3).
    ExprPtr kept = lvalue.type->isBooleanType() ? stored : low_bits(stored, lvalue.bits.width);
    if (type != type_of(lvalue.type)) kept = build_.bind(core::make(ExprOp::int_cast, type_of(lvalue.type), {kept}));
    return {kept, value.unspecified_if, nullptr};
  }
  return value;
}

// A volatile struct is read where its value is asked for (C11 5.1.2.3p6), whatever becomes of it, and in the order of its own
// accesses: not in that of what the value is stored in.
ExprPtr Elaborator::read_volatile(const Lvalue& from) {
  const clang::QualType type = from.type.getUnqualifiedType();
  ExprPtr value = temporary(type, "value");
  build_.emit(core::Copy{value, from.ptr, size_expr(type), false, scalars(type, context_), order_of(from.type)},
              from.text);
  return value;
}

void Elaborator::copy(const Lvalue& to, ExprPtr from, bool negative) {
  ExprPtr bytes = size_expr(to.type);
  check_access(to, bytes, static_cast<uint64_t>(context_.getTypeAlignInChars(to.type).getQuantity()), true);
  core::MemoryOrder order = to.type->isAtomicType() ? core::MemoryOrder::plain : order_of(to.type);
  if (order != core::MemoryOrder::plain) {  // of the stores alone
    const clang::QualType type = to.type.getUnqualifiedType();
    ExprPtr value = temporary(type, "value");
    build_.emit(core::Copy{value, std::move(from), bytes, false, scalars(type, context_)}, to.text);
    from = std::move(value);
  }
  build_.emit(core::Copy{to.ptr, std::move(from), bytes, negative, scalars(to.type, context_), order}, to.text);
  change_padding(to);
}

Value Elaborator::address_of(const Lvalue& lvalue) { return viewed(lvalue, lvalue.within); }

Value Elaborator::array_to_pointer(const Lvalue& array) {
  if (array.has_open_end) return viewed(array, array.within);
  bool is_bounded = array.is_part && context_.getAsConstantArrayType(array.type);
  return viewed(array, is_bounded ? Extent{array.ptr, size_of(array.type)} : Extent{});
}

Value Elaborator::viewed(const Lvalue& lvalue, const Extent& extent) {
  ExprPtr ptr = lvalue.ptr;
  if (extent.start && checks(Undef::sub_object) && !is_library_)
    ptr = build_.bind(
        core::make(ExprOp::ptr_view, pointer(), {ptr, extent.start, core::constant(extent.bytes, size_type())}));
  return {ptr, std::nullopt, lvalue.root ? lvalue.root : nullptr};
}

}  // namespace fencepost::frontend

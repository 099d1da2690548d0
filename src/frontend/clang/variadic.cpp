// Variable arguments (C11 7.16). A function with an ellipsis has a hidden parameter: a pointer to an object of the caller that
// holds the variable arguments one after the other, each after the number of its type. A va_list points to the next argument.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

// Before each argument: the number, and whether it is unsigned; as long as the strictest alignment.
constexpr uint64_t kHead = 16;

ExprPtr predicate(ExprOp op, std::vector<ExprPtr> args) {
  return core::make(op, core::boolean_type(), std::move(args));
}

// The member that points to the next argument in a va_list that is a record (AArch64) or an array of one (x86-64); null: it is
// none.
const clang::FieldDecl* list_member(clang::QualType type) {
  const bool is_array = type->isPointerType();
  const auto* record = (is_array ? type->getPointeeType() : type)->getAs<clang::RecordType>();
  if (!record || record->getDecl()->getName() != (is_array ? "__va_list_tag" : "__va_list")) return nullptr;
  for (const clang::FieldDecl* field : record->getDecl()->fields())
    if (field->getName() == (is_array ? "overflow_arg_area" : "__stack")) return field;
  return nullptr;
}

}  // namespace

// How many arguments come before the ellipsis; absent: there is none.
std::optional<unsigned> Elaborator::before_ellipsis(const clang::CallExpr* call_expr) {
  clang::QualType type = call_expr->getCallee()->getType();
  if (type->isPointerType()) type = type->getPointeeType();
  const auto* prototype = type->getAs<clang::FunctionProtoType>();
  return prototype && prototype->isVariadic() ? std::optional(prototype->getNumParams()) : std::nullopt;
}

// Types that are interchangeable for va_arg (7.16.1.1p2) have one number, and so have all pointers.
ExprPtr Elaborator::argument_number(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* enumeration = type->getAs<clang::EnumType>())
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  if (type->isSignedIntegerType() && !type->isAnyCharacterType()) type = context_.getCorrespondingUnsignedType(type);
  std::string name = type->isAnyPointerType() ? "pointer" : type.getAsString();
  size_t next = program_.argument_types.size() + 1;
  return core::constant(program_.argument_types.try_emplace(name, next).first->second, core::int_type(64, false));
}

// The hidden argument of a call: those from number `first` on.
ExprPtr Elaborator::further_arguments(const clang::CallExpr* call_expr, const std::vector<Value>& values,
                                      unsigned first) {
  auto room = [&](clang::QualType type) { return (size_of(type) + kHead - 1) / kHead * kHead; };
  uint64_t bytes = 0;
  for (unsigned i = first; i < call_expr->getNumArgs(); ++i) bytes += kHead + room(call_expr->getArg(i)->getType());
  if (bytes == 0) return core::constant(0, pointer());
  ExprPtr object = temporary(core::constant(bytes, size_type()), kHead, "further arguments");
  uint64_t at_byte = 0;
  auto there = [&](uint64_t more) {
    ExprPtr offset = core::constant(at_byte + more, offset_type());
    return build_.bind(core::make(ExprOp::ptr_add, pointer(), {object, offset}));
  };
  auto put = [&](uint64_t more, const ExprPtr& value) {
    build_.emit(core::Store{there(more), value, value->type, {}, core::MemoryOrder::plain, false, false, true});
  };
  for (unsigned i = first; i < call_expr->getNumArgs(); ++i) {
    clang::QualType type = call_expr->getArg(i)->getType();
    put(0, argument_number(type));
    put(8, core::constant(type->isUnsignedIntegerOrEnumerationType(), core::int_type(64, false)));
    if (is_scalar(type))
      put(kHead, build_.bind(values[i].expr));
    else
      build_.emit(core::Copy{there(kHead), values[i].expr, size_expr(type), false});
    at_byte += kHead + room(type);
  }
  return object;
}

// The lvalue of the pointer to the next argument.
Lvalue Elaborator::list_lvalue(const Expr* list) {
  const clang::FieldDecl* field = list_member(list->getType());
  if (list->isGLValue()) {  // no array: a record, or the pointer itself (Power, RISC-V)
    Lvalue whole = lvalue(list);
    if (field) return member(whole, field, text_of(list));
    whole.type = context_.VoidPtrTy;
    return whole;
  }
  if (!field) unsupported(list, "a va_list of this data model");
  Value value = field ? rvalue(list) : Value{core::constant(0, pointer()), std::nullopt, nullptr};
  at(list);
  if (!field) return dereference(value, context_.VoidPtrTy, text_of(list));
  return member(dereference(value, list->getType()->getPointeeType(), text_of(list)), field, text_of(list));
}

// After a function that took an argument from it, a list that was passed is only to be ended (7.16p3): it leads nowhere. Our own
// models are no programs.
std::function<void()> Elaborator::watch_list(const Expr* argument, const Value& passed) {
  const clang::FieldDecl* field = list_member(argument->getType());
  if (!field || !argument->getType()->isPointerType() || is_library_) return {};
  Lvalue list = dereference(passed, argument->getType()->getPointeeType(), text_of(argument));
  Lvalue next = member(list, field, text_of(argument));
  ExprPtr before = load(next).expr;
  return [this, next, before] {
    ExprPtr moved = build_.bind(predicate(ExprOp::ne, {before, load(next).expr}));
    core::Block lost = build_.capture(
        [&] { build_.emit(core::Store{next.ptr, core::constant(1, pointer()), pointer(), {}}, next.text); });
    build_.emit(core::If{moved, std::move(lost), {}});
  };
}

Value Elaborator::known_va_start(KnownCall& known) {
  if (!further_) return known_unsupported(known);
  Lvalue next = list_lvalue(known.call->getArg(0));
  at(known.call);
  Builder::AsCall as_call(build_);
  store(next, {further_, std::nullopt, nullptr}, false);
  return {};
}

Value Elaborator::known_va_copy(KnownCall& known) {
  Lvalue to, from;
  unsequenced({[&] { to = list_lvalue(known.call->getArg(0)); }, [&] { from = list_lvalue(known.call->getArg(1)); }});
  at(known.call);
  Builder::AsCall as_call(build_);
  store(to, {build_.bind(use(load(from), "va_list")), std::nullopt, nullptr}, false);
  return {};
}

Value Elaborator::known_va_end(KnownCall& known) {
  Lvalue next = list_lvalue(known.call->getArg(0));
  at(known.call);
  Builder::AsCall as_call(build_);
  use(load(next), "va_list");
  build_.emit(core::Fill{next.ptr, nullptr, core::constant(size_of(next.type), size_type())}, next.text);
  return {};
}

// The next argument, which has to be there and of that type (7.16.1.1p2).
Lvalue Elaborator::next_argument(const clang::VAArgExpr* expr) {
  Lvalue next = list_lvalue(expr->getSubExpr());
  at(expr);
  Builder::AsCall as_call(build_);
  ExprPtr head = build_.bind(use(load(next), "va_list"));
  core::Type number = core::int_type(64, false);
  auto behind = [&](uint64_t bytes) {
    return build_.bind(core::make(ExprOp::ptr_add, pointer(), {head, core::constant(bytes, offset_type())}));
  };
  auto read = [&](const ExprPtr& from) {
    core::Reg reg = build_.fresh(number);
    build_.emit(core::Load{reg, from, number});
    return core::reg_expr(reg, number);
  };
  ExprPtr is_there = core::log_and(predicate(ExprOp::ptr_is_data, {head}), predicate(ExprOp::ptr_alive, {head}));
  is_there = core::log_and(is_there, predicate(ExprOp::ptr_in_bounds, {head, core::constant(kHead, size_type())}));
  check(Undef::bad_argument, is_there, "va_arg finds no further argument");
  clang::QualType type = expr->getType();
  check(Undef::bad_argument, predicate(ExprOp::eq, {read(head), argument_number(type)}),
        fmt::format("va_arg of an argument that is no `{}`", type.getAsString()));
  Lvalue found;
  found.ptr = behind(kHead);
  found.type = type;
  found.text = text_of(expr);
  if (type->isIntegerType() && checks(Undef::loose_argument)) {
    ExprPtr value = use(load(found), "argument");
    ExprPtr other = core::constant(!type->isUnsignedIntegerOrEnumerationType(), number);
    ExprPtr shown = core::make(ExprOp::int_cast, core::int_type(value->type.bits, true), {value});
    check(Undef::loose_argument,
          core::make(ExprOp::log_or, core::boolean_type(),
                     {predicate(ExprOp::ne, {read(behind(8)), other}),
                      predicate(ExprOp::le, {core::constant(0, shown->type), shown})}),
          found.text);
  }
  uint64_t bytes = (size_of(type) + kHead - 1) / kHead * kHead;
  store(next, {behind(kHead + bytes), std::nullopt, nullptr}, false);
  return found;
}

}  // namespace fencepost::frontend

// Operators (C11 6.5) with their undefined cases as checks, and the sequencing of assignments.
#include <fmt/format.h>

#include <algorithm>

#include "core/evaluation_order.h"
#include "core/walk.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::TypeKind;
using core::Undef;

namespace {

ExprPtr compare(ExprOp op, ExprPtr a, ExprPtr b) {
  return core::make(op, core::boolean_type(), {std::move(a), std::move(b)});
}

core::Bits signed_min(const core::Type& type) { return core::Bits{1} << (type.bits - 1); }
core::Bits all_ones(const core::Type& type) {
  return type.bits >= 128 ? ~core::Bits{0} : (core::Bits{1} << type.bits) - 1;
}

ExprPtr excused(ExprPtr condition, ExprPtr excuse) {
  if (core::is_constant(excuse) && !excuse->value) return condition;
  return core::make(ExprOp::log_or, core::boolean_type(), {std::move(excuse), std::move(condition)});
}

// The expression with bound registers replaced by the expressions that they stand for.
ExprPtr spelt_out(const ExprPtr& expr, const std::map<core::Reg, ExprPtr>& bound) {
  if (expr->op == ExprOp::reg) {
    auto known = bound.find(expr->reg);
    return known == bound.end() ? expr : known->second;
  }
  if (expr->args.empty()) return expr;
  auto result = std::make_shared<core::Expr>(*expr);
  for (ExprPtr& arg : result->args) arg = spelt_out(arg, bound);
  return result;
}

bool reads(const core::Block& block) {
  bool found = false;
  core::for_each_stmt(block,
                      [&](const core::Stmt& stmt) { found = found || std::holds_alternative<core::Load>(stmt.kind); });
  return found;
}

}  // namespace

// Negations of lt/le are right for integers and pointers; floats need care with NaN, so > and >= swap instead.
ExprPtr Elaborator::relation(clang::BinaryOperatorKind op, ExprPtr a, ExprPtr b) {
  switch (op) {
    case clang::BO_LT:
      return compare(ExprOp::lt, a, b);
    case clang::BO_GT:
      return compare(ExprOp::lt, b, a);
    case clang::BO_LE:
      return compare(ExprOp::le, a, b);
    case clang::BO_GE:
      return compare(ExprOp::le, b, a);
    case clang::BO_EQ:
      return compare(ExprOp::eq, a, b);
    default:
      return compare(ExprOp::ne, a, b);
  }
}

void Elaborator::unsequenced(std::vector<std::function<void()>> strands) {
  SourcePos pos = build_.pos();
  std::vector<core::Block> blocks;
  bool effects = false;
  for (auto& strand : strands) {
    build_.at(pos);
    ++strands_;
    core::Block block = build_.capture(strand);
    --strands_;
    if (block.empty()) continue;
    effects = effects || !core::only_reads(block);
    blocks.push_back(std::move(block));
  }
  build_.at(pos);
  auto emit = [&] {
    // Strands that only read are kept, since other threads may change what they read; core/evaluation_order.h drops
    // them if there are none.
    if (blocks.size() > 1 && (effects || std::count_if(blocks.begin(), blocks.end(), reads) > 1)) {
      build_.emit(core::Unseq{std::move(blocks)});
      return;
    }
    for (core::Block& block : blocks) build_.append(std::move(block));
  };
  if (strands_ == 0)
    with_later_padding(emit);
  else
    emit();
}

// With --uninit unspecified, arithmetic on an unspecified value yields an unspecified value rather than an overflow,
// as in Cerberus. If only the check of uninitialised values is off, they are treated like other values.
ExprPtr Elaborator::unspecified_operand(std::vector<Value> values) {
  ExprPtr any = core::truth(false);
  if (!program_.options.unspecified_varies) return any;
  for (const Value& value : values) {
    if (!value.unspecified_if) continue;
    core::Type type = build_.function().regs[core::index(*value.unspecified_if)].type;
    ExprPtr specified =
        core::make(ExprOp::specified, core::boolean_type(), {core::reg_expr(*value.unspecified_if, type)});
    any = core::make(ExprOp::log_or, core::boolean_type(), {any, core::log_not(specified)});
  }
  return any;
}

Value Elaborator::arithmetic(clang::BinaryOperatorKind op, Value left, Value right, clang::QualType type,
                             clang::QualType right_type, const Expr* where) {
  ExprPtr a = use(left, "operand");
  ExprPtr b = use(right, "operand");
  ExprPtr excuse = unspecified_operand({left, right});
  auto fits = [&](ExprOp op_fits) { return excused(compare(op_fits, a, b), excuse); };
  core::Type t = type_of(type);
  bool is_float = t.kind == TypeKind::floating;
  bool is_signed = t.kind == TypeKind::integer && t.is_signed;
  auto result = [&](ExprOp core_op) -> Value {
    return {build_.bind(core::make(core_op, t, {a, b})), std::nullopt, nullptr};
  };
  std::string text = where ? text_of(where) : std::string{};
  switch (op) {
    case clang::BO_Add:
      if (is_signed) check(Undef::signed_overflow, fits(ExprOp::add_fits), text);
      return result(ExprOp::add);
    case clang::BO_Sub:
      if (is_signed) check(Undef::signed_overflow, fits(ExprOp::sub_fits), text);
      return result(ExprOp::sub);
    case clang::BO_Mul:
      if (is_signed) check(Undef::signed_overflow, fits(ExprOp::mul_fits), text);
      return result(ExprOp::mul);
    case clang::BO_Div:
    case clang::BO_Rem: {
      ExprPtr nonzero = compare(ExprOp::ne, b, core::constant(0, t));
      check(is_float ? Undef::float_div_zero : Undef::div_zero, nonzero, text);
      if (is_signed)
        check(Undef::signed_overflow,
              core::make(ExprOp::log_or, core::boolean_type(),
                         {compare(ExprOp::ne, a, core::constant(signed_min(t), t)),
                          compare(ExprOp::ne, b, core::constant(all_ones(t), t))}),
              text);
      return result(op == clang::BO_Div ? ExprOp::div : ExprOp::rem);
    }
    case clang::BO_Shl:
    case clang::BO_Shr: {
      core::Type count_type = type_of(right_type);
      ExprPtr in_range = compare(ExprOp::lt, b, core::constant(t.bits, count_type));
      if (count_type.bits < 8 && t.bits >= (1u << count_type.bits)) in_range = core::truth(true);
      if (count_type.is_signed)
        in_range = core::log_and(core::log_not(compare(ExprOp::lt, b, core::constant(0, count_type))), in_range);
      check(Undef::shift, in_range, text);
      if (op == clang::BO_Shl && is_signed) {
        // E1 * 2^E2 must be representable: E1 in [0, MAX >> E2].
        ExprPtr most = core::make(ExprOp::shr, t, {core::constant(signed_min(t) - 1, t), b});
        check(Undef::shift,
              core::log_and(core::log_not(compare(ExprOp::lt, a, core::constant(0, t))), compare(ExprOp::le, a, most)),
              text);
        // Asked for overflows alone (SV-COMP's property): E1 * 2^E2 does not fit. The check above implies that it does.
        ExprPtr least = core::make(ExprOp::shr, t, {core::constant(signed_min(t), t), b});
        ExprPtr no_overflow = core::log_and(compare(ExprOp::le, least, a), compare(ExprOp::le, a, most));
        no_overflow = core::make(ExprOp::log_or, core::boolean_type(), {core::log_not(in_range), no_overflow});
        if (!checks(Undef::shift)) check(Undef::signed_overflow, excused(no_overflow, excuse), text);
      }
      return result(op == clang::BO_Shl ? ExprOp::shl : ExprOp::shr);
    }
    case clang::BO_And:
      return result(ExprOp::bit_and);
    case clang::BO_Or:
      return result(ExprOp::bit_or);
    case clang::BO_Xor:
      return result(ExprOp::bit_xor);
    default:
      break;
  }
  build_.emit(core::Unsupported{fmt::format("the operator `{}`", clang::BinaryOperator::getOpcodeStr(op).str())});
  return {core::constant(0, t), std::nullopt, nullptr};
}

Value Elaborator::pointer_add(Value value, ExprPtr index, clang::QualType pointee, bool negate) {
  ExprPtr root = value.root ? value.root : value.expr;
  ExprPtr base = use(value, "pointer");
  stop_at_label(base, pointee);
  uint64_t size = context_.getAsVariableArrayType(pointee) ? 0 : size_of(pointee);
  // A product that cannot leave 46 bits never wraps; larger ones are undefined whatever the object (6.5.6p8).
  ExprPtr wide = to_offset(index);
  if (index->type.bits >= 64 || size == 0 || size > (1u << 14)) {
    core::SignedBits most = core::SignedBits{1} << (program_.program.pointer_bytes == 8 ? 40 : 31);
    ExprPtr high = core::constant(static_cast<core::Bits>(most - 1), offset_type());
    ExprPtr low = core::constant(static_cast<core::Bits>(-most), offset_type());
    check(Undef::ptr_overflow, core::log_and(compare(ExprOp::le, low, wide), compare(ExprOp::le, wide, high)));
  }
  ExprPtr bytes = scaled(wide, pointee);
  if (negate) bytes = build_.bind(core::make(ExprOp::neg, offset_type(), {bytes}));
  ExprPtr moved = build_.bind(core::make(ExprOp::ptr_add, pointer(), {base, bytes}));
  check(Undef::ptr_arith, core::make(ExprOp::ptr_in_or_past, core::boolean_type(), {moved}));
  // Pointers to characters may move by offsets of members (container_of); their use is checked instead.
  if (!pointee->isAnyCharacterType() && !pointee->isVoidType())
    check(Undef::sub_object,
          core::make(ExprOp::ptr_in_view, core::boolean_type(), {moved, core::constant(0, size_type())}));
  return {moved, std::nullopt, root};
}

Value Elaborator::pointer_subtract(Value left, Value right, clang::QualType pointee, clang::QualType result) {
  ExprPtr a = use(left, "pointer");
  ExprPtr b = use(right, "pointer");
  auto alive = [&](ExprPtr p) { return core::make(ExprOp::ptr_alive, core::boolean_type(), {p}); };
  auto heap = [&](ExprPtr p) { return core::make(ExprOp::ptr_is_heap, core::boolean_type(), {p}); };
  for (const ExprPtr& p : {a, b}) {
    stop_at_label(p, pointee);
    check(Undef::use_after_free, core::make(ExprOp::log_or, core::boolean_type(), {alive(p), core::log_not(heap(p))}));
    check(Undef::use_after_scope, core::make(ExprOp::log_or, core::boolean_type(), {alive(p), heap(p)}));
  }
  check(Undef::ptr_subtract, compare(ExprOp::ptr_same_object, a, b));
  core::Type t = type_of(result);
  ExprPtr bytes = build_.bind(core::make(ExprOp::ptr_diff, t, {a, b}));
  // Elements of one array: each could move to where the other is. Characters go by the offsets of members.
  if (checks(Undef::sub_object) && !pointee->isAnyCharacterType() && !pointee->isVoidType()) {
    auto reaches = [&](const ExprPtr& from, const ExprPtr& by) {
      ExprPtr there = build_.bind(core::make(ExprOp::ptr_add, pointer(), {from, by}));
      return core::make(ExprOp::ptr_in_view, core::boolean_type(), {there, core::constant(0, size_type())});
    };
    ExprPtr forth = to_offset(bytes), back = build_.bind(core::make(ExprOp::neg, offset_type(), {forth}));
    check(Undef::sub_object, core::log_and(reaches(a, back), reaches(b, forth)));
  }
  ExprPtr size = core::make(ExprOp::int_cast, t, {size_expr(pointee)});
  if (core::is_constant(size) && size->value <= 1) return {bytes, std::nullopt, nullptr};
  return {build_.bind(core::make(ExprOp::div, t, {bytes, size})), std::nullopt, nullptr};
}

// The value of a pointer becomes indeterminate when its object dies (C11 6.2.4p2). As with other such values only its use is
// checked, not that it is copied: in arithmetic, a decision, a number, a call, a comparison, also of a compare-exchange
// (7.17.7.4p2).
void Elaborator::check_dangling(const ExprPtr& pointer) {
  if (pointer && pointer->type.kind == TypeKind::pointer && !is_library_)
    check(Undef::dangling_value, core::make(ExprOp::ptr_alive, core::boolean_type(), {pointer}));
}

Value Elaborator::pointer_compare(clang::BinaryOperatorKind op, const Expr* left_expr, Value left,
                                  const Expr* right_expr, Value right) {
  clang::QualType int_type = context_.IntTy;
  ExprPtr a = use(left, "pointer");
  ExprPtr b = use(right, "pointer");
  bool equality = op == clang::BO_EQ || op == clang::BO_NE;
  check_dangling(a);
  check_dangling(b);
  if (!equality) {
    check(Undef::ptr_compare, compare(ExprOp::ptr_same_object, a, b));
    return bool_value(relation(op, a, b), int_type);
  }
  ExprPtr equal = compare(ExprOp::eq, a, b);
  if (!core::is_constant(a) && !core::is_constant(b)) note_identity(left_expr->getType());
  bool function = left_expr->getType()->isFunctionPointerType() || right_expr->getType()->isFunctionPointerType();
  if (!core::is_constant(a) && !core::is_constant(b) && !function && !is_library_) {
    // One past the end of one object against the start of another: unspecified (6.5.9p6, DR 260).
    core::Reg reg = build_.fresh(core::boolean_type());
    build_.emit(core::Choose{reg, core::boolean_type()}, "adjacent objects compare equal");
    ExprPtr either = core::log_and(core::reg_expr(reg, core::boolean_type()), compare(ExprOp::ptr_adjacent, a, b));
    equal = core::make(ExprOp::log_or, core::boolean_type(), {equal, either});
  }
  return bool_value(op == clang::BO_EQ ? equal : core::log_not(equal), int_type);
}

Value Elaborator::binary(const clang::BinaryOperator* op) {
  if (op->isAssignmentOp() && !op->isCompoundAssignmentOp()) return assign(op, true);
  if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(op)) return compound_assign(compound);
  if (op->isLogicalOp()) return short_circuit(op);
  if (op->getOpcode() == clang::BO_Comma) {
    effect(op->getLHS());
    build_.emit(core::SeqPoint{});
    return rvalue(op->getRHS());
  }
  const Expr *left_expr = op->getLHS(), *right_expr = op->getRHS();
  clang::QualType left_type = left_expr->getType(), right_type = right_expr->getType();
  if (!is_scalar(left_type) || !is_scalar(right_type))
    return unsupported_value(op, fmt::format("`{}` on {}", op->getOpcodeStr().str(), left_type.getAsString()));
  Value left, right;
  at(op);
  unsequenced({[&] { left = rvalue(left_expr); }, [&] { right = rvalue(right_expr); }});
  at(op);
  bool left_pointer = left_type->isAnyPointerType(), right_pointer = right_type->isAnyPointerType();
  if (op->isComparisonOp()) {
    if (left_pointer || right_pointer) {
      if (!left_pointer) left = convert(left, left_type, right_type);
      if (!right_pointer) right = convert(right, right_type, left_type);
      return pointer_compare(op->getOpcode(), left_expr, left, right_expr, right);
    }
    ExprPtr a = use(left, "operand"), b = use(right, "operand");
    return bool_value(relation(op->getOpcode(), a, b), op->getType());
  }
  auto is_label = [](const Expr* expr) { return llvm::isa<clang::AddrLabelExpr>(expr->IgnoreParenCasts()); };
  if ((left_pointer && is_label(left_expr)) || (right_pointer && is_label(right_expr)))
    return unsupported_value(op, "arithmetic with the address of a label");
  if (left_pointer && right_pointer) return pointer_subtract(left, right, left_type->getPointeeType(), op->getType());
  check_dangling(left_pointer ? left.expr : right.expr);
  if (left_pointer)
    return pointer_add(left, use(right, "operand"), left_type->getPointeeType(), op->getOpcode() == clang::BO_Sub);
  if (right_pointer) return pointer_add(right, use(left, "operand"), right_type->getPointeeType(), false);
  return arithmetic(op->getOpcode(), left, right, op->getType(), right_type, op);
}

Value Elaborator::unary(const clang::UnaryOperator* op) {
  const Expr* inner = op->getSubExpr();
  switch (op->getOpcode()) {
    case clang::UO_AddrOf: {
      // &*p is p, without the dereference (6.5.3.2p3).
      Lvalue target = lvalue(inner);
      return address_of(target);
    }
    case clang::UO_Plus:
    case clang::UO_Extension: {
      Value value = rvalue(inner);
      if (op->getOpcode() == clang::UO_Plus && value.expr) return {use(value, "operand"), std::nullopt, nullptr};
      return value;
    }
    case clang::UO_Minus: {
      Value value = rvalue(inner);
      at(op);
      ExprPtr a = use(value, "operand");
      core::Type t = type_of(op->getType());
      if (t.kind == TypeKind::integer && t.is_signed)
        check(Undef::signed_overflow,
              excused(compare(ExprOp::ne, a, core::constant(signed_min(t), t)), unspecified_operand({value})),
              text_of(op));
      return {build_.bind(core::make(ExprOp::neg, t, {a})), std::nullopt, nullptr};
    }
    case clang::UO_Not: {
      Value value = rvalue(inner);
      at(op);
      return {build_.bind(core::make(ExprOp::bit_not, type_of(op->getType()), {use(value, "operand")})), std::nullopt,
              nullptr};
    }
    case clang::UO_LNot: {
      if (!is_scalar(inner->getType())) return unsupported_value(op, "`!` on " + inner->getType().getAsString());
      Value value = rvalue(inner);
      at(op);
      return bool_value(core::log_not(truth_of(value, inner->getType())), op->getType());
    }
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec:
      return increment(op);
    default:
      return unsupported_value(
          op, fmt::format("the operator `{}`", clang::UnaryOperator::getOpcodeStr(op->getOpcode()).str()));
  }
}

// The value of an assignment is that of the left operand afterwards, but it is not read again (C11 6.5.16p3): of a struct or
// union whose value is used, it is what was read on the right, kept in a temporary.
Value Elaborator::assign(const clang::BinaryOperator* op, bool is_used) {
  Lvalue target;
  if (!is_scalar(op->getType())) {
    ExprPtr source;
    unsequenced({[&] { target = lvalue(op->getLHS()); }, [&] { source = aggregate(op->getRHS()); }});
    at(op);
    Lvalue read;
    read.ptr = source;
    check_apart(op, target, read);
    if (is_used) {
      Lvalue kept;
      kept.type = op->getType().getAtomicUnqualifiedType();
      kept.ptr = temporary(kept.type, "value");
      copy(kept, source, false);
      source = kept.ptr;
    }
    if (target.type->isAtomicType())
      store_record(target, source, op);
    else
      copy(target, source, true);
    return {source, std::nullopt, nullptr};
  }
  Value value;
  unsequenced({[&] { target = lvalue(op->getLHS()); }, [&] { value = rvalue(op->getRHS()); }});
  at(op);
  check_apart(op, target, read_from_);
  return store(target, value, true);
}

Value Elaborator::compound_assign(const clang::CompoundAssignOperator* op) {
  clang::QualType type = op->getLHS()->getType();
  clang::QualType right_type = op->getRHS()->getType();
  if (!is_scalar(type) || !is_scalar(right_type) || right_type->isAnyPointerType())
    return unsupported_value(
        op, fmt::format("`{}` on {} and {}", op->getOpcodeStr().str(), type.getAsString(), right_type.getAsString()));
  clang::BinaryOperatorKind kind = clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode());
  Lvalue target;
  Value old, right;
  bool atomic = type->isAtomicType();
  unsequenced({[&] {
                 target = lvalue(op->getLHS());
                 at(op);
                 if (!atomic) old = load(target);
               },
               [&] { right = rvalue(op->getRHS()); }});
  at(op);
  clang::QualType value_type = type.getAtomicUnqualifiedType();
  auto next = [&](Value before) {
    check_dangling(before.expr);
    if (value_type->isAnyPointerType())
      return pointer_add(before, use(right, "operand"), value_type->getPointeeType(), kind == clang::BO_Sub);
    Value wide = convert(before, value_type, op->getComputationLHSType().getAtomicUnqualifiedType());
    clang::QualType result = op->getComputationResultType().getAtomicUnqualifiedType();
    return convert(arithmetic(kind, wide, right, result, right_type, op), result, value_type);
  };
  if (atomic) return update(target, next).after;
  Value result = next(old);
  at(op);
  return store(target, result, true);
}

Value Elaborator::increment(const clang::UnaryOperator* op) {
  const Expr* inner = op->getSubExpr();
  clang::QualType type = inner->getType();
  if (!is_scalar(type)) return unsupported_value(op, fmt::format("an increment of {}", type.getAsString()));
  Lvalue target = lvalue(inner);
  at(op);
  core::Type t = type_of(type);
  clang::BinaryOperatorKind kind = op->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  clang::QualType value_type = type.getAtomicUnqualifiedType();
  auto next = [&](Value before) -> Value {
    check_dangling(before.expr);
    if (value_type->isAnyPointerType())
      return pointer_add(before, core::constant(1, core::int_type(32, true)), value_type->getPointeeType(),
                         op->isDecrementOp());
    if (t.kind == TypeKind::floating) {
      ExprPtr one = core::make(ExprOp::int_to_float, t, {core::constant(1, core::int_type(32, true))});
      return arithmetic(kind, before, {one, std::nullopt, nullptr}, value_type, value_type, op);
    }
    // The operand is promoted, 1 added, and the result converted back (6.5.2.4p2, 6.5.3.1p2).
    clang::QualType wide = value_type;
    if (context_.isPromotableIntegerType(value_type)) wide = context_.getPromotedIntegerType(value_type);
    ExprPtr one = core::constant(1, type_of(wide));
    Value sum = arithmetic(kind, convert(before, value_type, wide), {one, std::nullopt, nullptr}, wide, wide, op);
    return convert(sum, wide, value_type);
  };
  if (type->isAtomicType()) {
    Update done = update(target, next);
    return op->isPrefix() ? done.after : done.before;
  }
  Value old = load(target);
  Value before{old.expr, std::nullopt, old.root};
  Value stored = store(target, next(old), true);
  return op->isPrefix() ? stored : before;
}

// E1 op= E2, ++ and -- of an atomic object: one update, seq_cst, whose arithmetic is that of the operator (C11 6.5.16.2p3 and
// its footnote: a loop around a compare-exchange), so that signed overflow is undefined as elsewhere; silent wrap-around is
// for the generic functions alone (7.17.7.5p3). What is written is a function of what is read; whether that was defined is
// checked when it is known.
Elaborator::Update Elaborator::update(const Lvalue& target, const std::function<Value(Value)>& next) {
  core::Type type = type_of(target.type);
  check_access(target, core::constant(type.bytes, size_type()),
               static_cast<uint64_t>(context_.getTypeAlignInChars(target.type).getQuantity()), true);
  core::Reg reg = build_.fresh(type);
  Value before{what_was_read(reg, target.type.getAtomicUnqualifiedType()), reg, nullptr}, after;
  core::Block block = build_.capture([&] { after = next(before); });
  std::map<core::Reg, ExprPtr> bound;
  for (const core::Stmt& stmt : block) {
    if (const auto* let = std::get_if<core::Let>(&stmt.kind))
      bound[let->reg] = spelt_out(let->value, bound);
    else if (!std::holds_alternative<core::Check>(stmt.kind))
      build_.emit(core::Unsupported{"this update of an atomic object"});
  }
  build_.emit(core::Rmw{reg, target.ptr, type, nullptr, spelt_out(after.expr, bound), core::MemoryOrder::seq_cst},
              target.text);
  build_.append(std::move(block));
  return {{before.expr, std::nullopt, nullptr}, {after.expr, std::nullopt, nullptr}};
}

}  // namespace fencepost::frontend

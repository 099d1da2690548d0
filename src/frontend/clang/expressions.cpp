// Expressions: dispatch, sequence points (C11 6.5.13-17), aggregates, literals.
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/evaluation_order.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

core::Bits bits_of(const llvm::APInt& value) {
  core::Bits bits = value.getRawData()[0];
  if (value.getNumWords() > 1) bits |= core::Bits{value.getRawData()[1]} << 64;
  return bits;
}

bool has_pending_store(const core::Block& block) {
  for (const core::Stmt& stmt : block) {
    if (const auto* store = std::get_if<core::Store>(&stmt.kind); store && store->negative) return true;
    if (const auto* copy = std::get_if<core::Copy>(&stmt.kind); copy && copy->negative) return true;
    if (std::holds_alternative<core::If>(stmt.kind)) return true;
    if (const auto* unseq = std::get_if<core::Unseq>(&stmt.kind);
        unseq && !std::all_of(unseq->strands.begin(), unseq->strands.end(), core::only_reads))
      return true;
  }
  return false;
}

}  // namespace

Value Elaborator::rvalue(const Expr* expr) {
  expr = expr->IgnoreParens();
  at(expr);
  clang::QualType value_type = expr->getType();
  if (!is_scalar(value_type) && !value_type->isVoidType()) {
    if (value_type->isRecordType() || is_vector(value_type)) return {aggregate(expr), std::nullopt, nullptr};
    return unsupported_value(expr, fmt::format("a value of type {}", value_type.getAsString()));
  }
  // Literals and folded constants, as long as they have no undefined subexpression (Clang refuses to fold those).
  if (const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(expr))
    return {core::constant(bits_of(literal->getValue()), type_of(expr->getType())), std::nullopt, nullptr};
  if (const auto* literal = llvm::dyn_cast<clang::CharacterLiteral>(expr))
    return {core::constant(
                static_cast<core::Bits>(static_cast<core::SignedBits>(static_cast<int32_t>(literal->getValue()))),
                type_of(expr->getType())),
            std::nullopt, nullptr};
  if (const auto* literal = llvm::dyn_cast<clang::FloatingLiteral>(expr))
    return {core::constant(bits_of(literal->getValue().bitcastToAPInt()), type_of(expr->getType())), std::nullopt,
            nullptr};
  if (const auto* cast_expr = llvm::dyn_cast<clang::CastExpr>(expr)) return cast(cast_expr);
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expr)) return binary(op);
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expr)) return unary(op);
  if (const auto* op = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr)) return conditional(op);
  if (const auto* call_expr = llvm::dyn_cast<clang::CallExpr>(expr)) {
    Value value = call(call_expr);
    if (value.may_be_missing && value.unspecified_if) {
      at(expr);
      check(core::Undef::missing_return, core::make(ExprOp::specified, core::boolean_type(), {value.expr}),
            text_of(call_expr->getCallee()));
    }
    return value;
  }
  if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(expr))
    if (const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(ref->getDecl()))
      return {core::constant(bits_of(enumerator->getInitVal()), type_of(expr->getType())), std::nullopt, nullptr};
  if (llvm::isa<clang::MemberExpr>(expr) && is_scalar(expr->getType())) return load(lvalue(expr));  // f().x
  if (const auto* size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expr)) {
    if (size->getKind() == clang::UETT_SizeOf && context_.getAsVariableArrayType(size->getTypeOfArgument())) {
      // The operand is evaluated (C11 6.5.3.4p2).
      if (size->isArgumentType())
        fix_array_sizes(size->getArgumentType());
      else
        lvalue(size->getArgumentExpr());
      return {size_expr(size->getTypeOfArgument()), std::nullopt, nullptr};
    }
    clang::Expr::EvalResult result;
    if (expr->EvaluateAsInt(result, context_))
      return {core::constant(bits_of(result.Val.getInt()), type_of(expr->getType())), std::nullopt, nullptr};
  }
  if (const auto* offset = llvm::dyn_cast<clang::OffsetOfExpr>(expr)) {
    clang::Expr::EvalResult result;
    if (offset->EvaluateAsInt(result, context_))
      return {core::constant(bits_of(result.Val.getInt()), type_of(expr->getType())), std::nullopt, nullptr};
    // A subscript that is no constant, as compilers take it.
    ExprPtr sum = core::constant(0, offset_type());
    clang::QualType type = offset->getTypeSourceInfo()->getType();
    bool is_known = true;
    for (unsigned i = 0; i < offset->getNumComponents(); ++i) {
      const clang::OffsetOfNode& part = offset->getComponent(i);
      ExprPtr more;
      if (const auto* array = context_.getAsArrayType(type); array && part.getKind() == clang::OffsetOfNode::Array) {
        type = array->getElementType();
        more = scaled(use(rvalue(offset->getIndexExpr(part.getArrayExprIndex())), "subscript"), type);
      } else if (part.getKind() == clang::OffsetOfNode::Field && !part.getField()->isBitField()) {
        const clang::FieldDecl* field = part.getField();
        const uint64_t bits = context_.getASTRecordLayout(field->getParent()).getFieldOffset(field->getFieldIndex());
        more = core::constant(bits / 8, offset_type());
        type = field->getType();
      }
      is_known = is_known && more && !type->isVariableArrayType();
      if (is_known) sum = build_.bind(core::make(ExprOp::add, offset_type(), {sum, more}));
    }
    if (is_known)
      return {build_.bind(core::make(ExprOp::int_cast, type_of(expr->getType()), {sum})), std::nullopt, nullptr};
  }
  if (llvm::isa<clang::TypeTraitExpr>(expr)) {
    clang::Expr::EvalResult result;
    if (expr->EvaluateAsInt(result, context_))
      return {core::constant(bits_of(result.Val.getInt()), type_of(expr->getType())), std::nullopt, nullptr};
  }
  if (llvm::isa<clang::CXXNullPtrLiteralExpr>(expr)) return {core::constant(0, pointer()), std::nullopt, nullptr};
  if (const auto* constant_expr = llvm::dyn_cast<clang::ConstantExpr>(expr)) return rvalue(constant_expr->getSubExpr());
  if (const auto* statement_expr = llvm::dyn_cast<clang::StmtExpr>(expr)) return statement_expression(statement_expr);
  if (const auto* atomic_expr = llvm::dyn_cast<clang::AtomicExpr>(expr)) return atomic(atomic_expr);
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(expr)) return rvalue(choice->getChosenSubExpr());
  if (const auto* generic = llvm::dyn_cast<clang::GenericSelectionExpr>(expr)) return rvalue(generic->getResultExpr());
  if (llvm::isa<clang::ImplicitValueInitExpr>(expr))
    return {core::constant(0, type_of(expr->getType())), std::nullopt, nullptr};
  if (llvm::isa<clang::GNUNullExpr>(expr)) return {core::constant(0, pointer()), std::nullopt, nullptr};
  if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(expr)) {
    if (auto it = opaque_.find(opaque); it != opaque_.end()) return it->second;
    if (opaque->getSourceExpr()) return rvalue(opaque->getSourceExpr());
  }
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expr); list && is_scalar(expr->getType())) {
    if (list->getNumInits() == 1) return rvalue(list->getInit(0));  // int x = {5};
    return {core::constant(0, type_of(expr->getType())), std::nullopt, nullptr};
  }
  if (const auto* next = llvm::dyn_cast<clang::VAArgExpr>(expr)) return load(next_argument(next));
  if (const auto* label = llvm::dyn_cast<clang::AddrLabelExpr>(expr)) return label_address(label);
  return unsupported_value(
      expr, fmt::format("this expression ({}) of type {}", expr->getStmtClassName(), expr->getType().getAsString()));
}

// C11 6.2.4p8: it lives until the end of the full expression, and must not be modified. Made where that begins, it is there
// on every path through it.
ExprPtr Elaborator::temporary(clang::QualType type, std::string name) {
  auto align = static_cast<uint32_t>(context_.getTypeAlignInChars(type).getQuantity());
  return temporary(core::constant(size_of(type), size_type()), align, std::move(name));
}

ExprPtr Elaborator::temporary(ExprPtr bytes, uint32_t align, std::string name) {
  core::Reg reg = build_.fresh(pointer(), name);
  core::Alloc made{reg, std::move(bytes), align, core::Storage::temporary, false, true, name};
  if (wholes_.empty())
    build_.emit(std::move(made));
  else
    wholes_.back()->temporaries.push_back({std::move(made), build_.pos(), {}});
  return core::reg_expr(reg, pointer());
}

ExprPtr Elaborator::aggregate(const Expr* expr) {
  expr = expr->IgnoreParens();
  at(expr);
  if (is_vector(expr->getType()))
    if (ExprPtr value = vector_value(expr)) return value;
  if (const auto* cast_expr = llvm::dyn_cast<clang::CastExpr>(expr)) {
    switch (cast_expr->getCastKind()) {
      case clang::CK_LValueToRValue: {
        Lvalue from = lvalue(cast_expr->getSubExpr());
        at(expr);
        if (from.type->isAtomicType()) return load_record(from, expr);
        check_access(from, size_expr(from.type),
                     static_cast<uint64_t>(context_.getTypeAlignInChars(from.type).getQuantity()), false);
        return from.type.isVolatileQualified() ? read_volatile(from) : from.ptr;
      }
      case clang::CK_NoOp:
      case clang::CK_NonAtomicToAtomic:
      case clang::CK_AtomicToNonAtomic:
        return aggregate(cast_expr->getSubExpr());
      case clang::CK_ToUnion: {
        ExprPtr object = temporary(expr->getType(), "union");
        Lvalue target;
        target.ptr = object;
        target.type = cast_expr->getSubExpr()->getType();
        initialise(target, cast_expr->getSubExpr(), false);
        return object;
      }
      default:
        break;
    }
  }
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (op->getOpcode() == clang::BO_Assign) return assign(op, true).expr;
    if (op->getOpcode() == clang::BO_Comma) {
      effect(op->getLHS());
      build_.emit(core::SeqPoint{});
      return aggregate(op->getRHS());
    }
  }
  if (const auto* call_expr = llvm::dyn_cast<clang::CallExpr>(expr)) {
    ExprPtr object = temporary(expr->getType(), "result");
    call(call_expr, object);
    return object;
  }
  if (const auto* next = llvm::dyn_cast<clang::VAArgExpr>(expr)) return next_argument(next).ptr;
  if (const auto* operation = llvm::dyn_cast<clang::AtomicExpr>(expr)) return atomic(operation).expr;
  if (const auto* op = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr)) return conditional(op).expr;
  if (const auto* statement_expr = llvm::dyn_cast<clang::StmtExpr>(expr))
    return statement_expression(statement_expr).expr;
  // What an argument of a transparent union becomes has the form of a literal, but is no object.
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expr); literal && literal->isPRValue())
    return aggregate(literal->getInitializer());
  if (llvm::isa<clang::InitListExpr>(expr) || llvm::isa<clang::ImplicitValueInitExpr>(expr)) {
    Lvalue target;
    target.ptr = temporary(expr->getType(), "value");
    target.type = expr->getType();
    initialise(target, expr, false);
    return target.ptr;
  }
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(expr)) return aggregate(choice->getChosenSubExpr());
  if (const auto* generic = llvm::dyn_cast<clang::GenericSelectionExpr>(expr))
    return aggregate(generic->getResultExpr());
  if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(expr); opaque && opaque->getSourceExpr())
    return aggregate(opaque->getSourceExpr());
  if (expr->isLValue()) return lvalue(expr).ptr;
  unsupported(expr, fmt::format("this value of type {}", expr->getType().getAsString()));
  return core::constant(0, pointer());
}

void Elaborator::effect(const Expr* expr) {
  expr = expr->IgnoreParens();
  if (const auto* cast_expr = llvm::dyn_cast<clang::CastExpr>(expr);
      cast_expr && cast_expr->getCastKind() == clang::CK_ToVoid)
    return effect(cast_expr->getSubExpr());
  if (const auto* call_expr = llvm::dyn_cast<clang::CallExpr>(expr); call_expr && !expr->getType()->isRecordType()) {
    call(call_expr);  // the value is not used, so it may be missing
    return;
  }
  if (expr->getType()->isVoidType() || is_scalar(expr->getType())) {
    if (expr->isLValue() && !expr->getType()->isVoidType())
      lvalue(expr);
    else
      rvalue(expr);
  } else if (expr->getType()->isRecordType() || (is_vector(expr->getType()) && !expr->isLValue())) {
    if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expr); op && op->getOpcode() == clang::BO_Assign)
      assign(op, false);
    else
      aggregate(expr);
  } else if (expr->isLValue() || expr->getType()->isFunctionType()) {
    lvalue(expr);
  } else {
    rvalue(expr);  // which stops: no such value is supported
  }
}

void Elaborator::end_full_expression() { build_.emit(core::SeqPoint{}); }

void Elaborator::whole(const std::function<void()>& body) {
  Whole here{scope_, {}};
  wholes_.push_back(&here);
  core::Block block = build_.capture(body);
  wholes_.pop_back();
  if (here.is_left && !here.temporaries.empty())
    build_.emit(core::Unsupported{"a jump out of an expression with temporary objects"});
  bool pending = has_pending_store(block);
  core::Block ends;
  for (const core::Stmt& made : here.temporaries)
    ends.push_back({core::Kill{core::reg_expr(std::get<core::Alloc>(made.kind).reg, pointer())}, build_.pos(), {}});
  build_.append(std::move(here.temporaries));
  build_.append(std::move(block));
  if (pending) end_full_expression();
  build_.append(std::move(ends));
}

void Elaborator::full_expression(const Expr* expr) {
  whole([&] { effect(expr); });
}

ExprPtr Elaborator::full_condition(const Expr* expr) {
  ExprPtr truth;
  whole([&] { truth = condition(expr); });
  return truth;
}

ExprPtr Elaborator::condition(const Expr* expr) {
  ExprPtr truth;
  core::Block block = build_.capture([&] {
    Value value = rvalue(expr);
    at(expr);
    truth = build_.bind(truth_of(value, expr->getType()));
  });
  bool pending = has_pending_store(block);
  build_.append(std::move(block));
  if (pending) end_full_expression();
  return truth;
}

Value Elaborator::short_circuit(const clang::BinaryOperator* op) {
  bool is_and = op->getOpcode() == clang::BO_LAnd;
  ExprPtr left = condition(op->getLHS());
  ExprPtr right;
  core::Block block = build_.capture([&] {
    Value value = rvalue(op->getRHS());
    right = build_.bind(truth_of(value, op->getRHS()->getType()));
  });
  at(op);
  if (block.empty())
    return bool_value(core::make(is_and ? ExprOp::log_and : ExprOp::log_or, core::boolean_type(), {left, right}),
                      op->getType());
  core::Reg reg = build_.fresh(core::boolean_type());
  block.push_back({core::Let{reg, right}, build_.pos(), {}});
  core::Block other;
  other.push_back({core::Let{reg, core::truth(!is_and)}, build_.pos(), {}});
  if (is_and)
    build_.emit(core::If{left, std::move(block), std::move(other)});
  else
    build_.emit(core::If{left, std::move(other), std::move(block)});
  return bool_value(core::reg_expr(reg, core::boolean_type()), op->getType());
}

Value Elaborator::conditional(const clang::AbstractConditionalOperator* op) {
  const Expr *then_expr = op->getTrueExpr(), *else_expr = op->getFalseExpr();
  ExprPtr test;
  if (const auto* binary_op = llvm::dyn_cast<clang::BinaryConditionalOperator>(op)) {  // GNU a ?: b
    Value common = rvalue(binary_op->getCommon());
    opaque_[binary_op->getOpaqueValue()] = common;
    test = build_.bind(truth_of(rvalue(op->getCond()), op->getCond()->getType()));
    build_.emit(core::SeqPoint{});
  } else {
    test = condition(op->getCond());
  }
  clang::QualType type = op->getType();
  bool is_void = type->isVoidType();
  bool scalar = is_scalar(type);
  core::Type t = is_void ? core::boolean_type() : scalar ? type_of(type) : pointer();
  core::Reg reg = build_.fresh(t);
  Value values[2];
  core::Block blocks[2];
  const Expr* exprs[2] = {then_expr, else_expr};
  for (int i : {0, 1}) {
    blocks[i] = build_.capture([&] {
      if (is_void) return effect(exprs[i]);
      values[i] = scalar ? rvalue(exprs[i]) : Value{aggregate(exprs[i]), std::nullopt, nullptr};
    });
  }
  at(op);
  if (is_void) {
    if (!blocks[0].empty() || !blocks[1].empty())
      build_.emit(core::If{test, std::move(blocks[0]), std::move(blocks[1])});
    return {};
  }
  for (Value& value : values)
    if (!value.expr || (value.expr->type != t && value.expr->type.kind != t.kind)) value.expr = core::constant(0, t);
  bool may_be_unspecified = values[0].unspecified_if || values[1].unspecified_if;
  if (blocks[0].empty() && blocks[1].empty() && !may_be_unspecified)
    return {build_.bind(core::make(ExprOp::select, t, {test, values[0].expr, values[1].expr})), std::nullopt, nullptr};
  for (int i : {0, 1}) blocks[i].push_back({core::Let{reg, values[i].expr}, build_.pos(), {}});
  build_.emit(core::If{test, std::move(blocks[0]), std::move(blocks[1])});
  return {core::reg_expr(reg, t), may_be_unspecified ? std::optional(reg) : std::nullopt, nullptr};
}

Value Elaborator::statement_expression(const clang::StmtExpr* expr) {
  const clang::CompoundStmt* body = expr->getSubStmt();
  const Scope* scope = scopes_ ? scopes_->opened_by(body) : nullptr;
  if (!scope) return unsupported_value(expr, "a statement expression here");
  const Scope* outer = scope_;
  scope_ = scope;
  enter(scope);
  Value result;
  const clang::Stmt* last = body->body_empty() ? nullptr : body->body_back();
  for (const clang::Stmt* stmt : body->body()) {
    // The value of the last expression statement, labels before it or not (GNU).
    const auto* valued = llvm::dyn_cast<clang::ValueStmt>(stmt);
    const Expr* value = valued ? valued->getExprStmt() : nullptr;
    if (stmt == last && value && !expr->getType()->isVoidType()) {
      behind_labels(stmt);
      if (is_scalar(expr->getType())) {
        result = rvalue(value);
      } else {
        // The value outlives the block's objects.
        ExprPtr source = aggregate(value);
        Lvalue target;
        target.ptr = temporary(expr->getType(), "value");
        target.type = expr->getType();
        copy(target, source, false);
        result = {target.ptr, std::nullopt, nullptr};
      }
      build_.emit(core::SeqPoint{});
    } else {
      statement(stmt);
    }
  }
  close(outer);
  return result;
}

Value Elaborator::choose(clang::QualType type, std::string what) {
  core::Type t = type_of(type);
  if (t.kind == core::TypeKind::pointer) {
    core::Reg reg = build_.fresh(size_type());
    build_.emit(core::Choose{reg, size_type()}, what);
    return {build_.bind(core::make(ExprOp::int_to_ptr, pointer(), {core::reg_expr(reg, size_type())})), std::nullopt,
            nullptr};
  }
  core::Reg reg = build_.fresh(t);
  if (type->isBooleanType()) {
    core::Reg truth = build_.fresh(core::boolean_type());
    build_.emit(core::Choose{truth, core::boolean_type()}, what);
    build_.emit(core::Let{reg, core::make(ExprOp::bool_to_int, t, {core::reg_expr(truth, core::boolean_type())})});
  } else {
    build_.emit(core::Choose{reg, t}, what);
  }
  return {core::reg_expr(reg, t), std::nullopt, nullptr};
}

// Operations that can observe whether two string literals share storage; library functions only read them.
void Elaborator::note_identity(clang::QualType pointer) {
  if (is_library_ || !pointer->isPointerType()) return;
  clang::QualType to = pointer->getPointeeType();
  if (to->isVoidType() || to->isAnyCharacterType()) program_.observes_literal_addresses = true;
}

ExprPtr Elaborator::string_literal(const clang::StringLiteral* literal) {
  return core::global_expr(program_.linker.literal(literal, context_), pointer());
}

}  // namespace fencepost::frontend

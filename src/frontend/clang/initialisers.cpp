// Initialisers (C11 6.7.9): of automatic objects where their declaration is reached, of static storage in `init`.
#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include <algorithm>

#include "frontend/clang/compatible.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprPtr;

namespace {

// Does the block only compute and store values? When such stores happen can be observed only by reading the object
// itself.
bool is_constant_store(const core::Block& block) {
  return std::all_of(block.begin(), block.end(), [](const core::Stmt& stmt) {
    return std::holds_alternative<core::Let>(stmt.kind) || std::holds_alternative<core::Store>(stmt.kind);
  });
}

// `&__fencepost_here` of our headers.
bool names_this_object(const clang::Expr* init) {
  const auto* op = llvm::dyn_cast<clang::UnaryOperator>(init->IgnoreParenCasts());
  if (!op || op->getOpcode() != clang::UO_AddrOf) return false;
  const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(op->getSubExpr()->IgnoreParens());
  return ref && ref->getDecl()->getNameAsString() == "__fencepost_here";
}

// Does the list leave parts as they are?
bool updates_parts(const clang::InitListExpr* list) {
  auto is_none = [](const clang::Expr* init) { return llvm::isa_and_nonnull<clang::NoInitExpr>(init); };
  return (list->hasArrayFiller() && is_none(list->getArrayFiller())) || std::ranges::any_of(list->inits(), is_none);
}

// The expressions that a list is made of, those of the lists in it included.
void collect(const clang::Expr* init, std::vector<const clang::Expr*>& found) {
  if (!init) return;
  init = init->IgnoreParenImpCasts();
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(init)) return collect(constant->getSubExpr(), found);
  if (const auto* designated = llvm::dyn_cast<clang::DesignatedInitExpr>(init))
    return collect(designated->getInit(), found);
  if (const auto* update = llvm::dyn_cast<clang::DesignatedInitUpdateExpr>(init)) {
    collect(update->getBase(), found);
    return collect(update->getUpdater(), found);
  }
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(init);
  if (!list) return found.push_back(init);
  for (const clang::Expr* inner : list->inits()) collect(inner, found);
  collect(list->getArrayFiller(), found);
}

// The initialisers that a later designator overrides. Whether they are evaluated is unspecified (6.7.9p19, footnote
// 151), so only their side effects matter.
std::vector<const clang::Expr*> overridden(const clang::InitListExpr* list, const clang::ASTContext& context) {
  const clang::InitListExpr* written = list->isSemanticForm() ? list->getSyntacticForm() : list;
  if (!written || written == list) return {};
  std::vector<const clang::Expr*> all, used;
  collect(written, all);
  collect(list, used);
  std::erase_if(all, [&](const clang::Expr* one) {
    return std::find(used.begin(), used.end(), one) != used.end() || !one->HasSideEffects(context);
  });
  return all;
}

}  // namespace

void Elaborator::fill_zero(const Lvalue& lvalue) {
  build_.emit(core::Fill{lvalue.ptr, core::constant(0, core::int_type(8, false)), size_expr(lvalue.type)}, lvalue.text);
}

// Does the list give every byte that matters a value? Otherwise the object is zeroed first (6.7.9p21).
bool Elaborator::covers(const clang::InitListExpr* list) const {
  clang::QualType type = list->getType();
  if (updates_parts(list)) return true;
  if (list->hasArrayFiller() || type->isVariableArrayType()) return false;
  if (const auto* array = context_.getAsConstantArrayType(type)) {
    if (array->getSize().getZExtValue() != list->getNumInits()) return false;
  } else if (const auto* vector = type->getAs<clang::VectorType>()) {
    if (vector->getNumElements() != list->getNumInits()) return false;
  } else if (const auto* record = type->getAs<clang::RecordType>()) {
    if (record->getDecl()->isUnion()) return false;
    // Padding and bit-fields are simplest zeroed as a whole.
    for (const clang::FieldDecl* field : record->getDecl()->fields())
      if (field->isBitField()) return false;
  }
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    const Expr* init = list->getInit(i);
    if (!init || llvm::isa<clang::ImplicitValueInitExpr>(init)) return false;
    if (const auto* inner = llvm::dyn_cast<clang::InitListExpr>(init->IgnoreParens()); inner && !covers(inner))
      return false;
    if (const auto* text = llvm::dyn_cast<clang::StringLiteral>(init->IgnoreParens())) {
      const auto* array = context_.getAsConstantArrayType(init->getType());
      if (array && array->getSize().getZExtValue() > text->getLength() + 1) return false;
    }
  }
  return true;
}

void Elaborator::initialise(const Lvalue& target, const Expr* init, bool zeroed) {
  init = init->IgnoreParens();
  at(init);
  if (const auto* constant_expr = llvm::dyn_cast<clang::ConstantExpr>(init)) init = constant_expr->getSubExpr();
  if (llvm::isa<clang::NoInitExpr>(init)) return;
  if (llvm::isa<clang::ImplicitValueInitExpr>(init)) {
    if (!zeroed) fill_zero(target);
    return;
  }
  // `.x = whole, .x.part = 1`: what is not overridden stays (6.7.9p19).
  if (const auto* update = llvm::dyn_cast<clang::DesignatedInitUpdateExpr>(init); update && !leaves_) {
    initialise(target, update->getBase(), zeroed);
    return initialise(target, update->getUpdater(), false);
  }
  if (target.type->isAtomicType() && !is_scalar(target.type)) return store_record(target, aggregate(init), init, true);
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(init); literal && !is_scalar(target.type))
    return initialise(target, literal->getInitializer(), zeroed);
  const auto* text = llvm::dyn_cast<clang::StringLiteral>(init);
  const auto* encode = llvm::dyn_cast<clang::PredefinedExpr>(init);
  if (encode) text = encode->getFunctionName();
  if (text && target.type->isArrayType()) {
    const auto* array = context_.getAsConstantArrayType(target.type);
    uint64_t count = array ? array->getSize().getZExtValue() : text->getLength() + 1;
    core::Type unit = type_of(array ? array->getElementType() : context_.CharTy);
    if (!zeroed && count > text->getLength()) fill_zero(target);
    for (uint64_t i = 0; i < count && i < text->getLength(); ++i) {
      if (text->getCodeUnit(i) == 0) continue;
      ExprPtr ptr =
          core::make(core::ExprOp::ptr_add, pointer(), {target.ptr, core::constant(i * unit.bytes, offset_type())});
      build_.emit(core::Store{
          ptr, core::constant(text->getCodeUnit(i), unit), unit, {}, core::MemoryOrder::plain, false, false, true});
    }
    return;
  }
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(init);
  if (list && !list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
  if (list && !leaves_ && definition_ && !is_scalar(target.type)) return initialise_parts(target, list, zeroed);
  if (!list || is_scalar(target.type)) {
    if (leaves_) {
      leaves_->push_back({target, init, zeroed});
    } else if (is_scalar(target.type)) {
      Value value = rvalue(init);
      at(init);
      bool is_zero = value.expr && core::is_constant(value.expr) && value.expr->value == 0 && !target.bits.width;
      if (!(zeroed && is_zero)) store(target, value, false, true);
    } else {
      ExprPtr source = aggregate(init);
      build_.emit(core::Copy{target.ptr, source, size_expr(target.type), false, scalars(target.type, context_)},
                  target.text);
    }
    return;
  }
  // Clang keeps one expression for all elements, which GCC evaluates once.
  if (list->hadArrayRangeDesignator()) return unsupported(init, "a range of elements whose value has side effects");
  if (list->isTransparent() && list->getNumInits() == 1) return initialise(target, list->getInit(0), zeroed);
  if (list->isStringLiteralInit()) return initialise(target, list->getInit(0), zeroed);
  if (!zeroed && !covers(list)) {
    fill_zero(target);
    zeroed = true;
  }
  if (target.type->isArrayType() || is_vector(target.type)) {
    clang::QualType shape = target.type->isArrayType() ? target.type : as_array(target.type);
    clang::QualType element_type = context_.getAsArrayType(shape)->getElementType();
    uint64_t size = size_of(element_type);
    auto element_at = [&](uint64_t i) {
      Lvalue part = target;
      part.type = element_type;
      part.variable = nullptr;
      part.text = fmt::format("{}[{}]", target.text, i);
      part.ptr = i == 0 ? target.ptr
                        : build_.bind(core::make(core::ExprOp::ptr_add, pointer(),
                                                 {target.ptr, core::constant(i * size, offset_type())}));
      return part;
    };
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      if (is_scalar(element_type) && !is_scalar(list->getInit(i)->getType()))
        unsupported(init, "an initialiser of vectors by vectors");
      else if (!llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(i)))
        initialise(element_at(i), list->getInit(i), zeroed);
    const Expr* filler = list->getArrayFiller();
    if (filler && !llvm::isa<clang::ImplicitValueInitExpr>(filler))
      if (const auto* array = context_.getAsConstantArrayType(target.type))
        for (uint64_t i = list->getNumInits(); i < array->getSize().getZExtValue(); ++i)
          initialise(element_at(i), filler, zeroed);
    return;
  }
  const auto* record = target.type->getAs<clang::RecordType>();
  if (!record) return unsupported(init, fmt::format("an initialiser of type {}", target.type.getAsString()));
  if (record->getDecl()->isUnion()) {
    const clang::FieldDecl* field = list->getInitializedFieldInUnion();
    if (field && list->getNumInits() == 1)
      initialise(member(target, field, target.text + "." + field->getNameAsString()), list->getInit(0), zeroed);
    return;
  }
  unsigned i = 0;
  for (const clang::FieldDecl* field : record->getDecl()->fields()) {
    if (field->isUnnamedBitField()) continue;
    if (i >= list->getNumInits()) break;
    const Expr* value = list->getInit(i++);
    if (llvm::isa<clang::ImplicitValueInitExpr>(value) && zeroed) continue;
    Lvalue part = member(target, field, target.text + "." + field->getNameAsString());
    if (names_this_object(value)) {
      using enum core::Undef;
      bool matters = checks(uninit_lock) || checks(zero_lock) || checks(invalid_init) || checks(reinit);
      if (matters && !target.is_copied)
        store(part, {target.ptr, std::nullopt, nullptr}, false, true);
      else if (!zeroed)
        fill_zero(part);
    } else {
      initialise(part, value, zeroed);
    }
  }
}

// The expressions of a list, those of the lists in it included, are indeterminately sequenced (6.7.9p23).
void Elaborator::initialise_parts(const Lvalue& target, const clang::InitListExpr* list, bool zeroed) {
  std::vector<Leaf> leaves;
  leaves_ = &leaves;
  initialise(target, list, zeroed);
  leaves_ = nullptr;
  SourcePos pos = build_.pos();
  core::Block constants;
  std::vector<core::Block> strands;
  bool reads_itself = false;
  for (const Leaf& leaf : leaves) {
    core::Block block = build_.capture([&] { initialise(leaf.target, leaf.init, leaf.zeroed); });
    reads_itself = reads_itself || mentions(leaf.init, target.ptr);
    if (is_constant_store(block))
      for (core::Stmt& stmt : block) constants.push_back(std::move(stmt));
    else
      strands.push_back(std::move(block));
  }
  for (const Expr* dropped : overridden(list, context_))
    strands.push_back(build_.capture([&] {
      at(dropped);
      core::Reg evaluated = build_.fresh(core::boolean_type());
      build_.emit(core::Choose{evaluated, core::boolean_type()}, "an overridden initialiser is evaluated");
      core::Block effects = build_.capture([&] { effect(dropped); });
      build_.emit(core::If{core::reg_expr(evaluated, core::boolean_type()), std::move(effects), {}});
    }));
  if (reads_itself && !constants.empty())
    strands.insert(strands.begin(), std::move(constants));
  else
    build_.append(std::move(constants));
  build_.at(pos);
  if (strands.size() > 1)
    build_.emit(core::Unseq{std::move(strands), false, false, true});
  else
    for (core::Block& strand : strands) build_.append(std::move(strand));
  change_padding(target);
}

// Does the expression name the object whose address that is?
bool Elaborator::mentions(const clang::Stmt* expr, const ExprPtr& object) const {
  if (!expr || object->op != core::ExprOp::reg) return false;
  if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(expr))
    if (const auto* decl = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
      if (auto it = objects_.find(decl); it != objects_.end() && it->second == object->reg) return true;
  return std::any_of(expr->child_begin(), expr->child_end(),
                     [&](const clang::Stmt* child) { return mentions(child, object); });
}

void Elaborator::initialise_global(const clang::VarDecl* decl, core::GlobalId id) {
  build_.at(frontend::position(decl));
  core::Global& global = program_.program.globals[core::index(id)];
  global.declared = declared_scalars(declared_type(decl));
  global.parts = part_names(declared_type(decl));
  if (!decl->hasInit()) return;
  Lvalue target;
  target.ptr = core::global_expr(id, pointer());
  target.type = decl->getType();
  target.text = decl->getNameAsString();
  target.is_copied = decl->getTLSKind() != clang::VarDecl::TLS_None;  // each thread copies the initial content
  initialise(target, decl->getInit(), true);
}

void Elaborator::initialise_literal(const clang::StringLiteral* literal, core::GlobalId id) {
  core::Type unit = core::int_type(8 * literal->getCharByteWidth(), false);
  build_.at(position(literal->getBeginLoc()));
  ExprPtr base = core::global_expr(id, pointer());
  program_.program.globals[core::index(id)].pos = build_.pos();
  std::string bytes = literal->getBytes().str();
  bytes.append(literal->getCharByteWidth(), '\0');
  program_.literals[id] = {std::move(bytes), literal->getCharByteWidth()};
  for (unsigned i = 0; i < literal->getLength(); ++i) {
    if (literal->getCodeUnit(i) == 0) continue;
    ExprPtr ptr =
        i == 0 ? base
               : core::make(core::ExprOp::ptr_add, pointer(), {base, core::constant(i * unit.bytes, offset_type())});
    build_.emit(core::Store{
        ptr, core::constant(literal->getCodeUnit(i), unit), unit, {}, core::MemoryOrder::plain, false, false, true});
  }
}

}  // namespace fencepost::frontend

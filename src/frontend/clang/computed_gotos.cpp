// Labels as values (GNU C, "Labels as Values"): `&&label` is a pointer to what is no object, and `goto *p` a jump to the label of
// this function whose address p is. In Core a label's address is that of a function nobody can call: such pointers can be
// kept, passed and compared, and nothing can be read through them.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

void find_labels(const clang::Stmt* stmt, std::vector<const clang::LabelDecl*>& found) {
  if (stmt == nullptr) return;
  if (const auto* address = llvm::dyn_cast<clang::AddrLabelExpr>(stmt))
    if (std::ranges::find(found, address->getLabel()) == found.end()) found.push_back(address->getLabel());
  for (const clang::Stmt* child : stmt->children()) find_labels(child, found);
}

}  // namespace

core::FunctionId Linker::label(const clang::LabelDecl* decl) {
  auto [it, fresh] = label_ids_.emplace(decl, static_cast<core::FunctionId>(program_.functions.size()));
  if (!fresh) return it->second;
  core::Function& function = program_.functions.emplace_back();
  function.name = fmt::format("&&{}", decl->getNameAsString());
  function.pos = position(decl);
  return it->second;
}

const std::vector<const clang::LabelDecl*>& Elaborator::labels_with_address() {
  if (!labels_with_address_) {
    labels_with_address_.emplace();
    if (definition_ != nullptr) find_labels(definition_->getBody(), *labels_with_address_);
  }
  return *labels_with_address_;
}

Value Elaborator::label_address(const clang::AddrLabelExpr* expr) {
  return {core::function_expr(program_.linker.label(expr->getLabel()), pointer()), std::nullopt, nullptr};
}

// Where code lies nobody tells: distances between labels are no numbers here.
void Elaborator::stop_at_label(const ExprPtr& moved, clang::QualType pointee) {
  if (!pointee->isVoidType() || labels_with_address().empty()) return;
  stop_if(core::make(ExprOp::ptr_is_function, core::boolean_type(), {moved}), "arithmetic with the address of a label");
}

void Elaborator::go_to(const clang::Stmt* stmt, const clang::LabelDecl* label) {
  const Scope* target = scopes_->of_label(label);
  if (!target) return unsupported(stmt, in_arm_ ? "a jump out of a parallel composition" : "a jump into an expression");
  jump(label_of(label), target);
}

void Elaborator::computed_goto(const clang::IndirectGotoStmt* stmt) {
  ExprPtr value;
  whole([&] {
    Value given = rvalue(stmt->getTarget());
    at(stmt);
    value = build_.bind(use(given, "goto"));
  });
  for (const clang::LabelDecl* label : labels_with_address()) {
    const core::Label taken = build_.fresh_label(), next = build_.fresh_label();
    const ExprPtr address = core::function_expr(program_.linker.label(label), pointer());
    branch(core::make(ExprOp::eq, core::boolean_type(), {value, address}), taken, next);
    build_.define_label(taken);
    go_to(stmt, label);
    build_.define_label(next);
  }
  unsupported(stmt, "a computed goto to what is no label of this function");
}

}  // namespace fencepost::frontend

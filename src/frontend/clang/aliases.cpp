#include "frontend/clang/aliases.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

namespace fencepost::frontend {

namespace {

const clang::AliasAttr* alias_attribute(const clang::Decl* decl) {
  for (const clang::Decl* one : decl->redecls())
    if (const auto* alias = one->getAttr<clang::AliasAttr>()) return alias;
  return nullptr;
}

// The attribute has the name in the object file, which is not that of C where a declaration says so (asm label).
const clang::ValueDecl* aliased(const clang::ValueDecl* alias) {
  constexpr int kMostSteps = 16;  // a ring of aliases stands for nothing
  const clang::ValueDecl* at = alias;
  for (int step = 0; step < kMostSteps; ++step) {
    const clang::AliasAttr* attribute = alias_attribute(at);
    if (attribute == nullptr) return at;
    const clang::ValueDecl* next = nullptr;
    for (const clang::Decl* decl : at->getASTContext().getTranslationUnitDecl()->decls()) {
      const auto* named = llvm::dyn_cast<clang::ValueDecl>(decl);
      if (named != nullptr && named->getIdentifier() != nullptr && named->getName() == attribute->getAliasee() &&
          !named->hasAttr<clang::AsmLabelAttr>())
        next = named;
    }
    if (next == nullptr) return nullptr;
    at = next;
  }
  return nullptr;
}

}  // namespace

bool is_alias(const clang::ValueDecl* decl) { return alias_attribute(decl) != nullptr; }

const clang::FunctionDecl* aliased_function(const clang::ValueDecl* alias) {
  const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(aliased(alias));
  const clang::FunctionDecl* body = nullptr;
  return function != nullptr && function->hasBody(body) ? body : nullptr;
}

const clang::VarDecl* aliased_object(const clang::ValueDecl* alias) {
  const auto* object = llvm::dyn_cast_or_null<clang::VarDecl>(aliased(alias));
  if (object == nullptr) return nullptr;
  for (const clang::VarDecl* one : object->redecls())
    if (one->hasInit()) return one;
  for (const clang::VarDecl* one : object->redecls())
    if (one->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly) return one;
  return nullptr;
}

}  // namespace fencepost::frontend

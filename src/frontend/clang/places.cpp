// Between which statements a fence may stand: before each statement of a block that does something, behind a label, before a
// statement that is the whole body of an if or a loop (with braces, then), and at the end of a loop's body (likewise), after which
// the condition is evaluated again.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

namespace {

// `int r;` alone does nothing that a fence could order; the size of an array may be an expression that does.
bool does_something(const clang::Stmt* stmt) {
  if (llvm::isa<clang::NullStmt>(stmt)) return false;
  const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt);
  if (declaration == nullptr) return true;
  return std::any_of(declaration->decl_begin(), declaration->decl_end(), [](const clang::Decl* decl) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
    return variable != nullptr && variable->hasLocalStorage() &&
           (variable->hasInit() || variable->getType()->isVariablyModifiedType());
  });
}

const clang::Stmt* labelled_by(const clang::Stmt* stmt) {
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(stmt)) return label->getSubStmt();
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(stmt)) return label->getSubStmt();
  return nullptr;
}

bool jumps_away(const clang::Stmt* stmt) {
  return llvm::isa<clang::ReturnStmt>(stmt) || llvm::isa<clang::BreakStmt>(stmt) ||
         llvm::isa<clang::ContinueStmt>(stmt) || llvm::isa<clang::GotoStmt>(stmt) ||
         llvm::isa<clang::IndirectGotoStmt>(stmt);
}

// The last token of such a statement is a brace, and no semicolon follows.
bool ends_with_block(const clang::Stmt* stmt) {
  if (llvm::isa<clang::CompoundStmt>(stmt)) return true;
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(stmt))
    return ends_with_block(branch->getElse() != nullptr ? branch->getElse() : branch->getThen());
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(stmt)) return ends_with_block(loop->getBody());
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(stmt)) return ends_with_block(loop->getBody());
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(stmt)) return ends_with_block(choice->getBody());
  return false;
}

// In the user's file: a macro that begins here counts from its name on. Nothing: inside of one, or in a header of the system.
std::optional<clang::SourceLocation> written_begin(clang::SourceLocation at, const clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  if (at.isInvalid()) return std::nullopt;
  if (at.isMacroID() && !clang::Lexer::isAtStartOfMacroExpansion(at, sources, context.getLangOpts(), &at))
    return std::nullopt;
  if (at.isMacroID() || sources.isInSystemHeader(at)) return std::nullopt;
  return at;
}

// Behind the last token of the statement, its semicolon included.
std::optional<clang::SourceLocation> written_end(const clang::Stmt* stmt, const clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::LangOptions& language = context.getLangOpts();
  clang::SourceLocation last = stmt->getEndLoc();
  if (last.isMacroID() && !clang::Lexer::isAtEndOfMacroExpansion(last, sources, language, &last)) return std::nullopt;
  if (last.isInvalid() || last.isMacroID()) return std::nullopt;
  if (ends_with_block(stmt)) return clang::Lexer::getLocForEndOfToken(last, 0, sources, language);
  std::optional<clang::Token> next = clang::Lexer::findNextToken(last, sources, language);
  if (!next || !next->is(clang::tok::semi)) return std::nullopt;
  return next->getEndLoc();
}

}  // namespace

// What an atomic section orders, nobody sees from outside.
bool Elaborator::has_places() const { return program_.options.marks_places && !is_library_ && !inside_section(); }

void Elaborator::note_places(const clang::CompoundStmt* block) {
  if (!has_places()) return;
  for (const clang::Stmt* child : block->body()) {
    if (does_something(child)) fence_may_precede_[child] = false;
    const clang::Stmt* inner = child;
    while (const clang::Stmt* next = labelled_by(inner)) inner = next;
    if (inner != child && does_something(inner) && !llvm::isa<clang::CompoundStmt>(inner))
      fence_may_precede_[inner] = false;
  }
}

void Elaborator::note_place(const clang::Stmt* unbraced) {
  if (!has_places() || unbraced == nullptr || llvm::isa<clang::CompoundStmt>(unbraced)) return;
  if (labelled_by(unbraced) == nullptr && does_something(unbraced)) fence_may_precede_[unbraced] = true;
}

void Elaborator::place_before(const clang::Stmt* stmt) {
  auto found = fence_may_precede_.find(stmt);
  if (found == fence_may_precede_.end()) return;
  std::optional<clang::SourceLocation> begin = written_begin(stmt->getBeginLoc(), context_);
  if (!begin) return;
  core::Place place;
  place.pos = position(*begin);
  if (found->second) {
    std::optional<clang::SourceLocation> end = written_end(stmt, context_);
    if (!end) return;
    place.begin = place.pos;
    place.end = position(*end);
  }
  emit_place(std::move(place), *begin);
}

void Elaborator::place_at_end(const clang::CompoundStmt* block) {
  if (!has_places() || (!block->body_empty() && jumps_away(block->body_back()))) return;
  if (std::optional<clang::SourceLocation> end = written_begin(block->getRBracLoc(), context_)) {
    core::Place place;
    place.pos = position(*end);
    emit_place(std::move(place), *end);
  }
}

// Of a loop without braces that ends with another one it is the place of the inner loop, which is at the same position.
void Elaborator::place_behind(const clang::Stmt* unbraced) {
  if (!has_places() || llvm::isa<clang::CompoundStmt>(unbraced) || jumps_away(unbraced)) return;
  std::optional<clang::SourceLocation> begin = written_begin(unbraced->getBeginLoc(), context_);
  std::optional<clang::SourceLocation> end = written_end(unbraced, context_);
  if (!begin || !end) return;
  core::Place place;
  place.begin = position(*begin);
  place.pos = place.end = position(*end);
  auto is_other = [&](const core::Place& known) { return known.pos == place.pos && known.begin != place.begin; };
  if (std::ranges::none_of(program_.places, is_other)) emit_place(std::move(place), *end);
}

// The header may be missing, or come later. Its macros need these names.
bool Elaborator::knows_atomics(clang::SourceLocation at) const {
  const clang::SourceManager& sources = context_.getSourceManager();
  const auto found = context_.getTranslationUnitDecl()->lookup(&context_.Idents.get("memory_order_seq_cst"));
  return std::any_of(found.begin(), found.end(), [&](const clang::NamedDecl* decl) {
    return sources.isInSystemHeader(decl->getLocation()) && sources.isBeforeInTranslationUnit(decl->getLocation(), at);
  });
}

void Elaborator::emit_place(core::Place place, clang::SourceLocation at) {
  place.function = definition_ != nullptr ? definition_->getNameAsString() : "";
  place.loops = loops_;
  place.knows_atomics = knows_atomics(at);
  build_.at(place.pos);
  build_.emit(core::SeqPoint{true});
  for (const PlacedFence& fence : program_.options.fences)
    if (fence.pos == place.pos) build_.emit(core::Fence{fence.order});
  auto known = std::ranges::find(program_.places, place.pos, &core::Place::pos);
  if (known == program_.places.end())
    program_.places.push_back(std::move(place));
  else  // in a file that is included several times
    known->knows_atomics = known->knows_atomics && place.knows_atomics;
}

}  // namespace fencepost::frontend

#include "frontend/clang/source_map.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>

namespace fencepost::frontend {

namespace {

using Map = core::SourceMap;

class Finder : public clang::RecursiveASTVisitor<Finder> {
 public:
  Finder(const clang::ASTContext& context, const std::set<unsigned>& parallel, Map& map)
      : sources_(context.getSourceManager()), language_(context.getLangOpts()), parallel_(parallel), map_(map) {}

  bool TraverseFunctionDecl(clang::FunctionDecl* function) {
    if (sources_.isInSystemHeader(sources_.getExpansionLoc(function->getLocation()))) return true;
    function_ = function->getNameAsString();
    return RecursiveASTVisitor::TraverseFunctionDecl(function);
  }

  bool VisitCompoundStmt(const clang::CompoundStmt* block) {
    if (is_parallel(block)) {
      for (const clang::Stmt* arm : block->body())
        map_.arms.push_back({at(arm->getBeginLoc()), at(behind(arm->getEndLoc())), function_});
      return true;
    }
    for (const clang::Stmt* child : block->body()) statement(child, true);
    return true;
  }
  bool VisitIfStmt(const clang::IfStmt* stmt) {
    branch(Map::Branch::Kind::if_, stmt->getIfLoc(), stmt->getCond());
    body(stmt->getThen());
    if (stmt->getElse() != nullptr) body(stmt->getElse());
    return true;
  }
  bool VisitWhileStmt(const clang::WhileStmt* stmt) {
    branch(Map::Branch::Kind::loop, stmt->getWhileLoc(), stmt->getCond());
    body(stmt->getBody());
    return true;
  }
  bool VisitDoStmt(const clang::DoStmt* stmt) {
    branch(Map::Branch::Kind::loop, stmt->getDoLoc(), stmt->getCond());
    body(stmt->getBody());
    return true;
  }
  bool VisitForStmt(const clang::ForStmt* stmt) {
    branch(Map::Branch::Kind::loop, stmt->getForLoc(), stmt->getCond());
    body(stmt->getBody());
    return true;
  }
  bool VisitSwitchStmt(const clang::SwitchStmt* stmt) {
    branch(Map::Branch::Kind::switch_, stmt->getSwitchLoc(), stmt->getCond());
    return true;
  }
  bool VisitConditionalOperator(const clang::ConditionalOperator* expr) {
    branch(Map::Branch::Kind::conditional, expr->getQuestionLoc(), expr->getCond());
    return true;
  }
  bool VisitCallExpr(const clang::CallExpr* expr) {
    const clang::FunctionDecl* callee = expr->getDirectCallee();
    Map::Call call;
    call.begin = at(expr->getBeginLoc());
    call.closing = at(expr->getRParenLoc());
    call.callee = callee != nullptr ? callee->getNameAsString() : "";
    call.has_value = !expr->getType()->isVoidType();
    call.is_written = !expr->getBeginLoc().isMacroID() && !expr->getRParenLoc().isMacroID();
    call.function = function_;
    map_.calls.push_back(std::move(call));
    return true;
  }

 private:
  bool is_parallel(const clang::CompoundStmt* block) const {
    const auto [file, offset] = sources_.getDecomposedLoc(block->getLBracLoc());
    return file == sources_.getMainFileID() && parallel_.contains(offset);
  }

  SourcePos at(clang::SourceLocation location) const {
    clang::PresumedLoc place = sources_.getPresumedLoc(sources_.getExpansionLoc(location), false);
    return place.isValid() ? source_pos(place.getFilename(), place.getLine(), place.getColumn()) : SourcePos{};
  }
  // Behind the token there, or behind the use of the macro that it is from.
  clang::SourceLocation behind(clang::SourceLocation location) const {
    return clang::Lexer::getLocForEndOfToken(sources_.getExpansionRange(location).getEnd(), 0, sources_, language_);
  }

  void body(const clang::Stmt* stmt) {
    if (!llvm::isa<clang::CompoundStmt>(stmt)) statement(stmt, false);
  }

  void statement(const clang::Stmt* stmt, bool in_block) {
    const clang::Stmt* inner = stmt;
    for (;;) {
      if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(inner))
        inner = label->getSubStmt();
      else if (const auto* of_switch = llvm::dyn_cast<clang::SwitchCase>(inner); of_switch && of_switch->getSubStmt())
        inner = of_switch->getSubStmt();
      else
        break;
    }
    clang::SourceLocation last = stmt->getEndLoc(), end = behind(last);
    if (end.isInvalid()) return;
    const char previous = *sources_.getCharacterData(end.getLocWithOffset(-1));
    if (previous != ';' && previous != '}')
      if (auto next = clang::Lexer::findNextToken(sources_.getExpansionRange(last).getEnd(), sources_, language_);
          next && next->is(clang::tok::semi))
        end = next->getEndLoc();
    Map::Statement found;
    found.begin = at(stmt->getBeginLoc());
    found.end = at(end);
    found.inner = at(inner->getBeginLoc());
    found.in_block = in_block;
    found.is_loop =
        llvm::isa<clang::WhileStmt>(inner) || llvm::isa<clang::DoStmt>(inner) || llvm::isa<clang::ForStmt>(inner);
    clang::SourceLocation begin = inner->getBeginLoc();
    const bool begins = !begin.isMacroID() || clang::Lexer::isAtStartOfMacroExpansion(begin, sources_, language_);
    const bool ends = !last.isMacroID() || clang::Lexer::isAtEndOfMacroExpansion(last, sources_, language_);
    found.is_written = begins && ends;
    found.function = function_;
    map_.statements.push_back(std::move(found));
  }

  void branch(Map::Branch::Kind kind, clang::SourceLocation keyword, const clang::Expr* condition) {
    Map::Branch found;
    found.kind = kind;
    found.keyword = at(keyword);
    found.is_written = !keyword.isMacroID();
    if (condition != nullptr) {
      clang::SourceLocation begin = condition->getBeginLoc(), end = condition->getEndLoc();
      found.begin = at(begin);
      found.end = at(behind(end));
      found.is_written = found.is_written &&
                         (!begin.isMacroID() || clang::Lexer::isAtStartOfMacroExpansion(begin, sources_, language_)) &&
                         (!end.isMacroID() || clang::Lexer::isAtEndOfMacroExpansion(end, sources_, language_));
    }
    found.function = function_;
    map_.branches.push_back(std::move(found));
  }

  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  const std::set<unsigned>& parallel_;  // where parallel compositions begin
  Map& map_;
  std::string function_;
};

}  // namespace

core::SourceMap mapped_source(const ParsedUnit& unit) {
  clang::ASTContext& context = unit.ast->getASTContext();
  core::SourceMap map;
  Finder(context, unit.parallel, map).TraverseDecl(context.getTranslationUnitDecl());
  return map;
}

}  // namespace fencepost::frontend

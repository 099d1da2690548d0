// Parallel compositions (parallel_notation.h): each arm becomes a function of its own that takes the addresses of the
// objects around it, so the arms share them.
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

namespace {

// Automatic variables that an arm names, in order of appearance.
void collect_variables(const clang::Stmt* stmt, std::vector<const clang::VarDecl*>& found) {
  if (!stmt) return;
  if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()); variable && variable->hasLocalStorage())
      if (std::find(found.begin(), found.end(), variable) == found.end()) found.push_back(variable);
  for (const clang::Stmt* child : stmt->children()) collect_variables(child, found);
}

}  // namespace

bool Elaborator::is_parallel(const clang::CompoundStmt* stmt) const {
  auto it = program_.parallel.find(&context_);
  if (it == program_.parallel.end()) return false;
  const clang::SourceManager& sources = context_.getSourceManager();
  auto [file, offset] = sources.getDecomposedLoc(stmt->getLBracLoc());
  return file == sources.getMainFileID() && it->second->contains(offset);
}

void Elaborator::parallel(const clang::CompoundStmt* stmt) {
  std::vector<core::ExprPtr> threads;
  unsigned number = 0;
  for (const clang::Stmt* child : stmt->body()) {
    const auto* arm = llvm::dyn_cast<clang::CompoundStmt>(child);
    if (!arm) return unsupported(child, "this in a parallel composition");
    at(arm);
    ++number;
    std::vector<const clang::VarDecl*> variables;
    collect_variables(arm, variables);
    std::erase_if(variables, [&](const clang::VarDecl* variable) { return !objects_.contains(variable); });

    core::Function function;
    function.name = fmt::format("{}.arm{}.line{}", definition_->getNameAsString(), number, build_.pos().line);
    function.defined = true;
    function.library = is_library_;
    function.signature = "void()";
    function.pos = build_.pos();
    Elaborator inner(program_, function, context_);
    core::Spawn spawn;
    for (const clang::VarDecl* variable : variables) {
      core::Reg object = inner.build_.fresh(pointer(), variable->getNameAsString());
      function.params.push_back(object);
      inner.objects_[variable] = object;
      spawn.args.push_back(core::reg_expr(objects_.at(variable), pointer()));
    }
    inner.arm(arm, definition_);
    core::FunctionId id = static_cast<core::FunctionId>(program_.program.functions.size());
    program_.program.functions.push_back(std::move(function));
    core::Type number_type = size_type();
    spawn.reg = build_.fresh(number_type);
    spawn.callee = core::function_expr(id, pointer());
    threads.push_back(core::reg_expr(spawn.reg, number_type));
    build_.emit(std::move(spawn), "spawn");
  }
  build_.at(position(stmt->getRBracLoc()));
  for (const core::ExprPtr& thread : threads) build_.emit(core::Join{std::nullopt, thread}, "join");
}

void Elaborator::arm(const clang::CompoundStmt* body, const clang::FunctionDecl* definition) {
  definition_ = definition;
  in_arm_ = true;
  scopes_.emplace(body);
  scope_ = scopes_->root();
  enter(scope_);
  statement(body);
  build_.at(position(body->getRBracLoc()));
  leave(scope_);
  build_.emit(core::Return{nullptr});
}

}  // namespace fencepost::frontend

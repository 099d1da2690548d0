#include "frontend/clang/thread_ends.h"

#include <algorithm>
#include <optional>

namespace fencepost::frontend {

namespace {

class ThreadEnds {
 public:
  explicit ThreadEnds(core::Program& program) : program_(program), at_end_(library("__fencepost_thread_ends")) {}

  void run() {
    if (!at_end_) return;
    for (core::Function& function : program_.functions) {
      bool returns_int = function.name == "thrd_create";
      bool starts = function.library && (returns_int || function.name == "pthread_create");
      start_ = starts ? library(returns_int ? "__fencepost_thread_int" : "__fencepost_thread") : std::nullopt;
      rewrite(function.body);
    }
  }

 private:
  std::optional<core::FunctionId> library(std::string_view name) const {
    auto found = std::find_if(
        program_.functions.begin(), program_.functions.end(),
        [&](const core::Function& function) { return function.library && function.defined && function.name == name; });
    if (found == program_.functions.end()) return std::nullopt;
    return static_cast<core::FunctionId>(found - program_.functions.begin());
  }

  core::ExprPtr pointer_to(core::FunctionId function) const {
    return core::function_expr(function, core::pointer_type(program_.pointer_bytes));
  }

  void rewrite(core::Block& block) {
    for (size_t i = 0; i < block.size(); ++i) {
      if (auto* spawn = std::get_if<core::Spawn>(&block[i].kind); spawn && start_) {
        spawn->args.insert(spawn->args.begin(), spawn->callee);
        spawn->callee = pointer_to(*start_);
      } else if (std::holds_alternative<core::EndThread>(block[i].kind)) {
        core::Stmt call{core::Call{std::nullopt, pointer_to(*at_end_), {}}, block[i].pos, block[i].text};
        block.insert(block.begin() + static_cast<std::ptrdiff_t>(i++), std::move(call));
      } else if (auto* branch = std::get_if<core::If>(&block[i].kind)) {
        rewrite(branch->then_block);
        rewrite(branch->else_block);
      } else if (auto* unseq = std::get_if<core::Unseq>(&block[i].kind)) {
        for (core::Block& strand : unseq->strands) rewrite(strand);
      }
    }
  }

  core::Program& program_;
  std::optional<core::FunctionId> at_end_;
  std::optional<core::FunctionId> start_;  // of the function that is rewritten, if it starts threads
};

}  // namespace

void call_destructors(core::Program& program) { ThreadEnds(program).run(); }

}  // namespace fencepost::frontend

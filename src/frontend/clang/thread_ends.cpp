#include "frontend/clang/thread_ends.h"

#include <algorithm>
#include <optional>

namespace fencepost::frontend {

namespace {

std::optional<core::FunctionId> library_function(const core::Program& program, std::string_view name) {
  auto found = std::ranges::find_if(program.functions, [&](const core::Function& function) {
    return function.library && function.defined && function.name == name;
  });
  if (found == program.functions.end()) return std::nullopt;
  return static_cast<core::FunctionId>(found - program.functions.begin());
}

void call_before_spawns(core::Block& block, const core::Program& program, core::FunctionId called) {
  for (size_t i = 0; i < block.size(); ++i) {
    if (std::holds_alternative<core::Spawn>(block[i].kind)) {
      const core::ExprPtr callee = core::function_expr(called, core::pointer_type(program.pointer_bytes));
      core::Stmt call{core::Call{std::nullopt, callee, {}}, block[i].pos, {}};
      block.insert(block.begin() + static_cast<std::ptrdiff_t>(i++), std::move(call));
    } else if (auto* branch = std::get_if<core::If>(&block[i].kind)) {
      call_before_spawns(branch->then_block, program, called);
      call_before_spawns(branch->else_block, program, called);
    } else if (auto* unseq = std::get_if<core::Unseq>(&block[i].kind)) {
      for (core::Block& strand : unseq->strands) call_before_spawns(strand, program, called);
    }
  }
}

class ThreadEnds {
 public:
  explicit ThreadEnds(core::Program& program)
      : program_(program), at_end_(library_function(program, "__fencepost_thread_ends")) {}

  void run() {
    if (!at_end_) return;
    core::FunctionId posix = runner("__fencepost_thread", pointer());
    core::FunctionId c11 = runner("__fencepost_thread_int", core::int_type(32, true));
    for (core::Function& function : program_.functions) {
      start_.reset();
      if (function.library && function.name == "pthread_create") start_ = posix;
      if (function.library && function.name == "thrd_create") start_ = c11;
      rewrite(function.body);
    }
  }

 private:
  core::Type pointer() const { return core::pointer_type(program_.pointer_bytes); }
  core::ExprPtr pointer_to(core::FunctionId function) const { return core::function_expr(function, pointer()); }

  // Calls its first argument with its second, then the destructors, and returns what the call returned, if anything.
  core::FunctionId runner(std::string name, core::Type result) {
    core::Function made;
    made.name = std::move(name);
    made.library = made.defined = true;
    made.signature = std::string(1, '*');
    made.result = result;
    made.regs = {{pointer(), "start"}, {pointer(), "argument"}, {result, {}}};
    made.params = {core::Reg{0}, core::Reg{1}};
    auto emit = [&](core::Stmt::Kind kind) { made.body.push_back({std::move(kind), {}, {}}); };
    emit(core::Call{core::Reg{2}, core::reg_expr(core::Reg{0}, pointer()), {core::reg_expr(core::Reg{1}, pointer())}});
    emit(core::Call{std::nullopt, pointer_to(*at_end_), {}});
    emit(core::Return{core::reg_expr(core::Reg{2}, result)});
    program_.functions.push_back(std::move(made));
    return static_cast<core::FunctionId>(program_.functions.size() - 1);
  }

  void rewrite(core::Block& block) {
    for (size_t i = 0; i < block.size(); ++i) {
      auto* spawn = std::get_if<core::Spawn>(&block[i].kind);
      if (spawn && start_) {
        spawn->args.insert(spawn->args.begin(), spawn->callee);
        spawn->callee = pointer_to(*start_);
      } else if (spawn) {  // of a parallel composition, for which destructors are not modelled
        core::Stmt stop{
            core::Unsupported{"parallel composition in a program with thread-specific data"}, block[i].pos, {}};
        block.insert(block.begin() + static_cast<std::ptrdiff_t>(i++), std::move(stop));
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

void show_sleepers(core::Program& program) {
  std::optional<core::FunctionId> look = library_function(program, "__fencepost_futex_is_shared");
  if (!look) return;
  for (core::Function& function : program.functions) call_before_spawns(function.body, program, *look);
}

}  // namespace fencepost::frontend

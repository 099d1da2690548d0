#include "frontend/clang/single_thread.h"

#include "core/walk.h"

namespace fencepost::frontend {

namespace {

void drop_threads(core::Block& block, const core::Function& function) {
  std::erase_if(block, [](const core::Stmt& stmt) {
    return std::holds_alternative<core::AtomicBegin>(stmt.kind) || std::holds_alternative<core::AtomicEnd>(stmt.kind);
  });
  for (core::Stmt& stmt : block) {
    if (const auto* self = std::get_if<core::Self>(&stmt.kind)) {
      core::Reg reg = self->reg;
      stmt.kind = core::Let{reg, core::constant(0, function.regs[core::index(reg)].type)};
    } else if (auto* branch = std::get_if<core::If>(&stmt.kind)) {
      drop_threads(branch->then_block, function);
      drop_threads(branch->else_block, function);
    } else if (auto* unseq = std::get_if<core::Unseq>(&stmt.kind)) {
      for (core::Block& strand : unseq->strands) drop_threads(strand, function);
    }
  }
}

}  // namespace

void drop_thread_statements(core::Program& program) {
  if (core::starts_threads(program)) return;
  for (core::Function& function : program.functions) drop_threads(function.body, function);
}

}  // namespace fencepost::frontend

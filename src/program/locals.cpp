#include "program/locals.h"

#include "program/registers.h"

namespace fencepost::program {

namespace {

using core::ExprPtr;

std::optional<core::Reg> plain(const ExprPtr& expr) {
  if (expr == nullptr || expr->op != core::ExprOp::reg) return std::nullopt;
  return expr->reg;
}

// The register that the label uses as an address, a use by which the address does not escape.
std::optional<core::Reg> accessed(const EdgeLabel& label) {
  if (auto* k = std::get_if<core::Load>(&label)) return plain(k->ptr);
  if (auto* k = std::get_if<core::Store>(&label)) return plain(k->ptr);
  if (auto* k = std::get_if<core::Rmw>(&label)) return plain(k->ptr);
  if (auto* k = std::get_if<core::Fill>(&label)) return plain(k->ptr);
  if (auto* k = std::get_if<core::Kill>(&label)) return plain(k->ptr);
  return std::nullopt;
}

}  // namespace

Locals::Locals(const Procedure& procedure) : number_(procedure.regs.size()) {
  std::vector<uint64_t> size(procedure.regs.size());
  std::vector<unsigned> assigned(procedure.regs.size());
  std::vector<bool> escapes(procedure.regs.size(), true);
  for (const Edge& edge : procedure.edges) {
    if (auto reg = target(edge.label)) ++assigned[core::index(*reg)];
    auto* alloc = std::get_if<core::Alloc>(&edge.label);
    if (alloc == nullptr || !core::is_constant(alloc->bytes)) continue;
    escapes[core::index(alloc->reg)] = false;
    size[core::index(alloc->reg)] = static_cast<uint64_t>(alloc->bytes->value);
  }
  for (const Edge& edge : procedure.edges) {
    if (std::holds_alternative<core::Check>(edge.label)) continue;
    std::optional<core::Reg> through = accessed(edge.label);
    unsigned seen = 0;
    each_expr(edge.label, [&](const core::Expr& expr) {
      each_register(expr, [&](core::Reg reg) {
        if (through == reg && expr.op == core::ExprOp::reg && seen == 0)
          ++seen;
        else
          escapes[core::index(reg)] = true;
      });
    });
  }
  uint32_t count = 0;
  for (size_t reg = 0; reg < number_.size(); ++reg)
    if (!escapes[reg] && assigned[reg] == 1) number_[reg] = ++count;

  // Backward dataflow analysis to a fixpoint. Most edges go forward, so a few rounds suffice.
  live_.assign(procedure.locations, std::vector<bool>(count));
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = procedure.edges.size(); i-- > 0;) {
      const Edge& edge = procedure.edges[i];
      std::vector<bool> here = live_[index(edge.to)];
      auto set = [&](std::optional<core::Reg> reg, bool value) {
        if (reg && number_[core::index(*reg)] != 0) here[number_[core::index(*reg)] - 1] = value;
      };
      if (auto* k = std::get_if<core::Alloc>(&edge.label)) set(k->reg, false);
      if (std::holds_alternative<core::Kill>(edge.label)) set(accessed(edge.label), false);
      if (auto* k = std::get_if<core::Store>(&edge.label)) {
        auto reg = plain(k->ptr);
        if (reg && k->bits.width == 0 && k->type.bytes == size[core::index(*reg)]) set(reg, false);
      }
      if (std::holds_alternative<core::Load>(edge.label) || std::holds_alternative<core::Rmw>(edge.label))
        set(accessed(edge.label), true);
      std::vector<bool>& known = live_[index(edge.from)];
      for (size_t bit = 0; bit < count; ++bit)
        if (here[bit] && !known[bit]) {
          known[bit] = true;
          changed = true;
        }
    }
  }
}

bool Locals::live(Loc loc, core::Reg reg) const {
  uint32_t number = number_[core::index(reg)];
  return number == 0 || live_[index(loc)][number - 1];
}

}  // namespace fencepost::program

// Operands that may lie in one register. A compiler takes it that a statement of assembly writes its outputs after it has read all inputs,
// and may give both the same register; `&` (early clobber) forbids that (GCC, "Extended Asm", constraint modifiers). A text that does
// otherwise works or not as registers happen to be given out, so it is not understood.
#include <clang/AST/ASTContext.h>
#include <fmt/format.h>

#include <algorithm>

#include "frontend/clang/assembly.h"

namespace fencepost::frontend {

namespace {

using Kind = AsmStep::Kind;

}  // namespace

bool Assembly::is_named_object(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) {
    if (member->isArrow()) return false;
    expr = member->getBase()->IgnoreParens();
  }
  return llvm::isa<clang::DeclRefExpr>(expr);
}

bool Assembly::is_of(const AsmPlace& place, unsigned operand) const {
  if (place.kind == AsmPlace::Kind::operand) return place.operand == operand;
  if (place.kind == AsmPlace::Kind::memory) return place.base == operand;
  if (place.kind != AsmPlace::Kind::reg || operands_[operand].is_memory) return false;
  std::optional<AsmRegister> reg = asm_register(place.name, shape_.target);
  return reg && reg->name == operands_[operand].reg;
}

bool Assembly::reads(const AsmStep& step, unsigned operand) const {
  const bool is_target = is_memory(step.to) && is_of(step.to, operand);
  return is_target || std::ranges::any_of(std::initializer_list<const AsmPlace*>{&step.from, &step.other, &step.memory,
                                                                                 &step.from_high, &step.other_high},
                                          [&](const AsmPlace* place) { return is_of(*place, operand); });
}

bool Assembly::writes(const AsmStep& step, unsigned operand) const {
  auto goes_to = [&](const AsmPlace& place) { return !is_memory(place) && is_of(place, operand); };
  switch (step.kind) {
    case Kind::nothing:
    case Kind::fence:
    case Kind::compare:
    case Kind::test_bit:
    case Kind::jump:
    case Kind::trap:
      return false;
    case Kind::compare_swap:
      return goes_to(step.other) || goes_to(step.other_high);
    case Kind::exchange:
      return goes_to(step.to) || (!step.locked && goes_to(step.from));
    default:
      return step.has_to && (goes_to(step.to) || goes_to(step.to_high));
  }
}

// Is an input read once the output has been written? By another round of a loop, too; a store-exclusive tells its result before it is
// through.
bool Assembly::is_overwritten(unsigned output, unsigned input) const {
  for (size_t written = 0; written < lines_.size(); ++written) {
    if (!writes(lines_[written].step, output)) continue;
    for (size_t read = 0; read < lines_.size(); ++read) {
      if (!reads(lines_[read].step, input)) continue;
      auto goes_back = [&](const Line& jump) {
        return jump.target && *jump.target <= read && written <= static_cast<size_t>(&jump - lines_.data());
      };
      if (read > written || (read == written && lines_[read].step.kind == Kind::store_exclusive) ||
          std::ranges::any_of(lines_, goes_back))
        return true;
    }
  }
  return false;
}

void Assembly::check_registers_apart() const {
  for (unsigned output = 0; output < operands_.size(); ++output) {
    const Operand& to = operands_[output];
    if (!to.is_output || to.is_memory || !to.flag.empty() || to.has_own_register) continue;
    for (unsigned input = 0; input < operands_.size(); ++input) {
      const Operand& from = operands_[input];
      if (from.is_memory ? from.is_named && shape_.target == Target::x86_64 : from.is_output || from.has_own_register)
        continue;
      const bool are_fixed = !from.is_memory && !from.reg.starts_with('%') && !to.reg.starts_with('%');
      if (!are_fixed && is_overwritten(output, input))
        throw NotUnderstood{
            fmt::format("%{} may be in the register of %{}, which is read later: it needs `&`", output, input)};
    }
  }
}

// A number may be in no register at all.
bool Assembly::is_in_text(const clang::Expr* expr, llvm::StringRef constraint) const {
  return constraint.find_first_of("inIJKLMNOP") != llvm::StringRef::npos && expr->isEvaluatable(in_.context_);
}

}  // namespace fencepost::frontend

// Instructions that enter the kernel: Linux' system calls, with its conventions of registers on each machine (man 2 syscall, arch/*/kernel/entry*),
// and what ends a program at once.
#include <array>

#include "frontend/clang/assembly.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

using Kind = AsmStep::Kind;

struct Convention {
  std::string_view mnemonic;
  std::string number, result;
  std::array<std::string, 6> arguments;
  std::vector<std::string> lost;  // what registers hold afterwards that are none of these
};

const Convention& convention(Target target) {
  static const std::array<Convention, 4> kAll = {{
      {"syscall", "rax", "rax", {"rdi", "rsi", "rdx", "r10", "r8", "r9"}, {"rcx", "r11"}},
      {"svc", "x8", "x0", {"x0", "x1", "x2", "x3", "x4", "x5"}, {}},
      {"sc",
       "r0",
       "r3",
       {"r3", "r4", "r5", "r6", "r7", "r8"},
       {"r0", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12"}},
      {"ecall", "a7", "a0", {"a0", "a1", "a2", "a3", "a4", "a5"}, {}},
  }};
  return kAll.at(static_cast<size_t>(target));
}

struct Trap {
  std::string_view mnemonic;
  Target target;
};
// Instructions that are none, those that user code may not have, and breakpoints: a signal ends the program.
constexpr auto kTraps = std::to_array<Trap>({{"ud2", Target::x86_64},
                                             {"hlt", Target::x86_64},
                                             {"int3", Target::x86_64},
                                             {"udf", Target::aarch64},
                                             {"brk", Target::aarch64},
                                             {"trap", Target::ppc64},
                                             {"ebreak", Target::riscv64},
                                             {"unimp", Target::riscv64}});

}  // namespace

std::optional<AsmStep> system_step(const AsmLine& line, Target target) {
  AsmStep step;
  if (!line.prefix.empty()) return std::nullopt;
  for (const Trap& one : kTraps)
    if (one.target == target && line.mnemonic == one.mnemonic) {
      step.kind = Kind::trap;
      return step;
    }
  // A word of zeros is no instruction there.
  const bool is_word = target != Target::x86_64 && (line.mnemonic == ".long" || line.mnemonic == ".word");
  if (is_word && line.operands.size() == 1 && line.operands[0] == AsmPlace{}) {
    step.kind = Kind::trap;
    return step;
  }
  const Convention& known = convention(target);
  if (line.mnemonic != known.mnemonic) return std::nullopt;
  const bool is_svc = target == Target::aarch64;
  if (line.operands.size() != (is_svc ? 1 : 0)) return std::nullopt;
  if (is_svc && (line.operands[0].kind != AsmPlace::Kind::number || line.operands[0].number != 0)) return std::nullopt;
  step.kind = Kind::system_call;
  step.to = AsmPlace{.kind = AsmPlace::Kind::reg, .name = known.result};
  return step;
}

// The kernel returns an error as a negative number; on Power as a positive one, with the summary overflow.
void Assembly::call_system(const AsmStep&) {
  is_pure_ = false;
  if (region_) throw NotUnderstood{"a system call between exclusives"};
  if (!shape_.orders_compiler) throw NotUnderstood{"a system call without \"memory\" among the clobbers"};
  const Convention& known = convention(shape_.target);
  const ExprPtr called = build_.bind(number(get(known.number), 8));
  std::vector<ExprPtr> args;
  for (const std::string& name : known.arguments) {
    if (!values_.contains(name)) break;  // it was given nothing
    args.push_back(get(name));
  }
  ExprPtr result = number(in_.system_call(called, args, true), 8);
  for (const std::string& name : known.lost) values_.erase(name);
  flags_ = {};
  if (shape_.target == Target::ppc64) {
    const core::Type type = core::int_type(64, true);
    result = build_.bind(core::make(ExprOp::int_cast, type, {result}));
    flags_.o = build_.bind(core::make(ExprOp::lt, core::boolean_type(), {result, core::constant(0, type)}));
    result = core::make(ExprOp::select, type, {flags_.o, core::make(ExprOp::neg, type, {result}), result});
  }
  set(known.result, widened(build_.bind(result), false));
}

void Assembly::trap() {
  in_.check(core::Undef::abort_called, core::truth(false), "a trap");
  build_.emit(core::Exit{true}, "asm");
}

}  // namespace fencepost::frontend

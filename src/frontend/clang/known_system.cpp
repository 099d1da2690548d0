// syscall(2): system calls by their numbers, those of x86-64, which our headers give on every target. Each is a function of library/, which
// returns -1 and sets errno; musl's __syscall returns the error itself.
#include <fmt/format.h>

#include <array>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

namespace {

struct SystemCall {
  unsigned number;
  const char* name;
  const char* model;
  std::string_view parameters;  // p: a pointer, i: int, l: long
  bool returns_int = true;      // else long, or nothing for who calls `mmap`
};

constexpr std::array kSystemCalls = {
    SystemCall{10, "mprotect", "mprotect", "pli"},
    SystemCall{11, "munmap", "munmap", "pl"},
    SystemCall{14, "rt_sigprocmask", "sigprocmask", "ipp"},
    SystemCall{24, "sched_yield", nullptr, ""},
    SystemCall{28, "madvise", "madvise", "pli"},
    SystemCall{35, "nanosleep", "nanosleep", "pp"},
    SystemCall{39, "getpid", "getpid", ""},
    SystemCall{96, "gettimeofday", "gettimeofday", "pp"},
    SystemCall{186, "gettid", "gettid", ""},
    SystemCall{202, "futex", "__fencepost_futex", "piippi", false},
    SystemCall{228, "clock_gettime", "clock_gettime", "ip"},
    SystemCall{309, "getcpu", "getcpu", "pp"},
    SystemCall{324, "membarrier", "membarrier", "iii", false},
};

}  // namespace

Value Elaborator::known_syscall(KnownCall& known) {
  clang::Expr::EvalResult number;
  if (known.call->getNumArgs() == 0 || !known.call->getArg(0)->EvaluateAsInt(number, context_))
    return unsupported_value(known.call, "a system call whose number is not a constant");
  uint64_t wanted = number.Val.getInt().getLimitedValue();
  const auto* found = std::ranges::find(kSystemCalls, wanted, &SystemCall::number);
  if (found == kSystemCalls.end()) return unsupported_value(known.call, fmt::format("system call {}", wanted));
  std::vector<Value> args = arguments(known.call);
  core::ExprPtr result = core::constant(0, type_of(context_.LongTy));
  if (found->model) {
    std::vector<core::ExprPtr> passed;
    for (size_t i = 0; i < found->parameters.size(); ++i) {
      clang::QualType type = found->parameters[i] == 'p'   ? context_.VoidPtrTy
                             : found->parameters[i] == 'i' ? context_.IntTy
                                                           : context_.LongTy;
      // What is not passed is not looked at: the kernel finds anything in that register.
      if (i + 1 >= args.size()) {
        passed.push_back(core::constant(0, type_of(type)));
        continue;
      }
      use(args[i + 1], "argument");
      passed.push_back(convert(args[i + 1], known.call->getArg(static_cast<unsigned>(i + 1))->getType(), type).expr);
    }
    at(known.call);
    clang::QualType returned = found->returns_int ? context_.IntTy : context_.LongTy;
    core::ExprPtr answer = call_library(found->model, std::move(passed), type_of(returned));
    if (!answer) return known_unsupported(known);
    result = convert({answer, std::nullopt, nullptr}, returned, context_.LongTy).expr;
  }
  if (known.name == "__syscall") result = call_library("__fencepost_raw_result", {result}, type_of(context_.LongTy));
  // Without a prototype in sight it returns int.
  if (!is_scalar(known.call->getType())) return {};
  return convert({result, std::nullopt, nullptr}, context_.LongTy, known.call->getType());
}

// The bytes of the object that a pointer designates.
Value Elaborator::known_size_of(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  core::ExprPtr bytes = core::make(core::ExprOp::ptr_size, size_type(), {use(args[0], "pointer")});
  return {build_.bind(bytes), std::nullopt, nullptr};
}

}  // namespace fencepost::frontend

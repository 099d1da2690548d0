// System calls of Linux by their numbers, which differ from target to target (ours in sys/syscall.h, too): syscall(2), and inline assembly
// (assembly_evaluate.cpp). Each is a function of library/, which returns -1 and sets errno; the kernel, and musl's __syscall, return the
// error itself.
#include <fmt/format.h>

#include <array>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

constexpr int kNoSuchCall = -1;  // none with these parameters

constexpr const char* kFutex = "__fencepost_futex";
constexpr const char* kShared = "__fencepost_futex_is_shared";  // called by whoever starts a thread (thread_ends.cpp)

struct SystemCall {
  std::array<int, 4> numbers;  // of x86-64, of what has the kernel's common table (aarch64, riscv64), of ppc64, of i386
  const char* model;           // null: nothing happens
  std::string_view parameters = {};  // p: a pointer, i: int, l: long
  char result = 'i';                 // the same; 0: it does not return
};

constexpr auto kSystemCalls = std::to_array<SystemCall>({
    {{9, 222, 90, kNoSuchCall}, "mmap", "pliiil", 'p'},
    {{10, 226, 125, 125}, "mprotect", "pli"},
    {{11, 215, 91, 91}, "munmap", "pl"},
    {{14, 135, 174, 175}, "sigprocmask", "ipp"},
    {{24, 124, 158, 158}, nullptr},  // sched_yield
    {{28, 233, 205, 219}, "madvise", "pli"},
    {{35, 101, 162, 162}, "nanosleep", "pp"},
    {{39, 172, 20, 20}, "getpid"},
    {{96, 169, 78, 78}, "gettimeofday", "pp"},
    {{186, 178, 207, 224}, "gettid"},
    {{202, 98, 221, 240}, kFutex, "piippi", 'l'},
    {{228, 113, 246, 265}, "clock_gettime", "ip"},
    {{231, 94, 234, 252}, nullptr, "i", 0},  // exit_group
    {{309, 168, 302, 318}, "getcpu", "pp"},
    {{324, 283, 365, 375}, "membarrier", "iii", 'l'},
});

size_t column(const SourceOptions& options) {
  if (options.data_model == DataModel::ILP32) return 3;
  switch (options.target) {
    case Target::x86_64:
      return 0;
    case Target::aarch64:
    case Target::riscv64:
      return 1;
    case Target::ppc64:
      return 2;
  }
  return 0;
}

}  // namespace

// An argument, or what is in the register for it, as a value of another type of Core.
ExprPtr Elaborator::passed_to_kernel(const ExprPtr& value, clang::QualType type) {
  const core::Type wanted = type_of(type);
  if (value->type == wanted) return value;
  const bool is_pointer = value->type.kind == core::TypeKind::pointer;
  const ExprPtr number = is_pointer ? core::make(ExprOp::ptr_to_int, size_type(), {value}) : value;
  if (wanted.kind == core::TypeKind::pointer)
    return core::make(ExprOp::int_to_ptr, wanted, {core::make(ExprOp::int_cast, size_type(), {number})});
  return core::make(ExprOp::int_cast, wanted, {number});
}

// What one call returns, a `long`. What is not passed is not looked at: the kernel finds anything in that
// register.
ExprPtr Elaborator::system_call(size_t row, const std::vector<ExprPtr>& args, bool tells_error) {
  const SystemCall& called = kSystemCalls[row];
  const core::Type long_type = type_of(context_.LongTy);
  if (called.result == 0) build_.emit(core::Exit{}, "exit_group");
  if (called.model == nullptr) return core::constant(0, long_type);
  auto type = [&](char letter) {
    return letter == 'p' ? context_.VoidPtrTy : letter == 'i' ? context_.IntTy : context_.LongTy;
  };
  std::vector<ExprPtr> passed;
  for (size_t i = 0; i < called.parameters.size(); ++i) {
    const clang::QualType wanted = type(called.parameters[i]);
    passed.push_back(i < args.size() ? passed_to_kernel(args[i], wanted) : core::constant(0, type_of(wanted)));
  }
  if (!library_model(called.model)) {
    build_.emit(
        core::Unsupported{fmt::format("the system call of `{}`, which the program has a function for", called.model)});
    return core::constant(0, long_type);
  }
  if (called.model == kFutex) program_.linker.function(library_model(kShared));
  ExprPtr before;
  if (tells_error) before = call_library("__fencepost_errno_now", {}, type_of(context_.IntTy));
  const ExprPtr answer =
      passed_to_kernel(call_library(called.model, std::move(passed), type_of(type(called.result))), context_.LongTy);
  return tells_error ? call_library("__fencepost_raw_result", {answer, before}, long_type) : answer;
}

// A number that is known only as the program runs, as in a function around the call, is told apart there.
ExprPtr Elaborator::system_call(const ExprPtr& number, const std::vector<ExprPtr>& args, bool tells_error) {
  const size_t machine = column(program_.options);
  const core::Type long_type = type_of(context_.LongTy);
  if (core::is_constant(number)) {
    for (size_t row = 0; row < kSystemCalls.size(); ++row)
      if (kSystemCalls[row].numbers[machine] >= 0 &&
          number->value == static_cast<core::Bits>(kSystemCalls[row].numbers[machine]))
        return system_call(row, args, tells_error);
    build_.emit(core::Unsupported{fmt::format("system call {}", static_cast<uint64_t>(number->value))});
    return core::constant(0, long_type);
  }
  const core::Reg result = build_.fresh(long_type);
  core::Block others = build_.capture(
      [&] { build_.emit(core::Unsupported{"a system call by a number that is none of those that are known"}); });
  for (size_t row = 0; row < kSystemCalls.size(); ++row) {
    const int known = kSystemCalls[row].numbers[machine];
    if (known < 0) continue;
    core::Block here = build_.capture([&] { build_.emit(core::Let{result, system_call(row, args, tells_error)}); });
    core::Block next = build_.capture([&] {
      const ExprPtr wanted = core::constant(static_cast<core::Bits>(known), number->type);
      const ExprPtr is_it = build_.bind(core::make(ExprOp::eq, core::boolean_type(), {number, wanted}));
      build_.emit(core::If{is_it, std::move(here), std::move(others)});
    });
    others = std::move(next);
  }
  build_.append(std::move(others));
  return core::reg_expr(result, long_type);
}

Value Elaborator::known_syscall(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.empty() || !args[0].expr || !known.call->getArg(0)->getType()->isIntegerType())
    return known_unsupported(known);
  std::vector<ExprPtr> passed;
  for (size_t i = 0; i < args.size(); ++i) {
    const Expr* given = known.call->getArg(static_cast<unsigned>(i));
    if (!is_scalar(given->getType()) || given->getType()->isFloatingType()) return known_unsupported(known);
    passed.push_back(build_.bind(use(args[i], "argument")));
  }
  const ExprPtr number =
      convert({passed[0], std::nullopt, nullptr}, known.call->getArg(0)->getType(), context_.LongTy).expr;
  passed.erase(passed.begin());
  at(known.call);
  const ExprPtr result = system_call(number, passed, known.name == "__syscall");
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

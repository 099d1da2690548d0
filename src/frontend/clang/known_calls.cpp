// Functions that Core knows by name: assertions, the SV-COMP set, allocation, bulk memory, and what has no body to look
// into. One table from names to handlers; every other library function is C text in library/.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

// __builtin_memcpy and __builtin___memcpy_chk are memcpy (the checked form's extra argument is dropped).
std::string plain_name(std::string name) {
  if (name.rfind("__builtin___", 0) == 0 && name.size() > 16 && name.ends_with("_chk"))
    return name.substr(12, name.size() - 16);
  if (name.rfind("__builtin_", 0) == 0) return name.substr(10);
  return name;
}

}  // namespace

const std::unordered_map<std::string, Elaborator::KnownHandler>& Elaborator::known_calls() {
  using E = Elaborator;
  static const std::unordered_map<std::string, KnownHandler> kTable = {
      {"__fencepost_assert", &E::known_assert},
      {"assert", &E::known_assert},
      {"__VERIFIER_assert", &E::known_assert},
      {"__assert_fail", &E::known_fail},
      {"__assert", &E::known_fail},
      {"__assert_perror_fail", &E::known_fail},
      {"__assert_rtn", &E::known_fail},
      {"_assert", &E::known_fail},
      {"reach_error", &E::known_error},
      {"__VERIFIER_error", &E::known_error},
      {"__VERIFIER_assume", &E::known_assume},
      {"__BMC_ASSUME", &E::known_assume},
      {"__CPROVER_assume", &E::known_assume},
      {"__VERIFIER_atomic_begin", &E::known_atomic_begin},
      {"__VERIFIER_atomic_end", &E::known_atomic_end},
      {"__fencepost_atomic_begin", &E::known_atomic_begin},
      {"__fencepost_atomic_end", &E::known_atomic_end},
      {"__fencepost_spawn", &E::known_spawn},
      {"__fencepost_spawn_int", &E::known_spawn},
      {"__fencepost_join", &E::known_join},
      {"__fencepost_join_int", &E::known_join},
      {"__fencepost_self", &E::known_self},
      {"__fencepost_end_thread", &E::known_end_thread},
      {"__fencepost_await", &E::known_await},
      {"__fencepost_check", &E::known_check},
      {"__fencepost_any_bool", &E::known_choice},
      {"__fencepost_any_int", &E::known_choice},
      {"__fencepost_any_long", &E::known_choice},
      {"__fencepost_check_read", &E::known_region},
      {"__fencepost_check_write", &E::known_region},
      {"__fencepost_overlap", &E::known_overlap},
      {"__fencepost_size_of", &E::known_size_of},
      {"__fencepost_compare_exchange", &E::known_rmw},
      {"__fencepost_add_if_at_least", &E::known_rmw},
      {"__fencepost_try_exchange", &E::known_rmw},
      {"__fencepost_try_add_if_at_least", &E::known_rmw},
      {"__fencepost_look", &E::known_look},
      {"__fencepost_add_unless", &E::known_rmw},
      {"__fencepost_release_shared", &E::known_rmw},
      {"__fencepost_fence_of", &E::known_fence_of},
      {"__fencepost_is_specified", &E::known_is_specified},
      {"__fencepost_checks", &E::known_checks},
      {"__fencepost_is_one_run", &E::known_is_one_run},
      {"__fencepost_own_types", &E::known_own_types},
      {"__fencepost_uses", &E::known_uses},
      {"__fencepost_unsupported", &E::known_unsupported_text},
      {"pthread_exit", &E::known_end_thread},
      {"thrd_exit", &E::known_end_thread},
      {"exit", &E::known_exit},
      {"_exit", &E::known_exit},
      {"_Exit", &E::known_exit},
      {"quick_exit", &E::known_exit},
      {"abort", &E::known_abort},
      {"__builtin_trap", &E::known_abort},
      {"malloc", &E::known_malloc},
      {"calloc", &E::known_calloc},
      {"realloc", &E::known_realloc},
      {"free", &E::known_free},
      {"cfree", &E::known_free},
      {"aligned_alloc", &E::known_aligned_alloc},
      {"memalign", &E::known_aligned_alloc},
      {"alloca", &E::known_alloca},
      {"__builtin_alloca", &E::known_alloca},
      {"memcpy", &E::known_memcpy},
      {"memmove", &E::known_memmove},
      {"memset", &E::known_memset},
      {"bzero", &E::known_memset},
      {"rand", &E::known_rand},
      {"random", &E::known_rand},
      {"lrand48", &E::known_rand},
      {"srand", &E::known_rand},
      {"srandom", &E::known_rand},
      {"printf", &E::known_print},
      {"fprintf", &E::known_print},
      {"puts", &E::known_puts},
      {"fputs", &E::known_puts},
      {"putchar", &E::known_putchar},
      {"putc", &E::known_putchar},
      {"fputc", &E::known_putchar},
      {"dprintf", &E::known_print},
      {"sprintf", &E::known_sprintf},
      {"snprintf", &E::known_sprintf},
      {"sched_yield", &E::known_zero},
      {"syscall", &E::known_syscall},
      {"__syscall", &E::known_syscall},
      {"sched_setaffinity", &E::known_zero},
      {"sched_setscheduler", &E::known_zero},
      {"pthread_attr_setaffinity_np", &E::known_zero},
      {"pthread_attr_setstacksize", &E::known_zero},
      {"pthread_attr_setstack", &E::known_zero},
      {"pthread_attr_setstackaddr", &E::known_zero},
      {"pthread_attr_setguardsize", &E::known_zero},
      {"pthread_attr_setscope", &E::known_zero},
      {"pthread_attr_setschedpolicy", &E::known_zero},
      {"pthread_attr_setschedparam", &E::known_zero},
      {"pthread_attr_setinheritsched", &E::known_zero},
      {"pthread_mutexattr_setpshared", &E::known_zero},
      {"pthread_mutexattr_setprioceiling", &E::known_zero},
      {"pthread_rwlockattr_setpshared", &E::known_zero},
      {"pthread_rwlockattr_setkind_np", &E::known_zero},
      {"pthread_condattr_setpshared", &E::known_zero},
      {"pthread_barrierattr_setpshared", &E::known_zero},
      {"pthread_setschedparam", &E::known_zero},
      {"pthread_setschedprio", &E::known_zero},
      {"pthread_setconcurrency", &E::known_zero},
      {"pthread_setname_np", &E::known_zero},
      {"pthread_setaffinity_np", &E::known_zero},
      {"pthread_testcancel", &E::known_zero},
      {"pthread_atfork", &E::known_zero},
      {"pthread_yield", &E::known_zero},
      {"scanf", &E::known_scanf},
      {"__isoc99_scanf", &E::known_scanf},
      {"fscanf", &E::known_scanf},
      {"__isoc99_fscanf", &E::known_scanf},
      {"sscanf", &E::known_sscanf},
      {"__isoc99_sscanf", &E::known_sscanf},
      {"__builtin_expect", &E::known_first},
      {"__builtin_expect_with_probability", &E::known_first},
      {"__builtin_assume_aligned", &E::known_assume_aligned},
      {"__builtin_unreachable", &E::known_unreachable},
      {"__builtin_prefetch", &E::known_zero},
      {"__builtin_ia32_pause", &E::known_zero},
      {"__builtin_arm_yield", &E::known_zero},
      {"__builtin_arm_wfe", &E::known_zero},
      {"__builtin_arm_sev", &E::known_zero},
      {"__builtin_arm_sevl", &E::known_zero},
      {"__builtin_arm_nop", &E::known_zero},
      {"__builtin_ia32_mfence", &E::known_fence},
      {"__builtin_ia32_lfence", &E::known_x86_fence},
      {"__builtin_ia32_sfence", &E::known_x86_fence},
      {"__builtin_va_start", &E::known_va_start},
      {"__builtin_va_copy", &E::known_va_copy},
      {"__builtin_va_end", &E::known_va_end},
      {"__builtin_constant_p", &E::known_constant},
      {"fabs", &E::known_fabs},
      {"fabsf", &E::known_fabs},
      {"fabsl", &E::known_fabs},
      {"isnan", &E::known_isnan},
      {"isnanf", &E::known_isnan},
      {"__isnan", &E::known_isnan},
      {"__isnanf", &E::known_isnan},
      {"__builtin_isless", &E::known_order},
      {"__builtin_isgreater", &E::known_order},
      {"__builtin_islessequal", &E::known_order},
      {"__builtin_isgreaterequal", &E::known_order},
      {"__builtin_islessgreater", &E::known_order},
      {"__builtin_isunordered", &E::known_order},
      {"__builtin_signbit", &E::known_sign},
      {"__builtin_signbitf", &E::known_sign},
      {"__builtin_bswap16", &E::known_bits},
      {"__builtin_bswap32", &E::known_bits},
      {"__builtin_bswap64", &E::known_bits},
      {"__builtin_popcount", &E::known_bits},
      {"__builtin_popcountl", &E::known_bits},
      {"__builtin_popcountll", &E::known_bits},
      {"__builtin_parity", &E::known_bits},
      {"__builtin_parityl", &E::known_bits},
      {"__builtin_parityll", &E::known_bits},
      {"__builtin_clz", &E::known_bits},
      {"__builtin_clzl", &E::known_bits},
      {"__builtin_clzll", &E::known_bits},
      {"__builtin_ctz", &E::known_bits},
      {"__builtin_ctzl", &E::known_bits},
      {"__builtin_ctzll", &E::known_bits},
      {"__builtin_ffs", &E::known_bits},
      {"__builtin_ffsl", &E::known_bits},
      {"__builtin_ffsll", &E::known_bits},
      {"__builtin_add_overflow", &E::known_overflow},
      {"__builtin_sub_overflow", &E::known_overflow},
      {"__builtin_mul_overflow", &E::known_overflow},
      {"__builtin_sadd_overflow", &E::known_overflow},
      {"__builtin_ssub_overflow", &E::known_overflow},
      {"__builtin_smul_overflow", &E::known_overflow},
      {"__builtin_uadd_overflow", &E::known_overflow},
      {"__builtin_usub_overflow", &E::known_overflow},
      {"__builtin_umul_overflow", &E::known_overflow},
      {"__builtin_saddl_overflow", &E::known_overflow},
      {"__builtin_ssubl_overflow", &E::known_overflow},
      {"__builtin_smull_overflow", &E::known_overflow},
      {"__builtin_uaddl_overflow", &E::known_overflow},
      {"__builtin_usubl_overflow", &E::known_overflow},
      {"__builtin_umull_overflow", &E::known_overflow},
      {"__sync_synchronize", &E::known_fence},
      {"__c11_atomic_thread_fence", &E::known_fence},
      {"__atomic_thread_fence", &E::known_fence},
      {"atomic_thread_fence", &E::known_fence},
      {"__atomic_test_and_set", &E::known_flag},
      {"__atomic_clear", &E::known_flag},
      {"__c11_atomic_signal_fence", &E::known_zero},
      {"__atomic_signal_fence", &E::known_zero},
  };
  return kTable;
}

std::optional<Value> Elaborator::known_call(const clang::CallExpr* call_expr, const clang::FunctionDecl* callee) {
  std::string name = callee->getNameAsString();
  clang::Expr::EvalResult folded;
  if (name.rfind("__builtin_", 0) == 0 && call_expr->getType()->isIntegerType() &&
      !call_expr->HasSideEffects(context_) && call_expr->EvaluateAsInt(folded, context_)) {
    llvm::APSInt number = folded.Val.getInt();
    core::Bits bits = number.getRawData()[0];
    if (number.getNumWords() == 1 && number.isSigned())
      bits = static_cast<core::Bits>(core::SignedBits{number.getSExtValue()});
    return Value{core::constant(bits, type_of(call_expr->getType())), std::nullopt, nullptr};
  }
  if (name.rfind("__builtin_", 0) == 0 && call_expr->getType()->isRealFloatingType() &&
      !call_expr->HasSideEffects(context_) && call_expr->EvaluateAsRValue(folded, context_) && folded.Val.isFloat()) {
    llvm::APInt bits = folded.Val.getFloat().bitcastToAPInt();
    core::Bits value = bits.getRawData()[0];
    if (bits.getNumWords() > 1) value |= core::Bits{bits.getRawData()[1]} << 64;
    return Value{core::constant(value, type_of(call_expr->getType())), std::nullopt, nullptr};
  }
  if (!is_library_ && program_.options.havoc.contains(name)) {
    KnownCall any{call_expr, callee, name};
    clang::QualType type = call_expr->getType();
    return is_scalar(type) || type->isVoidType() ? known_any(any) : known_unsupported(any);
  }
  if (std::optional<Value> value = sync_builtin(call_expr, name)) return value;
  // A program's own definition wins, except for the names whose meaning SV-COMP fixes.
  bool fixed = name == "reach_error" || name == "__VERIFIER_error" || name == "__VERIFIER_assume" ||
               name == "__VERIFIER_atomic_begin" || name == "__VERIFIER_atomic_end";
  if (!fixed && program_.linker.definition(callee)) return std::nullopt;
  KnownCall known{call_expr, callee, name};
  auto it = known_calls().find(name);
  if (it == known_calls().end()) it = known_calls().find(plain_name(name));
  if (it != known_calls().end()) return (this->*it->second)(known);
  if (name.rfind("__VERIFIER_nondet_", 0) == 0) return known_nondet(known);
  if (name.rfind("__builtin_", 0) == 0) {
    // A built-in with a library model that has a body, such as __builtin_strlen.
    if (const clang::FunctionDecl* model = library_model(plain_name(name))) {
      core::Call made;
      made.callee = core::function_expr(program_.linker.function(model), pointer());
      for (const Value& value : arguments(call_expr)) made.args.push_back(build_.bind(value.expr));
      if (made.args.size() == model->getNumParams() && is_scalar(model->getReturnType())) {
        core::Reg reg = build_.fresh(type_of(model->getReturnType()));
        made.reg = reg;
        build_.emit(std::move(made), plain_name(name));
        return Value{core::reg_expr(reg, type_of(model->getReturnType())), reg, nullptr};
      }
    }
    return known_unsupported(known);
  }
  return std::nullopt;
}

Value Elaborator::known_assert(KnownCall& known) {
  if (known.call->getNumArgs() == 0) return known_unsupported(known);
  const Expr* tested = known.call->getArg(0);
  std::string text = text_of(tested);
  if (known.call->getNumArgs() > 1)
    if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(known.call->getArg(1)->IgnoreParenImpCasts()))
      text = literal->getString().str();
  ExprPtr truth = condition(tested);
  at(known.call);
  check(Undef::assertion, truth, text);
  // C11 7.2.1.1p2: it aborts, whether anybody asks for that or not.
  if (!checks(Undef::assertion) && !(core::is_constant(truth) && truth->value)) {
    core::Block failed = build_.capture([&] { build_.emit(core::Exit{true}, known.name); });
    build_.emit(core::If{build_.bind(truth), {}, std::move(failed)});
  }
  return {};
}

Value Elaborator::known_fail(KnownCall& known) {
  std::string text;
  for (const Expr* arg : known.call->arguments())
    if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(arg->IgnoreParenImpCasts()); literal && text.empty())
      text = literal->getString().str();
  at(known.call);
  check(Undef::assertion, core::truth(false), text);
  build_.emit(core::Exit{true}, known.name);
  return {};
}

Value Elaborator::known_error(KnownCall& known) {
  arguments(known.call);
  check(Undef::reach_error, core::truth(false), known.name + "()");
  build_.emit(core::Exit{true}, known.name);
  return {};
}

Value Elaborator::known_assume(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.empty()) return known_unsupported(known);
  build_.emit(core::Assume{build_.bind(truth_of(args[0], known.call->getArg(0)->getType()))},
              text_of(known.call->getArg(0)));
  return {};
}

Value Elaborator::known_nondet(KnownCall& known) {
  arguments(known.call);
  clang::QualType type = known.call->getType();
  if (type->isVoidType()) return {};
  if (!is_scalar(type)) return known_unsupported(known);
  // An implicit declaration says int; the name says more.
  return choose(type, known.name + "()");
}

Value Elaborator::known_choice(KnownCall& known) {
  return choose(known.call->getType(), definition_ ? definition_->getNameAsString() + "()" : known.name);
}

//: exit quick_exit | called once, `return` from `main` included |
//- abort reach_error unreachable | they are checks
//: abort | a check of its own (`abort`) |
//: assert | a check of its own (`assertion`) |
// Functions that run before the end of the program are called by the library's model of exit, if there are any.
Value Elaborator::known_exit(KnownCall& known) {
  arguments(known.call);
  bool cleans_up = known.name == "exit" || known.name == "quick_exit";
  if (cleans_up && ends_by_model(program_))
    call_library(known.name == "exit" ? "__fencepost_leave" : "__fencepost_leave_quickly", {}, std::nullopt);
  if (known.name == "exit" && program_.destructors)
    build_.emit(core::Call{std::nullopt, core::function_expr(*program_.destructors, pointer()), {}}, known.name);
  build_.emit(core::Exit{}, known.name);
  return {};
}

Value Elaborator::known_abort(KnownCall& known) {
  at(known.call);
  check(Undef::abort_called, core::truth(false), known.name + "()");
  build_.emit(core::Exit{true}, known.name);
  return {};
}

//: rand random | | any number up to 2^31 - 1; in one thread the same seed gives the same sequence
//: lrand48 | | any number up to 2^31 - 1
//: srand srandom | | UNKNOWN: a second seed in a program with threads
// Numbers up to 2^31 - 1. In one thread they are a sequence that its seed determines; where no seed is set, nothing can repeat. Threads
// may take their numbers at the same time or not (7.22.2.1p3), which leaves them open.
Value Elaborator::known_rand(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  bool repeats = !program_.linker.may_start_threads() &&
                 (program_.linker.uses("srand") || program_.linker.uses("srandom")) && known.name != "lrand48";
  std::string model = "__fencepost_" + known.name;
  if (!args.empty()) {
    ExprPtr seed = core::make(ExprOp::int_cast, type_of(context_.UnsignedIntTy), {use(args[0], "argument")});
    if (repeats) call_library(model.c_str(), {seed}, std::nullopt);
    if (program_.linker.may_start_threads()) call_library("__fencepost_seed_once", {}, std::nullopt);
    return {};
  }
  if (repeats) return {call_library(model.c_str(), {}, type_of(known.call->getType())), std::nullopt, nullptr};
  Value value = choose(known.call->getType(), known.name + "()");
  ExprPtr most = core::constant(0x7fffffff, value.expr->type);
  return {build_.bind(core::make(ExprOp::bit_and, value.expr->type, {value.expr, most})), std::nullopt, nullptr};
}

Value Elaborator::known_any(KnownCall& known) {
  for (const Value& value : arguments(known.call)) use(value, "argument");
  if (!is_scalar(known.call->getType())) return {};
  return choose(known.call->getType(), known.name + "()");
}

//- pthread_atfork pthread_attr_setguardsize pthread_attr_setinheritsched pthread_attr_setschedparam | they change nothing here
//- pthread_attr_setschedpolicy pthread_attr_setstack pthread_attr_setstackaddr pthread_setaffinity_np | they change nothing here
//- pthread_attr_setaffinity_np sched_setaffinity sched_setscheduler | they change nothing here
//- pthread_setconcurrency pthread_setname_np pthread_setschedparam pthread_setschedprio pthread_yield | they change nothing here
//- pthread_barrierattr_setpshared pthread_condattr_setclock pthread_condattr_setpshared | they change nothing here
//- pthread_mutexattr_setprioceiling pthread_rwlockattr_setkind_np | they change nothing here
Value Elaborator::known_zero(KnownCall& known) {
  for (const Value& value : arguments(known.call)) use(value, "argument");
  if (!is_scalar(known.call->getType())) return {};
  return {core::constant(0, type_of(known.call->getType())), std::nullopt, nullptr};
}

Value Elaborator::known_first(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  return args.empty() ? Value{} : args[0];
}

// A promise to GNU compilers. Where objects lie is not known, where in them a pointer points is.
Value Elaborator::known_assume_aligned(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 2 || !core::is_constant(args[1].expr)) return known_unsupported(known);
  ExprPtr multiple = core::constant(args[1].expr->value, offset_type());
  stop_if(core::log_not(core::make(ExprOp::ptr_aligned, core::boolean_type(), {use(args[0], "pointer"), multiple})),
          "a pointer that is not aligned as __builtin_assume_aligned says");
  return args[0];
}

Value Elaborator::known_unreachable(KnownCall& known) {
  at(known.call);
  check(Undef::unreachable, core::truth(false), known.name + "()");
  build_.emit(core::Exit{true}, known.name);
  return {};
}

Value Elaborator::known_unsupported(KnownCall& known) {
  return unsupported_value(known.call, fmt::format("the function `{}`", known.name));
}

Value Elaborator::known_fence_of(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  clang::QualType value_type = known.call->getArg(0)->getType()->getPointeeType();
  Lvalue object = dereference(args[0], value_type, text_of(known.call->getArg(0)));
  core::Type type = type_of(value_type);
  check_access(object, core::constant(type.bytes, size_type()), type.bytes, false);
  build_.emit(core::Fence{memory_order(known.call->getArg(1)), build_.bind(object.ptr)}, object.text);
  return {};
}

// To normal memory they add nothing to what loads and stores of x86 order anyway (assembly_x86.cpp).
Value Elaborator::known_x86_fence(KnownCall& known) {
  arguments(known.call);
  const core::MemoryOrder order =
      known.name == "__builtin_ia32_lfence" ? core::MemoryOrder::acquire : core::MemoryOrder::release;
  note_weak_order(fmt::format("{} at line {}", known.name, build_.pos().line));
  build_.emit(core::Fence{order});
  return {};
}

//- atomic_thread_fence | it is a matter of memory models, which have litmus tests
Value Elaborator::known_fence(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  std::vector<OrderCase> cases = {{core::MemoryOrder::seq_cst, core::truth(true)}};
  if (!args.empty()) {
    bool is_known = core::is_constant(args[0].expr);
    cases = orders(known.call->getArg(0), is_known ? nullptr : build_.bind(use(args[0], "memory order")));
    check_orders(cases, {});
  }
  std::vector<OrderCase> none;
  uint32_t site = 0;
  if (!args.empty()) {
    site = order_site(core::OrderSite::Kind::fence, known.call, known.call->getArg(0), cases, nullptr, none);
    place_of_fence(site);
  }
  std::erase_if(cases, [](const OrderCase& one) { return one.order == core::MemoryOrder::relaxed; });
  emit_in_order(cases, {}, site,
                [](core::MemoryOrder order) { return core::Fence{order}; });  // 7.17.4.1p2: relaxed has no effect
  return {};
}

}  // namespace fencepost::frontend

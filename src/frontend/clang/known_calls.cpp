// Functions that Core knows by name: assertions, the SV-COMP set, allocation, bulk memory, and what has no body to look
// into. One table from names to handlers; every other library function is C text in library/.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

struct Elaborator::KnownCall {
  const clang::CallExpr* call;
  const clang::FunctionDecl* callee;
  std::string name;
};

namespace {

constexpr uint32_t kHeapAlign = 16;

ExprPtr predicate(ExprOp op, std::vector<ExprPtr> args) {
  return core::make(op, core::boolean_type(), std::move(args));
}
ExprPtr either(ExprPtr a, ExprPtr b) { return predicate(ExprOp::log_or, {std::move(a), std::move(b)}); }

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
      {"__VERIFIER_atomic_begin", &E::known_zero},
      {"__VERIFIER_atomic_end", &E::known_zero},
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
      {"mempcpy", &E::known_unsupported},
      {"memmove", &E::known_memmove},
      {"memset", &E::known_memset},
      {"bzero", &E::known_memset},
      {"rand", &E::known_rand},
      {"random", &E::known_rand},
      {"lrand48", &E::known_rand},
      {"srand", &E::known_zero},
      {"srandom", &E::known_zero},
      {"printf", &E::known_any},
      {"fprintf", &E::known_any},
      {"vprintf", &E::known_any},
      {"vfprintf", &E::known_any},
      {"puts", &E::known_any},
      {"fputs", &E::known_any},
      {"putchar", &E::known_any},
      {"putc", &E::known_any},
      {"fputc", &E::known_any},
      {"fflush", &E::known_any},
      {"perror", &E::known_zero},
      {"getchar", &E::known_any},
      {"dprintf", &E::known_any},
      {"time", &E::known_unsupported},
      {"clock", &E::known_any},
      {"getpid", &E::known_any},
      {"usleep", &E::known_zero},
      {"sleep", &E::known_zero},
      {"sched_yield", &E::known_zero},
      {"scanf", &E::known_scanf},
      {"__isoc99_scanf", &E::known_scanf},
      {"fscanf", &E::known_unsupported},
      {"__builtin_expect", &E::known_first},
      {"__builtin_expect_with_probability", &E::known_first},
      {"__builtin_assume_aligned", &E::known_first},
      {"__builtin_unreachable", &E::known_unreachable},
      {"__builtin_prefetch", &E::known_zero},
      {"fabs", &E::known_fabs},
      {"fabsf", &E::known_fabs},
      {"fabsl", &E::known_fabs},
      {"isnan", &E::known_isnan},
      {"isnanf", &E::known_isnan},
      {"__isnan", &E::known_isnan},
      {"__isnanf", &E::known_isnan},
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
  if (std::optional<Value> value = sync_builtin(call_expr, name)) return value;
  // A program's own definition wins, except for the names that mark error locations.
  bool error_name = name == "reach_error" || name == "__VERIFIER_error" || name == "__VERIFIER_assume";
  if (!error_name && program_.linker.definition(callee)) return std::nullopt;
  KnownCall known{call_expr, callee, name};
  auto it = known_calls().find(name);
  if (it == known_calls().end()) it = known_calls().find(plain_name(name));
  if (it != known_calls().end()) return (this->*it->second)(known);
  if (name.rfind("__VERIFIER_nondet_", 0) == 0) return known_nondet(known);
  if (name.rfind("__builtin_", 0) == 0) {
    // A built-in with a library twin that has a body, such as __builtin_strlen.
    if (const clang::FunctionDecl* twin = library_twin(plain_name(name))) {
      core::Call made;
      made.callee = core::function_expr(program_.linker.function(twin), pointer());
      for (const Value& value : arguments(call_expr)) made.args.push_back(build_.bind(value.expr));
      if (made.args.size() == twin->getNumParams() && is_scalar(twin->getReturnType())) {
        core::Reg reg = build_.fresh(type_of(twin->getReturnType()));
        made.reg = reg;
        build_.emit(std::move(made), plain_name(name));
        return Value{core::reg_expr(reg, type_of(twin->getReturnType())), reg, nullptr};
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
  return {};
}

Value Elaborator::known_fail(KnownCall& known) {
  std::string text;
  for (const Expr* arg : known.call->arguments())
    if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(arg->IgnoreParenImpCasts()); literal && text.empty())
      text = literal->getString().str();
  at(known.call);
  check(Undef::assertion, core::truth(false), text);
  build_.emit(core::Exit{}, known.name);
  return {};
}

Value Elaborator::known_error(KnownCall& known) {
  arguments(known.call);
  check(Undef::reach_error, core::truth(false), known.name + "()");
  build_.emit(core::Exit{}, known.name);
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

Value Elaborator::known_exit(KnownCall& known) {
  arguments(known.call);
  build_.emit(core::Exit{}, known.name);
  return {};
}

Value Elaborator::known_abort(KnownCall& known) {
  at(known.call);
  check(Undef::abort_called, core::truth(false), known.name + "()");
  build_.emit(core::Exit{}, known.name);
  return {};
}

Value Elaborator::allocate(ExprPtr bytes, bool zeroed, std::string what) {
  core::Reg reg = build_.fresh(pointer());
  core::Alloc made{reg,        build_.bind(core::make(ExprOp::int_cast, size_type(), {bytes})),
                   kHeapAlign, core::Storage::heap,
                   zeroed,     false,
                   what};
  if (!program_.options.malloc_may_fail) {
    build_.emit(std::move(made), what);
    return {core::reg_expr(reg, pointer()), std::nullopt, nullptr};
  }
  core::Reg fails = build_.fresh(core::boolean_type());
  build_.emit(core::Choose{fails, core::boolean_type()}, what + " fails");
  core::Block none = build_.capture([&] { build_.emit(core::Let{reg, core::constant(0, pointer())}); });
  core::Block some = build_.capture([&] { build_.emit(std::move(made), what); });
  build_.emit(core::If{core::reg_expr(fails, core::boolean_type()), std::move(none), std::move(some)});
  return {core::reg_expr(reg, pointer()), std::nullopt, nullptr};
}

Value Elaborator::known_malloc(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  return allocate(use(args[0], "size"), false, "malloc");
}

Value Elaborator::known_calloc(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 2) return known_unsupported(known);
  ExprPtr count = core::make(ExprOp::int_cast, size_type(), {use(args[0], "size")});
  ExprPtr size = core::make(ExprOp::int_cast, size_type(), {use(args[1], "size")});
  ExprPtr fits = build_.bind(predicate(ExprOp::mul_fits, {build_.bind(count), build_.bind(size)}));
  ExprPtr bytes = core::make(ExprOp::mul, size_type(), {count, size});
  if (core::is_constant(fits) && fits->value) return allocate(bytes, true, "calloc");
  core::Reg reg = build_.fresh(pointer());
  core::Block some = build_.capture([&] { build_.emit(core::Let{reg, allocate(bytes, true, "calloc").expr}); });
  core::Block none = build_.capture([&] { build_.emit(core::Let{reg, core::constant(0, pointer())}); });
  build_.emit(core::If{fits, std::move(some), std::move(none)});
  return {core::reg_expr(reg, pointer()), std::nullopt, nullptr};
}

Value Elaborator::known_aligned_alloc(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 2) return known_unsupported(known);
  use(args[0], "alignment");
  return allocate(use(args[1], "size"), false, known.name);
}

Value Elaborator::known_alloca(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  core::Reg reg = build_.fresh(pointer());
  build_.emit(core::Alloc{reg, build_.bind(core::make(ExprOp::int_cast, size_type(), {use(args[0], "size")})),
                          kHeapAlign, core::Storage::automatic, false, false, "alloca"});
  return {core::reg_expr(reg, pointer()), std::nullopt, nullptr};
}

// free and realloc take null or a live pointer that an allocation function returned (7.22.3.3p2).
void Elaborator::release(Value value, const clang::Stmt* where) {
  at(where);
  ExprPtr p = build_.bind(use(value, "freed pointer"));
  ExprPtr null = predicate(ExprOp::ptr_is_null, {p});
  ExprPtr freeable =
      core::log_and(predicate(ExprOp::ptr_is_data, {p}),
                    core::log_and(predicate(ExprOp::ptr_is_heap, {p}), predicate(ExprOp::ptr_at_start, {p})));
  check(Undef::invalid_free, either(null, freeable));
  check(Undef::double_free, either(null, predicate(ExprOp::ptr_alive, {p})));
  core::Block kill = build_.capture([&] { build_.emit(core::Kill{p}, "free"); });
  build_.emit(core::If{build_.bind(core::log_not(null)), std::move(kill), {}});
}

Value Elaborator::known_free(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  release(args[0], known.call);
  return {};
}

Value Elaborator::known_realloc(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 2) return known_unsupported(known);
  ExprPtr old = build_.bind(use(args[0], "pointer"));
  ExprPtr bytes = build_.bind(core::make(ExprOp::int_cast, size_type(), {use(args[1], "size")}));
  Value fresh = allocate(bytes, false, "realloc");
  ExprPtr null = predicate(ExprOp::ptr_is_null, {old});
  // The new object always is another one, so that any use of the old pointer shows.
  core::Block move = build_.capture([&] {
    ExprPtr size = build_.bind(core::make(ExprOp::ptr_size, size_type(), {old}));
    ExprPtr less = build_.bind(predicate(ExprOp::lt, {size, bytes}));
    ExprPtr least = build_.bind(core::make(ExprOp::select, size_type(), {less, size, bytes}));
    ExprPtr freeable =
        core::log_and(predicate(ExprOp::ptr_is_data, {old}),
                      core::log_and(predicate(ExprOp::ptr_is_heap, {old}), predicate(ExprOp::ptr_at_start, {old})));
    check(Undef::invalid_free, freeable);
    check(Undef::double_free, predicate(ExprOp::ptr_alive, {old}));
    build_.emit(core::Copy{fresh.expr, old, least, false}, "realloc");
    build_.emit(core::Kill{old}, "realloc");
  });
  ExprPtr moved =
      build_.bind(core::log_and(core::log_not(null), core::log_not(predicate(ExprOp::ptr_is_null, {fresh.expr}))));
  build_.emit(core::If{moved, std::move(move), {}});
  return fresh;
}

Value Elaborator::known_memmove(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() < 3) return known_unsupported(known);
  ExprPtr to = build_.bind(use(args[0], "pointer")), from = build_.bind(use(args[1], "pointer"));
  ExprPtr bytes = build_.bind(core::make(ExprOp::int_cast, size_type(), {use(args[2], "size")}));
  core::Block body = build_.capture([&] {
    check_pointer_access(to, args[0].root ? args[0].root : to, bytes, 1, true);
    check_pointer_access(from, args[1].root ? args[1].root : from, bytes, 1, false);
    if (plain_name(known.name) == "memcpy")
      check(Undef::overlap, core::log_not(predicate(ExprOp::ptr_overlap, {to, bytes, from, bytes})));
    build_.emit(core::Copy{to, from, bytes, false}, known.name);
  });
  ExprPtr some = predicate(ExprOp::ne, {bytes, core::constant(0, size_type())});
  if (core::is_constant(some) && some->value)
    build_.append(std::move(body));
  else
    build_.emit(core::If{build_.bind(some), std::move(body), {}});
  return {to, std::nullopt, nullptr};
}

Value Elaborator::known_memcpy(KnownCall& known) { return known_memmove(known); }

Value Elaborator::known_memset(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  bool bzero = known.name == "bzero";
  if (args.size() < (bzero ? 2u : 3u)) return known_unsupported(known);
  ExprPtr to = build_.bind(use(args[0], "pointer"));
  ExprPtr value = bzero ? core::constant(0, core::int_type(8, false))
                        : build_.bind(core::make(ExprOp::int_cast, core::int_type(8, false), {use(args[1], "value")}));
  ExprPtr bytes = build_.bind(core::make(ExprOp::int_cast, size_type(), {use(args[bzero ? 1 : 2], "size")}));
  core::Block body = build_.capture([&] {
    check_pointer_access(to, args[0].root ? args[0].root : to, bytes, 1, true);
    build_.emit(core::Fill{to, value, bytes}, known.name);
  });
  ExprPtr some = predicate(ExprOp::ne, {bytes, core::constant(0, size_type())});
  if (core::is_constant(some) && some->value)
    build_.append(std::move(body));
  else
    build_.emit(core::If{build_.bind(some), std::move(body), {}});
  return {to, std::nullopt, nullptr};
}

Value Elaborator::known_rand(KnownCall& known) {
  arguments(known.call);
  Value value = choose(known.call->getType(), known.name + "()");
  ExprPtr low = core::log_not(predicate(ExprOp::lt, {value.expr, core::constant(0, value.expr->type)}));
  ExprPtr high = predicate(ExprOp::le, {value.expr, core::constant(0x7fffffff, value.expr->type)});
  build_.emit(core::Assume{build_.bind(core::log_and(low, high))});
  return value;
}

Value Elaborator::known_any(KnownCall& known) {
  for (const Value& value : arguments(known.call)) use(value, "argument");
  if (!is_scalar(known.call->getType())) return {};
  return choose(known.call->getType(), known.name + "()");
}

Value Elaborator::known_zero(KnownCall& known) {
  for (const Value& value : arguments(known.call)) use(value, "argument");
  if (!is_scalar(known.call->getType())) return {};
  return {core::constant(0, type_of(known.call->getType())), std::nullopt, nullptr};
}

Value Elaborator::known_first(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  return args.empty() ? Value{} : args[0];
}

Value Elaborator::known_unreachable(KnownCall& known) {
  at(known.call);
  check(Undef::unreachable, core::truth(false), known.name + "()");
  build_.emit(core::Exit{}, known.name);
  return {};
}

Value Elaborator::known_unsupported(KnownCall& known) {
  return unsupported_value(known.call, fmt::format("the function `{}`", known.name));
}

Value Elaborator::known_fabs(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1 || args[0].expr->type.bits > 64) return known_unsupported(known);
  ExprPtr x = use(args[0], "argument");
  core::Type bits = core::int_type(x->type.bits, false);
  ExprPtr mask = core::constant((core::Bits{1} << (x->type.bits - 1)) - 1, bits);
  ExprPtr magnitude = core::make(ExprOp::bit_and, bits, {core::make(ExprOp::float_to_bits, bits, {x}), mask});
  return {build_.bind(core::make(ExprOp::bits_to_float, x->type, {magnitude})), std::nullopt, nullptr};
}

Value Elaborator::known_isnan(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1 || args[0].expr->type.kind != core::TypeKind::floating) return known_unsupported(known);
  return bool_value(predicate(ExprOp::is_nan, {use(args[0], "argument")}), known.call->getType());
}

// Bit counting as a sum or chain over the bits: exact, and small after folding.
Value Elaborator::known_bits(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  ExprPtr x = build_.bind(use(args[0], "argument"));
  core::Type t = x->type;
  core::Type result = type_of(known.call->getType());
  auto constant_of = [&](uint64_t value) { return core::constant(value, result); };
  if (known.name.find("bswap") != std::string::npos) {
    ExprPtr swapped = core::constant(0, t);
    for (unsigned byte = 0; byte < t.bytes; ++byte) {
      ExprPtr part = core::make(
          ExprOp::bit_and, t, {core::make(ExprOp::shr, t, {x, core::constant(8 * byte, t)}), core::constant(0xff, t)});
      part = core::make(ExprOp::shl, t, {part, core::constant(8 * (t.bytes - 1 - byte), t)});
      swapped = build_.bind(core::make(ExprOp::bit_or, t, {swapped, part}));
    }
    return {swapped, std::nullopt, nullptr};
  }
  core::Type unsigned_t = core::int_type(t.bits, false);
  ExprPtr u = build_.bind(core::make(ExprOp::int_cast, unsigned_t, {x}));
  auto bit = [&](unsigned i) {
    return core::make(ExprOp::ne, core::boolean_type(),
                      {core::make(ExprOp::bit_and, unsigned_t, {u, core::constant(core::Bits{1} << i, unsigned_t)}),
                       core::constant(0, unsigned_t)});
  };
  bool count = known.name.find("popcount") != std::string::npos || known.name.find("parity") != std::string::npos;
  if (count) {
    ExprPtr sum = constant_of(0);
    for (unsigned i = 0; i < t.bits; ++i)
      sum = build_.bind(core::make(ExprOp::add, result, {sum, core::make(ExprOp::bool_to_int, result, {bit(i)})}));
    if (known.name.find("parity") != std::string::npos)
      sum = build_.bind(core::make(ExprOp::bit_and, result, {sum, constant_of(1)}));
    return {sum, std::nullopt, nullptr};
  }
  bool leading = known.name.find("clz") != std::string::npos;
  bool find_first = known.name.find("ffs") != std::string::npos;
  if (!find_first)
    check(Undef::bad_argument, predicate(ExprOp::ne, {u, core::constant(0, unsigned_t)}), known.name + "(0)");
  ExprPtr at_bit = constant_of(find_first ? 0 : t.bits);
  for (unsigned step = 0; step < t.bits; ++step) {
    unsigned i = leading ? step : t.bits - 1 - step;  // the last selected wins
    uint64_t answer = leading ? t.bits - 1 - i : find_first ? i + 1 : i;
    at_bit = build_.bind(core::make(ExprOp::select, result, {bit(i), constant_of(answer), at_bit}));
  }
  return {at_bit, std::nullopt, nullptr};
}

Value Elaborator::known_overflow(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 3) return known_unsupported(known);
  clang::QualType pointee = known.call->getArg(2)->getType()->getPointeeType();
  core::Type result = type_of(pointee);
  if (args[0].expr->type != result || args[1].expr->type != result) return known_unsupported(known);
  bool add = known.name.find("add_") != std::string::npos || known.name.find("addl_") != std::string::npos;
  bool sub = known.name.find("sub_") != std::string::npos || known.name.find("subl_") != std::string::npos;
  ExprPtr a = use(args[0], "operand"), b = use(args[1], "operand");
  ExprPtr fits = build_.bind(predicate(add ? ExprOp::add_fits : sub ? ExprOp::sub_fits : ExprOp::mul_fits, {a, b}));
  ExprPtr wrapped = build_.bind(core::make(add ? ExprOp::add : sub ? ExprOp::sub : ExprOp::mul, result, {a, b}));
  store(dereference(args[2], pointee, text_of(known.call->getArg(2))), {wrapped, std::nullopt, nullptr}, false);
  return bool_value(core::log_not(fits), known.call->getType());
}

// Each pointer argument receives an arbitrary value of its type; the number converted is arbitrary too, so a target may
// keep its old value.
Value Elaborator::known_scanf(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  for (unsigned i = 1; i < args.size(); ++i) {
    clang::QualType type = known.call->getArg(i)->IgnoreParenImpCasts()->getType();
    if (!type->isPointerType() || !is_scalar(type->getPointeeType()) || type->getPointeeType()->isAnyCharacterType())
      return known_unsupported(known);
    core::Reg given = build_.fresh(core::boolean_type());
    build_.emit(core::Choose{given, core::boolean_type()}, known.name + " converts");
    core::Block body = build_.capture([&] {
      store(dereference(args[i], type->getPointeeType(), text_of(known.call->getArg(i))),
            choose(type->getPointeeType(), known.name), false);
    });
    build_.emit(core::If{core::reg_expr(given, core::boolean_type()), std::move(body), {}});
  }
  return choose(known.call->getType(), known.name + "()");
}

Value Elaborator::known_fence(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  core::MemoryOrder order =
      known.call->getNumArgs() > 0 ? memory_order(known.call->getArg(0)) : core::MemoryOrder::seq_cst;
  build_.emit(core::Fence{order});
  return {};
}

}  // namespace fencepost::frontend

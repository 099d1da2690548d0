// Allocation, release and bulk memory (C11 7.22.3, 7.24.2, 7.24.6).
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

constexpr uint32_t kHeapAlign = 16;
constexpr uint32_t kMostAlign = 1 << 16;

ExprPtr predicate(ExprOp op, std::vector<ExprPtr> args) {
  return core::make(op, core::boolean_type(), std::move(args));
}
ExprPtr either(ExprPtr a, ExprPtr b) { return predicate(ExprOp::log_or, {std::move(a), std::move(b)}); }

void emit_if(Builder& build, const ExprPtr& condition, core::Block body) {
  if (core::is_constant(condition) && condition->value)
    build.append(std::move(body));
  else
    build.emit(core::If{build.bind(condition), std::move(body), {}});
}

}  // namespace

//: malloc calloc aligned_alloc | | null or an object of no bytes for 0; with `--malloc-may-fail` null
//: realloc | null or what an allocation function returned, alive | the same; for 0 whether the old object is freed
//- cfree | hosts have it no more
//: free | null or what an allocation function returned, alive |
//: alloca | |
// Where nothing is asked for, the answer is a null pointer or an object of no bytes (C11 7.22.3p1): a choice.
Value Elaborator::allocate(ExprPtr bytes, bool zeroed, std::string what, std::shared_ptr<const core::PartNames> parts,
                           uint32_t align) {
  core::Reg reg = build_.fresh(pointer());
  ExprPtr size = build_.bind(core::make(ExprOp::int_cast, size_type(), {bytes}));
  auto make = [&] {
    ExprPtr shadow = new_shadow(size);
    build_.emit(core::Alloc{reg, size, align, core::Storage::heap, zeroed, false, what, nullptr, shadow, parts}, what);
  };
  bool may_fail = program_.options.malloc_may_fail;
  if (!may_fail && core::is_constant(size) && size->value != 0) {
    make();
    return {core::reg_expr(reg, pointer()), std::nullopt, nullptr};
  }
  core::Reg fails = build_.fresh(core::boolean_type());
  build_.emit(core::Let{fails, core::truth(false)});
  core::Block choose = build_.capture([&] { build_.emit(core::Choose{fails, core::boolean_type()}, what + " fails"); });
  emit_if(build_, may_fail ? core::truth(true) : predicate(ExprOp::eq, {size, core::constant(0, size_type())}),
          std::move(choose));
  core::Block none = build_.capture([&] { allocate_nothing(reg, size); });
  core::Block some = build_.capture(make);
  build_.emit(core::If{core::reg_expr(fails, core::boolean_type()), std::move(none), std::move(some)});
  return {core::reg_expr(reg, pointer()), std::nullopt, nullptr};
}

// A null pointer, and an error number for programs that look (POSIX).
void Elaborator::allocate_nothing(core::Reg reg, const ExprPtr& bytes) {
  build_.emit(core::Let{reg, core::constant(0, pointer())});
  if (program_.linker.uses("__fencepost_errno") || program_.linker.uses("__errno_location"))
    call_library("__fencepost_no_memory", {bytes}, std::nullopt);
}

Value Elaborator::known_malloc(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  return allocate(use(args[0], "size"), false, "malloc", allocated_parts(known.call));
}

Value Elaborator::known_calloc(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 2) return known_unsupported(known);
  ExprPtr count = core::make(ExprOp::int_cast, size_type(), {use(args[0], "size")});
  ExprPtr size = core::make(ExprOp::int_cast, size_type(), {use(args[1], "size")});
  ExprPtr fits = build_.bind(predicate(ExprOp::mul_fits, {build_.bind(count), build_.bind(size)}));
  ExprPtr bytes = core::make(ExprOp::mul, size_type(), {count, size});
  const auto parts = allocated_parts(known.call);
  if (core::is_constant(fits) && fits->value) return allocate(bytes, true, "calloc", parts);
  core::Reg reg = build_.fresh(pointer());
  core::Block some = build_.capture([&] { build_.emit(core::Let{reg, allocate(bytes, true, "calloc", parts).expr}); });
  core::Block none = build_.capture([&] { allocate_nothing(reg, core::constant(1, size_type())); });
  build_.emit(core::If{fits, std::move(some), std::move(none)});
  return {core::reg_expr(reg, pointer()), std::nullopt, nullptr};
}

// An alignment that is none makes aligned_alloc fail (C11 7.22.3.1p2 with DR 460); memalign leaves it undefined. Core knows alignments
// as constants: one that is computed selects among them.
Value Elaborator::known_aligned_alloc(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 2) return known_unsupported(known);
  ExprPtr align = build_.bind(core::make(ExprOp::int_cast, size_type(), {use(args[0], "alignment")}));
  ExprPtr bytes = build_.bind(use(args[1], "size"));
  ExprPtr zero = core::constant(0, size_type());
  ExprPtr less = core::make(ExprOp::sub, size_type(), {align, core::constant(1, size_type())});
  ExprPtr is_power =
      core::log_and(predicate(ExprOp::ne, {align, zero}),
                    predicate(ExprOp::eq, {core::make(ExprOp::bit_and, size_type(), {align, less}), zero}));
  if (known.name == "memalign") check(Undef::bad_argument, is_power, "alignment");
  core::Reg reg = build_.fresh(pointer());
  core::Block made =
      build_.capture([&] { allocate_aligned(reg, align, bytes, kHeapAlign, known.name, allocated_parts(known.call)); });
  core::Block none = build_.capture([&] { build_.emit(core::Let{reg, core::constant(0, pointer())}); });
  build_.emit(core::If{build_.bind(is_power), std::move(made), std::move(none)});
  return {core::reg_expr(reg, pointer()), std::nullopt, nullptr};
}

void Elaborator::allocate_aligned(core::Reg reg, const ExprPtr& align, const ExprPtr& bytes, uint32_t candidate,
                                  const std::string& name, const std::shared_ptr<const core::PartNames>& parts) {
  if (candidate > kMostAlign) {
    build_.emit(core::Unsupported{fmt::format("an alignment of more than {} bytes", kMostAlign)});
    build_.emit(core::Let{reg, core::constant(0, pointer())});
    return;
  }
  ExprPtr suffices = build_.bind(predicate(ExprOp::le, {align, core::constant(candidate, size_type())}));
  core::Block here =
      build_.capture([&] { build_.emit(core::Let{reg, allocate(bytes, false, name, parts, candidate).expr}); });
  if (core::is_constant(suffices) && suffices->value) {
    build_.append(std::move(here));
    return;
  }
  core::Block beyond = build_.capture([&] { allocate_aligned(reg, align, bytes, 2 * candidate, name, parts); });
  if (core::is_constant(suffices))
    build_.append(std::move(beyond));
  else
    build_.emit(core::If{suffices, std::move(here), std::move(beyond)});
}

Value Elaborator::known_alloca(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  // It lives as long as the activation, but what is made while a variable length array lives may go with that (GCC's manual).
  for (const Scope* scope = scope_; scope; scope = scope->parent)
    if (scope->vla) return unsupported_value(known.call, "alloca in the scope of a variable length array");
  core::Reg reg = build_.fresh(pointer());
  ExprPtr bytes = build_.bind(core::make(ExprOp::int_cast, size_type(), {use(args[0], "size")}));
  ExprPtr shadow = new_shadow(bytes);
  build_.emit(core::Alloc{reg, bytes, kHeapAlign, core::Storage::automatic, false, false, "alloca", nullptr, shadow});
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
  Builder::AsCall as_call(build_);
  if (args.size() != 2) return known_unsupported(known);
  ExprPtr old = build_.bind(use(args[0], "pointer"));
  ExprPtr bytes = build_.bind(core::make(ExprOp::int_cast, size_type(), {use(args[1], "size")}));
  const auto parts = allocated_parts(known.call);
  core::Reg reg = build_.fresh(pointer()), kept_reg = build_.fresh(pointer());
  ExprPtr fresh = core::reg_expr(reg, pointer()), kept = core::reg_expr(kept_reg, pointer());
  // The new object is always another one, so that every use of the old pointer is found; but it may have the same address
  // (7.22.3.5p4). So the old object ends before the new one begins, and its contents are copied through a temporary one.
  core::Block moves = build_.capture([&] {
    ExprPtr size = build_.bind(core::make(ExprOp::ptr_size, size_type(), {old}));
    ExprPtr less = build_.bind(predicate(ExprOp::lt, {size, bytes}));
    ExprPtr least = build_.bind(core::make(ExprOp::select, size_type(), {less, size, bytes}));
    build_.emit(core::Alloc{kept_reg, bytes, kHeapAlign, core::Storage::automatic, false, false, "realloc"});
    build_.emit(core::Copy{kept, old, least, false}, "realloc");
    build_.emit(core::Kill{old}, "realloc");
    ExprPtr shadow = new_shadow(bytes);
    build_.emit(
        core::Alloc{reg, bytes, kHeapAlign, core::Storage::heap, false, false, "realloc", nullptr, shadow, parts},
        "realloc");
    build_.emit(core::Copy{fresh, kept, least, false}, "realloc");
    copy_types(fresh, old, least, {});
    build_.emit(core::Kill{kept});
  });
  auto chosen = [&](const char* what) {
    core::Reg choice = build_.fresh(core::boolean_type());
    build_.emit(core::Choose{choice, core::boolean_type()}, what);
    return core::reg_expr(choice, core::boolean_type());
  };
  ExprPtr is_empty = predicate(ExprOp::eq, {bytes, core::constant(0, size_type())});
  core::Block resized = build_.capture([&] {
    ExprPtr freeable =
        core::log_and(predicate(ExprOp::ptr_is_data, {old}),
                      core::log_and(predicate(ExprOp::ptr_is_heap, {old}), predicate(ExprOp::ptr_at_start, {old})));
    check(Undef::invalid_free, freeable);
    check(Undef::double_free, predicate(ExprOp::ptr_alive, {old}));
    bool never_empty = core::is_constant(is_empty) && !is_empty->value;
    if (!program_.options.malloc_may_fail && never_empty) return build_.append(std::move(moves));
    ExprPtr fails = chosen("realloc fails");
    if (!program_.options.malloc_may_fail) fails = build_.bind(core::log_and(fails, is_empty));
    core::Block none = build_.capture([&] {
      allocate_nothing(reg, bytes);
      // Whether the old object is gone if nothing was asked for is up to the implementation (7.22.3.5p3).
      core::Block gone = build_.capture([&] {
        ExprPtr frees = chosen("realloc frees");
        build_.emit(core::If{frees, build_.capture([&] { build_.emit(core::Kill{old}, "realloc"); }), {}});
      });
      emit_if(build_, is_empty, std::move(gone));
    });
    build_.emit(core::If{fails, std::move(none), std::move(moves)});
  });
  core::Block made =
      build_.capture([&] { build_.emit(core::Let{reg, allocate(bytes, false, "realloc", parts).expr}); });
  build_.emit(core::If{build_.bind(predicate(ExprOp::ptr_is_null, {old})), std::move(made), std::move(resized)});
  return {fresh, std::nullopt, nullptr};
}

// The types that the arguments point to, before they are converted to pointers to void.
core::Scalars Elaborator::scalars_at(const KnownCall& known, const ExprPtr& bytes) const {
  if (!core::is_constant(bytes)) return {};
  for (const Expr* arg : known.call->arguments()) {
    clang::QualType type = arg->IgnoreParenCasts()->getType();
    if (const auto* array = context_.getAsArrayType(type)) type = context_.getPointerType(array->getElementType());
    if (!type->isPointerType()) continue;
    core::Scalars found = scalars(type->getPointeeType(), static_cast<uint64_t>(bytes->value), context_);
    if (!found.empty()) return found;
  }
  return {};
}

// So many bytes at a pointer. Of none, the pointer must be valid all the same (7.1.4p1, 7.24.1p2).
void Elaborator::check_region(const Value& value, const ExprPtr& bytes, bool write) {
  ExprPtr p = value.expr;
  ExprPtr some = build_.bind(predicate(ExprOp::ne, {bytes, core::constant(0, size_type())}));
  if (!core::is_constant(some) || some->value)
    emit_if(build_, some,
            build_.capture([&] { check_pointer_access(p, value.root ? value.root : p, bytes, 1, write); }));
  if (!checks(Undef::empty_argument) || (core::is_constant(some) && some->value)) return;
  ExprPtr valid = core::log_and(predicate(ExprOp::ptr_is_data, {p}),
                                core::log_and(predicate(ExprOp::ptr_alive, {p}),
                                              predicate(ExprOp::ptr_in_bounds, {p, core::constant(0, size_type())})));
  check(Undef::empty_argument, either(some, valid));
}

Value Elaborator::known_region(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  check_region({use(args[0], "pointer"), {}, args[0].root}, build_.bind(use(args[1], "size")),
               known.name == "__fencepost_check_write");
  return {};
}

Value Elaborator::known_overlap(KnownCall& known) {
  std::vector<ExprPtr> operands;
  for (const Value& value : arguments(known.call)) operands.push_back(build_.bind(use(value, "argument")));
  return bool_value(build_.bind(predicate(ExprOp::ptr_overlap, std::move(operands))), known.call->getType());
}

// How the program would write what the pointer designates.
std::string Elaborator::pointed_text(const clang::Expr* pointer) const {
  pointer = pointer->IgnoreParenImpCasts();
  std::string text = text_of(pointer);
  if (pointer->getType()->isArrayType()) return text;
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(pointer);
      unary && unary->getOpcode() == clang::UO_AddrOf)
    return text_of(unary->getSubExpr());
  const bool is_word = llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(pointer);
  return is_word ? "*" + text : fmt::format("*({})", text);
}

//: memcpy | so many bytes in both; no overlap; with 0 valid pointers (`empty-argument`) |
//: memmove memset | so many bytes; with 0 valid pointers (`empty-argument`) |
Value Elaborator::known_memmove(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  if (args.size() < 3) return known_unsupported(known);
  ExprPtr to = build_.bind(use(args[0], "pointer")), from = build_.bind(use(args[1], "pointer"));
  ExprPtr bytes = build_.bind(core::make(ExprOp::int_cast, size_type(), {use(args[2], "size")}));
  check_region({to, {}, args[0].root}, bytes, true);
  check_region({from, {}, args[1].root}, bytes, false);
  core::Block body = build_.capture([&] {
    note_restricted_access(from, bytes, false);
    note_restricted_access(to, bytes, true);
    if (known.name.find("memcpy") != std::string::npos)
      check(Undef::overlap, core::log_not(predicate(ExprOp::ptr_overlap, {to, bytes, from, bytes})));
    build_.emit(core::Copy{to, from, bytes, false, scalars_at(known, bytes)}, pointed_text(known.call->getArg(0)));
    clang::QualType source = known.call->getArg(1)->IgnoreParenCasts()->getType();
    if (const auto* array = context_.getAsArrayType(source)) source = context_.getPointerType(array->getElementType());
    copy_types(to, from, bytes, source->getPointeeType());
  });
  emit_if(build_, predicate(ExprOp::ne, {bytes, core::constant(0, size_type())}), std::move(body));
  return {to, std::nullopt, nullptr};
}

Value Elaborator::known_memcpy(KnownCall& known) { return known_memmove(known); }

Value Elaborator::known_memset(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  bool bzero = known.name == "bzero";
  if (args.size() < (bzero ? 2u : 3u)) return known_unsupported(known);
  ExprPtr to = build_.bind(use(args[0], "pointer"));
  ExprPtr value = bzero ? core::constant(0, core::int_type(8, false))
                        : build_.bind(core::make(ExprOp::int_cast, core::int_type(8, false), {use(args[1], "value")}));
  ExprPtr bytes = build_.bind(core::make(ExprOp::int_cast, size_type(), {use(args[bzero ? 1 : 2], "size")}));
  check_region({to, {}, args[0].root}, bytes, true);
  core::Block body = build_.capture([&] {
    note_restricted_access(to, bytes, true);
    build_.emit(core::Fill{to, value, bytes, scalars_at(known, bytes)}, pointed_text(known.call->getArg(0)));
    store_types(to, {}, bytes);
  });
  emit_if(build_, predicate(ExprOp::ne, {bytes, core::constant(0, size_type())}), std::move(body));
  return {to, std::nullopt, nullptr};
}
}  // namespace fencepost::frontend

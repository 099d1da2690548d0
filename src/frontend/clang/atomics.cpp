// Atomic operations: C11 generic functions (as Clang's __c11_atomic_*), GCC's __atomic_* and __sync_*. Arithmetic wraps
// silently (C11 7.17.7.5p3).
#include <fmt/format.h>

#include <algorithm>

#include "core/print.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::MemoryOrder;

namespace {

enum class Action { init, load, store, exchange, compare_exchange, fetch_op, op_fetch, unsupported };

struct AtomicRow {
  Action action = Action::unsupported;
  ExprOp op = ExprOp::add;  // fetch_op, op_fetch
  bool nand = false;
  bool by_pointer = false;  // GCC's generic forms pass values through pointers
};

AtomicRow classify(clang::AtomicExpr::AtomicOp op) {
  using A = clang::AtomicExpr;
  switch (op) {
    case A::AO__c11_atomic_init:
      return {Action::init};
    case A::AO__c11_atomic_load:
    case A::AO__atomic_load_n:
      return {Action::load};
    case A::AO__c11_atomic_store:
    case A::AO__atomic_store_n:
      return {Action::store};
    case A::AO__c11_atomic_exchange:
    case A::AO__atomic_exchange_n:
      return {Action::exchange};
    case A::AO__c11_atomic_compare_exchange_strong:
    case A::AO__c11_atomic_compare_exchange_weak:
    case A::AO__atomic_compare_exchange_n:
      return {Action::compare_exchange};
    case A::AO__atomic_load:
      return {Action::load, ExprOp::add, false, true};
    case A::AO__atomic_store:
      return {Action::store, ExprOp::add, false, true};
    case A::AO__atomic_exchange:
      return {Action::exchange, ExprOp::add, false, true};
    case A::AO__atomic_compare_exchange:
      return {Action::compare_exchange, ExprOp::add, false, true};
    case A::AO__c11_atomic_fetch_add:
    case A::AO__atomic_fetch_add:
      return {Action::fetch_op, ExprOp::add};
    case A::AO__c11_atomic_fetch_sub:
    case A::AO__atomic_fetch_sub:
      return {Action::fetch_op, ExprOp::sub};
    case A::AO__c11_atomic_fetch_and:
    case A::AO__atomic_fetch_and:
      return {Action::fetch_op, ExprOp::bit_and};
    case A::AO__c11_atomic_fetch_or:
    case A::AO__atomic_fetch_or:
      return {Action::fetch_op, ExprOp::bit_or};
    case A::AO__c11_atomic_fetch_xor:
    case A::AO__atomic_fetch_xor:
      return {Action::fetch_op, ExprOp::bit_xor};
    case A::AO__c11_atomic_fetch_nand:
    case A::AO__atomic_fetch_nand:
      return {Action::fetch_op, ExprOp::bit_and, true};
    case A::AO__atomic_add_fetch:
      return {Action::op_fetch, ExprOp::add};
    case A::AO__atomic_sub_fetch:
      return {Action::op_fetch, ExprOp::sub};
    case A::AO__atomic_and_fetch:
      return {Action::op_fetch, ExprOp::bit_and};
    case A::AO__atomic_or_fetch:
      return {Action::op_fetch, ExprOp::bit_or};
    case A::AO__atomic_xor_fetch:
      return {Action::op_fetch, ExprOp::bit_xor};
    case A::AO__atomic_nand_fetch:
      return {Action::op_fetch, ExprOp::bit_and, true};
    case A::AO__c11_atomic_fetch_max:
    case A::AO__atomic_fetch_max:
      return {Action::fetch_op, ExprOp::lt};
    case A::AO__c11_atomic_fetch_min:
    case A::AO__atomic_fetch_min:
      return {Action::fetch_op, ExprOp::le};
    case A::AO__atomic_max_fetch:
      return {Action::op_fetch, ExprOp::lt};
    case A::AO__atomic_min_fetch:
      return {Action::op_fetch, ExprOp::le};
    default:
      return {};
  }
}

// The value after the operation; lt stands for the maximum of both, le for the minimum, taken as unsigned numbers if so
// asked.
ExprPtr applied(ExprOp op, const core::Type& type, const ExprPtr& before, const ExprPtr& other,
                bool as_unsigned = false) {
  if (op != ExprOp::lt && op != ExprOp::le) return core::make(op, type, {before, other});
  bool takes_max = op == ExprOp::lt;
  auto compared = [&](const ExprPtr& value) {
    if (!as_unsigned || !type.is_signed) return value;
    return core::make(ExprOp::int_cast, core::int_type(type.bits, false), {value});
  };
  ExprPtr less = core::make(ExprOp::lt, core::boolean_type(), {compared(before), compared(other)});
  return core::make(ExprOp::select, type, {less, takes_max ? other : before, takes_max ? before : other});
}

// C's orders as __ATOMIC_RELAXED and its kin number them.
constexpr MemoryOrder kOrders[] = {MemoryOrder::relaxed, MemoryOrder::consume, MemoryOrder::acquire,
                                   MemoryOrder::release, MemoryOrder::acq_rel, MemoryOrder::seq_cst};
constexpr int64_t kKernelOrders = 1000;   // __FENCEPOST_FULL of linux.h
constexpr int64_t kAnOrderFollows = 999;  // __FENCEPOST_ORDERED

}  // namespace

// A compare-exchange compares memory (C11 7.17.7.4p2): of pointers the addresses, whatever they designate; of floats
// the bits, so that zeros of different sign differ and a NaN may be equal to itself.
ExprPtr same_representation(const ExprPtr& a, const ExprPtr& b) {
  if (a->type.kind == core::TypeKind::floating) {
    core::Type bits = core::int_type(a->type.bits, false);
    auto of = [&](const ExprPtr& value) { return core::make(ExprOp::float_to_bits, bits, {value}); };
    return core::make(ExprOp::eq, core::boolean_type(), {of(a), of(b)});
  }
  ExprPtr equal = core::make(ExprOp::eq, core::boolean_type(), {a, b});
  if (a->type.kind != core::TypeKind::pointer || core::is_constant(a) || core::is_constant(b)) return equal;
  ExprPtr adjacent = core::make(ExprOp::ptr_adjacent, core::boolean_type(), {a, b});
  return core::make(ExprOp::log_or, core::boolean_type(), {equal, adjacent});
}

// Notes the first order weaker than seq_cst (WeakOrder). Acquires and releases inside the library's models of locks, blocking
// semaphores and barriers do not count: all that a thread learns from them is that it may continue, and what it waited for then
// happens before. So they keep conflicting accesses of race-free programs ordered, as the theorem about seq_cst requires
// (driver/model_choice.h). Functions that answer without waiting, such as trylock, note their orders (known_rmw, known_look).
void Elaborator::note_weak_order(std::string what) {
  if (!program_.weak_order) program_.weak_order = {build_.pos(), std::move(what)};
}

MemoryOrder Elaborator::memory_order(const Expr* expr) {
  clang::Expr::EvalResult result;
  if (expr && expr->EvaluateAsInt(result, context_)) {
    int64_t number = result.Val.getInt().getExtValue();
    if (number >= 0 && number < static_cast<int64_t>(std::size(kOrders))) {
      if (kOrders[number] != MemoryOrder::seq_cst && !is_library_)
        note_weak_order(fmt::format("{} at line {}", core::name(kOrders[number]), build_.pos().line));
      return kOrders[number];
    }
    // The orders of our linux.h, in the order of the enumeration.
    int64_t beyond = number - kKernelOrders;
    int64_t first = static_cast<int64_t>(MemoryOrder::seq_cst) + 1;
    if (beyond >= 0 && first + beyond < static_cast<int64_t>(core::kMemoryOrders))
      return static_cast<MemoryOrder>(first + beyond);
  }
  if (expr) build_.emit(core::Unsupported{"a memory order that is no constant"});
  return MemoryOrder::seq_cst;
}

ExprPtr Elaborator::order_value(const Expr* expr) {
  clang::Expr::EvalResult result;
  bool is_known = !expr || expr->EvaluateAsInt(result, context_);
  if (is_known && expr) {
    int64_t number = result.Val.getInt().getExtValue();
    is_known = (number >= 0 && number < static_cast<int64_t>(std::size(kOrders))) || number >= kKernelOrders;
  }
  return is_known ? nullptr : build_.bind(use(rvalue(expr), "memory order"));
}

std::vector<OrderCase> Elaborator::orders(const Expr* expr, const ExprPtr& value) {
  if (!value) return {{memory_order(expr), core::truth(true)}};
  note_weak_order(fmt::format("an order that is no constant at line {}", build_.pos().line));
  std::vector<OrderCase> cases;
  for (size_t i = 0; i < std::size(kOrders); ++i) {
    ExprPtr is_it = core::make(ExprOp::eq, core::boolean_type(), {value, core::constant(i, value->type)});
    cases.push_back({kOrders[i], build_.bind(is_it)});
  }
  // A value that is no memory order would skip the operation.
  check_orders(cases, {});
  ExprPtr is_none = core::truth(true);
  for (const OrderCase& one : cases) is_none = core::log_and(is_none, core::log_not(one.when));
  stop_if(is_none, "a memory order that is none of C's");
  return cases;
}

void Elaborator::check_orders(const std::vector<OrderCase>& cases, std::initializer_list<MemoryOrder> wrong) {
  ExprPtr is_right = core::truth(false);
  for (const OrderCase& one : cases)
    if (std::find(wrong.begin(), wrong.end(), one.order) == wrong.end())
      is_right = core::make(ExprOp::log_or, core::boolean_type(), {is_right, one.when});
  check(core::Undef::memory_order, is_right);
}

void Elaborator::emit_in_order(const std::vector<OrderCase>& cases, const std::string& text, uint32_t site,
                               const std::function<core::Stmt::Kind(MemoryOrder)>& make) {
  auto made = [&](MemoryOrder order) {
    core::Stmt::Kind kind = make(order);
    std::visit(
        [&](auto& access) {
          if constexpr (requires { access.site; }) access.site = site;
        },
        kind);
    return kind;
  };
  for (const OrderCase& one : cases) {
    if (core::is_constant(one.when)) {
      build_.emit(made(one.order), text);
    } else {
      core::Block block = build_.capture([&] { build_.emit(made(one.order), text); });
      build_.emit(core::If{one.when, std::move(block), {}});
    }
  }
}

// The expression without the parentheses and casts that macros put around it.
std::string Elaborator::pointer_text(const Expr* pointer_expr) const {
  const Expr* inner = pointer_expr->IgnoreParenCasts();
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(inner);
  if (address == nullptr || address->getOpcode() != clang::UO_AddrOf) return text_of(inner);
  return fmt::format("&{}", text_of(address->getSubExpr()->IgnoreParens()));
}

// The old value of an exchange. That of an _Atomic object must be there (C11 7.17.2.1p2: until it is initialised, its state is
// indeterminate). To any other object, which GCC's built-ins take, the exchange is a store and a copy of what was there: its address
// was taken (6.3.2.1p2), and only using the copy is a use. Arithmetic and comparison are uses.
Value Elaborator::taken_out(const Value& old, clang::QualType object_type, const std::string& text) {
  // What our models exchange is the word of a lock or the like, which somebody must have initialised.
  if (object_type->isAtomicType() || is_library_ || !old.unspecified_if)
    return {use(old, "atomic object"), std::nullopt, nullptr};
  const core::Type type = build_.function().regs[core::index(*old.unspecified_if)].type;
  check(core::Undef::uninit_copy,
        core::make(ExprOp::specified, core::boolean_type(), {core::reg_expr(*old.unspecified_if, type)}), text);
  return old;
}

Value Elaborator::atomic(const clang::AtomicExpr* expr) {
  AtomicRow row = classify(expr->getOp());
  clang::QualType object_type = expr->getPtr()->getType()->getPointeeType();
  clang::QualType value_type = object_type;
  if (const auto* atomic_type = object_type->getAs<clang::AtomicType>()) value_type = atomic_type->getValueType();
  value_type = value_type.getUnqualifiedType();
  std::optional<core::Type> whole = whole_type(value_type);
  bool computes = row.action == Action::fetch_op || row.action == Action::op_fetch;
  if (row.action == Action::unsupported || (!is_scalar(value_type) && (!whole || computes)))
    return unsupported_value(expr,
                             fmt::format("the atomic operation `{}` on {}", text_of(expr), value_type.getAsString()));
  core::Type type = whole ? *whole : type_of(value_type);

  Value target, operand, expected, desired;
  auto argument = [&](const Expr* given) {
    bool is_record = given->getType()->isRecordType() || given->getType()->isAtomicType();
    return is_record && !is_scalar(given->getType()) ? Value{aggregate(given), std::nullopt, nullptr} : rvalue(given);
  };
  bool compares = row.action == Action::compare_exchange;
  std::vector<std::function<void()>> strands;
  strands.push_back([&] { target = rvalue(expr->getPtr()); });
  if (compares) {
    strands.push_back([&] { expected = rvalue(expr->getVal1()); });
    strands.push_back([&] { desired = argument(expr->getVal2()); });
  } else if (row.action == Action::load && row.by_pointer) {
    strands.push_back([&] { operand = argument(expr->getVal1()); });
  } else if (row.action != Action::load) {
    strands.push_back([&] { operand = argument(expr->getVal1()); });
    if (row.action == Action::exchange && row.by_pointer)
      strands.push_back([&] { desired = argument(expr->getVal2()); });
  }
  ExprPtr success_order, failure_order;
  if (row.action != Action::init) strands.push_back([&] { success_order = order_value(expr->getOrder()); });
  if (compares) strands.push_back([&] { failure_order = order_value(expr->getOrderFail()); });
  at(expr);
  unsequenced(std::move(strands));
  at(expr);
  end_full_expression();
  Builder::AsCall as_call(build_);

  Lvalue object = dereference(target, value_type, pointer_text(expr->getPtr()));
  bool writes = row.action != Action::load;
  std::vector<OrderCase> cases;
  if (row.action != Action::init) cases = orders(expr->getOrder(), success_order);
  if (row.action != Action::init) check_access(object, core::constant(type.bytes, size_type()), type.bytes, writes);
  auto through = [&](const Value& pointer_value) { return dereference(pointer_value, value_type, "*" + object.text); };
  // Of a struct the argument is the address in any case.
  auto read = [&](const Value& pointer_value) {
    if (!whole) return load(through(pointer_value));
    Lvalue from = through(pointer_value);
    check_access(from, core::constant(type.bytes, size_type()),
                 static_cast<uint64_t>(context_.getTypeAlignInChars(value_type).getQuantity()), false);
    return Value{packed(from.ptr, value_type), std::nullopt, nullptr};
  };
  auto value_of = [&](const Value& value) {
    if (whole && !row.by_pointer) return Value{packed(value.expr, value_type), std::nullopt, nullptr};
    return row.by_pointer ? read(value) : value;
  };
  auto write = [&](const Lvalue& to, const Value& value) {
    if (whole)
      copy(to, unpacked(value.expr, value_type), false);
    else
      store(to, value, false);
  };
  auto given_back = [&](const Value& value) {
    return whole ? Value{unpacked(value.expr, value_type), std::nullopt, nullptr} : value;
  };
  auto found_in = [&](core::Reg reg) { return whole ? core::reg_expr(reg, type) : what_was_read(reg, value_type); };
  ExprPtr address = build_.bind(object.ptr);
  using enum MemoryOrder;
  std::vector<OrderCase> failures;
  if (compares) failures = orders(expr->getOrderFail(), failure_order);
  uint32_t site = 0;
  if (row.action != Action::init) {
    using Kind = core::OrderSite::Kind;
    const Kind kind = row.action == Action::load    ? Kind::load
                      : row.action == Action::store ? Kind::store
                                                    : Kind::update;
    site = order_site(kind, expr, expr->getOrder(), cases, compares ? expr->getOrderFail() : nullptr, failures);
  }
  if (row.action == Action::load) check_orders(cases, {release, acq_rel});
  if (row.action == Action::store) check_orders(cases, {consume, acquire, acq_rel});
  if (compares) {
    check_orders(failures, {release, acq_rel});
    // 7.17.7.4p2: no stronger than that of success.
    ExprPtr is_right = core::truth(false);
    for (const OrderCase& one : cases)
      for (const OrderCase& other : failures)
        if (other.order <= one.order)
          is_right = core::make(ExprOp::log_or, core::boolean_type(), {is_right, core::log_and(one.when, other.when)});
    check(core::Undef::failure_order, is_right, "memory order");
  }

  switch (row.action) {
    case Action::init:
      if (whole) {
        object.type = context_.getAtomicType(value_type);
        store_record(object, operand.expr, expr, true);
      } else {
        store(object, operand, false);
      }
      return {};
    case Action::load: {
      core::Reg reg = build_.fresh(type);
      emit_in_order(cases, object.text, site,
                    [&](MemoryOrder order) { return core::Load{reg, address, type, {}, order, false}; });
      Value loaded{found_in(reg), reg, nullptr};
      if (!row.by_pointer) return given_back(loaded);
      write(through(operand), loaded);
      return {};
    }
    case Action::store: {
      ExprPtr stored = build_.bind(value_of(operand).expr);
      emit_in_order(cases, object.text, site, [&](MemoryOrder order) {
        return core::Store{address, stored, type, {}, order, false, false, false};
      });
      return {};
    }
    case Action::exchange: {
      ExprPtr stored = build_.bind(value_of(operand).expr);
      core::Reg reg = build_.fresh(type);
      emit_in_order(cases, object.text, site,
                    [&](MemoryOrder order) { return core::Rmw{reg, address, type, nullptr, stored, order}; });
      const Value old = taken_out({found_in(reg), reg, nullptr}, object_type, object.text);
      if (!row.by_pointer) return given_back(old);
      write(through(desired), old);
      return {};
    }
    case Action::compare_exchange: {
      Lvalue expected_lvalue = dereference(expected, value_type, text_of(expr->getVal1()));
      ExprPtr wanted = whole ? read(expected).expr : use(load(expected_lvalue), "expected value");
      if (!whole) check_dangling(wanted);
      Value next = value_of(desired);
      core::Reg reg = build_.fresh(type);
      ExprPtr old = found_in(reg),
              equal = whole ? same_members(old, wanted, value_type) : same_representation(old, wanted);
      if (!whole) note_identity(value_type);
      bool weak = expr->getOp() == clang::AtomicExpr::AO__c11_atomic_compare_exchange_weak;
      if (expr->getOp() == clang::AtomicExpr::AO__atomic_compare_exchange_n ||
          expr->getOp() == clang::AtomicExpr::AO__atomic_compare_exchange) {
        clang::Expr::EvalResult is_weak;
        weak = !expr->getWeak()->EvaluateAsInt(is_weak, context_) || is_weak.Val.getInt().getBoolValue();
      }
      // It may fail spuriously (7.17.7.4p4), or because of what padding holds (7.17.7.4p2).
      const bool is_padded =
          whole ? has_padding(value_type) : type.kind == core::TypeKind::floating && type.bits < 8 * type.bytes;
      if (weak || is_padded) {
        core::Reg fails = build_.fresh(core::boolean_type());
        build_.emit(core::Choose{fails, core::boolean_type()}, "weak exchange fails all the same");
        equal = core::log_and(equal, core::log_not(core::reg_expr(fails, core::boolean_type())));
      }
      ExprPtr stored = build_.bind(next.expr);
      for (const OrderCase& failure : failures) {
        std::vector<OrderCase> both = cases;
        for (OrderCase& one : both) one.when = build_.bind(core::log_and(one.when, failure.when));
        emit_in_order(both, object.text, site, [&](MemoryOrder order) {
          std::optional<MemoryOrder> other = failure.order;
          if (other == order) other.reset();
          return core::Rmw{reg, address, type, equal, stored, order, other};
        });
      }
      ExprPtr found = use({old, reg, nullptr}, "atomic object");
      ExprPtr success = build_.bind(equal);
      core::Block failed = build_.capture([&] { write(expected_lvalue, {found, std::nullopt, nullptr}); });
      build_.emit(core::If{success, {}, std::move(failed)});
      return bool_value(success, expr->getType());
    }
    case Action::fetch_op:
    case Action::op_fetch: {
      core::Reg reg = build_.fresh(type);
      ExprPtr before = found_in(reg), after;
      if (value_type->isBooleanType()) return unsupported_value(expr, "atomic arithmetic on a Boolean object");
      if (type.kind == core::TypeKind::pointer) {
        // C11 scales by the pointee (7.17.7.5p3); GCC's __atomic_fetch_add on pointers counts bytes.
        if (row.op != ExprOp::add && row.op != ExprOp::sub)
          return unsupported_value(expr, "this atomic arithmetic on a pointer");
        bool c11 = object_type->isAtomicType();
        ExprPtr bytes = c11 ? scaled(use(operand), value_type->getPointeeType()) : to_offset(use(operand));
        if (row.op == ExprOp::sub) bytes = build_.bind(core::make(ExprOp::neg, offset_type(), {bytes}));
        after = core::make(ExprOp::ptr_add, type, {before, bytes});
      } else if (type.kind == core::TypeKind::floating) {
        return unsupported_value(expr, "atomic arithmetic on floating objects");
      } else {
        ExprPtr other = core::make(ExprOp::int_cast, type, {use(operand, "operand")});
        after = applied(row.op, type, before, build_.bind(other));
        if (row.nand) after = core::make(ExprOp::bit_not, type, {after});
      }
      emit_in_order(cases, object.text, site,
                    [&](MemoryOrder order) { return core::Rmw{reg, address, type, nullptr, after, order}; });
      use({before, reg, nullptr}, "atomic object");
      if (row.action == Action::op_fetch) return {build_.bind(after), std::nullopt, nullptr};
      return {before, reg, nullptr};
    }
    case Action::unsupported:
      break;
  }
  return {};
}

// __atomic_test_and_set(p, order) and __atomic_clear(p, order): one byte, set or not.
Value Elaborator::known_flag(KnownCall& known) {
  if (known.call->getNumArgs() != 2) return known_unsupported(known);
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  core::Type type = core::int_type(8, false);
  Lvalue object = dereference(args[0], context_.UnsignedCharTy, text_of(known.call->getArg(0)));
  check_access(object, core::constant(1, size_type()), 1, true);
  ExprPtr address = build_.bind(object.ptr);
  const Expr* order_expr = known.call->getArg(1);
  bool is_known = core::is_constant(args[1].expr);
  std::vector<OrderCase> cases = orders(order_expr, is_known ? nullptr : build_.bind(use(args[1], "memory order")));
  const bool clears = known.name == "__atomic_clear";
  using Kind = core::OrderSite::Kind;
  std::vector<OrderCase> none;
  const uint32_t site = order_site(clears ? Kind::store : Kind::update, known.call, order_expr, cases, nullptr, none);
  if (clears) {
    using enum MemoryOrder;
    check_orders(cases, {consume, acquire, acq_rel});
    emit_in_order(cases, object.text, site,
                  [&](MemoryOrder order) { return core::Store{address, core::constant(0, type), type, {}, order}; });
    return {};
  }
  core::Reg reg = build_.fresh(type);
  ExprPtr before = what_was_read(reg, context_.UnsignedCharTy);
  emit_in_order(cases, object.text, site, [&](MemoryOrder order) {
    return core::Rmw{reg, address, type, nullptr, core::constant(1, type), order};
  });
  use({before, reg, nullptr}, "atomic object");
  ExprPtr was_set = core::make(ExprOp::ne, core::boolean_type(), {before, core::constant(0, type)});
  return bool_value(was_set, known.call->getType());
}

// GCC's older built-ins: no order argument. Only linux.h appends one, since the kernel's exchanges return the old value as these do.
// "These built-in functions are considered a full barrier. That is, no memory operand is moved across the operation, either forward or
// backward" (GCC manual, Legacy __sync Built-in Functions), whether they write or not: more than a seq_cst update is, so GCC puts a
// dmb ish behind it on AArch64 (its bug 65697). Those of locks are "not a full barrier, but rather an acquire barrier", or a release.
Elaborator::SyncOrder Elaborator::sync_order(const clang::CallExpr* call_expr, const std::string& name) {
  unsigned count = call_expr->getNumArgs();
  clang::Expr::EvalResult marker;
  if (count >= 3 && call_expr->getArg(count - 2)->EvaluateAsInt(marker, context_) &&
      marker.Val.getInt().getExtValue() == kAnOrderFollows)
    return {memory_order(call_expr->getArg(count - 1)), false};
  if (name == "lock_test_and_set") return {MemoryOrder::acquire, false};
  return {MemoryOrder::seq_cst, !program_.options.updates_are_barriers};
}

std::optional<Value> Elaborator::sync_builtin(const clang::CallExpr* call_expr, const std::string& full_name) {
  if (full_name.rfind("__sync_", 0) != 0 || full_name == "__sync_synchronize") return std::nullopt;
  std::string name = full_name.substr(7);
  if (call_expr->getNumArgs() == 0) return unsupported_value(call_expr, "`" + full_name + "` here");
  // Clang resolves the generic name to a sized one: __sync_fetch_and_add_4.
  if (size_t cut = name.find_last_of('_'); cut != std::string::npos && cut + 1 < name.size() && isdigit(name[cut + 1]))
    name = name.substr(0, cut);
  std::vector<Value> args = arguments(call_expr);
  Builder::AsCall as_call(build_);
  clang::QualType pointer_type = call_expr->getArg(0)->IgnoreParenImpCasts()->getType();
  if (pointer_type->isArrayType()) pointer_type = context_.getDecayedType(pointer_type);
  if (!pointer_type->isPointerType()) return unsupported_value(call_expr, "`" + full_name + "` here");
  clang::QualType value_type = pointer_type->getPointeeType();
  if (!is_scalar(value_type)) return unsupported_value(call_expr, "`" + full_name + "` on this type");
  core::Type type = type_of(value_type);
  Lvalue object = dereference(args[0], value_type, text_of(call_expr->getArg(0)));
  check_access(object, core::constant(type.bytes, size_type()), type.bytes, true);
  core::Reg reg = build_.fresh(type);
  ExprPtr before = what_was_read(reg, value_type.getAtomicUnqualifiedType());
  auto operand = [&](size_t i) -> ExprPtr {
    ExprPtr value = use(args[i], "operand");
    if (value->type == type || type.kind == core::TypeKind::pointer) return value;
    return build_.bind(core::make(ExprOp::int_cast, type, {value}));
  };
  const auto [order, has_fences] = sync_order(call_expr, name);
  if (!is_library_ && (name == "lock_test_and_set" || name == "lock_release"))
    note_weak_order(fmt::format("`{}` at line {}", full_name, build_.pos().line));
  const bool exchanges = name == "lock_test_and_set" || name == "swap";
  Value old{before, reg, nullptr};
  auto rmw = [&](ExprPtr condition_value, ExprPtr next) {
    if (has_fences) build_.emit(core::Fence{MemoryOrder::seq_cst}, full_name);
    build_.emit(core::Rmw{reg, object.ptr, type, std::move(condition_value), std::move(next), order}, object.text);
    if (has_fences) build_.emit(core::Fence{MemoryOrder::seq_cst}, full_name);
    if (exchanges)
      old = taken_out(old, value_type, object.text);
    else
      use(old, "atomic object");
  };
  if (name == "lock_release") {
    build_.emit(core::Store{object.ptr, core::constant(0, type), type, {}, MemoryOrder::release}, object.text);
    return Value{};
  }
  if (exchanges) {
    rmw(nullptr, operand(1));
    return old;
  }
  if (name == "val_compare_and_swap" || name == "bool_compare_and_swap") {
    note_identity(value_type);
    ExprPtr wanted = operand(1);
    check_dangling(wanted);
    ExprPtr equal = same_representation(before, wanted);
    rmw(equal, operand(2));
    if (name[0] == 'v') return Value{before, reg, nullptr};
    return bool_value(equal, call_expr->getType());
  }
  static const std::unordered_map<std::string, ExprOp> kOps = {
      {"add", ExprOp::add},     {"sub", ExprOp::sub},      {"or", ExprOp::bit_or}, {"and", ExprOp::bit_and},
      {"xor", ExprOp::bit_xor}, {"nand", ExprOp::bit_and}, {"max", ExprOp::lt},    {"min", ExprOp::le},
      {"umax", ExprOp::lt},     {"umin", ExprOp::le}};
  bool old_first = name.rfind("fetch_and_", 0) == 0;
  std::string verb = old_first ? name.substr(10) : name.substr(0, name.find("_and_fetch"));
  auto it = kOps.find(verb);
  if (it == kOps.end()) return unsupported_value(call_expr, "`" + full_name + "`");
  ExprPtr after;
  if (type.kind == core::TypeKind::pointer) {
    if (it->second != ExprOp::add && it->second != ExprOp::sub)
      return unsupported_value(call_expr, "`" + full_name + "` on a pointer");
    // Clang has converted the number to the pointer's type.
    Value number = convert({use(args[1], "operand"), std::nullopt, nullptr}, value_type, context_.LongTy);
    ExprPtr bytes = to_offset(number.expr);
    if (verb == "sub") bytes = build_.bind(core::make(ExprOp::neg, offset_type(), {bytes}));
    after = core::make(ExprOp::ptr_add, type, {before, bytes});
  } else {
    after = applied(it->second, type, before, operand(1), verb[0] == 'u');
    if (verb == "nand") after = core::make(ExprOp::bit_not, type, {after});
  }
  rmw(nullptr, after);
  return old_first ? Value{before, reg, nullptr} : Value{build_.bind(after), std::nullopt, nullptr};
}

}  // namespace fencepost::frontend

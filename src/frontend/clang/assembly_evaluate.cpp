// The steps of assembly, one after the other.
#include <clang/AST/ASTContext.h>
#include <fmt/format.h>

#include <bit>

#include "frontend/clang/assembly.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::MemoryOrder;

namespace {

using Kind = AsmStep::Kind;

ExprPtr truth(ExprOp op, std::vector<ExprPtr> args) { return core::make(op, core::boolean_type(), std::move(args)); }

ExprPtr as_signed(const ExprPtr& value) {
  return core::make(ExprOp::int_cast, core::int_type(value->type.bits, true), {value});
}

ExprPtr zero_of(const ExprPtr& value) { return core::constant(0, value->type); }

}  // namespace

void Assembly::walk() {
  values_ = initial_;
  flags_ = {};
  settled_.clear();
  labels_.clear();
  gotos_.clear();
  region_.reset();
  unreachable_ = false;
  std::set<size_t> retries;
  for (const Line& line : lines_)
    if (line.retry && !kept_retries_.contains(*line.retry)) retries.insert(*line.retry);
  std::set<size_t> attempts;  // lines to which these lead
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (!lines_[i].target) continue;
    if (retries.contains(i))
      attempts.insert(*lines_[i].target);
    else
      labels_.try_emplace(*lines_[i].target, build_.fresh_label());
  }
  // What a loop changes has its place from the start.
  if (!labels_.empty()) {
    for (const auto& [name, type] : register_types_) get(name);
    for (const Line& line : lines_)
      for (const AsmPlace* place : {&line.step.to, &line.step.from, &line.step.other, &line.step.to_high,
                                    &line.step.from_high, &line.step.other_high})
        if (std::optional<AsmRegister> reg =
                place->kind == AsmPlace::Kind::reg ? asm_register(place->name, shape_.target) : std::nullopt)
          get(reg->name);
  }
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (auto label = labels_.find(i); label != labels_.end()) {
      if (region_) throw NotUnderstood{"a jump between exclusives"};
      if (!unreachable_) settle();
      build_.define_label(label->second);
      unreachable_ = false;
      flags_ = {};
      values_.clear();
      for (const auto& [name, reg] : settled_)
        values_[name] = core::reg_expr(reg, build_.function().regs[core::index(reg)].type);
    }
    if (attempts.contains(i)) {
      read_first_.clear();
      written_.clear();
      is_pure_ = true;
    }
    if (!lines_[i].text.mnemonic.empty()) act(i);
  }
  write_outputs();
  if (gotos_.empty()) return;
  // The labels of C: each is left for with the values at the jump.
  const core::Label over = build_.fresh_label();
  build_.jump(over);
  unsigned number = 0;
  for (const clang::AddrLabelExpr* label : stmt_->labels()) {
    auto found = gotos_.find(number++);
    if (found == gotos_.end()) continue;
    build_.define_label(found->second);
    values_.clear();
    flags_ = {};
    for (const auto& [name, reg] : settled_)
      values_[name] = core::reg_expr(reg, build_.function().regs[core::index(reg)].type);
    write_outputs();
    const Scope* scope = in_.scopes_->of_label(label->getLabel());
    if (!scope) throw NotUnderstood{"a jump into an expression"};
    in_.jump(in_.label_of(label->getLabel()), scope);
  }
  build_.define_label(over);
}

void Assembly::act(size_t number_of_line) {
  const Line& line = lines_[number_of_line];
  const AsmStep& step = line.step;
  switch (step.kind) {
    case Kind::nothing:
      return;
    case Kind::fence:
      return fence(step);
    case Kind::move:
      return move(step);
    case Kind::compute:
      return compute(step);
    case Kind::compare:
      return compare(step);
    case Kind::exchange:
      return exchange(step);
    case Kind::fetch:
      return fetch(step);
    case Kind::compare_swap:
      return step.is_wide ? compare_swap_wide(step) : compare_swap(step);
    case Kind::test_bit:
      return test_bit(step);
    case Kind::load_exclusive:
      if (line.stores) return begin_exclusive(number_of_line);
      return step.is_wide ? load_pair(step) : load_alone(step);
    case Kind::store_exclusive:
      return line.loads ? end_exclusive(number_of_line) : store_alone(step);
    case Kind::set:
      return write(step.to, step.bytes,
                   core::make(ExprOp::bool_to_int, core::int_type(8 * step.bytes, false), {holds(step)}));
    case Kind::count_zeros:
      return count_zeros(step);
    case Kind::reverse_bits:
      return reverse_bits(step);
    case Kind::flags_word:
      return write_flags(step);
    case Kind::jump:
      return jump(number_of_line);
    case Kind::system_call:
      return call_system(step);
    case Kind::trap:
      return trap();
  }
}

void Assembly::fence(const AsmStep& step) {
  is_pure_ = false;
  if (region_) throw NotUnderstood{"a fence between exclusives"};
  if (!shape_.is_models_machine) {
    if (step.order == MemoryOrder::isync) return;  // orders only what depends on loads
    if (!shape_.orders_compiler) throw NotUnderstood{"without \"memory\" among its clobbers it orders nothing"};
  }
  if (step.order != MemoryOrder::seq_cst)
    in_.note_weak_order(fmt::format("inline assembly at line {}", build_.pos().line));
  build_.emit(core::Fence{step.order}, "asm");
}

void Assembly::move(const AsmStep& step) {
  if (is_memory(step.to)) {
    ExprPtr value = read(step.from, step.bytes);
    return store(step.to, access_type(step.to, {step.from}, step.bytes), value, step.order);
  }
  ExprPtr value = is_memory(step.from) ? load(step.from, access_type(step.from, {step.to}, step.bytes), step.order)
                                       : read(step.from, step.bytes);
  // Between registers, and of longer numbers, nothing is cut off.
  write(step.to, step.bytes, value, step.is_signed);
}

ExprPtr Assembly::applied(const AsmStep& step, const ExprPtr& a, const ExprPtr& b) const {
  if (step.is_unary) return core::make(step.op, a->type, {a});
  const ExprPtr &first = step.is_swapped ? b : a, &given = step.is_swapped ? a : b;
  const ExprPtr second = step.inverts ? core::make(ExprOp::bit_not, given->type, {given}) : given;
  if (step.op != ExprOp::lt && step.op != ExprOp::le) return core::make(step.op, a->type, {first, second});
  // The greater or the smaller one.
  auto compared = [&](const ExprPtr& value) { return step.is_signed ? as_signed(value) : value; };
  const ExprPtr less = truth(ExprOp::lt, {compared(first), compared(second)});
  const bool takes_greater = step.op == ExprOp::lt;
  return core::make(ExprOp::select, a->type, {less, takes_greater ? second : first, takes_greater ? first : second});
}

// Carry is that of x86: what is below zero. Arm has it the other way round, and its table says so.
void Assembly::set_flags(const AsmStep& step, const ExprPtr& a, const ExprPtr& b, const ExprPtr& result) {
  const Flags before = flags_;
  flags_ = {};
  flags_.e = bound(truth(ExprOp::eq, {result, zero_of(result)}));
  flags_.s = bound(truth(ExprOp::lt, {as_signed(result), as_signed(zero_of(result))}));
  const bool is_logic = step.op == ExprOp::bit_and || step.op == ExprOp::bit_or || step.op == ExprOp::bit_xor;
  const bool adds = step.op == ExprOp::add && !step.is_unary, subtracts = step.op == ExprOp::sub;
  if (is_logic) {
    flags_.b = core::truth(false);
    flags_.l = flags_.s;
  } else if (subtracts) {
    const ExprPtr &from = step.is_swapped ? b : a, &taken = step.is_swapped ? a : b;
    flags_.b = bound(truth(ExprOp::lt, {from, taken}));
    flags_.l = bound(truth(ExprOp::lt, {as_signed(from), as_signed(taken)}));
  } else if (adds) {
    const ExprPtr carries = truth(ExprOp::lt, {result, a});
    flags_.b = bound(shape_.target == Target::x86_64 ? carries : core::log_not(carries));
    const core::Type wide = core::int_type(128, true);
    auto exact = [&](const ExprPtr& value) { return core::make(ExprOp::int_cast, wide, {as_signed(value)}); };
    const ExprPtr sum = core::make(ExprOp::add, wide, {exact(a), exact(b)});
    flags_.l = bound(truth(ExprOp::lt, {sum, zero_of(sum)}));
  } else if (step.op == ExprOp::neg) {
    flags_.b = bound(truth(ExprOp::ne, {a, zero_of(a)}));
  }
  if (step.keeps_carry) flags_.b = before.b;
}

void Assembly::compute(const AsmStep& step) {
  const bool is_there = is_memory(step.to);
  ExprPtr a, b, result;
  if (is_there && step.locked) {
    const core::Type type = core::int_type(8 * step.bytes, false);
    b = step.is_unary ? nullptr : bound(read_number(step.other, step.bytes));
    const Lvalue at = memory_at(step.to, type);
    a = update(at, type, nullptr, [&](const ExprPtr& old) { return applied(step, old, b); }, step);
    result = build_.bind(applied(step, a, b ? b : a));
  } else {
    a = bound(read_number(step.from, step.bytes));
    if (!step.is_unary) b = bound(read_number(step.other, step.bytes));
    result = bound(applied(step, a, b ? b : a));
    write(step.to, step.bytes, result, step.is_signed && !is_there);
  }
  if (step.sets_flags) set_flags(step, a, b ? b : a, result);
}

void Assembly::count_zeros(const AsmStep& step) {
  const unsigned bits = 8 * step.bytes;
  const ExprPtr from = bound(read_number(step.from, step.bytes));
  const ExprPtr is_zero = bound(truth(ExprOp::eq, {from, zero_of(from)}));
  ExprPtr count;
  if (step.leaves_zero) {
    const core::Reg any = build_.fresh(from->type);
    build_.emit(core::Choose{any, from->type}, "bit scan of zero");
    count = core::reg_expr(any, from->type);
  } else {
    count = core::constant(bits, from->type);
  }
  const bool is_lowest = step.end == AsmStep::End::lowest;
  // The last one that is chosen wins.
  for (unsigned i = 0; i < bits; ++i) {
    const unsigned bit = is_lowest ? bits - 1 - i : i;
    const unsigned told = step.end == AsmStep::End::highest ? bits - 1 - bit : bit;
    const ExprPtr mask = core::constant(core::Bits{1} << bit, from->type);
    const ExprPtr is_set = truth(ExprOp::ne, {core::make(ExprOp::bit_and, from->type, {from, mask}), zero_of(from)});
    count = bound(core::make(ExprOp::select, from->type, {is_set, core::constant(told, from->type), count}));
  }
  write(step.to, step.bytes, count);
  flags_ = {};
  if (step.sets_flags) flags_.e = is_zero;
}

void Assembly::reverse_bits(const AsmStep& step) {
  const unsigned bits = 8 * step.bytes;
  const ExprPtr from = bound(read_number(step.from, step.bytes));
  ExprPtr all = zero_of(from);
  for (unsigned i = 0; i < bits; ++i) {
    const ExprPtr moved = core::make(ExprOp::shr, from->type, {from, core::constant(i, from->type)});
    const ExprPtr bit = core::make(ExprOp::bit_and, from->type, {moved, core::constant(1, from->type)});
    const ExprPtr there = core::make(ExprOp::shl, from->type, {bit, core::constant(bits - 1 - i, from->type)});
    all = bound(core::make(ExprOp::bit_or, from->type, {all, there}));
  }
  write(step.to, step.bytes, all);
}

// Eight fields of four bits: less, greater, equal, and whatever has overflown.
void Assembly::write_flags(const AsmStep& step) {
  if (region_) throw NotUnderstood{"the condition register between exclusives"};
  const core::Type type = core::int_type(32, false);
  const core::Reg any = build_.fresh(type);
  build_.emit(core::Choose{any, type}, "condition register");
  ExprPtr word = core::reg_expr(any, type);
  auto put = [&](const ExprPtr& flag, unsigned bit) {
    if (!flag) return;
    const core::Bits mask = core::Bits{1} << bit;
    const ExprPtr set = core::make(ExprOp::bit_or, type, {word, core::constant(mask, type)});
    const ExprPtr reset = core::make(ExprOp::bit_and, type, {word, core::constant(~mask & 0xffffffff, type)});
    word = bound(core::make(ExprOp::select, type, {flag, set, reset}));
  };
  put(flags_.l, 31);
  if (flags_.l && flags_.e) put(core::log_not(truth(ExprOp::log_or, {flags_.l, flags_.e})), 30);
  put(flags_.e, 29);
  write(step.to, 4, word);
}

// With a condition (ccmp) the flags are given ones unless it holds.
void Assembly::compare(const AsmStep& step) {
  if (step.condition == 'a') return compare_always(step);
  const ExprPtr asked = bound(holds(step));
  compare_always(step);
  auto chosen = [&](ExprPtr& flag, bool given) {
    if (!flag) return;
    flag = bound(given ? truth(ExprOp::log_or, {core::log_not(asked), flag}) : core::log_and(asked, flag));
  };
  const bool n = (step.otherwise & 8) != 0, z = (step.otherwise & 4) != 0, c = (step.otherwise & 2) != 0,
             v = (step.otherwise & 1) != 0;
  chosen(flags_.e, z);
  chosen(flags_.s, n);
  chosen(flags_.b, !c);
  chosen(flags_.l, n != v);
}

void Assembly::compare_always(const AsmStep& step) {
  ExprPtr a = read(step.from, step.bytes), b = read(step.other, step.bytes);
  const bool are_pointers =
      a->type.kind == core::TypeKind::pointer && b->type.kind == core::TypeKind::pointer && step.op == ExprOp::sub;
  if (are_pointers) {
    in_.note_identity(in_.context_.VoidPtrTy);
    flags_ = {};
    flags_.e = bound(same_representation(a, b));
    return;
  }
  a = bound(number(a, step.bytes));
  b = bound(number(b, step.bytes));
  set_flags(step, a, b, bound(core::make(step.op, a->type, {a, b})));
}

void Assembly::exchange(const AsmStep& step) {
  if (!step.locked) {
    ExprPtr a = read(step.from, step.bytes), b = read(step.to, step.bytes);
    write(step.from, step.bytes, b);
    return write(step.to, step.bytes, a);
  }
  const core::Type type = access_type(step.memory, {step.from, step.to}, step.bytes);
  const ExprPtr given = build_.bind(as(read(step.from, step.bytes), type));
  const Lvalue at = memory_at(step.memory, type);
  const ExprPtr old = update(at, type, nullptr, [&](const ExprPtr&) -> const ExprPtr& { return given; }, step);
  if (step.has_to) write(step.to, step.bytes, old, shape_.target == Target::riscv64);
}

void Assembly::fetch(const AsmStep& step) {
  const core::Type type = core::int_type(8 * step.bytes, false);
  const ExprPtr given = build_.bind(read_number(step.from, step.bytes));
  if (!step.locked) {
    const ExprPtr old = build_.bind(read_number(step.memory, step.bytes));
    const ExprPtr made = build_.bind(applied(step, old, given));
    write(step.memory, step.bytes, made);
    write(step.to, step.bytes, old);
    return set_flags(step, old, given, made);
  }
  const Lvalue at = memory_at(step.memory, type);
  const ExprPtr old =
      update(at, type, nullptr, [&](const ExprPtr& found) { return applied(step, found, given); }, step);
  if (step.has_to) write(step.to, step.bytes, old, shape_.target == Target::riscv64);
  if (step.sets_flags) set_flags(step, old, given, build_.bind(applied(step, old, given)));
}

void Assembly::compare_swap(const AsmStep& step) {
  AsmPlace expected = step.other;
  if (!step.expected.empty()) expected = AsmPlace{.kind = AsmPlace::Kind::reg, .name = step.expected};
  const core::Type type = access_type(step.memory, {step.from, expected}, step.bytes);
  const ExprPtr wanted = build_.bind(as(read(expected, step.bytes), type));
  const ExprPtr given = build_.bind(as(read(step.from, step.bytes), type));
  if (type.kind == core::TypeKind::pointer) in_.note_identity(in_.context_.VoidPtrTy);
  const Lvalue at = memory_at(step.memory, type);
  const ExprPtr old = update(
      at, type, [&](const ExprPtr& found) { return same_representation(found, wanted); },
      [&](const ExprPtr&) -> const ExprPtr& { return given; }, step);
  const ExprPtr is_same = build_.bind(same_representation(old, wanted));
  // Where both were the same, the register keeps what it had.
  if (shape_.target == Target::x86_64) {
    const ExprPtr kept = build_.bind(core::make(ExprOp::select, type, {is_same, wanted, old}));
    if (type.kind == core::TypeKind::pointer)
      flags_ = {};
    else
      set_flags(AsmStep{.op = ExprOp::sub}, wanted, old, build_.bind(core::make(ExprOp::sub, type, {wanted, old})));
    flags_.e = is_same;
    return write(expected, step.bytes, kept);
  }
  write(expected, step.bytes, old);
}

// A number beyond the operand's bits is that of a bit in another word if it is in a register, and wraps if it is written.
void Assembly::test_bit(const AsmStep& step) {
  const unsigned bits = 8 * step.bytes;
  const core::Type type = core::int_type(bits, false);
  const ExprPtr index = build_.bind(read_number(step.from, step.bytes));
  ExprPtr further;
  const bool is_within = core::is_constant(index) && index->value < bits;
  if (step.from.kind != AsmPlace::Kind::number && !is_within) {
    const core::Type wide = in_.offset_type();
    const ExprPtr exact = core::make(ExprOp::int_cast, wide, {as_signed(index)});
    const auto shift = static_cast<core::Bits>(std::countr_zero(bits));
    const ExprPtr word = core::make(ExprOp::shr, wide, {exact, core::constant(shift, wide)});
    further = build_.bind(core::make(ExprOp::mul, wide, {word, core::constant(step.bytes, wide)}));
  }
  const ExprPtr within = core::make(ExprOp::bit_and, type, {index, core::constant(bits - 1, type)});
  const ExprPtr mask = build_.bind(core::make(ExprOp::shl, type, {core::constant(1, type), within}));
  const Lvalue at = memory_at(step.to, type, further);
  const ExprPtr other = step.op == ExprOp::bit_and ? core::make(ExprOp::bit_not, type, {mask}) : mask;
  const ExprPtr old =
      update(at, type, nullptr, [&](const ExprPtr& found) { return core::make(step.op, type, {found, other}); }, step);
  flags_ = {};
  flags_.b = build_.bind(truth(ExprOp::ne, {core::make(ExprOp::bit_and, type, {old, mask}), zero_of(old)}));
}

ExprPtr Assembly::holds(char condition, const AsmStep& step) {
  auto known = [&](const ExprPtr& flag) {
    if (!flag) throw NotUnderstood{"a flag that no comparison has set"};
    return flag;
  };
  switch (condition) {
    case 'e':
      return known(flags_.e);
    case 'E':
      return core::log_not(known(flags_.e));
    case 'b':
      return known(flags_.b);
    case 'B':
      return core::log_not(known(flags_.b));
    case 'l':
      return known(flags_.l);
    case 'L':
      return core::log_not(known(flags_.l));
    case 's':
      return known(flags_.s);
    case 'S':
      return core::log_not(known(flags_.s));
    case 'o':
      return known(flags_.o);
    case 'O':
      return core::log_not(known(flags_.o));
    case 'z':
    case 'n': {
      const ExprPtr value = read_number(step.from, step.bytes);
      return truth(condition == 'z' ? ExprOp::eq : ExprOp::ne, {value, zero_of(value)});
    }
    case 'q':
    case 'Q': {
      const ExprPtr a = read(step.from, step.bytes), b = read(step.other, step.bytes);
      ExprPtr same;
      if (a->type.kind == core::TypeKind::pointer && b->type.kind == core::TypeKind::pointer) {
        in_.note_identity(in_.context_.VoidPtrTy);
        same = same_representation(a, b);
      } else {
        same = truth(ExprOp::eq, {number(a, step.bytes), number(b, step.bytes)});
      }
      return condition == 'q' ? same : core::log_not(same);
    }
    default:
      return core::truth(true);
  }
}

ExprPtr Assembly::holds(const AsmStep& step) {
  ExprPtr truth_of = holds(step.condition, step);
  if (step.joined != 0) truth_of = truth(ExprOp::log_or, {truth_of, holds(step.joined, step)});
  return step.negates ? core::log_not(truth_of) : truth_of;
}

void Assembly::jump(size_t number_of_line) {
  const Line& line = lines_[number_of_line];
  for (const Line& store : lines_)
    if (store.retry == number_of_line && !kept_retries_.contains(number_of_line)) return;
  const ExprPtr condition = holds(line.step);
  if (region_) {
    if (line.goto_label) throw NotUnderstood{"a jump between exclusives"};
    const ExprPtr leaves = core::log_and(region_->stays, condition);
    region_->exits.push_back({leaves, *line.target, values_});
    region_->stays = core::log_and(region_->stays, core::log_not(condition));
    return;
  }
  const ExprPtr taken = build_.bind(condition);
  Flags kept = flags_;
  settle();
  core::Label to{};
  if (line.goto_label)
    to = gotos_.try_emplace(*line.goto_label, build_.fresh_label()).first->second;
  else
    to = labels_.at(*line.target);
  if (line.step.condition == 'a') {
    build_.jump(to);
    unreachable_ = true;
    // What follows up to a label is never reached.
    const core::Label next = build_.fresh_label();
    build_.define_label(next);
    return;
  }
  const core::Label next = build_.fresh_label();
  build_.emit(core::Branch{taken, to, next});
  build_.define_label(next);
  flags_ = kept;
}

}  // namespace fencepost::frontend

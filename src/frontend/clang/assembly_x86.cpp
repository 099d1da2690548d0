// What x86 mnemonics do, in AT&T syntax. On normal memory loads are acquires and stores are releases, sfence and lfence order what is
// ordered anyway, and locked instructions, xchg with memory among them, are full barriers whether they write or not.
#include <array>

#include "frontend/clang/assembly_steps.h"

namespace fencepost::frontend {

namespace {

using Kind = AsmStep::Kind;
using core::ExprOp;
using core::MemoryOrder;

struct Row {
  std::string_view mnemonic;  // without the letter for the width
  Kind kind;
  ExprOp op = ExprOp::add;
  unsigned operands = 2;
  bool is_unary = false, keeps_carry = false, takes_lock = true;
};

constexpr std::array kRows = std::to_array<Row>({
    {"add", Kind::compute, ExprOp::add},
    {"sub", Kind::compute, ExprOp::sub},
    {"and", Kind::compute, ExprOp::bit_and},
    {"or", Kind::compute, ExprOp::bit_or},
    {"xor", Kind::compute, ExprOp::bit_xor},
    {"shl", Kind::compute, ExprOp::shl, 2, false, false, false},
    {"shr", Kind::compute, ExprOp::shr, 2, false, false, false},
    {"neg", Kind::compute, ExprOp::neg, 1, true},
    {"not", Kind::compute, ExprOp::bit_not, 1, true},
    {"inc", Kind::compute, ExprOp::add, 1, false, true},
    {"dec", Kind::compute, ExprOp::sub, 1, false, true},
    {"xadd", Kind::fetch, ExprOp::add},
    {"xchg", Kind::exchange, ExprOp::add},
    {"cmpxchg", Kind::compare_swap, ExprOp::eq},
    {"bts", Kind::test_bit, ExprOp::bit_or},
    {"btr", Kind::test_bit, ExprOp::bit_and},
    {"btc", Kind::test_bit, ExprOp::bit_xor},
    {"mov", Kind::move, ExprOp::add, 2, false, false, false},
    {"movabs", Kind::move, ExprOp::add, 2, false, false, false},
    {"cmp", Kind::compare, ExprOp::sub, 2, false, false, false},
    {"test", Kind::compare, ExprOp::bit_and, 2, false, false, false},
});

struct Scan {
  std::string_view mnemonic;
  AsmStep::End end;
  bool leaves_zero;
};
constexpr std::array kScans = std::to_array<Scan>({{"bsf", AsmStep::End::lowest, true},
                                                   {"bsr", AsmStep::End::highest_as_bit, true},
                                                   {"tzcnt", AsmStep::End::lowest, false},
                                                   {"lzcnt", AsmStep::End::highest, false}});

struct Fence {
  std::string_view mnemonic;
  MemoryOrder order;
};
constexpr std::array kFences = std::to_array<Fence>(
    {{"mfence", MemoryOrder::seq_cst}, {"sfence", MemoryOrder::release}, {"lfence", MemoryOrder::acquire}});
constexpr std::array<std::string_view, 9> kHints = {
    "nop", "pause", "prefetch", "prefetchw", "prefetcht0", "prefetcht1", "prefetcht2", "prefetchnta", "serialize"};

struct Condition {
  std::string_view name;
  char first, second;
  bool negates = false;
};
constexpr std::array kConditions = std::to_array<Condition>({
    {"e", 'e', 0},         {"z", 'e', 0},           {"ne", 'E', 0},        {"nz", 'E', 0},          {"c", 'b', 0},
    {"b", 'b', 0},         {"nae", 'b', 0},         {"nc", 'B', 0},        {"ae", 'B', 0},          {"nb", 'B', 0},
    {"s", 's', 0},         {"ns", 'S', 0},          {"l", 'l', 0},         {"nge", 'l', 0},         {"ge", 'L', 0},
    {"nl", 'L', 0},        {"be", 'b', 'e'},        {"na", 'b', 'e'},      {"le", 'l', 'e'},        {"ng", 'l', 'e'},
    {"a", 'b', 'e', true}, {"nbe", 'b', 'e', true}, {"g", 'l', 'e', true}, {"nle", 'l', 'e', true},
});

unsigned width_of(char suffix) {
  return suffix == 'b' ? 1 : suffix == 'w' ? 2 : suffix == 'l' ? 4 : suffix == 'q' ? 8 : 0;
}

// By the name of a register, or the type of an operand that lies in one; 0: it tells nothing.
unsigned width_of(const AsmPlace& place, const AsmShape& shape) {
  if (place.kind == AsmPlace::Kind::reg) {
    std::optional<AsmRegister> reg = asm_register(place.name, Target::x86_64);
    return reg ? reg->bytes : 0;
  }
  if (place.kind != AsmPlace::Kind::operand || shape.is_memory.at(place.operand)) return 0;
  if (unsigned given = width_of(place.modifier == 'k' ? 'l' : place.modifier); given != 0) return given;
  return shape.bytes.at(place.operand);
}

bool is_memory(const AsmPlace& place, const AsmShape& shape) {
  return place.kind == AsmPlace::Kind::memory ||
         (place.kind == AsmPlace::Kind::operand && shape.is_memory.at(place.operand));
}

// lock; addl $0,-4(%rsp): nothing but the barrier.
bool changes_nothing(const Row& row, const AsmPlace& from, const AsmPlace& to) {
  if (to.kind != AsmPlace::Kind::memory || to.base) return false;
  std::optional<AsmRegister> base = asm_register(to.base_name, Target::x86_64);
  if (!base || base->name != "rsp" || from.kind != AsmPlace::Kind::number || row.kind != Kind::compute) return false;
  return row.op == ExprOp::bit_and ? from.number == -1 : from.number == 0;
}

std::optional<AsmStep> conditional(const AsmLine& line) {
  const std::string& name = line.mnemonic;
  const bool is_set = name.starts_with("set"), is_jump = name.starts_with("j");
  if (line.operands.size() != 1 || (!is_set && !is_jump)) return std::nullopt;
  AsmStep step;
  step.kind = is_set ? Kind::set : Kind::jump;
  step.bytes = 1;
  step.to = line.operands[0];
  if (is_jump) step.label = step.to.name;
  if (is_jump && step.to.kind != AsmPlace::Kind::label && step.to.kind != AsmPlace::Kind::number) return std::nullopt;
  if (name == "jmp") return step;
  for (const Condition& one : kConditions)
    if (one.name == std::string_view(name).substr(is_set ? 3 : 1)) {
      step.condition = one.first;
      step.joined = one.second;
      step.negates = one.negates;
      return step;
    }
  return std::nullopt;
}

// tzcnt and lzcnt set the flags by what they count, not by what they look at.
std::optional<AsmStep> scan(const AsmLine& line, const AsmShape& shape) {
  const std::string_view name = line.mnemonic;
  for (const Scan& one : kScans) {
    const bool has_width = name.size() == one.mnemonic.size() + 1;
    if (!name.starts_with(one.mnemonic) || (name != one.mnemonic && !has_width) || line.operands.size() != 2) continue;
    AsmStep step;
    step.kind = Kind::count_zeros;
    step.from = line.operands[0];
    step.to = line.operands[1];
    step.bytes = has_width ? width_of(name.back()) : width_of(step.to, shape);
    step.end = one.end;
    step.leaves_zero = step.sets_flags = one.leaves_zero;
    if (step.bytes < 2 || is_memory(step.to, shape) || is_memory(step.from, shape)) return std::nullopt;
    return step;
  }
  return std::nullopt;
}

// Beside compilers, nothing but this needs an order: `relaxed` to C where the compiler may move other accesses across.
void give_order(AsmStep& step, const AsmShape& shape) {
  if (!shape.orders_compiler) return;
  step.order = is_memory(step.to, shape) ? MemoryOrder::release : MemoryOrder::acquire;
}

std::optional<AsmStep> in_row(const Row& row, const AsmLine& line, const AsmShape& shape, unsigned bytes) {
  if (line.operands.size() != row.operands) return std::nullopt;
  AsmStep step;
  step.kind = row.kind;
  step.op = row.op;
  step.to = line.operands.back();
  step.from = line.operands.front();
  for (const AsmPlace& place : line.operands) bytes = bytes == 0 ? width_of(place, shape) : bytes;
  if (bytes == 0) return std::nullopt;
  step.bytes = bytes;
  step.is_unary = row.is_unary;
  step.keeps_carry = row.keeps_carry;
  if (row.keeps_carry) step.from = AsmPlace{.number = 1};  // inc, dec
  if (row.kind == Kind::compute) step.other = step.from, step.from = step.to;
  if (row.is_unary) step.other = {};
  if (row.kind == Kind::compare) step.other = step.from, step.from = step.to;
  // Processors take a count modulo the width.
  const bool shifts = row.op == ExprOp::shl || row.op == ExprOp::shr;
  const AsmPlace& count = step.other;
  if (shifts && (count.kind != AsmPlace::Kind::number || count.number < 1 || count.number >= 8 * int64_t{bytes}))
    return std::nullopt;
  step.sets_flags = row.op != ExprOp::bit_not && row.kind != Kind::move && row.kind != Kind::exchange;
  bool in_memory = is_memory(step.to, shape);
  if (row.kind == Kind::exchange && !in_memory) {
    std::swap(step.to, step.from);
    in_memory = is_memory(step.to, shape);
  }
  const bool has_lock = line.prefix == "lock";
  if (has_lock && (!row.takes_lock || !in_memory)) return std::nullopt;
  step.locked = has_lock || (row.kind == Kind::exchange && in_memory);
  step.memory = step.to;
  if (step.locked) {
    step.order = MemoryOrder::seq_cst;
    if (changes_nothing(row, line.operands.front(), step.to)) {
      step = AsmStep{};
      step.kind = Kind::fence;
      step.order = MemoryOrder::seq_cst;
      return step;
    }
  } else {
    // Without lock these are a load and a store, between which others come; of the rare ones nothing is said.
    if (in_memory && row.kind != Kind::compute && row.kind != Kind::move && row.kind != Kind::compare &&
        row.kind != Kind::fetch)
      return std::nullopt;
    if (!in_memory && (row.kind == Kind::compare_swap || row.kind == Kind::test_bit || row.kind == Kind::fetch))
      return std::nullopt;
    give_order(step, shape);
  }
  if (row.kind == Kind::fetch) step.to = step.from;
  if (row.kind == Kind::exchange) step.to = step.from;
  if (row.kind == Kind::compare_swap) step.expected = "rax";
  return step;
}

}  // namespace

std::optional<AsmStep> x86_step(const AsmLine& line, const AsmShape& shape) {
  std::string_view name = line.mnemonic;
  AsmStep step;
  const bool is_repeated = line.prefix.starts_with("rep");
  for (std::string_view hint : kHints)
    if (name == hint && line.prefix != "lock" && name != "serialize") return step;
  if (is_repeated) return std::nullopt;
  for (const Fence& fence : kFences)
    if (name == fence.mnemonic && line.operands.empty() && line.prefix.empty()) {
      step.kind = Kind::fence;
      step.order = fence.order;
      return step;
    }
  if (name == "cmpxchg16b" || name == "cmpxchg8b") {
    if (line.operands.size() != 1 || line.prefix != "lock") return std::nullopt;
    step.kind = Kind::compare_swap;
    step.is_wide = step.locked = step.sets_flags = true;
    step.bytes = name == "cmpxchg16b" ? 16 : 8;
    step.order = MemoryOrder::seq_cst;
    step.memory = step.to = line.operands[0];
    auto reg = [](const char* reg_name) { return AsmPlace{.kind = AsmPlace::Kind::reg, .name = reg_name}; };
    step.other = reg("rax");
    step.other_high = reg("rdx");
    step.from = reg("rbx");
    step.from_high = reg("rcx");
    return step;
  }
  if (line.prefix.empty()) {
    if (std::optional<AsmStep> made = conditional(line)) return made;
    if (std::optional<AsmStep> made = scan(line, shape)) return made;
  }
  // movzbl, movsbl and the like
  if ((name.starts_with("movz") || name.starts_with("movs")) && name.size() == 6 && line.operands.size() == 2) {
    const unsigned from = width_of(name[4]), to = width_of(name[5]);
    if (from == 0 || to <= from || is_memory(line.operands[1], shape)) return std::nullopt;
    step.kind = Kind::move;
    step.bytes = from;
    step.is_signed = name[3] == 's';
    step.from = line.operands[0];
    step.to = line.operands[1];
    give_order(step, shape);
    return step;
  }
  for (const Row& row : kRows) {
    if (name == row.mnemonic) return in_row(row, line, shape, 0);
    if (name.size() == row.mnemonic.size() + 1 && name.starts_with(row.mnemonic) && width_of(name.back()) != 0)
      return in_row(row, line, shape, width_of(name.back()));
  }
  return std::nullopt;
}

}  // namespace fencepost::frontend

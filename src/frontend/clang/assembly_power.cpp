// What mnemonics of 64-bit Power do.
#include <array>

#include "frontend/clang/assembly_steps.h"

namespace fencepost::frontend {

namespace {

using Kind = AsmStep::Kind;
using core::ExprOp;
using core::MemoryOrder;

struct Fence {
  std::string_view mnemonic;
  MemoryOrder order;
};
constexpr std::array kFences = std::to_array<Fence>({{"sync", MemoryOrder::seq_cst},
                                                     {"hwsync", MemoryOrder::seq_cst},
                                                     {"lwsync", MemoryOrder::acq_rel},
                                                     {"isync", MemoryOrder::isync},
                                                     {"eieio", MemoryOrder::eieio}});

struct Access {
  std::string_view mnemonic;
  Kind kind;
  unsigned bytes;
  bool is_store = false, is_signed = false;
};
constexpr std::array kAccesses = std::to_array<Access>({
    {"lbarx", Kind::load_exclusive, 1},
    {"lharx", Kind::load_exclusive, 2},
    {"lwarx", Kind::load_exclusive, 4},
    {"ldarx", Kind::load_exclusive, 8},
    {"stbcx.", Kind::store_exclusive, 1, true},
    {"sthcx.", Kind::store_exclusive, 2, true},
    {"stwcx.", Kind::store_exclusive, 4, true},
    {"stdcx.", Kind::store_exclusive, 8, true},
    {"lbz", Kind::move, 1},
    {"lhz", Kind::move, 2},
    {"lwz", Kind::move, 4},
    {"lwa", Kind::move, 4, false, true},
    {"ld", Kind::move, 8},
    {"stb", Kind::move, 1, true},
    {"sth", Kind::move, 2, true},
    {"stw", Kind::move, 4, true},
    {"std", Kind::move, 8, true},
});

struct Computation {
  std::string_view mnemonic;
  ExprOp op;
  unsigned operands = 3;
  bool is_swapped = false, inverts = false, sets_flags = false;
};
constexpr std::array kComputations = std::to_array<Computation>({
    {"add", ExprOp::add},
    {"addi", ExprOp::add},
    {"addic", ExprOp::add},
    {"add.", ExprOp::add, 3, false, false, true},
    {"addic.", ExprOp::add, 3, false, false, true},
    {"sub", ExprOp::sub},
    {"subi", ExprOp::sub},
    {"subf", ExprOp::sub, 3, true},
    {"subf.", ExprOp::sub, 3, true, false, true},
    {"and", ExprOp::bit_and},
    {"and.", ExprOp::bit_and, 3, false, false, true},
    {"andc", ExprOp::bit_and, 3, false, true},
    {"or", ExprOp::bit_or},
    {"ori", ExprOp::bit_or},
    {"xor", ExprOp::bit_xor},
    {"neg", ExprOp::neg, 2},
    {"not", ExprOp::bit_not, 2},
});

struct Comparison {
  std::string_view mnemonic;
  unsigned bytes;
};
constexpr std::array kComparisons = std::to_array<Comparison>({{"cmpw", 4}, {"cmpwi", 4}, {"cmpd", 8}, {"cmpdi", 8}});

// A field of the condition register in front: only the first one is known.
bool take_field(std::vector<AsmPlace>& operands) {
  const AsmPlace& first = operands.front();
  const bool is_number = first.kind == AsmPlace::Kind::number, is_name = first.name.starts_with("cr");
  if ((is_number && first.number != 0) || (is_name && first.name != "cr0")) return false;
  operands.erase(operands.begin());
  return true;
}

// `0, %1`, `0(%1)` or one operand in memory.
std::optional<AsmPlace> memory_in(const std::vector<AsmPlace>& operands, size_t first) {
  if (operands.size() == first + 1) return operands[first];
  const bool is_indexed =
      operands.size() >= first + 2 && operands[first].kind == AsmPlace::Kind::number && operands[first].number == 0;
  // A third number is a hint.
  if (!is_indexed || operands.size() > first + 3) return std::nullopt;
  AsmPlace place;
  place.kind = AsmPlace::Kind::memory;
  const AsmPlace& base = operands[first + 1];
  if (base.kind == AsmPlace::Kind::operand)
    place.base = base.operand;
  else if (base.kind == AsmPlace::Kind::reg)
    place.base_name = base.name;
  else
    return std::nullopt;
  return place;
}

std::optional<AsmStep> branch(const AsmLine& line) {
  std::string_view name = line.mnemonic;
  if (name.ends_with('-') || name.ends_with('+')) name.remove_suffix(1);
  AsmStep step;
  step.kind = Kind::jump;
  if (name == "bne")
    step.condition = 'E';
  else if (name == "beq")
    step.condition = 'e';
  else if (name == "blt")
    step.condition = 'l';
  else if (name == "bge")
    step.condition = 'L';
  else if (name == "bns" || name == "bso")
    step.condition = name == "bns" ? 'O' : 'o';
  else if (name != "b")
    return std::nullopt;
  std::vector<AsmPlace> operands = line.operands;
  if (operands.size() == 2 && !take_field(operands)) return std::nullopt;
  if (operands.size() != 1) return std::nullopt;
  step.label = operands[0].name;
  return step;
}

// or 1,1,1 and its kin tell the processor how urgent the thread is.
bool is_hint(const AsmLine& line) {
  if (line.mnemonic == "nop" || line.mnemonic == "dcbt" || line.mnemonic == "dcbtst") return true;
  return line.mnemonic == "or" && line.operands.size() == 3 && line.operands[0].kind == AsmPlace::Kind::number &&
         line.operands[0] == line.operands[1] && line.operands[0] == line.operands[2];
}

}  // namespace

std::optional<AsmStep> power_step(const AsmLine& line, const AsmShape& shape) {
  AsmStep step;
  if (is_hint(line)) return step;
  for (const Fence& fence : kFences)
    if (line.mnemonic == fence.mnemonic) {
      const bool is_plain = line.operands.empty() || (line.operands.size() == 1 && line.operands[0].number == 0);
      if (!is_plain || (fence.order == MemoryOrder::eieio && !shape.is_models_machine)) return std::nullopt;
      step.kind = Kind::fence;
      step.order = fence.order;
      step.after_exclusive = fence.order == MemoryOrder::isync;
      return step;
    }
  if (std::optional<AsmStep> made = branch(line)) return made;
  for (const Access& one : kAccesses) {
    if (line.mnemonic != one.mnemonic || line.operands.size() < 2) continue;
    std::optional<AsmPlace> memory = memory_in(line.operands, 1);
    if (!memory) return std::nullopt;
    step.kind = one.kind;
    step.bytes = one.bytes;
    step.is_signed = one.is_signed;
    step.memory = *memory;
    step.from = one.is_store ? line.operands[0] : *memory;
    step.to = one.is_store ? *memory : line.operands[0];
    if (one.kind == Kind::store_exclusive) step.sets_flags = true, step.has_to = false;
    return step;
  }
  for (const Comparison& one : kComparisons) {
    if (line.mnemonic != one.mnemonic) continue;
    std::vector<AsmPlace> operands = line.operands;
    if (operands.size() == 3 && !take_field(operands)) return std::nullopt;
    if (operands.size() != 2) return std::nullopt;
    step.kind = Kind::compare;
    step.op = ExprOp::sub;
    step.from = operands[0];
    step.other = operands[1];
    step.bytes = one.bytes;
    return step;
  }
  if ((line.mnemonic == "mr" || line.mnemonic == "li") && line.operands.size() == 2) {
    step.kind = Kind::move;
    step.to = line.operands[0];
    step.from = line.operands[1];
    step.bytes = 8;
    return step;
  }
  if (line.mnemonic == "mfcr" && line.operands.size() == 1) {
    step.kind = Kind::flags_word;
    step.to = line.operands[0];
    return step;
  }
  if ((line.mnemonic == "cntlzd" || line.mnemonic == "cntlzw") && line.operands.size() == 2) {
    step.kind = Kind::count_zeros;
    step.end = AsmStep::End::highest;
    step.to = line.operands[0];
    step.from = line.operands[1];
    step.bytes = line.mnemonic == "cntlzd" ? 8 : 4;
    return step;
  }
  for (const Computation& one : kComputations) {
    if (line.mnemonic != one.mnemonic || line.operands.size() != one.operands) continue;
    step.kind = Kind::compute;
    step.op = one.op;
    step.is_unary = one.operands == 2;
    step.is_swapped = one.is_swapped;
    step.inverts = one.inverts;
    step.sets_flags = one.sets_flags;
    step.to = line.operands[0];
    step.from = line.operands[1];
    if (!step.is_unary) step.other = line.operands[2];
    step.bytes = 8;
    return step;
  }
  return std::nullopt;
}

}  // namespace fencepost::frontend

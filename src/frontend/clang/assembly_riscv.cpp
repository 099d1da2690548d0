// What mnemonics of 64-bit RISC-V do.
#include <array>

#include "frontend/clang/assembly_steps.h"

namespace fencepost::frontend {

namespace {

using Kind = AsmStep::Kind;
using core::ExprOp;
using core::MemoryOrder;

struct Fence {
  std::string_view before, after;  // i and o, of devices, left out
  MemoryOrder order;
};
constexpr std::array kFences = std::to_array<Fence>({{"rw", "rw", MemoryOrder::seq_cst},
                                                     {"r", "rw", MemoryOrder::acquire},
                                                     {"rw", "w", MemoryOrder::release},
                                                     {"r", "r", MemoryOrder::rmb},
                                                     {"w", "w", MemoryOrder::wmb},
                                                     {"r", "w", MemoryOrder::read_write},
                                                     {"w", "r", MemoryOrder::write_read},
                                                     {"w", "rw", MemoryOrder::write_any},
                                                     {"rw", "r", MemoryOrder::any_read}});

struct Operation {
  std::string_view name;
  Kind kind;
  ExprOp op = ExprOp::add;
  bool is_signed = false;
};
constexpr std::array kOperations = std::to_array<Operation>({{"amoswap", Kind::exchange},
                                                             {"amoadd", Kind::fetch, ExprOp::add},
                                                             {"amoand", Kind::fetch, ExprOp::bit_and},
                                                             {"amoor", Kind::fetch, ExprOp::bit_or},
                                                             {"amoxor", Kind::fetch, ExprOp::bit_xor},
                                                             {"amomaxu", Kind::fetch, ExprOp::lt},
                                                             {"amominu", Kind::fetch, ExprOp::le},
                                                             {"amomax", Kind::fetch, ExprOp::lt, true},
                                                             {"amomin", Kind::fetch, ExprOp::le, true},
                                                             {"lr", Kind::load_exclusive},
                                                             {"sc", Kind::store_exclusive}});

struct Access {
  std::string_view mnemonic;
  unsigned bytes;
  bool is_store, is_signed;
};
constexpr std::array kAccesses = std::to_array<Access>({{"lb", 1, false, true},
                                                        {"lbu", 1, false, false},
                                                        {"lh", 2, false, true},
                                                        {"lhu", 2, false, false},
                                                        {"lw", 4, false, true},
                                                        {"lwu", 4, false, false},
                                                        {"ld", 8, false, false},
                                                        {"sb", 1, true, false},
                                                        {"sh", 2, true, false},
                                                        {"sw", 4, true, false},
                                                        {"sd", 8, true, false}});

struct Computation {
  std::string_view mnemonic;
  ExprOp op;
  unsigned operands = 3;
  unsigned bytes = 8;
};
constexpr std::array kComputations = std::to_array<Computation>({{"add", ExprOp::add},
                                                                 {"addi", ExprOp::add},
                                                                 {"sub", ExprOp::sub},
                                                                 {"and", ExprOp::bit_and},
                                                                 {"andi", ExprOp::bit_and},
                                                                 {"or", ExprOp::bit_or},
                                                                 {"ori", ExprOp::bit_or},
                                                                 {"xor", ExprOp::bit_xor},
                                                                 {"xori", ExprOp::bit_xor},
                                                                 {"neg", ExprOp::neg, 2},
                                                                 {"not", ExprOp::bit_not, 2},
                                                                 {"addw", ExprOp::add, 3, 4},
                                                                 {"addiw", ExprOp::add, 3, 4},
                                                                 {"subw", ExprOp::sub, 3, 4}});

std::string without_devices(std::string_view text) {
  std::string out;
  for (char c : text)
    if (c != 'i' && c != 'o') out += c;
  return out;
}

std::optional<AsmStep> fence(const AsmLine& line, const AsmShape& shape) {
  AsmStep step;
  step.kind = Kind::fence;
  if (line.mnemonic == "fence.tso" && line.operands.empty()) {
    step.order = MemoryOrder::acq_rel;
    return step;
  }
  if (line.mnemonic != "fence") return std::nullopt;
  if (line.operands.empty()) {
    step.order = MemoryOrder::seq_cst;
    return step;
  }
  if (line.operands.size() != 2) return std::nullopt;
  const std::string before = without_devices(line.operands[0].name), after = without_devices(line.operands[1].name);
  for (const Fence& one : kFences)
    if (one.before == before && one.after == after) {
      if (one.order > MemoryOrder::wmb && !shape.is_models_machine) return std::nullopt;
      step.order = one.order;
      return step;
    }
  return std::nullopt;
}

bool goes_nowhere(const AsmPlace& place) {
  return place.kind == AsmPlace::Kind::reg && (place.name == "zero" || place.name == "x0");
}

// lr.w.aq, sc.d, amoadd.w.aqrl
std::optional<AsmStep> update(const AsmLine& line) {
  std::string_view name = line.mnemonic;
  for (const Operation& one : kOperations) {
    if (!name.starts_with(one.name) || name.size() < one.name.size() + 2 || name[one.name.size()] != '.') continue;
    std::string_view rest = name.substr(one.name.size() + 1);
    AsmStep step;
    step.kind = one.kind;
    step.op = one.op;
    step.is_signed = one.is_signed;
    step.bytes = rest.front() == 'w' ? 4 : rest.front() == 'd' ? 8 : 0;
    rest.remove_prefix(1);
    const bool acquires = rest == ".aq" || rest == ".aqrl", releases = rest == ".rl" || rest == ".aqrl";
    if (step.bytes == 0 || (!rest.empty() && !acquires && !releases)) return std::nullopt;
    step.order = acquires && releases ? MemoryOrder::acq_rel
                 : acquires           ? MemoryOrder::acquire
                 : releases           ? MemoryOrder::release
                                      : MemoryOrder::relaxed;
    const size_t expected = one.kind == Kind::load_exclusive ? 2 : 3;
    if (line.operands.size() != expected) return std::nullopt;
    step.to = line.operands[0];
    step.has_to = !goes_nowhere(step.to);
    step.memory = line.operands.back();
    step.from = line.operands[expected - 2];
    step.locked = true;
    if (one.kind == Kind::load_exclusive) step.from = step.memory;
    return step;
  }
  return std::nullopt;
}

std::optional<AsmStep> branch(const AsmLine& line) {
  AsmStep step;
  step.kind = Kind::jump;
  step.bytes = 8;
  const size_t count = line.operands.size();
  if (line.mnemonic == "j" && count == 1) {
    step.condition = 'a';
  } else if ((line.mnemonic == "beqz" || line.mnemonic == "bnez") && count == 2) {
    step.condition = line.mnemonic == "beqz" ? 'z' : 'n';
    step.from = line.operands[0];
  } else if ((line.mnemonic == "beq" || line.mnemonic == "bne") && count == 3) {
    step.condition = line.mnemonic == "beq" ? 'q' : 'Q';
    step.from = line.operands[0];
    step.other = line.operands[1];
  } else {
    return std::nullopt;
  }
  step.label = line.operands.back().name;
  return step;
}

}  // namespace

std::optional<AsmStep> riscv_step(const AsmLine& line, const AsmShape& shape) {
  AsmStep step;
  if (line.mnemonic == "nop" || line.mnemonic == "pause") return step;
  if (std::optional<AsmStep> made = fence(line, shape)) return made;
  if (std::optional<AsmStep> made = update(line)) return made;
  if (std::optional<AsmStep> made = branch(line)) return made;
  for (const Access& one : kAccesses) {
    if (line.mnemonic != one.mnemonic || line.operands.size() != 2) continue;
    step.kind = Kind::move;
    step.bytes = one.bytes;
    step.is_signed = one.is_signed;
    step.memory = line.operands[1];
    step.from = line.operands[one.is_store ? 0 : 1];
    step.to = line.operands[one.is_store ? 1 : 0];
    return step;
  }
  if ((line.mnemonic == "mv" || line.mnemonic == "li") && line.operands.size() == 2) {
    step.kind = Kind::move;
    step.bytes = 8;
    step.to = line.operands[0];
    step.from = line.operands[1];
    return step;
  }
  if ((line.mnemonic == "seqz" || line.mnemonic == "snez") && line.operands.size() == 2) {
    step.kind = Kind::set;
    step.bytes = 8;
    step.condition = line.mnemonic == "seqz" ? 'z' : 'n';
    step.to = line.operands[0];
    step.from = line.operands[1];
    return step;
  }
  for (const Computation& one : kComputations) {
    if (line.mnemonic != one.mnemonic || line.operands.size() != one.operands) continue;
    step.kind = Kind::compute;
    step.op = one.op;
    step.is_unary = one.operands == 2;
    step.is_signed = one.bytes == 4;
    step.bytes = one.bytes;
    step.to = line.operands[0];
    step.from = line.operands[1];
    if (!step.is_unary) step.other = line.operands[2];
    return step;
  }
  return std::nullopt;
}

}  // namespace fencepost::frontend

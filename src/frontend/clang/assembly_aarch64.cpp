// What AArch64 mnemonics do.
#include <algorithm>
#include <array>

#include "frontend/clang/assembly_steps.h"

namespace fencepost::frontend {

namespace {

using Kind = AsmStep::Kind;
using core::ExprOp;
using core::MemoryOrder;

struct Computation {
  std::string_view mnemonic;
  ExprOp op;
  bool is_unary = false, inverts = false, sets_flags = false;
};
constexpr std::array kComputations = std::to_array<Computation>({
    {"add", ExprOp::add},
    {"sub", ExprOp::sub},
    {"and", ExprOp::bit_and},
    {"orr", ExprOp::bit_or},
    {"eor", ExprOp::bit_xor},
    {"bic", ExprOp::bit_and, false, true},
    {"orn", ExprOp::bit_or, false, true},
    {"lsl", ExprOp::shl},
    {"lsr", ExprOp::shr},
    {"neg", ExprOp::neg, true},
    {"mvn", ExprOp::bit_not, true},
    {"adds", ExprOp::add, false, false, true},
    {"subs", ExprOp::sub, false, false, true},
    {"ands", ExprOp::bit_and, false, false, true},
});

struct Condition {
  std::string_view name;
  char first, second;
  bool negates = false;
};
constexpr std::array kConditions = std::to_array<Condition>({{"eq", 'e', 0},
                                                             {"ne", 'E', 0},
                                                             {"lo", 'b', 0},
                                                             {"cc", 'b', 0},
                                                             {"hs", 'B', 0},
                                                             {"cs", 'B', 0},
                                                             {"ls", 'b', 'e'},
                                                             {"mi", 's', 0},
                                                             {"pl", 'S', 0},
                                                             {"lt", 'l', 0},
                                                             {"ge", 'L', 0},
                                                             {"le", 'l', 'e'},
                                                             {"hi", 'b', 'e', true},
                                                             {"gt", 'l', 'e', true},
                                                             {"al", 'a', 0}});

constexpr std::array<std::string_view, 9> kHints = {"nop",   "yield", "wfe",  "sev", "sevl",
                                                    "clrex", "prfm",  "hint", "csdb"};

struct Exclusive {
  std::string_view mnemonic;
  Kind kind;
  MemoryOrder order;
};
// With b or h behind it: of a byte or two.
constexpr std::array kAccesses = std::to_array<Exclusive>({
    {"ldr", Kind::move, MemoryOrder::relaxed},
    {"str", Kind::move, MemoryOrder::relaxed},
    {"ldar", Kind::move, MemoryOrder::acquire},
    {"ldapr", Kind::move, MemoryOrder::acquire_pc},
    {"stlr", Kind::move, MemoryOrder::release},
    {"ldxr", Kind::load_exclusive, MemoryOrder::relaxed},
    {"ldaxr", Kind::load_exclusive, MemoryOrder::acquire},
    {"stxr", Kind::store_exclusive, MemoryOrder::relaxed},
    {"stlxr", Kind::store_exclusive, MemoryOrder::release},
});

struct Operation {
  std::string_view name;  // behind ld and st
  ExprOp op;
  bool inverts = false, is_signed = false;
};
constexpr std::array kOperations = std::to_array<Operation>({{"add", ExprOp::add},
                                                             {"clr", ExprOp::bit_and, true},
                                                             {"set", ExprOp::bit_or},
                                                             {"eor", ExprOp::bit_xor},
                                                             {"smax", ExprOp::lt, false, true},
                                                             {"smin", ExprOp::le, false, true},
                                                             {"umax", ExprOp::lt},
                                                             {"umin", ExprOp::le}});

// A register is named w, or %w0: its lower half. Of an operand without a letter the whole register is printed, whatever its type.
unsigned width_of(const AsmPlace& place) {
  if (place.kind == AsmPlace::Kind::operand) return place.modifier == 'w' ? 4 : 8;
  std::optional<AsmRegister> reg =
      place.kind == AsmPlace::Kind::reg ? asm_register(place.name, Target::aarch64) : std::nullopt;
  return reg ? reg->bytes : 8;
}

bool goes_nowhere(const AsmPlace& place) {
  return place.kind == AsmPlace::Kind::reg && (place.name == "xzr" || place.name == "wzr");
}

// What is behind `begin` if the text begins so.
std::optional<std::string_view> behind(std::string_view text, std::string_view begin) {
  if (!text.starts_with(begin)) return std::nullopt;
  return text.substr(begin.size());
}

// "b", "h" or nothing, cut off the end; 0: something else.
unsigned take_width(std::string_view rest, const AsmPlace& reg) {
  return rest == "b" ? 1 : rest == "h" ? 2 : rest.empty() ? width_of(reg) : 0;
}

// Of casp: an even register and the one behind it; of operands the registers are those that a compiler that knows the
// instruction would take.
bool are_pair(const AsmPlace& low, const AsmPlace& high) {
  auto number = [](const AsmPlace& place) -> std::optional<unsigned> {
    if (place.kind != AsmPlace::Kind::reg || !asm_register(place.name, Target::aarch64) || goes_nowhere(place))
      return std::nullopt;
    return static_cast<unsigned>(std::stoul(place.name.substr(1)));
  };
  if (low.kind == AsmPlace::Kind::operand && high.kind == AsmPlace::Kind::operand) return true;
  const std::optional<unsigned> a = number(low), b = number(high);
  return a && b && *a % 2 == 0 && *b == *a + 1;
}

// ldadd, swpal, casab: one instruction that updates memory.
std::optional<AsmStep> update(const AsmLine& line) {
  AsmStep step;
  bool is_store = false;
  size_t registers = 2;
  const bool is_pair = line.mnemonic.starts_with("casp");
  const auto compare_swap = behind(line.mnemonic, is_pair ? "casp" : "cas"), exchange = behind(line.mnemonic, "swp");
  std::optional<std::string_view> rest = compare_swap ? compare_swap : exchange;
  if (compare_swap) {
    step.kind = Kind::compare_swap;
    if (is_pair) registers = 4;
  } else if (exchange) {
    step.kind = Kind::exchange;
  } else {
    step.kind = Kind::fetch;
    for (const Operation& one : kOperations) {
      is_store = line.mnemonic.starts_with("st");
      if (!is_store && !line.mnemonic.starts_with("ld")) return std::nullopt;
      rest = behind(std::string_view(line.mnemonic).substr(2), one.name);
      step.op = one.op;
      step.inverts = one.inverts;
      step.is_signed = one.is_signed;
      if (rest) break;
    }
    if (!rest) return std::nullopt;
    if (is_store) registers = 1;
  }
  const bool acquires = rest->starts_with('a');
  if (acquires) rest->remove_prefix(1);
  const bool releases = rest->starts_with('l');
  if (releases) rest->remove_prefix(1);
  if (line.operands.size() != registers + 1) return std::nullopt;
  const AsmPlace &first = line.operands[0], &last = line.operands[is_pair ? 2 : registers - 1];
  if (is_pair && (!rest->empty() || !are_pair(first, line.operands[1]) || !are_pair(last, line.operands[3])))
    return std::nullopt;
  step.bytes = take_width(*rest, first) * (is_pair ? 2 : 1);
  if (step.bytes == 0) return std::nullopt;
  step.locked = true;
  step.memory = line.operands.back();
  step.from = step.kind == Kind::compare_swap ? last : first;
  step.to = last;
  if (step.kind == Kind::compare_swap) step.other = first;
  if (is_pair) {
    step.is_wide = true;
    step.other_high = line.operands[1];
    step.from_high = line.operands[3];
  }
  step.has_to = registers >= 2 && !goes_nowhere(last);
  // What is thrown away is no read that a barrier for loads waits for; together with an acquire or release there is no name for it.
  const bool is_nameless = !step.has_to && step.kind != Kind::compare_swap && (acquires || releases);
  if (is_nameless || (is_store && acquires)) return std::nullopt;
  step.is_full = acquires && releases;
  step.order = step.is_full                                      ? MemoryOrder::acq_rel
               : acquires                                        ? MemoryOrder::acquire
               : releases                                        ? MemoryOrder::release
               : !step.has_to && step.kind != Kind::compare_swap ? MemoryOrder::noreturn
                                                                 : MemoryOrder::relaxed;
  if (step.kind == Kind::compare_swap) step.failure = acquires ? MemoryOrder::acquire : MemoryOrder::relaxed;
  return step;
}

// ldxp, ldaxp, stxp, stlxp.
std::optional<AsmStep> pair_of_exclusives(const AsmLine& line) {
  const std::string_view name = line.mnemonic;
  const bool is_store = name == "stxp" || name == "stlxp", is_load = name == "ldxp" || name == "ldaxp";
  const size_t first = is_store ? 1 : 0;
  if ((!is_store && !is_load) || line.operands.size() != first + 3) return std::nullopt;
  AsmStep step;
  step.is_wide = true;
  step.kind = is_store ? Kind::store_exclusive : Kind::load_exclusive;
  step.order = name == "ldaxp" ? MemoryOrder::acquire : name == "stlxp" ? MemoryOrder::release : MemoryOrder::relaxed;
  const AsmPlace &low = line.operands[first], &high = line.operands[first + 1];
  step.bytes = 2 * width_of(low);
  step.memory = line.operands.back();
  step.to = is_store ? line.operands[0] : low;
  (is_store ? step.from : step.to) = low;
  (is_store ? step.from_high : step.to_high) = high;
  if (is_load) step.from = step.memory;
  if (width_of(high) != width_of(low) || (is_load && low == high)) return std::nullopt;
  return step;
}

std::optional<AsmStep> access(const AsmLine& line) {
  if (std::optional<AsmStep> pair = pair_of_exclusives(line)) return pair;
  for (const Exclusive& one : kAccesses) {
    std::optional<std::string_view> rest = behind(line.mnemonic, one.mnemonic);
    const bool is_status = one.kind == Kind::store_exclusive;
    if (!rest || line.operands.size() != (is_status ? 3 : 2)) continue;
    AsmStep step;
    step.kind = one.kind;
    step.order = one.order;
    const AsmPlace& reg = line.operands[is_status ? 1 : 0];
    step.bytes = take_width(*rest, reg);
    if (step.bytes == 0) continue;
    step.memory = line.operands.back();
    const bool is_store = one.mnemonic.starts_with("st");
    step.from = is_store ? reg : step.memory;
    step.to = is_status ? line.operands[0] : is_store ? step.memory : reg;
    return step;
  }
  return std::nullopt;
}

std::optional<AsmStep> barrier(const AsmLine& line, const AsmShape& shape) {
  AsmStep step;
  step.kind = Kind::fence;
  if (line.mnemonic == "isb") {
    step.order = MemoryOrder::isync;
    return step;
  }
  if ((line.mnemonic != "dmb" && line.mnemonic != "dsb") || line.operands.size() != 1) return std::nullopt;
  const std::string& domain = line.operands[0].name;
  const bool is_store = domain == "st" || domain == "ishst" || domain == "oshst";
  if (domain == "sy" || domain == "ish" || domain == "osh")
    step.order = MemoryOrder::seq_cst;
  else if (domain == "ld" || domain == "ishld" || domain == "oshld")
    step.order = MemoryOrder::acquire;
  else if (is_store)
    step.order = line.mnemonic == "dsb" && shape.is_models_machine ? MemoryOrder::write_any : MemoryOrder::wmb;
  else
    return std::nullopt;
  return step;
}

std::optional<AsmStep> conditional(const AsmLine& line) {
  std::string_view name = line.mnemonic;
  AsmStep step;
  if (name == "cbz" || name == "cbnz") {
    if (line.operands.size() != 2) return std::nullopt;
    step.kind = Kind::jump;
    step.from = line.operands[0];
    step.bytes = width_of(step.from);
    step.condition = name == "cbz" ? 'z' : 'n';
    step.label = line.operands[1].name;
    return step;
  }
  const bool is_set = name == "cset";
  if (line.operands.size() != (is_set ? 2 : 1) || (!is_set && !name.starts_with('b'))) return std::nullopt;
  step.kind = is_set ? Kind::set : Kind::jump;
  step.to = line.operands[0];
  step.bytes = is_set ? width_of(step.to) : 0;
  if (!is_set) step.label = step.to.name;
  if (name == "b") return step;
  if (!is_set) name.remove_prefix(name.starts_with("b.") ? 2 : 1);
  for (const Condition& one : kConditions)
    if (one.name == (is_set ? std::string_view(line.operands[1].name) : name)) {
      step.condition = one.first;
      step.joined = one.second;
      step.negates = one.negates;
      return step;
    }
  return std::nullopt;
}

}  // namespace

std::optional<AsmStep> aarch64_step(const AsmLine& line, const AsmShape& shape) {
  AsmStep step;
  for (std::string_view hint : kHints)
    if (line.mnemonic == hint) return step;
  if (std::optional<AsmStep> made = barrier(line, shape)) return made;
  if (std::optional<AsmStep> made = access(line)) return made;
  if (std::optional<AsmStep> made = update(line)) return made;
  if (std::optional<AsmStep> made = conditional(line)) return made;
  const size_t operands = line.operands.size();
  if (line.mnemonic == "mov" && operands == 2) {
    step.kind = Kind::move;
    step.to = line.operands[0];
    step.from = line.operands[1];
    step.bytes = width_of(step.to);
    return step;
  }
  if ((line.mnemonic == "cmp" || line.mnemonic == "tst") && operands == 2) {
    step.kind = Kind::compare;
    step.op = line.mnemonic == "cmp" ? ExprOp::sub : ExprOp::bit_and;
    step.from = line.operands[0];
    step.other = line.operands[1];
    step.bytes = width_of(step.from);
    return step;
  }
  // ccmp a, b, #nzcv, condition
  if (line.mnemonic == "ccmp" && operands == 4 && line.operands[2].kind == AsmPlace::Kind::number) {
    const auto found =
        std::ranges::find_if(kConditions, [&](const Condition& one) { return one.name == line.operands[3].name; });
    if (found == kConditions.end()) return std::nullopt;
    step.kind = Kind::compare;
    step.op = ExprOp::sub;
    step.from = line.operands[0];
    step.other = line.operands[1];
    step.bytes = width_of(step.from);
    step.condition = found->first;
    step.joined = found->second;
    step.negates = found->negates;
    step.otherwise = static_cast<uint8_t>(line.operands[2].number & 15);
    return step;
  }
  if ((line.mnemonic == "clz" || line.mnemonic == "rbit") && operands == 2) {
    step.kind = line.mnemonic == "clz" ? Kind::count_zeros : Kind::reverse_bits;
    step.end = AsmStep::End::highest;
    step.to = line.operands[0];
    step.from = line.operands[1];
    step.bytes = width_of(step.to);
    return step;
  }
  for (const Computation& one : kComputations) {
    if (line.mnemonic != one.mnemonic || operands != (one.is_unary ? 2 : 3)) continue;
    step.kind = Kind::compute;
    step.op = one.op;
    step.is_unary = one.is_unary;
    step.inverts = one.inverts;
    step.sets_flags = one.sets_flags;
    step.to = line.operands[0];
    step.from = line.operands[1];
    if (!one.is_unary) step.other = line.operands[2];
    step.bytes = width_of(step.to);
    // Processors take a count modulo the width.
    const bool shifts = one.op == ExprOp::shl || one.op == ExprOp::shr;
    const bool is_short = step.other.kind == AsmPlace::Kind::number && step.other.number >= 0 &&
                          step.other.number < 8 * int64_t{step.bytes};
    if (shifts && !is_short) return std::nullopt;
    return step;
  }
  return std::nullopt;
}

}  // namespace fencepost::frontend

// AArch64 instructions of litmus tests: which there are, their registers and conditions, branches and barriers.
#include "frontend/litmus/asm_aarch64.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace fencepost::litmus {

Instruction A64::run() {
  static const std::map<std::string, void (A64::*)()> table = {
      {"B", &A64::jump},
      {"BL", &A64::jump},
      {"BR", &A64::jump_register},
      {"BLR", &A64::jump_register},
      {"RET", &A64::jump_register},
      {"CBZ", &A64::compare_branch},
      {"CBNZ", &A64::compare_branch},
      {"TBZ", &A64::test_branch},
      {"TBNZ", &A64::test_branch},
      {"DMB", &A64::barrier},
      {"DSB", &A64::barrier},
      {"ISB", &A64::instruction_barrier},
      {"ADR", &A64::address_of_label},
      {"MRS", &A64::read_flags},
      {"MSR", &A64::write_flags},
      {"LDP", &A64::pair_access},
      {"LDPSW", &A64::pair_access},
      {"LDNP", &A64::pair_access},
      {"LDIAPP", &A64::pair_access},
      {"STP", &A64::pair_access},
      {"STNP", &A64::pair_access},
      {"STILP", &A64::pair_access},
      {"LDXR", &A64::load_exclusive},
      {"LDAXR", &A64::load_exclusive},
      {"LDXP", &A64::load_exclusive},
      {"LDAXP", &A64::load_exclusive},
      {"STXR", &A64::store_exclusive},
      {"STLXR", &A64::store_exclusive},
      {"STXP", &A64::store_exclusive},
      {"STLXP", &A64::store_exclusive},
      {"EON", &A64::exclusive_or_not},
      {"MOV", &A64::move},
      {"MOVZ", &A64::move},
      {"MOVN", &A64::move},
      {"MVN", &A64::move},
      {"SXTW", &A64::move},
      {"UXTW", &A64::move},
      {"SXTB", &A64::move},
      {"UXTB", &A64::move},
      {"MOVK", &A64::move_keep},
      {"NEG", &A64::negate},
      {"CSEL", &A64::select},
      {"CSINC", &A64::select},
      {"CSINV", &A64::select},
      {"CSNEG", &A64::select},
      {"CSET", &A64::select_constant},
      {"CSETM", &A64::select_constant},
      {"UBFM", &A64::bit_field},
      {"SBFM", &A64::bit_field},
      {"RBIT", &A64::reverse},
      {"REV", &A64::reverse},
      {"REV64", &A64::reverse},
      {"REV16", &A64::reverse_in_groups},
      {"REV32", &A64::reverse_in_groups},
      {"ABS", &A64::absolute},
      {"MUL", &A64::multiply},
      {"MNEG", &A64::multiply},
      {"MADD", &A64::multiply_add},
      {"MSUB", &A64::multiply_add},
      {"SMULL", &A64::multiply_long},
      {"UMULL", &A64::multiply_long},
      {"SMNEGL", &A64::multiply_long},
      {"UMNEGL", &A64::multiply_long},
      {"SMADDL", &A64::multiply_long},
      {"UMADDL", &A64::multiply_long},
      {"SMSUBL", &A64::multiply_long},
      {"UMSUBL", &A64::multiply_long},
  };
  pos_ = s_.peek().pos;
  op_ = upper(s_.name("an instruction"));
  if (auto it = table.find(op_); it != table.end())
    (this->*it->second)();
  else if (op_.starts_with("B."))
    conditional_branch();
  else if (op_ != "NOP" && !access() && !atomic() && !arithmetic())
    throw InputError(pos_, fmt::format("unknown AArch64 instruction '{}'", op_));
  return std::move(in_);
}

A64::Reg A64::reg() {
  const std::string text = s_.peek().text;
  if (upper(text) == "NZCV") s_.fail("expected a register");
  const std::string canonical = expect_register(s_, Dialect::aarch64);
  const uint8_t width = std::toupper(static_cast<unsigned char>(text[0])) == 'W' ? 32 : 64;
  return {canonical == "XZR" ? kNoRegister : b_.reg(thread_, canonical), width};
}

A64::Reg A64::comma_reg() {
  s_.expect(",");
  return reg();
}

bool A64::at_register() const { return s_.is_name() && !canonical_register(Dialect::aarch64, s_.peek().text).empty(); }

int64_t A64::immediate() {
  s_.accept("#");
  return s_.number("a number");
}

// The `, LSL #16` behind an immediate, or nothing.
int64_t A64::left_shift() {
  if (!s_.accept(",")) return 0;
  if (upper(s_.name("LSL")) != "LSL") s_.fail("expected LSL");
  return immediate() & 63;
}

OperandPtr A64::narrow(uint8_t width, OperandPtr v) {
  return width == 32 ? operation(Operator::truncate, 64, std::move(v), constant(32)) : v;
}

OperandPtr A64::extend(OperandPtr v, const std::string& how, int64_t amount, uint8_t width) const {
  static const std::map<std::string, std::pair<Operator, int>> extensions = {
      {"SXTB", {Operator::sign_extend, 8}},  {"SXTH", {Operator::sign_extend, 16}},
      {"SXTW", {Operator::sign_extend, 32}}, {"SXTX", {Operator::sign_extend, 64}},
      {"UXTB", {Operator::truncate, 8}},     {"UXTH", {Operator::truncate, 16}},
      {"UXTW", {Operator::truncate, 32}},    {"UXTX", {Operator::truncate, 64}}};
  static const std::map<std::string, Operator> right_shifts = {
      {"LSR", Operator::shift_right}, {"ASR", Operator::shift_right_signed}, {"ROR", Operator::rotate_right}};
  if (auto it = right_shifts.find(how); it != right_shifts.end())
    return operation(it->second, width, std::move(v), constant(amount));
  if (auto it = extensions.find(how); it != extensions.end())
    v = operation(it->second.first, 64, std::move(v), constant(it->second.second));
  else if (how != "LSL")
    throw InputError(pos_, fmt::format("unknown extension or shift '{}'", how));
  return amount == 0 ? v : operation(Operator::shift_left, width, std::move(v), constant(amount));
}

// A register and the `, SXTW #2` that may follow it.
OperandPtr A64::extended(const Reg& r, uint8_t width) {
  if (!s_.accept(",")) return use(r);
  const std::string how = upper(s_.name("an extension or shift"));
  s_.accept("#");
  const int64_t amount = s_.is_number() ? s_.number("an amount") : 0;
  return extend(use(r), how, amount, width);
}

OperandPtr A64::condition(const std::string& code) {
  // As the architecture numbers them: each condition, then its negation.
  static const std::map<std::string, int> codes = {{"EQ", 0},  {"NE", 1},  {"CS", 2},  {"HS", 2},  {"CC", 3}, {"LO", 3},
                                                   {"MI", 4},  {"PL", 5},  {"VS", 6},  {"VC", 7},  {"HI", 8}, {"LS", 9},
                                                   {"GE", 10}, {"LT", 11}, {"GT", 12}, {"LE", 13}, {"AL", 14}};
  const auto it = codes.find(code);
  if (it == codes.end()) throw InputError(pos_, fmt::format("unknown condition '{}'", code));
  const auto negated = [](OperandPtr v) { return operation(Operator::logical_not, 64, std::move(v)); };
  const auto and_not_zero = [&](OperandPtr v) {
    return operation(Operator::logical_and, 64, std::move(v), negated(flag_use('Z')));
  };
  const auto not_less = [&] { return operation(Operator::equal, 64, flag_use('N'), flag_use('V')); };
  const auto holds = [&]() -> OperandPtr {
    switch (it->second / 2) {
      case 4:
        return and_not_zero(flag_use('C'));
      case 5:
        return not_less();
      case 6:
        return and_not_zero(not_less());
      case 7:
        return constant(1);
      default:
        return flag_use("ZCNV"[it->second / 2]);
    }
  };
  return it->second % 2 == 0 ? holds() : negated(holds());
}

PendingBranch A64::target() {
  if (!s_.accept(".")) return label();
  PendingBranch to;
  to.is_relative = true;
  to.relative = s_.number("an offset such as .+8");
  return to;
}

void A64::jump() {
  if (op_ == "BL") link();
  branch(StepKind::jump, nullptr, target());
}

// The return address: replaced by the next instruction's place when the step runs.
void A64::link() { emit(assign(hidden("X30"), constant(Value::label(UINT32_MAX, 0)))); }

void A64::jump_register() {
  Step step;
  step.kind = StepKind::jump_register;
  step.a = reg_operand(op_ == "RET" && s_.at_end() ? hidden("X30") : reg().id);
  if (op_ == "BLR") {
    const uint32_t temporary = hidden("branch target");
    emit(assign(temporary, step.a));
    link();
    step.a = reg_operand(temporary);
  }
  emit(std::move(step));
}

void A64::conditional_branch() {
  OperandPtr holds = condition(op_.substr(2));
  branch(StepKind::branch, std::move(holds), target());
}

void A64::compare_branch() {
  const Reg r = reg();
  s_.expect(",");
  branch(StepKind::branch,
         operation(op_ == "CBZ" ? Operator::equal : Operator::not_equal, r.width, use(r), constant(0)), target());
}

void A64::test_branch() {
  const Reg r = reg();
  s_.expect(",");
  const int64_t bit = immediate();
  s_.expect(",");
  const OperandPtr v =
      operation(Operator::bit_and, 64, operation(Operator::shift_right, 64, use(r), constant(bit)), constant(1));
  branch(StepKind::branch, operation(op_ == "TBZ" ? Operator::equal : Operator::not_equal, 64, v, constant(0)),
         target());
}

void A64::instruction_barrier() {
  if (s_.is_name()) s_.next();
  emit(fence({"ISB"}));
}

void A64::barrier() {
  static constexpr std::array<std::string_view, 9> kDomains = {"SY",    "LD",  "ST",    "ISH",  "ISHLD",
                                                               "ISHST", "OSH", "OSHLD", "OSHST"};
  const std::string domain = upper(s_.name("a barrier option such as SY"));
  if (std::find(kDomains.begin(), kDomains.end(), domain) == kDomains.end())
    throw InputError(pos_, fmt::format("unknown barrier option '{}'", domain));
  emit(fence({op_ + "." + domain}));
}

void A64::address_of_label() {
  const Reg to = reg();
  s_.expect(",");
  PendingBranch where = target();
  where.address_only = true;
  pending(std::move(where));
  set(to, constant(0));
}

void A64::read_flags() {
  const Reg to = reg();
  s_.expect(",");
  if (upper(s_.name("a system register")) != "NZCV") s_.fail("only NZCV can be read");
  OperandPtr all = constant(0);
  int place = 32;
  for (char name : std::string_view("NZCV"))
    all = operation(Operator::bit_or, 64, all, operation(Operator::shift_left, 64, flag_use(name), constant(--place)));
  set(to, all);
}

void A64::write_flags() {
  if (upper(s_.name("a system register")) != "NZCV") s_.fail("only NZCV can be written");
  const Reg from = comma_reg();
  int place = 32;
  for (char name : std::string_view("NZCV"))
    emit(
        assign(flag(name), operation(Operator::bit_and, 64,
                                     operation(Operator::shift_right, 64, use(from), constant(--place)), constant(1))));
}

Instruction parse_aarch64(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches) {
  return A64(b, thread, s, branches).run();
}

}  // namespace fencepost::litmus

// AArch64's integer arithmetic: operators with and without flags, moves, conditional selection, bit fields, products.
#include <map>

#include "frontend/litmus/asm_aarch64.h"

namespace fencepost::litmus {

namespace {

OperandPtr inverted(uint8_t width, OperandPtr v) {
  return operation(Operator::bit_xor, width, std::move(v), constant(-1));
}
OperandPtr negative(uint8_t width, OperandPtr v) { return operation(Operator::sub, width, constant(0), std::move(v)); }

}  // namespace

// The last operand: an immediate or a register, either with a shift.
OperandPtr A64::last_operand(uint8_t width) {
  if (at_register()) return extended(reg(), width);
  const int64_t n = immediate();
  return constant(n << left_shift());
}

OperandPtr A64::comma_operand(uint8_t width) {
  s_.expect(",");
  return last_operand(width);
}

void A64::set_flags(Operator op, uint8_t width, const OperandPtr& a, const OperandPtr& b, const OperandPtr& result) {
  const auto put = [&](char f, OperandPtr v) { emit(assign(flag(f), std::move(v))); };
  const bool subtract = op == Operator::sub, add = op == Operator::add;
  put('N', operation(Operator::less, width, result, constant(0)));
  put('Z', subtract ? operation(Operator::equal, width, a, b) : operation(Operator::equal, width, result, constant(0)));
  put('C', subtract ? operation(Operator::carry_sub, width, a, b)
           : add    ? operation(Operator::carry_add, width, a, b)
                    : constant(0));
  put('V', subtract ? operation(Operator::overflow_sub, width, a, b)
           : add    ? operation(Operator::overflow_add, width, a, b)
                    : constant(0));
}

bool A64::arithmetic() {
  struct Kind {
    Operator op;
    bool flags = false, result = true;
  };
  static const std::map<std::string, Kind> table = {{"ADD", {Operator::add}},
                                                    {"SUB", {Operator::sub}},
                                                    {"AND", {Operator::bit_and}},
                                                    {"ORR", {Operator::bit_or}},
                                                    {"EOR", {Operator::bit_xor}},
                                                    {"BIC", {Operator::and_not}},
                                                    {"ORN", {Operator::or_not}},
                                                    {"LSL", {Operator::shift_left}},
                                                    {"LSR", {Operator::shift_right}},
                                                    {"ASR", {Operator::shift_right_signed}},
                                                    {"ROR", {Operator::rotate_right}},
                                                    {"ADDS", {Operator::add, true}},
                                                    {"SUBS", {Operator::sub, true}},
                                                    {"ANDS", {Operator::bit_and, true}},
                                                    {"BICS", {Operator::and_not, true}},
                                                    {"CMP", {Operator::sub, true, false}},
                                                    {"CMN", {Operator::add, true, false}},
                                                    {"TST", {Operator::bit_and, true, false}}};
  const auto it = table.find(op_);
  if (it == table.end()) return false;
  const Kind& kind = it->second;
  const Reg to = reg(), a = kind.result ? comma_reg() : to;
  const OperandPtr left = use(a), right = comma_operand(to.width);
  const OperandPtr result = operation(kind.op, to.width, left, right);
  if (kind.flags) set_flags(kind.op, to.width, left, right, result);
  if (kind.result) set(to, result);
  return true;
}

void A64::exclusive_or_not() {
  const Reg to = reg(), a = comma_reg();
  set(to, operation(Operator::bit_xor, to.width, use(a), inverted(to.width, comma_operand(to.width))));
}

void A64::move() {
  const Reg to = reg();
  s_.expect(",");
  OperandPtr v = op_ == "MOV" && at_register() ? use(reg()) : last_operand(to.width);
  if (op_ == "MVN" || op_ == "MOVN") v = inverted(to.width, v);
  if (op_[1] == 'X') v = extend(v, op_, 0, 64);
  set(to, narrow(to.width, v));
}

void A64::move_keep() {
  const Reg to = reg();
  s_.expect(",");
  const int64_t n = immediate();
  const int64_t shift = left_shift();
  const auto mask = static_cast<int64_t>(uint64_t{0xffff} << shift);
  set(to, operation(Operator::bit_or, to.width, operation(Operator::and_not, to.width, use(to), constant(mask)),
                    constant(static_cast<int64_t>(static_cast<uint64_t>(n) << shift))));
}

void A64::negate() {
  const Reg to = reg();
  set(to, negative(to.width, comma_operand(to.width)));
}

void A64::pick(const Reg& to, OperandPtr condition, OperandPtr yes, OperandPtr no) {
  Step step;
  step.kind = StepKind::pick;
  step.reg = to.id;
  step.a = std::move(condition);
  step.b = std::move(yes);
  step.c = std::move(no);
  emit(std::move(step));
}

void A64::select() {
  const Reg to = reg(), a = comma_reg(), b = comma_reg();
  s_.expect(",");
  OperandPtr other = use(b);
  if (op_ == "CSINC") other = operation(Operator::add, to.width, other, constant(1));
  if (op_ == "CSINV") other = inverted(to.width, other);
  if (op_ == "CSNEG") other = negative(to.width, other);
  pick(to, condition(upper(s_.name("a condition"))), use(a), other);
}

void A64::select_constant() {
  const Reg to = reg();
  s_.expect(",");
  const int64_t yes = op_ == "CSET" ? 1 : to.width == 32 ? 0xffffffff : -1;
  pick(to, condition(upper(s_.name("a condition"))), constant(yes), constant(0));
}

void A64::bit_field() {
  const Reg to = reg(), from = comma_reg();
  s_.expect(",");
  const int64_t r = immediate();
  s_.expect(",");
  const int64_t s = immediate();
  const int64_t length = s >= r ? s - r + 1 : s + 1;
  OperandPtr field = s >= r ? operation(Operator::shift_right, to.width, use(from), constant(r)) : use(from);
  field = operation(op_ == "UBFM" ? Operator::truncate : Operator::sign_extend, 64, field, constant(length));
  if (s < r) field = operation(Operator::shift_left, 64, field, constant(to.width - r));
  set(to, narrow(to.width, field));
}

void A64::reverse() {
  const Reg to = reg(), from = comma_reg();
  set(to, operation(op_ == "RBIT" ? Operator::reverse_bits : Operator::reverse_bytes, to.width,
                    narrow(from.width, use(from))));
}

// REV16 reverses the bytes of each halfword, REV32 those of each word.
void A64::reverse_in_groups() {
  const Reg to = reg(), from = comma_reg();
  const OperandPtr value = narrow(from.width, use(from));
  if (op_ == "REV32") {
    if (to.width != 64 || from.width != 64) s_.fail("REV32 takes 64-bit registers");
    return set(to, operation(Operator::rotate_right, 64, operation(Operator::reverse_bytes, 64, value), constant(32)));
  }
  const OperandPtr low = constant(to.width == 64 ? 0x00ff00ff00ff00ff : 0x00ff00ff);
  const OperandPtr up =
      operation(Operator::shift_left, to.width, operation(Operator::bit_and, 64, value, low), constant(8));
  const OperandPtr down =
      operation(Operator::bit_and, 64, operation(Operator::shift_right, to.width, value, constant(8)), low);
  set(to, operation(Operator::bit_or, 64, up, down));
}

void A64::absolute() {
  const Reg to = reg(), from = comma_reg();
  set(to, operation(Operator::select, to.width, negative(to.width, use(from)), narrow(from.width, use(from)),
                    operation(Operator::less, to.width, use(from), constant(0))));
}

void A64::multiply() {
  const Reg to = reg(), a = comma_reg(), b = comma_reg();
  const OperandPtr product = operation(Operator::multiply, to.width, use(a), use(b));
  set(to, op_ == "MUL" ? product : negative(to.width, product));
}

void A64::multiply_add() {
  const Reg to = reg(), a = comma_reg(), b = comma_reg(), c = comma_reg();
  const OperandPtr product = operation(Operator::multiply, to.width, use(a), use(b));
  set(to, operation(op_ == "MADD" ? Operator::add : Operator::sub, to.width, use(c), product));
}

// SMULL, UMNEGL, SMADDL and so on: 32 bits by 32 bits, signed or unsigned, to 64 bits.
void A64::multiply_long() {
  const Reg to = reg(), a = comma_reg(), b = comma_reg();
  const auto wide = [&](const Reg& r) {
    return operation(op_[0] == 'S' ? Operator::sign_extend : Operator::truncate, 64, use(r), constant(32));
  };
  const OperandPtr product = operation(Operator::multiply, 64, wide(a), wide(b));
  OperandPtr sum = constant(0);
  if (op_.ends_with("ADDL") || op_.ends_with("SUBL")) sum = use(comma_reg());
  const bool subtract = op_.ends_with("SUBL") || op_.ends_with("NEGL");
  set(to, operation(subtract ? Operator::sub : Operator::add, 64, sum, product));
}

}  // namespace fencepost::litmus

// x86 instructions of litmus tests. Locked instructions and XCHG are atomic (set X); conditional jumps follow CMP.
#include <fmt/format.h>

#include <map>
#include <optional>

#include "frontend/litmus/asm_parser.h"

namespace fencepost::litmus {

namespace {

class X86 : AsmParser {
 public:
  X86(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches)
      : AsmParser(Dialect::x86, b, thread, s, branches) {}

  Instruction run() {
    std::string op = mnemonic();
    const bool locked = op == "LOCK";
    if (locked) op = mnemonic();
    if (op == "MFENCE" || op == "SFENCE" || op == "LFENCE") {
      emit(fence({op}));
    } else if (op == "MOV" || op == "MOVL" || op == "MOVQ" || op == "MOVD") {
      const Place to = place();
      s_.expect(",");
      const Place from = place();
      if (to.memory && from.memory) s_.fail("MOV cannot take two memory operands");
      write(to, read(from));
    } else if (op == "XCHG") {
      exchange();
    } else if (op == "XADD") {
      const Place to = place();
      s_.expect(",");
      const Place from = place();
      if (!to.memory || from.memory) s_.fail("XADD takes memory and a register");
      rmw(to, from.reg, operation(Operator::add, 32, reg_operand(kOldValue), reg_operand(from.reg)), locked);
    } else if (op == "CMPXCHG") {
      compare_exchange(locked);
    } else if (op == "CMP" || op == "TEST") {
      const OperandPtr a = read(place());
      s_.expect(",");
      const OperandPtr b = read(place());
      emit(assign(hidden("flags.left"), op == "CMP" ? a : operation(Operator::bit_and, 32, a, b)));
      emit(assign(hidden("flags.right"), op == "CMP" ? b : constant(0)));
    } else if (op == "INC" || op == "DEC") {
      arithmetic(op == "INC" ? Operator::add : Operator::sub, constant(1), locked);
    } else if (op == "ADD" || op == "SUB" || op == "XOR" || op == "AND" || op == "OR") {
      const Operator o = op == "ADD"   ? Operator::add
                         : op == "SUB" ? Operator::sub
                         : op == "XOR" ? Operator::bit_xor
                         : op == "AND" ? Operator::bit_and
                                       : Operator::bit_or;
      arithmetic(o, nullptr, locked);
    } else if (op == "JMP") {
      branch(StepKind::jump, nullptr, label());
    } else if (const auto c = condition(op)) {
      branch(StepKind::branch, operation(*c, 32, reg_operand(hidden("flags.left")), reg_operand(hidden("flags.right"))),
             label());
    } else if (op != "NOP") {
      throw InputError(start_, fmt::format("unknown x86 instruction '{}'", op));
    }
    return std::move(in_);
  }

 private:
  struct Place {
    bool memory = false, immediate = false;
    OperandPtr address;
    uint32_t reg = kNoRegister;
    int64_t number = 0;
  };

  std::string mnemonic() {
    start_ = s_.peek().pos;
    return upper(s_.name("an instruction"));
  }

  static std::optional<Operator> condition(const std::string& op) {
    static const std::map<std::string, Operator> table = {
        {"JE", Operator::equal},         {"JZ", Operator::equal},
        {"JNE", Operator::not_equal},    {"JNZ", Operator::not_equal},
        {"JL", Operator::less},          {"JLE", Operator::less_equal},
        {"JG", Operator::greater},       {"JGE", Operator::greater_equal},
        {"JB", Operator::less_unsigned}, {"JBE", Operator::less_equal_unsigned}};
    auto it = table.find(op);
    return it == table.end() ? std::nullopt : std::optional(it->second);
  }

  Place place() {
    Place p;
    if (s_.accept("[")) {
      p.memory = true;
      const std::string name = s_.name("a location or register");
      const std::string reg = canonical_register(Dialect::x86, name);
      p.address = reg.empty() ? constant(Value::address(b_.location(name))) : reg_operand(b_.reg(thread_, reg));
      s_.expect("]");
      return p;
    }
    if (s_.accept("$") || s_.is_number() || s_.is("-")) {
      p.immediate = true;
      p.number = s_.number("a number");
      return p;
    }
    const std::string name = s_.peek().text;
    const std::string reg = canonical_register(Dialect::x86, name);
    if (!s_.is_name() || reg.empty()) s_.fail("expected a register, [location] or $number");
    s_.next();
    p.reg = b_.reg(thread_, reg);
    return p;
  }

  OperandPtr read(const Place& p) {
    if (p.immediate) return constant(p.number);
    if (!p.memory) return reg_operand(p.reg);
    const uint32_t temporary = hidden("memory operand");
    emit(load(temporary, p.address, {}, 32));
    return reg_operand(temporary);
  }

  void write(const Place& p, OperandPtr v) {
    if (p.immediate) s_.fail("cannot write to a constant");
    if (p.memory) {
      emit(store(p.address, std::move(v), {}, 32));
      return;
    }
    // A load goes to the register itself, so that the value's dependency is the load.
    if (!in_.steps.empty() && in_.steps.back().kind == StepKind::load && v->kind == Operand::Kind::reg &&
        v->reg == in_.steps.back().reg) {
      in_.steps.back().reg = p.reg;
      return;
    }
    emit(assign(p.reg, std::move(v)));
  }

  void rmw(const Place& p, uint32_t result, OperandPtr value, bool atomic) {
    Step step;
    step.kind = StepKind::rmw;
    step.reg = result;
    step.a = p.address;
    step.b = std::move(value);
    step.width = 32;
    if (atomic) step.tags = {"X"};
    emit(std::move(step));
  }

  void exchange() {
    Place a = place();
    s_.expect(",");
    Place b = place();
    if (b.memory) std::swap(a, b);
    if (!a.memory || b.memory || b.immediate) s_.fail("XCHG takes memory and a register");
    rmw(a, b.reg, reg_operand(b.reg), true);
  }

  void compare_exchange(bool locked) {
    const Place to = place();
    s_.expect(",");
    const Place from = place();
    if (!to.memory || from.memory) s_.fail("CMPXCHG takes memory and a register");
    const uint32_t eax = hidden("EAX");
    emit(assign(hidden("flags.right"), reg_operand(eax)));
    Step step;
    step.kind = StepKind::cas;
    step.reg = eax;
    step.a = to.address;
    step.b = reg_operand(eax);
    step.c = read(from);
    step.width = 32;
    if (locked) step.tags = {"X"};
    emit(std::move(step));
    emit(assign(hidden("flags.left"), reg_operand(eax)));
  }

  void arithmetic(Operator op, OperandPtr operand, bool locked) {
    const Place to = place();
    if (!operand) {
      s_.expect(",");
      operand = read(place());
    }
    if (to.immediate) s_.fail("cannot write to a constant");
    if (to.memory) {
      rmw(to, kNoRegister, operation(op, 32, reg_operand(kOldValue), operand), locked);
      return;
    }
    emit(assign(to.reg, operation(op, 32, reg_operand(to.reg), operand)));
    emit(assign(hidden("flags.left"), reg_operand(to.reg)));
    emit(assign(hidden("flags.right"), constant(0)));
  }

  SourcePos start_;
};

}  // namespace

Instruction parse_x86(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches) {
  return X86(b, thread, s, branches).run();
}

}  // namespace fencepost::litmus

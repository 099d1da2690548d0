// Power instructions of litmus tests. Compares set cr0 as a pair of operands that branches then compare.
#include <fmt/format.h>

#include <map>

#include "frontend/litmus/asm_parser.h"

namespace fencepost::litmus {

namespace {

class Power : AsmParser {
 public:
  Power(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches)
      : AsmParser(Dialect::power, b, thread, s, branches) {}

  Instruction run() {
    static const std::map<std::string, Operator> three = {{"add", Operator::add},        {"and", Operator::bit_and},
                                                          {"or", Operator::bit_or},      {"xor", Operator::bit_xor},
                                                          {"mullw", Operator::multiply}, {"nand", Operator::bit_and}};
    static const std::map<std::string, Operator> immediate = {{"addi", Operator::add},
                                                              {"andi", Operator::bit_and},
                                                              {"ori", Operator::bit_or},
                                                              {"xori", Operator::bit_xor},
                                                              {"subi", Operator::sub}};
    static const std::map<std::string, std::string> fences = {
        {"sync", "SYNC"}, {"hwsync", "SYNC"}, {"lwsync", "LWSYNC"}, {"eieio", "EIEIO"}, {"isync", "ISYNC"}};
    struct Access {
      uint8_t width;
      bool is_store, indexed, sign, update;
    };
    static const std::map<std::string, Access> accesses = {
        {"lwz", {32, false, false, false, false}}, {"lwzx", {32, false, true, false, false}},
        {"lwa", {32, false, false, true, false}},  {"ld", {64, false, false, false, false}},
        {"ldx", {64, false, true, false, false}},  {"stw", {32, true, false, false, false}},
        {"stwx", {32, true, true, false, false}},  {"std", {64, true, false, false, false}},
        {"stdx", {64, true, true, false, false}},  {"lbz", {8, false, false, false, false}},
        {"stb", {8, true, false, false, false}},   {"lhz", {16, false, false, false, false}},
        {"sth", {16, true, false, false, false}},  {"lwzu", {32, false, false, false, true}},
        {"stwu", {32, true, false, false, true}},  {"lwax", {32, false, true, true, false}},
        {"lha", {16, false, false, true, false}},  {"lhax", {16, false, true, true, false}},
        {"lhzx", {16, false, true, false, false}}, {"lbzx", {8, false, true, false, false}},
        {"sthx", {16, true, true, false, false}},  {"stbx", {8, true, true, false, false}},
        {"ldu", {64, false, false, false, true}},  {"stdu", {64, true, false, false, true}}};
    static const std::map<std::string, Operator> conditions = {
        {"beq", Operator::equal},   {"bne", Operator::not_equal},  {"blt", Operator::less},
        {"bgt", Operator::greater}, {"ble", Operator::less_equal}, {"bge", Operator::greater_equal}};
    const SourcePos pos = s_.peek().pos;
    std::string op = s_.name("an instruction");
    const bool records = op.ends_with(".");
    if (records) op.pop_back();
    if (auto f = fences.find(op); f != fences.end()) {
      emit(fence({f->second}));
    } else if (auto a = accesses.find(op); a != accesses.end()) {
      const auto& access = a->second;
      const uint32_t data = reg();
      s_.expect(",");
      uint32_t base = kNoRegister;
      const OperandPtr address = access.indexed ? indexed() : displaced(base);
      if (access.is_store)
        emit(store(address, reg_operand(data), {}, access.width));
      else
        emit(load(data, address, {}, access.width, access.sign));
      if (access.update && base != kNoRegister) emit(assign(base, address));
    } else if (op == "lwarx" || op == "ldarx") {
      const uint32_t data = reg();
      s_.expect(",");
      Step step = load(data, indexed(), {"EX"}, op == "lwarx" ? 32 : 64);
      step.reserve = true;
      emit(std::move(step));
    } else if (op == "stwcx" || op == "stdcx") {
      Step step;
      step.kind = StepKind::store_conditional;
      const uint32_t data = reg();
      s_.expect(",");
      step.a = indexed();
      step.b = reg_operand(data);
      step.tags = {"EX"};
      step.width = op == "stwcx" ? 32 : 64;
      step.reg = hidden("cr0.left");  // 0 when it succeeded: "equal" then means success
      emit(std::move(step));
      emit(assign(hidden("cr0.right"), constant(0)));
    } else if (op == "li") {
      const uint32_t to = reg();
      s_.expect(",");
      emit(assign(to, constant(s_.number("a number"))));
    } else if (op == "lis" || op == "addis") {
      const uint32_t to = reg();
      s_.expect(",");
      OperandPtr from = constant(0);
      if (op == "addis") {
        from = reg_operand(reg());
        s_.expect(",");
      }
      emit(assign(to, operation(Operator::add, 64, from, constant(s_.number("a number") * 65536))));
    } else if (op == "mr" || op == "extsw" || op == "extsh" || op == "extsb") {
      const uint32_t to = reg();
      s_.expect(",");
      const OperandPtr from = reg_operand(reg());
      const int bits = op == "extsw" ? 32 : op == "extsh" ? 16 : 8;
      emit(assign(to, op == "mr" ? from : operation(Operator::sign_extend, 64, from, constant(bits))));
    } else if (op == "clrldi") {
      const uint32_t to = reg();
      s_.expect(",");
      const OperandPtr from = reg_operand(reg());
      s_.expect(",");
      emit(assign(to, operation(Operator::truncate, 64, from, constant(64 - s_.number("a number")))));
    } else if (op == "subf" || op == "sub") {
      const uint32_t to = reg();
      s_.expect(",");
      OperandPtr a1 = reg_operand(reg());
      s_.expect(",");
      OperandPtr b1 = reg_operand(reg());
      emit(assign(to, op == "sub" ? operation(Operator::sub, 64, a1, b1) : operation(Operator::sub, 64, b1, a1)));
    } else if (op == "rlwinm" || op == "rlwimi") {
      rotate_and_mask(op == "rlwimi");
    } else if (auto t = three.find(op); t != three.end()) {
      const uint32_t to = reg();
      s_.expect(",");
      OperandPtr a1 = reg_operand(reg());
      s_.expect(",");
      OperandPtr b1 = reg_operand(reg());
      const OperandPtr result = operation(t->second, 64, a1, b1);
      emit(assign(to, op == "nand" ? operation(Operator::bit_xor, 64, result, constant(-1)) : result));
      if (records) compare_with_zero(to);
    } else if (auto i = immediate.find(op); i != immediate.end()) {
      const uint32_t to = reg();
      s_.expect(",");
      OperandPtr a1 = reg_operand(reg());
      s_.expect(",");
      emit(assign(to, operation(i->second, 64, a1, constant(s_.number("a number")))));
      if (records) compare_with_zero(to);
    } else if (op == "cmpw" || op == "cmpd" || op == "cmpwi" || op == "cmpdi") {
      const OperandPtr left = reg_operand(reg());
      s_.expect(",");
      const OperandPtr right = op.ends_with("i") ? constant(s_.number("a number")) : reg_operand(reg());
      emit(assign(hidden("cr0.left"), left));
      emit(assign(hidden("cr0.right"), right));
    } else if (op == "cmplw" || op == "cmplwi") {
      // Unsigned words keep their order as signed ones when the highest bit is turned.
      const auto turned = [](OperandPtr v) {
        return operation(Operator::bit_xor, 64, std::move(v), constant(int64_t{1} << 31));
      };
      const OperandPtr left = turned(reg_operand(reg()));
      s_.expect(",");
      const OperandPtr right = turned(op.ends_with("i") ? constant(s_.number("a number")) : reg_operand(reg()));
      emit(assign(hidden("cr0.left"), left));
      emit(assign(hidden("cr0.right"), right));
    } else if (op == "b") {
      branch(StepKind::jump, nullptr, label());
    } else if (op == "blr") {
      Step step;
      step.kind = StepKind::jump;
      step.target = SIZE_MAX;  // returning ends the thread
      emit(std::move(step));
    } else if (auto c = conditions.find(op); c != conditions.end()) {
      branch(StepKind::branch,
             operation(c->second, 32, reg_operand(hidden("cr0.left")), reg_operand(hidden("cr0.right"))), label());
    } else if (op != "nop") {
      throw InputError(pos, fmt::format("unknown Power instruction '{}'", op));
    }
    return std::move(in_);
  }

 private:
  void compare_with_zero(uint32_t result) {
    emit(assign(hidden("cr0.left"), reg_operand(result)));
    emit(assign(hidden("cr0.right"), constant(0)));
  }

  OperandPtr displaced(uint32_t& base) {
    const int64_t offset = s_.number("an offset");
    s_.expect("(");
    base = reg();
    s_.expect(")");
    return offset == 0 ? reg_operand(base) : operation(Operator::add, 64, reg_operand(base), constant(offset));
  }

  OperandPtr indexed() {
    const OperandPtr a = reg_operand(reg());
    s_.expect(",");
    return operation(Operator::add, 64, a, reg_operand(reg()));
  }

  // rlwinm RA,RS,SH,MB,ME: rotate the low word left and keep bits MB..ME (bit 0 is the most significant).
  void rotate_and_mask(bool insert) {
    const uint32_t to = reg();
    s_.expect(",");
    const OperandPtr from = reg_operand(reg());
    s_.expect(",");
    const int64_t shift = s_.number("a shift");
    s_.expect(",");
    const int64_t first = s_.number("a bit");
    s_.expect(",");
    const int64_t last = s_.number("a bit");
    int64_t mask = 0;
    for (int64_t i = first & 31;; i = (i + 1) & 31) {
      mask |= int64_t{1} << (31 - i);
      if (i == (last & 31)) break;
    }
    const OperandPtr rotated = operation(Operator::rotate_right, 32, from, constant((32 - shift) & 31));
    OperandPtr result = operation(Operator::bit_and, 64, rotated, constant(mask));
    if (insert)
      result =
          operation(Operator::bit_or, 64, result, operation(Operator::and_not, 64, reg_operand(to), constant(mask)));
    emit(assign(to, result));
  }
};

}  // namespace

Instruction parse_power(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches) {
  return Power(b, thread, s, branches).run();
}

}  // namespace fencepost::litmus

// RISC-V instructions of litmus tests: loads and stores with .aq/.rl, LR/SC, AMOs, fences, integer arithmetic.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "frontend/litmus/asm_parser.h"

namespace fencepost::litmus {

namespace {

class RiscV : AsmParser {
 public:
  RiscV(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches)
      : AsmParser(Dialect::riscv, b, thread, s, branches) {}

  Instruction run() {
    const SourcePos pos = s_.peek().pos;
    std::string op = s_.name("an instruction");
    std::transform(op.begin(), op.end(), op.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::vector<std::string> order = take_order(op);
    struct Access {
      uint8_t width;
      bool is_store, sign;
    };
    static const std::map<std::string, Access> accesses = {
        {"lw", {32, false, true}}, {"lwu", {32, false, false}}, {"ld", {64, false, false}},  {"lb", {8, false, true}},
        {"lh", {16, false, true}}, {"lbu", {8, false, false}},  {"lhu", {16, false, false}}, {"sw", {32, true, false}},
        {"sd", {64, true, false}}, {"sb", {8, true, false}},    {"sh", {16, true, false}}};
    static const std::map<std::string, Operator> arithmetic = {
        {"add", Operator::add},         {"sub", Operator::sub},
        {"and", Operator::bit_and},     {"or", Operator::bit_or},
        {"xor", Operator::bit_xor},     {"sll", Operator::shift_left},
        {"srl", Operator::shift_right}, {"sra", Operator::shift_right_signed},
        {"mul", Operator::multiply}};
    static const std::map<std::string, Operator> branches = {{"beq", Operator::equal},
                                                             {"bne", Operator::not_equal},
                                                             {"blt", Operator::less},
                                                             {"bge", Operator::greater_equal},
                                                             {"bltu", Operator::less_unsigned}};
    if (op == "nop") return std::move(in_);
    if (op == "fence") {
      fence_pair();
    } else if (op == "fence.tso" || op == "fence.i") {
      emit(fence({op == "fence.i" ? "Fence.i" : "Fence.tso"}));
    } else if (auto a = accesses.find(op); a != accesses.end()) {
      const uint32_t data = reg();
      s_.expect(",");
      const OperandPtr where = address();
      if (a->second.is_store)
        emit(store(where, reg_operand(data), order, a->second.width));
      else
        emit(load(data, where, order, a->second.width, a->second.sign));
    } else if (op == "lr.w" || op == "lr.d") {
      const uint32_t data = reg();
      s_.expect(",");
      Step step = load(data, address(), with(order, "EX"), op == "lr.w" ? 32 : 64, true);
      step.reserve = true;
      emit(std::move(step));
    } else if (op == "sc.w" || op == "sc.d") {
      Step step;
      step.kind = StepKind::store_conditional;
      step.reg = reg();
      s_.expect(",");
      step.b = reg_operand(reg());
      s_.expect(",");
      step.a = address();
      step.tags = with(order, "EX");
      step.width = op == "sc.w" ? 32 : 64;
      emit(std::move(step));
    } else if (op.starts_with("amo")) {
      amo(op, order, pos);
    } else if (op == "li" || op == "lui") {
      const uint32_t to = reg();
      s_.expect(",");
      const int64_t n = s_.number("a number");
      emit(assign(to, constant(op == "lui" ? n << 12 : n)));
    } else if (op == "mv" || op == "sext.w" || op == "not" || op == "neg") {
      const uint32_t to = reg();
      s_.expect(",");
      OperandPtr v = reg_operand(reg());
      if (op == "sext.w") v = operation(Operator::sign_extend, 64, v, constant(32));
      if (op == "not") v = operation(Operator::bit_xor, 64, v, constant(-1));
      if (op == "neg") v = operation(Operator::sub, 64, constant(0), v);
      emit(assign(to, v));
    } else if (op == "j") {
      branch(StepKind::jump, nullptr, label());
    } else if (auto c = branches.find(op); c != branches.end()) {
      const OperandPtr a1 = reg_operand(reg());
      s_.expect(",");
      const OperandPtr b1 = reg_operand(reg());
      s_.expect(",");
      branch(StepKind::branch, operation(c->second, 64, a1, b1), label());
    } else if (op == "beqz" || op == "bnez") {
      const OperandPtr a1 = reg_operand(reg());
      s_.expect(",");
      branch(StepKind::branch, operation(op == "beqz" ? Operator::equal : Operator::not_equal, 64, a1, constant(0)),
             label());
    } else {
      compute(op, arithmetic, pos);
    }
    return std::move(in_);
  }

 private:
  static std::vector<std::string> with(std::vector<std::string> tags, const char* tag) {
    tags.emplace_back(tag);
    return tags;
  }

  // Cuts .aq, .rl, .aqrl, .aq.rl, .sc off the mnemonic.
  static std::vector<std::string> take_order(std::string& op) {
    if (op.starts_with("fence")) return {};
    bool acquire = false, release = false;
    const auto cut = [&](const char* suffix) {
      if (!op.ends_with(suffix)) return false;
      op.resize(op.size() - std::char_traits<char>::length(suffix));
      return true;
    };
    if (cut(".sc")) return {"Sc"};
    if (cut(".aqrl")) acquire = release = true;
    if (cut(".rl")) release = true;
    if (cut(".aq")) acquire = true;
    if (acquire && release) return {"AcqRel"};
    if (acquire) return {"Acq"};
    if (release) return {"Rel"};
    return {};
  }

  // x0 reads as zero and swallows writes.
  uint32_t reg() {
    const std::string name = expect_register(s_, Dialect::riscv);
    return name == "x0" ? kNoRegister : b_.reg(thread_, name);
  }

  OperandPtr address() {
    const int64_t offset = s_.is("(") ? 0 : s_.number("an offset");
    s_.expect("(");
    const OperandPtr base = reg_operand(reg());
    s_.expect(")");
    return offset == 0 ? base : operation(Operator::add, 64, base, constant(offset));
  }

  void fence_pair() {
    const auto set = [&] {
      std::string letters;
      for (char c : s_.name("a fence set such as rw")) {
        // Device input and output order like reads and writes.
        if (c == 'i' || c == 'r')
          letters += letters.find('r') == std::string::npos ? "r" : "";
        else if (c == 'o' || c == 'w')
          letters += letters.find('w') == std::string::npos ? "w" : "";
        else
          s_.fail("expected letters of i, o, r, w");
      }
      return letters == "wr" ? std::string("rw") : letters;
    };
    std::string before = "rw", after = "rw";
    if (s_.is_name()) {
      before = set();
      s_.expect(",");
      after = set();
    }
    emit(fence({fmt::format("Fence.{}.{}", before, after)}));
  }

  void amo(const std::string& op, const std::vector<std::string>& order, const SourcePos& pos) {
    static const std::map<std::string, Operator> table = {
        {"add", Operator::add}, {"or", Operator::bit_or}, {"and", Operator::bit_and}, {"xor", Operator::bit_xor}};
    const size_t dot = op.find('.');
    const std::string what = op.substr(3, dot - 3);
    if (dot == std::string::npos || (what != "swap" && !table.contains(what)))
      throw InputError(pos, fmt::format("unknown RISC-V instruction '{}'", op));
    Step step;
    step.kind = StepKind::rmw;
    step.single_event = true;  // an AMO is one memory operation of the global order
    step.reg = reg();
    s_.expect(",");
    const OperandPtr data = reg_operand(reg());
    s_.expect(",");
    step.a = address();
    step.width = op.substr(dot) == ".d" ? 64 : 32;
    step.b = what == "swap" ? data : operation(table.at(what), step.width, reg_operand(kOldValue), data);
    step.tags = with(order, "X");
    emit(std::move(step));
  }

  void compute(std::string op, const std::map<std::string, Operator>& arithmetic, const SourcePos& pos) {
    uint8_t width = 64;
    const std::string whole = op;
    if (op.size() > 3 && op.ends_with("w")) {
      width = 32;
      op.pop_back();
    }
    const bool immediate = op.ends_with("i");
    if (immediate) op.pop_back();
    auto it = arithmetic.find(op);
    if (it == arithmetic.end()) throw InputError(pos, fmt::format("unknown RISC-V instruction '{}'", whole));
    const uint32_t to = reg();
    s_.expect(",");
    const OperandPtr a = reg_operand(reg());
    s_.expect(",");
    OperandPtr v = operation(it->second, width, a, immediate ? constant(s_.number("a number")) : reg_operand(reg()));
    if (width == 32) v = operation(Operator::sign_extend, 64, v, constant(32));
    emit(assign(to, v));
  }
};

}  // namespace

Instruction parse_riscv(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches) {
  return RiscV(b, thread, s, branches).run();
}

}  // namespace fencepost::litmus

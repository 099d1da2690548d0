// AArch64 instructions of litmus tests: loads and stores with acquire/release and pairs, exclusives, LSE atomics,
// integer arithmetic with flags, conditional selection, branches. Flags are four one-bit registers.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "frontend/litmus/builder.h"

namespace fencepost::litmus {

namespace {

struct Reg {
  uint32_t id = kNoRegister;
  uint8_t width = 64;
};

class A64 {
 public:
  A64(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches)
      : b_(b), thread_(thread), s_(s), branches_(branches) {}

  Instruction run() {
    pos_ = s_.peek().pos;
    op_ = upper(s_.name("an instruction"));
    if (op_ == "B" || op_ == "BL")
      jump();
    else if (op_ == "BR" || op_ == "BLR" || op_ == "RET")
      jump_register();
    else if (op_.starts_with("B."))
      branch(condition(op_.substr(2)));
    else if (op_ == "CBZ" || op_ == "CBNZ")
      compare_branch();
    else if (op_ == "TBZ" || op_ == "TBNZ")
      test_branch();
    else if (op_ == "DMB" || op_ == "DSB" || op_ == "ISB")
      barrier();
    else if (op_ == "NOP") {
    } else if (op_ == "ADR")
      address_of_label();
    else if (op_ == "MRS")
      read_flags();
    else if (!memory() && !arithmetic() && !moves() && !selects() && !bits() && !multiplies())
      throw InputError(pos_, fmt::format("unknown AArch64 instruction '{}'", op_));
    return std::move(in_);
  }

 private:
  static std::string upper(std::string s) {
    std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return s;
  }

  Reg reg() {
    const std::string text = s_.is_name() ? s_.peek().text : "";
    const std::string canonical = canonical_register(Dialect::aarch64, text);
    if (canonical.empty() || canonical == "NZCV") s_.fail("expected a register");
    s_.next();
    const uint8_t width = std::toupper(static_cast<unsigned char>(text[0])) == 'W' ? 32 : 64;
    return {canonical == "XZR" ? kNoRegister : b_.reg(thread_, canonical), width};
  }
  Reg comma_reg() {
    s_.expect(",");
    return reg();
  }
  OperandPtr use(const Reg& r) const { return reg_operand(r.id); }
  OperandPtr narrow(const Reg& r) const {
    return r.width == 32 ? operation(Operator::truncate, 64, use(r), constant(32)) : use(r);
  }
  int64_t immediate() {
    s_.accept("#");
    return s_.number("a number");
  }
  bool at_register() const { return s_.is_name() && !canonical_register(Dialect::aarch64, s_.peek().text).empty(); }
  uint32_t flag(const char* name) { return b_.reg(thread_, std::string("flag ") + name); }
  OperandPtr flag_use(const char* name) { return reg_operand(flag(name)); }
  void set(const Reg& to, OperandPtr v) { in_.steps.push_back(assign(to.id, std::move(v))); }

  OperandPtr negated(OperandPtr v) { return operation(Operator::logical_not, 64, std::move(v)); }

  OperandPtr condition(const std::string& c) {
    const auto equal = [&](OperandPtr a, OperandPtr b) {
      return operation(Operator::equal, 64, std::move(a), std::move(b));
    };
    const auto both = [&](OperandPtr a, OperandPtr b) {
      return operation(Operator::logical_and, 64, std::move(a), std::move(b));
    };
    if (c == "EQ") return flag_use("Z");
    if (c == "NE") return negated(flag_use("Z"));
    if (c == "CS" || c == "HS") return flag_use("C");
    if (c == "CC" || c == "LO") return negated(flag_use("C"));
    if (c == "MI") return flag_use("N");
    if (c == "PL") return negated(flag_use("N"));
    if (c == "VS") return flag_use("V");
    if (c == "VC") return negated(flag_use("V"));
    if (c == "HI") return both(flag_use("C"), negated(flag_use("Z")));
    if (c == "LS") return negated(both(flag_use("C"), negated(flag_use("Z"))));
    if (c == "GE") return equal(flag_use("N"), flag_use("V"));
    if (c == "LT") return negated(equal(flag_use("N"), flag_use("V")));
    if (c == "GT") return both(equal(flag_use("N"), flag_use("V")), negated(flag_use("Z")));
    if (c == "LE") return negated(both(equal(flag_use("N"), flag_use("V")), negated(flag_use("Z"))));
    if (c == "AL") return constant(1);
    throw InputError(pos_, fmt::format("unknown condition '{}'", c));
  }

  void to_label(StepKind kind, OperandPtr c) {
    Step step;
    step.kind = kind;
    step.a = std::move(c);
    PendingBranch p;
    p.step = in_.steps.size();
    label(p);
    branches_.push_back(p);
    in_.steps.push_back(std::move(step));
  }

  void label(PendingBranch& p) {
    if (s_.accept(".")) {
      p.is_relative = true;
      p.relative = s_.number("an offset such as .+8");
    } else {
      p.label = s_.name("a label");
    }
  }

  void branch(OperandPtr c) { to_label(StepKind::branch, std::move(c)); }
  void jump() {
    if (op_ == "BL") link();
    to_label(StepKind::jump, nullptr);
  }
  // The return address: replaced by the next instruction's place when the step runs.
  void link() { in_.steps.push_back(assign(b_.reg(thread_, "X30"), constant(Value::label(UINT32_MAX, 0)))); }
  void jump_register() {
    Step step;
    step.kind = StepKind::jump_register;
    const uint32_t target = op_ == "RET" && s_.at_end() ? b_.reg(thread_, "X30") : reg().id;
    if (op_ == "BLR") {
      const uint32_t temporary = b_.reg(thread_, "branch target");
      in_.steps.push_back(assign(temporary, reg_operand(target)));
      link();
      step.a = reg_operand(temporary);
    } else {
      step.a = reg_operand(target);
    }
    in_.steps.push_back(std::move(step));
  }
  void compare_branch() {
    const Reg r = reg();
    s_.expect(",");
    branch(operation(op_ == "CBZ" ? Operator::equal : Operator::not_equal, r.width, use(r), constant(0)));
  }
  void test_branch() {
    const Reg r = reg();
    s_.expect(",");
    const int64_t bit = immediate();
    s_.expect(",");
    const OperandPtr v =
        operation(Operator::bit_and, 64, operation(Operator::shift_right, 64, use(r), constant(bit)), constant(1));
    branch(operation(op_ == "TBZ" ? Operator::equal : Operator::not_equal, 64, v, constant(0)));
  }

  void barrier() {
    if (op_ == "ISB") {
      if (s_.is_name()) s_.next();
      in_.steps.push_back(fence({"ISB"}));
      return;
    }
    const std::string domain = upper(s_.name("a barrier option such as SY"));
    static const std::vector<std::string> known = {"SY", "LD", "ST", "ISH", "ISHLD", "ISHST", "OSH", "OSHLD", "OSHST"};
    if (std::find(known.begin(), known.end(), domain) == known.end())
      throw InputError(pos_, fmt::format("unknown barrier option '{}'", domain));
    in_.steps.push_back(fence({op_ + "." + domain}));
  }

  void address_of_label() {
    const Reg to = reg();
    s_.expect(",");
    PendingBranch p;
    p.step = 0;
    p.address_only = true;
    label(p);
    branches_.push_back(p);
    set(to, constant(0));
  }

  void read_flags() {
    const Reg to = reg();
    s_.expect(",");
    if (upper(s_.name("a system register")) != "NZCV") s_.fail("only NZCV can be read");
    const auto bit = [&](const char* f, int at) {
      return operation(Operator::shift_left, 64, flag_use(f), constant(at));
    };
    const auto both = [&](OperandPtr a, OperandPtr b) {
      return operation(Operator::bit_or, 64, std::move(a), std::move(b));
    };
    set(to, both(both(bit("N", 31), bit("Z", 30)), both(bit("C", 29), bit("V", 28))));
  }

  struct Address {
    OperandPtr value;
    uint32_t base = kNoRegister;
    OperandPtr writeback;  // new base, if it changes
  };

  OperandPtr extended(const Reg& r) {
    if (!s_.accept(",")) return use(r);
    const std::string how = upper(s_.name("an extension or shift"));
    s_.accept("#");
    const int64_t amount = s_.is_number() ? s_.number("an amount") : 0;
    return extend(use(r), how, amount, 64);
  }

  OperandPtr extend(OperandPtr v, const std::string& how, int64_t amount, uint8_t width) {
    static const std::map<std::string, int> sign = {{"SXTB", 8}, {"SXTH", 16}, {"SXTW", 32}, {"SXTX", 64}};
    static const std::map<std::string, int> zero = {{"UXTB", 8}, {"UXTH", 16}, {"UXTW", 32}, {"UXTX", 64}};
    if (auto it = sign.find(how); it != sign.end())
      v = operation(Operator::sign_extend, 64, v, constant(it->second));
    else if (auto z = zero.find(how); z != zero.end())
      v = operation(Operator::truncate, 64, v, constant(z->second));
    else if (how == "LSR")
      return operation(Operator::shift_right, width, v, constant(amount));
    else if (how == "ASR")
      return operation(Operator::shift_right_signed, width, v, constant(amount));
    else if (how == "ROR")
      return operation(Operator::rotate_right, width, v, constant(amount));
    else if (how != "LSL")
      throw InputError(pos_, fmt::format("unknown extension or shift '{}'", how));
    return amount == 0 ? v : operation(Operator::shift_left, width, v, constant(amount));
  }

  Address address() {
    s_.expect("[");
    const Reg base = reg();
    Address a;
    a.base = base.id;
    a.value = use(base);
    if (s_.accept(",")) {
      OperandPtr offset = at_register() ? extended(reg()) : constant(immediate());
      if (offset->kind != Operand::Kind::constant || offset->constant.number != 0)
        a.value = operation(Operator::add, 64, use(base), offset);
    }
    s_.expect("]");
    if (s_.accept("!"))
      a.writeback = a.value;
    else if (s_.accept(","))
      a.writeback = operation(Operator::add, 64, use(base), constant(immediate()));
    return a;
  }

  void finish(const Address& a) {
    if (a.writeback) in_.steps.push_back(assign(a.base, a.writeback));
  }

  static OperandPtr plus(const OperandPtr& a, int64_t bytes) {
    return operation(Operator::add, 64, a, constant(bytes));
  }

  bool memory() {
    struct Access {
      bool is_store;
      int width;  // 0: by register
      bool sign;
      std::vector<std::string> tags;
    };
    static const std::map<std::string, Access> accesses = {
        {"LDR", {false, 0, false, {}}},       {"LDUR", {false, 0, false, {}}},     {"LDRB", {false, 8, false, {}}},
        {"LDRH", {false, 16, false, {}}},     {"LDRSB", {false, 8, true, {}}},     {"LDRSH", {false, 16, true, {}}},
        {"LDRSW", {false, 32, true, {}}},     {"LDAR", {false, 0, false, {"A"}}},  {"LDARB", {false, 8, false, {"A"}}},
        {"LDARH", {false, 16, false, {"A"}}}, {"LDAPR", {false, 0, false, {"Q"}}}, {"LDAPUR", {false, 0, false, {"Q"}}},
        {"STR", {true, 0, false, {}}},        {"STUR", {true, 0, false, {}}},      {"STRB", {true, 8, false, {}}},
        {"STRH", {true, 16, false, {}}},      {"STLR", {true, 0, false, {"L"}}},   {"STLRB", {true, 8, false, {"L"}}},
        {"STLRH", {true, 16, false, {"L"}}},  {"STLUR", {true, 0, false, {"L"}}}};
    if (auto it = accesses.find(op_); it != accesses.end()) {
      const Reg r = reg();
      s_.expect(",");
      const Address a = address();
      const auto width = static_cast<uint8_t>(it->second.width == 0 ? r.width : it->second.width);
      if (it->second.is_store)
        in_.steps.push_back(store(a.value, use(r), it->second.tags, width));
      else
        in_.steps.push_back(load(r.id, a.value, it->second.tags, width, it->second.sign));
      if (!in_.steps.empty() && it->second.sign && r.width == 32) in_.steps.push_back(assign(r.id, narrow(r)));
      finish(a);
      return true;
    }
    if (op_ == "LDP" || op_ == "LDNP" || op_ == "LDIAPP" || op_ == "STP" || op_ == "STNP" || op_ == "STILP")
      return pair_access();
    if (op_ == "LDXR" || op_ == "LDAXR" || op_ == "LDXP" || op_ == "LDAXP") return load_exclusive();
    if (op_ == "STXR" || op_ == "STLXR" || op_ == "STXP" || op_ == "STLXP") return store_exclusive();
    return atomics();
  }

  bool pair_access() {
    const Reg a = reg(), c = comma_reg();
    s_.expect(",");
    const Address where = address();
    const bool is_store = op_[0] == 'S', ordered = op_ == "LDIAPP" || op_ == "STILP";
    const std::vector<std::string> tags = op_ == "LDIAPP"  ? std::vector<std::string>{"Q"}
                                          : op_ == "STILP" ? std::vector<std::string>{"L"}
                                                           : std::vector<std::string>{};
    const int64_t bytes = a.width / 8;
    if (is_store) {
      in_.steps.push_back(store(where.value, use(a), tags, a.width));
      in_.steps.push_back(store(plus(where.value, bytes), use(c), tags, a.width));
    } else {
      // The address must be read before the first load can overwrite its base.
      const uint32_t base = b_.reg(thread_, "pair base");
      in_.steps.push_back(assign(base, where.value));
      in_.steps.push_back(load(a.id, reg_operand(base), tags, a.width));
      in_.steps.push_back(load(c.id, plus(reg_operand(base), bytes), tags, a.width));
    }
    in_.steps.back().ordered_after_previous = ordered;
    finish(where);
    return true;
  }

  bool load_exclusive() {
    const bool pair = op_.ends_with("P");
    const Reg a = reg();
    Reg second;
    if (pair) second = comma_reg();
    s_.expect(",");
    const Address where = address();
    std::vector<std::string> tags = {"EX"};
    if (op_.starts_with("LDA")) tags.emplace_back("A");
    const uint32_t base = b_.reg(thread_, "pair base");
    if (pair) in_.steps.push_back(assign(base, where.value));
    Step step = load(a.id, pair ? reg_operand(base) : where.value, tags, a.width);
    step.reserve = true;
    in_.steps.push_back(step);
    if (pair) {
      Step other = load(second.id, plus(reg_operand(base), a.width / 8), tags, a.width);
      other.reserve = true;
      in_.steps.push_back(other);
    }
    return true;
  }

  bool store_exclusive() {
    const bool pair = op_.ends_with("P");
    Step step;
    step.kind = StepKind::store_conditional;
    step.reg = reg().id;
    const Reg a = comma_reg();
    Reg second;
    if (pair) second = comma_reg();
    s_.expect(",");
    step.a = address().value;
    step.b = use(a);
    step.width = a.width;
    step.tags = {"EX"};
    if (op_.starts_with("STL")) step.tags.emplace_back("L");
    if (pair) step.c = use(second);  // stored behind the first when it succeeds
    in_.steps.push_back(std::move(step));
    return true;
  }

  // CAS, CASP, SWP, LDADD and friends, ST... without result. The suffix A acquires, L releases.
  bool atomics() {
    std::string base = op_;
    static const std::map<std::string, Operator> operators = {
        {"ADD", Operator::add}, {"EOR", Operator::bit_xor}, {"SET", Operator::bit_or}, {"CLR", Operator::and_not}};
    int width = 0;
    bool acquire = false, release = false;
    const auto matches = [&](std::string_view stem) {
      if (!base.starts_with(stem)) return false;
      const std::string suffix = base.substr(stem.size());
      static const std::map<std::string, std::tuple<bool, bool, int>> suffixes = {
          {"", {false, false, 0}},   {"A", {true, false, 0}},   {"L", {false, true, 0}},   {"AL", {true, true, 0}},
          {"B", {false, false, 8}},  {"AB", {true, false, 8}},  {"LB", {false, true, 8}},  {"ALB", {true, true, 8}},
          {"H", {false, false, 16}}, {"AH", {true, false, 16}}, {"LH", {false, true, 16}}, {"ALH", {true, true, 16}}};
      auto it = suffixes.find(suffix);
      if (it == suffixes.end()) return false;
      std::tie(acquire, release, width) = it->second;
      return true;
    };
    Step step;
    const auto annotate = [&] {
      step.tags = {"X"};
      step.write_tags = {"X"};
      if (acquire) step.tags.emplace_back("A");
      if (release) step.write_tags.emplace_back("L");
    };
    if (matches("CASP")) return compare_pair(acquire, release);
    if (matches("CAS")) {
      step.kind = StepKind::cas;
      const Reg expected = reg(), wanted = comma_reg();
      s_.expect(",");
      step.a = address().value;
      step.reg = expected.id;
      step.b = use(expected);
      step.c = use(wanted);
      step.width = static_cast<uint8_t>(width == 0 ? expected.width : width);
      annotate();
      step.fail_tags = step.tags;
      in_.steps.push_back(std::move(step));
      return true;
    }
    if (matches("SWP")) {
      step.kind = StepKind::rmw;
      const Reg from = reg(), to = comma_reg();
      s_.expect(",");
      step.a = address().value;
      step.reg = to.id;
      step.b = use(from);
      step.width = static_cast<uint8_t>(width == 0 ? from.width : width);
      annotate();
      if (to.id == kNoRegister) step.tags = {"X", "NoRet"};  // acquire has no effect when the result is dropped
      in_.steps.push_back(std::move(step));
      return true;
    }
    for (const auto& [name, op] : operators) {
      const bool loads = matches("LD" + name), stores = !loads && matches("ST" + name);
      if (!loads && !stores) continue;
      step.kind = StepKind::rmw;
      const Reg from = reg();
      Reg to;
      if (loads) to = comma_reg();
      s_.expect(",");
      step.a = address().value;
      step.reg = to.id;
      step.width = static_cast<uint8_t>(width == 0 ? from.width : width);
      step.b = operation(op, step.width, reg_operand(kOldValue), use(from));
      annotate();
      if (to.id == kNoRegister) step.tags = {"X", "NoRet"};
      in_.steps.push_back(std::move(step));
      return true;
    }
    return false;
  }

  bool compare_pair(bool acquire, bool release) {
    const Reg e1 = reg(), e2 = comma_reg(), n1 = comma_reg(), n2 = comma_reg();
    s_.expect(",");
    const OperandPtr where = address().value;
    const int64_t bytes = e1.width / 8;
    std::vector<std::string> read_tags = {"X"}, write_tags = {"X"};
    if (acquire) read_tags.emplace_back("A");
    if (release) write_tags.emplace_back("L");
    // Both words are compared before either is written: an atomic pair of reads, then the choice, then the writes.
    const uint32_t base = b_.reg(thread_, "pair base"), o1 = b_.reg(thread_, "pair old 1"),
                   o2 = b_.reg(thread_, "pair old 2");
    in_.steps.push_back(assign(base, where));
    Step r1 = load(o1, reg_operand(base), read_tags, e1.width),
         r2 = load(o2, plus(reg_operand(base), bytes), read_tags, e1.width);
    r1.reserve = r2.reserve = true;
    in_.steps.push_back(r1);
    in_.steps.push_back(r2);
    const OperandPtr same =
        operation(Operator::logical_and, 64, operation(Operator::equal, e1.width, reg_operand(o1), use(e1)),
                  operation(Operator::equal, e1.width, reg_operand(o2), use(e2)));
    Step write;
    write.kind = StepKind::store_conditional;
    write.a = reg_operand(base);
    write.b = use(n1);
    write.c = use(n2);
    write.width = e1.width;
    write.tags = write_tags;
    write.condition = same;
    in_.steps.push_back(std::move(write));
    in_.steps.push_back(assign(e1.id, reg_operand(o1)));
    in_.steps.push_back(assign(e2.id, reg_operand(o2)));
    return true;
  }

  void set_flags(Operator op, uint8_t width, const OperandPtr& a, const OperandPtr& b, const OperandPtr& result) {
    const auto put = [&](const char* f, OperandPtr v) { in_.steps.push_back(assign(flag(f), std::move(v))); };
    const bool subtract = op == Operator::sub, add = op == Operator::add;
    put("N", operation(Operator::less, width, result, constant(0)));
    put("Z",
        subtract ? operation(Operator::equal, width, a, b) : operation(Operator::equal, width, result, constant(0)));
    put("C", subtract ? operation(Operator::carry_sub, width, a, b)
             : add    ? operation(Operator::carry_add, width, a, b)
                      : constant(0));
    put("V", subtract ? operation(Operator::overflow_sub, width, a, b)
             : add    ? operation(Operator::overflow_add, width, a, b)
                      : constant(0));
  }

  OperandPtr second_operand(uint8_t width) {
    if (!at_register()) {
      int64_t n = immediate();
      if (s_.accept(",")) {
        if (upper(s_.name("LSL")) != "LSL") s_.fail("expected LSL");
        n <<= immediate() & 63;
      }
      return constant(n);
    }
    const Reg r = reg();
    if (!s_.accept(",")) return use(r);
    const std::string how = upper(s_.name("a shift or extension"));
    s_.accept("#");
    const int64_t amount = s_.is_number() ? s_.number("an amount") : 0;
    return extend(use(r), how, amount, width);
  }

  bool arithmetic() {
    struct Kind {
      Operator op;
      bool flags;
    };
    static const std::map<std::string, Kind> table = {{"ADD", {Operator::add, false}},
                                                      {"SUB", {Operator::sub, false}},
                                                      {"AND", {Operator::bit_and, false}},
                                                      {"ORR", {Operator::bit_or, false}},
                                                      {"EOR", {Operator::bit_xor, false}},
                                                      {"BIC", {Operator::and_not, false}},
                                                      {"ORN", {Operator::or_not, false}},
                                                      {"ADDS", {Operator::add, true}},
                                                      {"SUBS", {Operator::sub, true}},
                                                      {"ANDS", {Operator::bit_and, true}},
                                                      {"BICS", {Operator::and_not, true}},
                                                      {"CMP", {Operator::sub, true}},
                                                      {"CMN", {Operator::add, true}},
                                                      {"TST", {Operator::bit_and, true}},
                                                      {"LSL", {Operator::shift_left, false}},
                                                      {"LSR", {Operator::shift_right, false}},
                                                      {"ASR", {Operator::shift_right_signed, false}},
                                                      {"ROR", {Operator::rotate_right, false}}};
    if (op_ == "EON") {
      const Reg to = reg(), a = comma_reg();
      s_.expect(",");
      const OperandPtr b = second_operand(to.width);
      set(to, operation(Operator::bit_xor, to.width, use(a), operation(Operator::bit_xor, to.width, b, constant(-1))));
      return true;
    }
    auto it = table.find(op_);
    if (it == table.end()) return false;
    const bool compare = op_ == "CMP" || op_ == "CMN" || op_ == "TST";
    Reg to = reg();
    const Reg a = compare ? to : comma_reg();
    s_.expect(",");
    const OperandPtr b = second_operand(to.width);
    const OperandPtr left = use(a);
    const OperandPtr result = operation(it->second.op, to.width, left, b);
    if (it->second.flags) set_flags(it->second.op, to.width, left, b, result);
    if (!compare) set(to, result);
    return true;
  }

  bool moves() {
    if (op_ == "MOV" || op_ == "MOVZ" || op_ == "MOVN" || op_ == "MVN" || op_ == "SXTW" || op_ == "UXTW" ||
        op_ == "SXTB" || op_ == "UXTB") {
      const Reg to = reg();
      s_.expect(",");
      OperandPtr v = op_ == "MOV" && at_register() ? use(reg()) : second_operand(to.width);
      if (op_ == "MVN" || op_ == "MOVN") v = operation(Operator::bit_xor, to.width, v, constant(-1));
      if (op_ == "SXTW" || op_ == "UXTW" || op_ == "SXTB" || op_ == "UXTB") v = extend(v, op_, 0, 64);
      set(to, to.width == 32 ? operation(Operator::truncate, 64, v, constant(32)) : v);
      return true;
    }
    if (op_ == "MOVK") {
      const Reg to = reg();
      s_.expect(",");
      const int64_t n = immediate();
      int64_t shift = 0;
      if (s_.accept(",")) {
        if (upper(s_.name("LSL")) != "LSL") s_.fail("expected LSL");
        shift = immediate() & 63;
      }
      const auto mask = static_cast<int64_t>(uint64_t{0xffff} << shift);
      set(to, operation(Operator::bit_or, to.width, operation(Operator::and_not, to.width, use(to), constant(mask)),
                        constant(static_cast<int64_t>(static_cast<uint64_t>(n) << shift))));
      return true;
    }
    if (op_ == "NEG") {
      const Reg to = reg();
      s_.expect(",");
      set(to, operation(Operator::sub, to.width, constant(0), second_operand(to.width)));
      return true;
    }
    return false;
  }

  void pick(const Reg& to, OperandPtr c, OperandPtr yes, OperandPtr no) {
    Step step;
    step.kind = StepKind::pick;
    step.reg = to.id;
    step.a = std::move(c);
    step.b = std::move(yes);
    step.c = std::move(no);
    in_.steps.push_back(std::move(step));
  }

  bool selects() {
    if (op_ == "CSEL" || op_ == "CSINC" || op_ == "CSINV" || op_ == "CSNEG") {
      const Reg to = reg(), a = comma_reg(), b = comma_reg();
      s_.expect(",");
      OperandPtr other = use(b);
      if (op_ == "CSINC") other = operation(Operator::add, to.width, other, constant(1));
      if (op_ == "CSINV") other = operation(Operator::bit_xor, to.width, other, constant(-1));
      if (op_ == "CSNEG") other = operation(Operator::sub, to.width, constant(0), other);
      pick(to, condition(upper(s_.name("a condition"))), use(a), other);
      return true;
    }
    if (op_ == "CSET" || op_ == "CSETM") {
      const Reg to = reg();
      s_.expect(",");
      const int64_t yes = op_ == "CSET" ? 1 : to.width == 32 ? 0xffffffff : -1;
      pick(to, condition(upper(s_.name("a condition"))), constant(yes), constant(0));
      return true;
    }
    return false;
  }

  bool bits() {
    if (op_ == "UBFM" || op_ == "SBFM") {
      const Reg to = reg(), from = comma_reg();
      s_.expect(",");
      const int64_t r = immediate();
      s_.expect(",");
      const int64_t s = immediate();
      const int64_t length = s >= r ? s - r + 1 : s + 1;
      OperandPtr field = s >= r ? operation(Operator::shift_right, to.width, use(from), constant(r)) : use(from);
      field = operation(op_ == "UBFM" ? Operator::truncate : Operator::sign_extend, 64, field, constant(length));
      if (s < r) field = operation(Operator::shift_left, 64, field, constant(to.width - r));
      set(to, to.width == 32 ? operation(Operator::truncate, 64, field, constant(32)) : field);
      return true;
    }
    if (op_ == "RBIT" || op_ == "REV" || op_ == "REV64" || op_ == "ABS") {
      const Reg to = reg(), from = comma_reg();
      if (op_ == "ABS") {
        set(to, operation(Operator::select, to.width, operation(Operator::sub, to.width, constant(0), use(from)),
                          narrow(from), operation(Operator::less, to.width, use(from), constant(0))));
      } else {
        set(to, operation(op_ == "RBIT" ? Operator::reverse_bits : Operator::reverse_bytes, to.width, narrow(from)));
      }
      return true;
    }
    return false;
  }

  bool multiplies() {
    if (op_ == "MUL" || op_ == "MNEG") {
      const Reg to = reg(), a = comma_reg(), b = comma_reg();
      const OperandPtr product = operation(Operator::multiply, to.width, use(a), use(b));
      set(to, op_ == "MUL" ? product : operation(Operator::sub, to.width, constant(0), product));
      return true;
    }
    if (op_ == "MADD" || op_ == "MSUB") {
      const Reg to = reg(), a = comma_reg(), b = comma_reg(), c = comma_reg();
      const OperandPtr product = operation(Operator::multiply, to.width, use(a), use(b));
      set(to, operation(op_ == "MADD" ? Operator::add : Operator::sub, to.width, use(c), product));
      return true;
    }
    static const std::vector<std::string> kLong = {"MULL", "MNEGL", "MADDL", "MSUBL"};
    if (op_.size() < 4 || std::find(kLong.begin(), kLong.end(), op_.substr(1)) == kLong.end() ||
        (op_[0] != 'S' && op_[0] != 'U'))
      return false;
    const Reg to = reg(), a = comma_reg(), b = comma_reg();
    const auto wide = [&](const Reg& r) {
      return operation(op_[0] == 'S' ? Operator::sign_extend : Operator::truncate, 64, use(r), constant(32));
    };
    const OperandPtr product = operation(Operator::multiply, 64, wide(a), wide(b));
    OperandPtr sum = constant(0);
    if (op_.ends_with("ADDL") || op_.ends_with("SUBL")) sum = use(comma_reg());
    const bool subtract = op_.ends_with("SUBL") || op_.ends_with("NEGL");
    set(to, operation(subtract ? Operator::sub : Operator::add, 64, sum, product));
    return true;
  }

  Builder& b_;
  size_t thread_;
  Scanner& s_;
  std::vector<PendingBranch>& branches_;
  Instruction in_;
  std::string op_;
  SourcePos pos_;
};

}  // namespace

Instruction parse_aarch64(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches) {
  return A64(b, thread, s, branches).run();
}

}  // namespace fencepost::litmus

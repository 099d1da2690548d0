// AArch64's memory accesses: loads and stores with acquire and release, pairs, exclusives, LSE atomics.
#include <map>

#include "frontend/litmus/asm_aarch64.h"

namespace fencepost::litmus {

namespace {

using Tags = std::vector<std::string>;

OperandPtr plus(const OperandPtr& a, int64_t bytes) { return operation(Operator::add, 64, a, constant(bytes)); }

Step reserving(Step load) {
  load.reserve = true;
  return load;
}

}  // namespace

A64::Address A64::address() {
  s_.expect("[");
  const Reg base = reg();
  Address a;
  a.base = base.id;
  a.value = use(base);
  if (s_.accept(",")) {
    OperandPtr offset = at_register() ? extended(reg(), 64) : constant(immediate());
    if (offset->kind != Operand::Kind::constant || offset->constant.number != 0)
      a.value = operation(Operator::add, 64, use(base), offset);
  }
  s_.expect("]");
  if (s_.accept("!"))
    a.writeback = a.value;
  else if (s_.accept(","))
    a.writeback = plus(use(base), immediate());
  return a;
}

// Of instructions that do not change the base.
OperandPtr A64::comma_address() {
  s_.expect(",");
  return address().value;
}

void A64::finish(const Address& a) {
  if (a.writeback) emit(assign(a.base, a.writeback));
}

bool A64::access() {
  struct Access {
    bool is_store;
    uint8_t width;  // 0: by register
    bool sign;
    Tags tags;
  };
  static const std::map<std::string, Access> accesses = {
      {"LDR", {false, 0, false, {}}},       {"LDUR", {false, 0, false, {}}},     {"LDRB", {false, 8, false, {}}},
      {"LDRH", {false, 16, false, {}}},     {"LDRSB", {false, 8, true, {}}},     {"LDRSH", {false, 16, true, {}}},
      {"LDRSW", {false, 32, true, {}}},     {"LDAR", {false, 0, false, {"A"}}},  {"LDARB", {false, 8, false, {"A"}}},
      {"LDARH", {false, 16, false, {"A"}}}, {"LDAPR", {false, 0, false, {"Q"}}}, {"LDAPUR", {false, 0, false, {"Q"}}},
      {"STR", {true, 0, false, {}}},        {"STUR", {true, 0, false, {}}},      {"STRB", {true, 8, false, {}}},
      {"STRH", {true, 16, false, {}}},      {"STLR", {true, 0, false, {"L"}}},   {"STLRB", {true, 8, false, {"L"}}},
      {"STLRH", {true, 16, false, {"L"}}},  {"STLUR", {true, 0, false, {"L"}}}};
  const auto it = accesses.find(op_);
  if (it == accesses.end()) return false;
  const auto& [is_store, own_width, sign, tags] = it->second;
  const Reg r = reg();
  s_.expect(",");
  const Address a = address();
  const uint8_t width = own_width == 0 ? r.width : own_width;
  if (is_store)
    emit(store(a.value, use(r), tags, width));
  else
    emit(load(r.id, a.value, tags, width, sign));
  if (sign && r.width == 32) set(r, narrow(32, use(r)));
  finish(a);
  return true;
}

void A64::pair_access() {
  static const std::map<std::string, Tags> ordered = {{"LDIAPP", {"Q"}}, {"STILP", {"L"}}};
  const Reg a = reg(), c = comma_reg();
  s_.expect(",");
  const Address where = address();
  const auto order = ordered.find(op_);
  const Tags tags = order == ordered.end() ? Tags() : order->second;
  const bool extends = op_ == "LDPSW";
  const uint8_t width = extends ? 32 : a.width;
  const int64_t bytes = width / 8;
  if (op_[0] == 'S') {
    emit(store(where.value, use(a), tags, a.width));
    emit(store(plus(where.value, bytes), use(c), tags, a.width));
  } else {
    // The address must be read before the first load can overwrite its base.
    const uint32_t base = hidden("pair base");
    emit(assign(base, where.value));
    emit(load(a.id, reg_operand(base), tags, width, extends));
    emit(load(c.id, plus(reg_operand(base), bytes), tags, width, extends));
  }
  in_.steps.back().ordered_after_previous = order != ordered.end();
  finish(where);
}

void A64::load_exclusive() {
  const bool pair = op_.ends_with("P");
  const Reg a = reg(), second = pair ? comma_reg() : Reg();
  OperandPtr where = comma_address();
  const Tags tags = op_.starts_with("LDA") ? Tags{"EX", "A"} : Tags{"EX"};
  if (pair) {
    const uint32_t base = hidden("pair base");
    emit(assign(base, where));
    where = reg_operand(base);
  }
  emit(reserving(load(a.id, where, tags, a.width)));
  if (pair) emit(reserving(load(second.id, plus(where, a.width / 8), tags, a.width)));
}

void A64::store_exclusive() {
  const bool pair = op_.ends_with("P");
  Step step;
  step.kind = StepKind::store_conditional;
  step.reg = reg().id;
  const Reg a = comma_reg();
  if (pair) step.c = use(comma_reg());  // stored behind the first when it succeeds
  step.a = comma_address();
  step.b = use(a);
  step.width = a.width;
  step.tags = op_.starts_with("STL") ? Tags{"EX", "L"} : Tags{"EX"};
  emit(std::move(step));
}

Tags A64::Suffix::read_tags() const { return acquire ? Tags{"X", "A"} : Tags{"X"}; }
Tags A64::Suffix::write_tags() const { return release ? Tags{"X", "L"} : Tags{"X"}; }

std::optional<A64::Suffix> A64::suffix_after(std::string_view stem) const {
  static const std::map<std::string, Suffix> suffixes = {
      {"", {false, false, 0}},   {"A", {true, false, 0}},   {"L", {false, true, 0}},   {"AL", {true, true, 0}},
      {"B", {false, false, 8}},  {"AB", {true, false, 8}},  {"LB", {false, true, 8}},  {"ALB", {true, true, 8}},
      {"H", {false, false, 16}}, {"AH", {true, false, 16}}, {"LH", {false, true, 16}}, {"ALH", {true, true, 16}}};
  if (!op_.starts_with(stem)) return std::nullopt;
  const auto it = suffixes.find(op_.substr(stem.size()));
  return it == suffixes.end() ? std::nullopt : std::optional(it->second);
}

// CAS, CASP, SWP, LDADD and friends, and ST... without result.
bool A64::atomic() {
  static const std::map<std::string, Operator> operators = {
      {"ADD", Operator::add}, {"EOR", Operator::bit_xor}, {"SET", Operator::bit_or}, {"CLR", Operator::and_not}};
  if (const auto suffix = suffix_after("CASP")) return compare_and_swap_pair(*suffix), true;
  if (const auto suffix = suffix_after("CAS")) return compare_and_swap(*suffix), true;
  if (const auto suffix = suffix_after("SWP")) return modify(*suffix, std::nullopt, true), true;
  for (const auto& [name, op] : operators) {
    if (const auto suffix = suffix_after("LD" + name)) return modify(*suffix, op, true), true;
    if (const auto suffix = suffix_after("ST" + name)) return modify(*suffix, op, false), true;
  }
  return false;
}

void A64::compare_and_swap(const Suffix& suffix) {
  const Reg expected = reg(), wanted = comma_reg();
  Step step;
  step.kind = StepKind::cas;
  step.a = comma_address();
  step.reg = expected.id;
  step.b = use(expected);
  step.c = use(wanted);
  step.width = suffix.width == 0 ? expected.width : suffix.width;
  step.tags = step.fail_tags = suffix.read_tags();
  step.write_tags = suffix.write_tags();
  emit(std::move(step));
}

// Both words are compared before either is written: an atomic pair of reads, then the choice, then the writes.
void A64::compare_and_swap_pair(const Suffix& suffix) {
  const Reg e1 = reg(), e2 = comma_reg(), n1 = comma_reg(), n2 = comma_reg();
  const OperandPtr where = comma_address();
  const uint32_t base = hidden("pair base"), o1 = hidden("pair old 1"), o2 = hidden("pair old 2");
  emit(assign(base, where));
  emit(reserving(load(o1, reg_operand(base), suffix.read_tags(), e1.width)));
  emit(reserving(load(o2, plus(reg_operand(base), e1.width / 8), suffix.read_tags(), e1.width)));
  Step write;
  write.kind = StepKind::store_conditional;
  write.a = reg_operand(base);
  write.b = use(n1);
  write.c = use(n2);
  write.width = e1.width;
  write.tags = suffix.write_tags();
  write.condition = operation(Operator::logical_and, 64, operation(Operator::equal, e1.width, reg_operand(o1), use(e1)),
                              operation(Operator::equal, e1.width, reg_operand(o2), use(e2)));
  emit(std::move(write));
  emit(assign(e1.id, reg_operand(o1)));
  emit(assign(e2.id, reg_operand(o2)));
}

// Without an operator the new value replaces the old one.
void A64::modify(const Suffix& suffix, std::optional<Operator> op, bool has_result) {
  const Reg from = reg(), to = has_result ? comma_reg() : Reg();
  Step step;
  step.kind = StepKind::rmw;
  step.a = comma_address();
  step.reg = to.id;
  step.width = suffix.width == 0 ? from.width : suffix.width;
  step.b = op ? operation(*op, step.width, reg_operand(kOldValue), use(from)) : use(from);
  // Acquire has no effect when the result is dropped.
  step.tags = to.id == kNoRegister ? Tags{"X", "NoRet"} : suffix.read_tags();
  step.write_tags = suffix.write_tags();
  emit(std::move(step));
}

}  // namespace fencepost::litmus

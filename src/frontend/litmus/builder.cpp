#include "frontend/litmus/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>

namespace fencepost::litmus {

namespace {

bool numbered(std::string_view s, int limit) {
  if (s.empty() || s.size() > 2) return false;
  int n = 0;
  for (char c : s) {
    if (c < '0' || c > '9') return false;
    n = n * 10 + (c - '0');
  }
  return n < limit;
}

std::string x86_register(const std::string& name) {
  static const std::unordered_map<std::string, std::string> table = [] {
    std::unordered_map<std::string, std::string> t;
    for (const char* base : {"AX", "BX", "CX", "DX", "SI", "DI", "SP", "BP"})
      for (const char* prefix : {"E", "R", ""}) t[std::string(prefix) + base] = std::string("E") + base;
    for (int i = 8; i < 16; ++i)
      for (const char* suffix : {"", "D", "W", "B"}) t[fmt::format("R{}{}", i, suffix)] = fmt::format("R{}", i);
    for (const char* low : {"AL", "BL", "CL", "DL"}) t[low] = fmt::format("E{}X", low[0]);
    return t;
  }();
  auto it = table.find(name);
  return it == table.end() ? "" : it->second;
}

std::string riscv_register(const std::string& name) {
  static const std::unordered_map<std::string, std::string> table = [] {
    std::unordered_map<std::string, std::string> t = {{"ZERO", "x0"}, {"RA", "x1"}, {"SP", "x2"},
                                                      {"GP", "x3"},   {"TP", "x4"}, {"FP", "x8"}};
    constexpr std::array temporaries = {5, 6, 7, 28, 29, 30, 31};
    for (size_t i = 0; i < temporaries.size(); ++i) t[fmt::format("T{}", i)] = fmt::format("x{}", temporaries[i]);
    for (int i = 0; i < 12; ++i) t[fmt::format("S{}", i)] = fmt::format("x{}", i < 2 ? 8 + i : 16 + i);
    for (int i = 0; i < 8; ++i) t[fmt::format("A{}", i)] = fmt::format("x{}", 10 + i);
    for (int i = 0; i < 32; ++i) t[fmt::format("X{}", i)] = fmt::format("x{}", i);
    return t;
  }();
  auto it = table.find(name);
  return it == table.end() ? "" : it->second;
}

}  // namespace

std::string canonical_register(Dialect dialect, std::string_view name) {
  if (name.starts_with("%")) return std::string(name);
  const std::string u = upper(name);
  switch (dialect) {
    case Dialect::c:
      return std::string(name);
    case Dialect::x86:
      return x86_register(u);
    case Dialect::riscv:
      return riscv_register(u);
    case Dialect::power:
      if (u.size() > 1 && u[0] == 'R' && numbered(std::string_view(u).substr(1), 32)) return "r" + u.substr(1);
      return u == "LR" || u == "CTR" || u == "CR0" ? u : "";
    case Dialect::aarch64:
      if (u == "WZR" || u == "XZR") return "XZR";
      if (u == "SP" || u == "WSP") return "SP";
      if (u == "LR") return "X30";
      if (u.size() > 1 && (u[0] == 'X' || u[0] == 'W') && numbered(std::string_view(u).substr(1), 31))
        return "X" + u.substr(1);
      return u == "NZCV" ? u : "";
  }
  return "";
}

std::string expect_register(Scanner& s, Dialect dialect) {
  if (!s.is_name()) s.fail("expected a register");
  std::string canonical = canonical_register(dialect, s.peek().text);
  if (canonical.empty()) s.fail("expected a register of this architecture");
  s.next();
  return canonical;
}

void Builder::ensure_threads(size_t count) {
  if (count > kMaxThreads) throw InputError({}, fmt::format("a litmus test has at most {} threads", kMaxThreads));
  if (test_.threads.size() >= count) return;
  test_.threads.resize(count);
  test_.initial_registers.resize(count);
  test_.register_names.resize(count);
  test_.register_bits.resize(count);
}

uint32_t Builder::reg(size_t thread, const std::string& name) {
  ensure_threads(thread + 1);
  auto& names = test_.register_names[thread];
  return names.emplace(name, static_cast<uint32_t>(names.size() + 1)).first->second;
}

uint32_t Builder::location(const std::string& name) {
  for (size_t i = 0; i < test_.locations.size(); ++i)
    if (test_.locations[i].name == name) return static_cast<uint32_t>(i);
  Location l;
  l.name = name;
  test_.locations.push_back(std::move(l));
  return static_cast<uint32_t>(test_.locations.size() - 1);
}

uint32_t Builder::text(const std::string& instruction) {
  const std::string normal = normal_instruction(instruction);
  auto& texts = test_.texts;
  auto it = std::find(texts.begin(), texts.end(), normal);
  if (it == texts.end()) it = texts.insert(texts.end(), normal);
  return static_cast<uint32_t>(it - texts.begin());
}

OperandPtr constant(int64_t n) { return constant(Value::integer(n)); }

OperandPtr constant(const Value& v) {
  auto o = std::make_shared<Operand>();
  o->constant = v;
  return o;
}

OperandPtr reg_operand(uint32_t reg) {
  auto o = std::make_shared<Operand>();
  o->kind = Operand::Kind::reg;
  o->reg = reg;
  return o;
}

OperandPtr operation(Operator op, uint8_t width, OperandPtr a, OperandPtr b, OperandPtr c) {
  auto o = std::make_shared<Operand>();
  o->kind = Operand::Kind::operation;
  o->op = op;
  o->width = width;
  o->children.push_back(std::move(a));
  if (b) o->children.push_back(std::move(b));
  if (c) o->children.push_back(std::move(c));
  return o;
}

Step assign(uint32_t reg, OperandPtr value) {
  Step s;
  s.reg = reg;
  s.a = std::move(value);
  return s;
}

Step load(uint32_t reg, OperandPtr address, std::vector<std::string> tags, uint8_t width, bool sign_extend) {
  Step s;
  s.kind = StepKind::load;
  s.reg = reg;
  s.a = std::move(address);
  s.tags = std::move(tags);
  s.width = width;
  s.sign_extend = sign_extend;
  return s;
}

Step store(OperandPtr address, OperandPtr value, std::vector<std::string> tags, uint8_t width) {
  Step s;
  s.kind = StepKind::store;
  s.a = std::move(address);
  s.b = std::move(value);
  s.tags = std::move(tags);
  s.width = width;
  return s;
}

Step fence(std::vector<std::string> tags) {
  Step s;
  s.kind = StepKind::fence;
  s.tags = std::move(tags);
  return s;
}

}  // namespace fencepost::litmus

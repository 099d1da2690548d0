#include "frontend/clang/assembly_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace fencepost::frontend {

namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 2 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::map<std::string, AsmRegister> x86_registers() {
  std::map<std::string, AsmRegister> all;
  const auto add = [&](const std::string& whole, const std::string& name, unsigned bytes, unsigned shift = 0) {
    all.emplace(name, AsmRegister{whole, bytes, shift});
  };
  for (const char letter : {'a', 'b', 'c', 'd'}) {
    const std::string whole = fmt::format("r{}x", letter);
    add(whole, whole, 8);
    add(whole, fmt::format("e{}x", letter), 4);
    add(whole, fmt::format("{}x", letter), 2);
    add(whole, fmt::format("{}l", letter), 1);
    add(whole, fmt::format("{}h", letter), 1, 8);
  }
  for (const char* pair : {"si", "di", "bp", "sp"}) {
    const std::string whole = fmt::format("r{}", pair);
    add(whole, whole, 8);
    add(whole, fmt::format("e{}", pair), 4);
    add(whole, pair, 2);
    add(whole, fmt::format("{}l", pair), 1);
  }
  for (int i = 8; i < 16; ++i) {
    const std::string whole = fmt::format("r{}", i);
    add(whole, whole, 8);
    add(whole, fmt::format("r{}d", i), 4);
    add(whole, fmt::format("r{}w", i), 2);
    add(whole, fmt::format("r{}b", i), 1);
  }
  return all;
}

// a0 and its kin by number.
std::optional<AsmRegister> riscv_register(const std::string& name) {
  if (name == "zero" || name == "x0") return AsmRegister{"zero", 8, 0};
  const bool has_number = name.size() > 1 && is_number(name.substr(1));
  if (has_number && std::string_view("xats").find(name[0]) != std::string_view::npos) return AsmRegister{name, 8, 0};
  return std::nullopt;
}

}  // namespace

std::optional<AsmRegister> asm_register(const std::string& name, Target target) {
  switch (target) {
    case Target::x86_64: {
      static const std::map<std::string, AsmRegister> kAll = x86_registers();
      auto found = kAll.find(name);
      return found == kAll.end() ? std::nullopt : std::optional(found->second);
    }
    case Target::aarch64:
      if (name == "xzr" || name == "wzr") return AsmRegister{"zero", name[0] == 'w' ? 4U : 8U, 0};
      if ((name[0] == 'x' || name[0] == 'w') && is_number(std::string_view(name).substr(1)))
        return AsmRegister{fmt::format("x{}", name.substr(1)), name[0] == 'w' ? 4U : 8U, 0};
      return std::nullopt;
    case Target::ppc64:
      if (name[0] == 'r' && is_number(std::string_view(name).substr(1))) return AsmRegister{name, 8, 0};
      return std::nullopt;
    case Target::riscv64:
      return riscv_register(name);
  }
  return std::nullopt;
}

std::optional<AsmStep> flag_step(const std::string& name, const AsmShape& shape) {
  AsmLine line;
  AsmPlace somewhere;
  somewhere.kind = AsmPlace::Kind::reg;
  somewhere.name = std::string(shape.target == Target::x86_64 ? "al" : "w0");
  line.operands.push_back(somewhere);
  if (shape.target == Target::x86_64) {
    line.mnemonic = fmt::format("set{}", name);
    return x86_step(line, shape);
  }
  if (shape.target != Target::aarch64) return std::nullopt;
  line.mnemonic = "cset";
  AsmPlace condition;
  condition.kind = AsmPlace::Kind::label;
  condition.name = name;
  line.operands.push_back(condition);
  return aarch64_step(line, shape);
}

std::optional<AsmStep> step_of(const AsmLine& given, const AsmShape& shape) {
  AsmLine line = given;
  // Only AT&T's syntax marks registers.
  if (shape.target != Target::x86_64)
    for (AsmPlace& place : line.operands)
      if (place.kind == AsmPlace::Kind::label && !place.name.empty() && asm_register(place.name, shape.target))
        place.kind = AsmPlace::Kind::reg;
  for (AsmPlace& place : line.operands) {
    if (place.kind == AsmPlace::Kind::operand && place.modifier == 'l') {
      place.kind = AsmPlace::Kind::label;
      place.name = placeholder(place.operand, 'l');
    }
    const bool is_there = place.kind != AsmPlace::Kind::operand || place.operand < shape.bytes.size();
    if (!is_there || (place.base && *place.base >= shape.bytes.size())) return std::nullopt;
  }
  if (std::optional<AsmStep> made = system_step(line, shape.target)) return made;
  switch (shape.target) {
    case Target::x86_64:
      return x86_step(line, shape);
    case Target::aarch64:
      return aarch64_step(line, shape);
    case Target::ppc64:
      return power_step(line, shape);
    case Target::riscv64:
      return riscv_step(line, shape);
  }
  return std::nullopt;
}

}  // namespace fencepost::frontend

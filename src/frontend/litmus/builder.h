// Shared by the parsers of all dialects: the numbers of registers and locations by name, and functions that build steps.
#pragma once

#include <string>
#include <string_view>

#include "frontend/litmus/scanner.h"
#include "frontend/litmus/test.h"

namespace fencepost::litmus {

// The canonical name of a register in a dialect ("w3" and "X3" are "X3"), or empty if it is none.
std::string canonical_register(Dialect dialect, std::string_view name);
// The canonical name of the register that must come next.
std::string expect_register(Scanner& s, Dialect dialect);

class Builder {
 public:
  explicit Builder(Test& test) : test_(test) {}

  void ensure_threads(size_t count);
  uint32_t reg(size_t thread, const std::string& canonical_name);
  uint32_t location(const std::string& name);
  uint32_t text(const std::string& instruction);
  Test& test() { return test_; }

 private:
  Test& test_;
};

OperandPtr constant(int64_t n);
OperandPtr constant(const Value& v);
OperandPtr reg_operand(uint32_t reg);
OperandPtr operation(Operator op, uint8_t width, OperandPtr a, OperandPtr b = nullptr, OperandPtr c = nullptr);

Step assign(uint32_t reg, OperandPtr value);
Step load(uint32_t reg, OperandPtr address, std::vector<std::string> tags, uint8_t width, bool sign_extend = false);
Step store(OperandPtr address, OperandPtr value, std::vector<std::string> tags, uint8_t width);
Step fence(std::vector<std::string> tags);

// A branch whose target is resolved when all labels of the thread are known. The functions below parse one
// instruction of an assembly dialect, from its text after the label, and append its branches to `branches`.
struct PendingBranch {
  size_t step = 0;
  std::string label;     // the target, unless is_relative
  int64_t relative = 0;  // the target in bytes from this instruction (".+8"), if is_relative
  bool is_relative = false;
  bool address_only = false;  // ADR: the step is an assignment of the label's address
};

Instruction parse_x86(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches);
Instruction parse_aarch64(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches);
Instruction parse_power(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches);
Instruction parse_riscv(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches);
void parse_c_threads(Builder& b, Scanner& s);

}  // namespace fencepost::litmus

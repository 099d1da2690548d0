// One AArch64 instruction: the class whose parts are branches, barriers and flags (asm_aarch64.cpp), memory accesses
// (asm_aarch64_memory.cpp) and arithmetic (asm_aarch64_arithmetic.cpp). Flags are four one-bit registers.
#pragma once

#include <optional>
#include <string>

#include "frontend/litmus/asm_parser.h"

namespace fencepost::litmus {

class A64 : AsmParser {
 public:
  A64(Builder& b, size_t thread, Scanner& s, std::vector<PendingBranch>& branches)
      : AsmParser(Dialect::aarch64, b, thread, s, branches) {}

  Instruction run();

 private:
  struct Reg {
    uint32_t id = kNoRegister;  // also of XZR
    uint8_t width = 64;
  };
  struct Address {
    OperandPtr value;
    uint32_t base = kNoRegister;
    OperandPtr writeback;  // the new value of the base register; null if it does not change
  };
  // The suffix of an atomic instruction's name: A acquires, L releases, B and H set the width (0: the register's
  // width).
  struct Suffix {
    bool acquire, release;
    uint8_t width;
    std::vector<std::string> read_tags() const;
    std::vector<std::string> write_tags() const;
  };

  Reg reg();
  Reg comma_reg();
  bool at_register() const;
  int64_t immediate();
  int64_t left_shift();
  static OperandPtr use(const Reg& r) { return reg_operand(r.id); }
  // The value that a register has after a write of this width.
  static OperandPtr narrow(uint8_t width, OperandPtr v);
  void set(const Reg& to, OperandPtr v) { emit(assign(to.id, std::move(v))); }
  OperandPtr extend(OperandPtr v, const std::string& how, int64_t amount, uint8_t width) const;
  OperandPtr extended(const Reg& r, uint8_t width);

  uint32_t flag(char name) { return b_.reg(thread_, std::string("flag ") + name); }
  OperandPtr flag_use(char name) { return reg_operand(flag(name)); }
  OperandPtr condition(const std::string& code);
  PendingBranch target();
  void link();
  void jump();
  void jump_register();
  void conditional_branch();
  void compare_branch();
  void test_branch();
  void instruction_barrier();
  void barrier();
  void address_of_label();
  void read_flags();
  void write_flags();

  Address address();
  OperandPtr comma_address();
  void finish(const Address& a);
  bool access();
  void pair_access();
  void load_exclusive();
  void store_exclusive();
  std::optional<Suffix> suffix_after(std::string_view stem) const;
  bool atomic();
  void compare_and_swap(const Suffix& suffix);
  void compare_and_swap_pair(const Suffix& suffix);
  void modify(const Suffix& suffix, std::optional<Operator> op, bool has_result);

  OperandPtr last_operand(uint8_t width);
  OperandPtr comma_operand(uint8_t width);
  void set_flags(Operator op, uint8_t width, const OperandPtr& a, const OperandPtr& b, const OperandPtr& result);
  bool arithmetic();
  void exclusive_or_not();
  void move();
  void move_keep();
  void negate();
  void pick(const Reg& to, OperandPtr condition, OperandPtr yes, OperandPtr no);
  void select();
  void select_constant();
  void bit_field();
  void reverse();
  void reverse_in_groups();
  void absolute();
  void multiply();
  void multiply_add();
  void multiply_long();

  std::string op_;
  SourcePos pos_;
};

}  // namespace fencepost::litmus

// What one machine instruction does, without a machine: the vocabulary in which the tables of x86, AArch64, Power and RISC-V
// (assembly_x86.cpp and its kin) say what their mnemonics mean, and which assembly.cpp turns into Core. Instructions are told by
// the actions that a memory model sees; only what the retry loops and results of atomic operations need of the rest is here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/core.h"
#include "frontend/clang/assembly_text.h"

namespace fencepost::frontend {

// How the processor orders an access that C has no single name for; C's are core::MemoryOrder.
struct AsmStep {
  enum class Kind : uint8_t {
    nothing,       // hints: pause, yield, prefetches
    fence,         // `order`; `after_exclusive`: together with a loop of exclusives before it, an acquire (Power)
    move,          // to = from; either may be memory
    compute,       // to = from op other, or, unary, op from; `locked`: to is memory, and it is one step
    compare,       // flags of from - other, or of from & other (op bit_and)
    exchange,      // to and from, one of them memory, change places in one step
    fetch,         // to = memory, memory = memory op from, in one step
    compare_swap,  // if memory is what `expected` holds, memory = from; expected = what memory held
    test_bit,      // carry flag = bit `from` of memory, which becomes op: set (bit_or), reset (bit_and), complemented
    load_exclusive,
    store_exclusive,  // memory = from if nobody wrote there since; `status` = 0 if so
    set,              // to = 1 if the condition holds, else 0
    count_zeros,      // to = how many there are in `from` before the first one, from the `end`; flag e: from is 0
    reverse_bits,
    flags_word,  // to = Power's condition register, of which only the first field is known
    jump,        // to the label, if the condition holds (always: `always`)
    system_call,
    trap,  // the program ends here, as by __builtin_trap
  };
  // e: equal or zero; b: below; l: less; s: negative. Upper case: the opposite. z, n: `from` is zero, or is not; a: always.
  // q: from equals other; Q: it does not; o: a system call has failed (Power's summary overflow).
  Kind kind = Kind::nothing;
  core::ExprOp op = core::ExprOp::add;
  bool is_unary = false;
  bool is_swapped = false;  // other op from
  bool inverts = false;     // the second operand is inverted first (bic, andn)
  bool locked = false;
  bool sets_flags = false;
  bool keeps_carry = false;  // inc, dec
  enum class End : uint8_t {
    lowest,
    highest,
    highest_as_bit
  } end = End::lowest;       // highest_as_bit: the bit's number (bsr)
  bool leaves_zero = false;  // of zero there is no count (bsf, bsr)
  bool after_exclusive = false;
  bool is_wide =
      false;  // of two registers at once (cmpxchg16b, casp, ldxp), of which `..._high` is the one for higher addresses
  bool is_full = false;    // Armv8.1's acquire-release instructions: a full barrier where they write
  unsigned bytes = 0;      // of the operation
  bool is_signed = false;  // a load, or a move to a longer register, keeps the sign
  char condition = 'a';
  char joined = 0;       // a second condition, either of which is enough (le: l or e)
  bool negates = false;  // neither of them must hold
  core::MemoryOrder order = core::MemoryOrder::relaxed;
  std::optional<core::MemoryOrder> failure = std::nullopt;
  AsmPlace to, from, other, memory;
  AsmPlace to_high = {}, from_high = {}, other_high = {};
  uint8_t otherwise = 0;  // compare with a condition (ccmp): the flags n, z, c, v unless that holds
  bool has_to = true;     // false: the result goes nowhere (xzr)
  std::string expected;   // compare_swap: the register, if it is not `other`
  std::string label;
};

// What the statement has beside its text.
struct AsmShape {
  Target target = Target::x86_64;
  bool orders_compiler = false;  // volatile, with "memory" among its clobbers
  bool is_models_machine = false;
  std::vector<unsigned> bytes;  // of the types of its operands
  std::vector<bool> is_memory;  // is the operand a place in memory?
};

// Nothing: not understood. Of all machines what enters the kernel (assembly_system.cpp).
std::optional<AsmStep> system_step(const AsmLine& line, Target target);
std::optional<AsmStep> x86_step(const AsmLine& line, const AsmShape& shape);
std::optional<AsmStep> aarch64_step(const AsmLine& line, const AsmShape& shape);
std::optional<AsmStep> power_step(const AsmLine& line, const AsmShape& shape);
std::optional<AsmStep> riscv_step(const AsmLine& line, const AsmShape& shape);
// What a flag output says: "=@ccz" on x86, "=@cceq" on AArch64; as a `set`.
std::optional<AsmStep> flag_step(const std::string& name, const AsmShape& shape);
std::optional<AsmStep> step_of(const AsmLine& line, const AsmShape& shape);

// The register behind a name, as all its parts are called (eax: rax; w0: x0), and how many bytes of it; nothing: no such register.
struct AsmRegister {
  std::string name;
  unsigned bytes = 8;
  unsigned shift = 0;  // in bits (ah)
};
std::optional<AsmRegister> asm_register(const std::string& name, Target target);

}  // namespace fencepost::frontend

// A litmus test in one form for all dialects: threads of instructions over numbered registers, initial values, and a
// condition on the final state. Each instruction is a few steps (compute, load, store, ...); steps of one instruction are
// not ordered among themselves in program order. The Cfa of src/program is not used: a simulator needs neither types
// nor control-flow merging, but register-level data flow (dependencies) that a Cfa has already compiled away.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "frontend/litmus/value.h"

namespace fencepost::litmus {

enum class Dialect { c, x86, aarch64, power, riscv };

constexpr size_t kMaxThreads = 64;

// Operands of steps: trees over registers and constants.
struct Operand;
using OperandPtr = std::shared_ptr<const Operand>;
struct Operand {
  enum class Kind { constant, reg, operation } kind = Kind::constant;
  Value constant;
  uint32_t reg = 0;
  Operator op = Operator::add;
  uint8_t width = 64;
  std::vector<OperandPtr> children;
};

enum class StepKind {
  assign,  // reg := a
  load,    // reg := [a]
  store,   // [a] := b
  fence,
  rmw,                // reg := [a]; [a] := b, which may use the register kOldValue
  cas,                // reg := [a]; if reg = b (or `condition` holds) then [a] := c
  store_conditional,  // reg := status; [a] := b if it succeeds
  branch,             // if a != 0 goto target
  jump,               // goto target
  jump_register,      // goto a
  pick,               // reg := a != 0 ? b : c; the choice is a weaker dependency than the data
  enter_scope,        // C: control dependencies that arise from here on ...
  leave_scope,        // ... end here
  lock,               // LKMM spin_lock: LKR then LKW
  trylock,            // reg := 1 and the lock is taken, or reg := 0
  is_locked,          // reg := whether the lock is held
};

constexpr uint32_t kOldValue = 0;  // register 0 is never a program register
constexpr uint32_t kNoRegister = UINT32_MAX;

struct Step {
  StepKind kind = StepKind::assign;
  uint32_t reg = kNoRegister;
  OperandPtr a, b, c;
  uint8_t width = 64;  // of the access
  bool sign_extend = false;
  bool reserve = false;                 // load: starts an exclusive pair
  bool single_event = false;            // rmw, cas: one event that reads and writes (C11)
  bool no_return = false;               // rmw without result register
  bool ordered_after_previous = false;  // second access of an ordered pair (iico_order)
  OperandPtr condition;                 // store_conditional of a compare-and-swap pair: it succeeds iff this holds
  std::vector<std::string> tags;        // event sets of the access or fence
  std::vector<std::string> write_tags;  // of the write half; empty: as tags
  std::vector<std::string> fail_tags;   // cas that fails
  size_t target = 0;                    // branch, jump: instruction index in the same code
};

struct Instruction {
  std::vector<Step> steps;
  std::string text;
  SourcePos pos;
};

struct Code {
  std::vector<Instruction> instructions;
  std::map<std::string, size_t> labels;
};

struct Location {
  std::string name;
  std::map<int64_t, Value> initial;  // by byte offset
  uint8_t element_bytes = 4;
  uint32_t elements = 1;
  bool is_signed = true;
  bool declared = false;
  bool array = false;
};

// What the final state shows: a register of a thread or a memory cell.
struct Observable {
  int thread = -1;
  uint32_t reg = 0;
  uint32_t location = 0;
  int64_t offset = 0;
  std::string name;
  uint8_t bits = 32;    // declared width of the register or cell
  bool counted = true;  // part of the listed final states; false: used by a filter only

  bool operator==(const Observable& o) const {
    return thread == o.thread && reg == o.reg && location == o.location && offset == o.offset;
  }
};

struct Proposition {
  enum class Kind {
    truth,
    falsehood,
    equal,
    not_equal,
    negation,
    conjunction,
    disjunction,
    implication
  } kind = Kind::truth;
  size_t left = 0;  // index into Test::observables
  std::optional<size_t> right_observable;
  Value right;
  std::vector<Proposition> children;
};

enum class Quantifier { exists, not_exists, for_all };

struct Test {
  std::string name;
  std::string file;
  Dialect dialect = Dialect::c;
  std::vector<Code> threads;
  std::vector<Location> locations;
  std::vector<std::map<uint32_t, Value>> initial_registers;  // per thread
  std::vector<std::map<std::string, uint32_t>> register_names;
  std::vector<std::map<uint32_t, uint8_t>> register_bits;  // declared widths
  std::vector<std::string> texts;                          // instructions as values
  std::vector<Observable> observables;
  Quantifier quantifier = Quantifier::for_all;
  Proposition condition;
  std::optional<Proposition> filter;
  bool has_condition = false;
  std::string condition_text;
  SourcePos condition_pos;
};

std::string to_string(const Test& test, const Value& value);
// The form of Test::texts, in which instructions are compared: no blanks, upper case.
std::string normal_instruction(std::string_view text);

}  // namespace fencepost::litmus

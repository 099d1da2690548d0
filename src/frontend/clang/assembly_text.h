// The text of an inline assembly statement as instructions: what stands between its `;` and line ends, with comments and sections
// of data (.pushsection ... .popsection) left out. Operands of the statement are placeholders in it (assembly.cpp writes them).
// This is only syntax; what instructions mean is in assembly_x86.cpp and its kin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/clang/frontend.h"

namespace fencepost::frontend {

// A placeholder: the number of an operand, and the modifier in %w0 (or 0).
inline constexpr char kOperandBegins = '\x01', kOperandEnds = '\x02', kNoModifier = '-';
std::string placeholder(unsigned operand, char modifier);

struct AsmPlace {
  enum class Kind : uint8_t { operand, reg, number, memory, label };
  Kind kind = Kind::number;
  unsigned operand = 0;  // its number
  char modifier = 0;     // of an operand
  std::string name;      // reg: as it is written, without %; label: its name, or "1b", "1f"
  int64_t number = 0;    // number; of memory: what is added to the base
  // memory: the register that holds the address, as an operand or by name
  std::optional<unsigned> base;
  std::string base_name;

  bool operator==(const AsmPlace&) const = default;
};

struct AsmLine {
  std::vector<std::string> labels;  // in front of it
  std::string prefix;               // "lock", "rep"; empty: none
  std::string mnemonic;             // in lower case; empty: only labels, at the end of the text
  std::vector<AsmPlace> operands;
};

// Nothing: the text has a form that is not known.
std::optional<std::vector<AsmLine>> parse_assembly(std::string_view text, Target target);

}  // namespace fencepost::frontend

// How expressions are written in printed Core. Registers are %name.number, addresses &name; with no function or
// program at hand their numbers stand alone. Operators are C's, followed by `u` where unsigned numbers behave
// differently (/u, %u, >>u, <u, <=u) and by `f` on floats; conversions name the type that they convert to.
#pragma once

#include <string>

#include "core/core.h"

namespace fencepost::core {

class ExprPrinter {
 public:
  ExprPrinter() = default;
  ExprPrinter(const Function& function, const Program& program) : function_(&function), program_(&program) {}

  std::string print(const Expr& expr) const;
  std::string reg(Reg reg) const;
  std::string global(GlobalId id) const;
  std::string function(FunctionId id) const;

 private:
  std::string print_operator(const Expr& expr) const;

  const Function* function_ = nullptr;
  const Program* program_ = nullptr;
};

// An integer, floating or Boolean constant for people: numbers in decimal, floats with a point, (ptr)0x10.
std::string constant_to_string(Bits value, const Type& type);

// The text on one line: control characters, which names taken from string literals may have, are escaped, and long
// text is cut.
std::string one_line(std::string_view text);

std::string_view name(ExprOp op);
std::string_view name(MemoryOrder order);
std::string_view name(Storage storage);

}  // namespace fencepost::core

// The conversion specifications of printf and scanf formats (C11 7.21.6.1, 7.21.6.2), and which types of arguments they take.
#pragma once

#include <clang/AST/ASTContext.h>

#include <optional>
#include <string>
#include <vector>

namespace fencepost::frontend {

// What one argument is for.
struct Conversion {
  char letter = 0;     // as written; '*': a width or precision
  std::string length;  // "", hh, h, l, ll, j, z, t, L
  // Absent: not given, or by an argument before this one.
  std::optional<uint64_t> width, precision;
  bool has_precision = false;
  bool width_given = false, precision_given = false;  // by an argument
  std::string flags;
  bool is_suppressed = false;  // scanf: `%*d` takes no argument
  std::string text_before;     // what comes from the format itself, since the last conversion
};

struct Format {
  std::vector<Conversion> conversions;
  size_t assigned = 0;       // scanf: those that take an argument
  std::string text_after;    // behind the last conversion
  bool prints_more = false;  // %m
  std::string problem;       // a specification that C does not define; empty: none
  std::string unsupported;   // one that is not understood here
};

Format parse_printf(llvm::StringRef text);
Format parse_scanf(llvm::StringRef text);

// Whether an argument of this type, after default promotions, is what printf or scanf expects there. As for va_arg (7.16.1.1p2)
// signedness does not matter, nor which pointer it is for %p and between character types and void.
bool fits_printf(const Conversion& conversion, clang::QualType type, const clang::ASTContext& context);
bool fits_scanf(const Conversion& conversion, clang::QualType type, const clang::ASTContext& context);

}  // namespace fencepost::frontend

// The extensions of C that are understood stand in a table (understood.def). Any other extension makes the verdict UNKNOWN, by
// an Unsupported whose position follows from what the extension can change:
//   an attribute that Clang keeps     where its declaration is used
//   a construct that Clang ignores    where its function begins; outside of functions, before the program begins
//   constructors, assembly between    before the program begins
//   functions and the like
// Rejected: a list of what is not understood, which silently grows stale with every new compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/source.h"

namespace clang {
class ASTContext;
class Attr;
class Decl;
class FunctionDecl;
}  // namespace clang

namespace fencepost::frontend {

struct ParsedUnit;

// An extension that is not understood.
struct UnknownExtension {
  SourcePos pos;
  std::string what;
};

// An attribute, by its name, or a pragma, by its text, that Clang ignored.
struct Dropped {
  uint32_t location = 0;  // clang::SourceLocation as a number
  bool is_pragma = false;
  std::string text;
  bool reaches_out = false;  // has an effect outside of its function
};
bool is_understood(const Dropped& dropped);

std::optional<UnknownExtension> unknown_attribute(const clang::Attr* attribute, const clang::ASTContext& context);
// The first attribute of the declaration or of another declaration of the same thing that is not understood. An asm label is
// left to the linker, which knows whose name it is.
std::optional<UnknownExtension> unknown_attribute(const clang::Decl* decl);

// The unknown extensions of a file that do not belong to the use of a declaration.
struct UnknownExtensions {
  std::vector<UnknownExtension> everywhere;
  std::unordered_map<const clang::FunctionDecl*, UnknownExtension> in_function;
};
void find_unknown_extensions(const ParsedUnit& unit, UnknownExtensions& parts);

}  // namespace fencepost::frontend

// Unknown means UNKNOWN: which extensions of C are understood is a table (understood.def), and what is not in it is Unsupported.
// Where, follows from what it can change:
//   an attribute that Clang keeps     where its declaration is used
//   what Clang says that it ignored   where its function begins; outside of functions, before the program begins
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

struct Strange {
  SourcePos pos;
  std::string what;
};

// Something that Clang read and dropped: an attribute by its name, a pragma by its text.
struct Dropped {
  uint32_t location = 0;  // clang::SourceLocation as a number
  bool is_pragma = false;
  std::string text;
  bool reaches_out = false;  // of its function
};
bool is_understood(const Dropped& dropped);

std::optional<Strange> strange_attribute(const clang::Attr* attribute, const clang::ASTContext& context);
// The first attribute of the declaration or of another declaration of the same thing that is not understood. An asm label is
// left to the linker, which knows whose name it is.
std::optional<Strange> strange_attribute(const clang::Decl* decl);

// What a file contains that is not understood and belongs to no use of a declaration.
struct StrangeParts {
  std::vector<Strange> everywhere;
  std::unordered_map<const clang::FunctionDecl*, Strange> in_function;
};
void find_strange(const ParsedUnit& unit, StrangeParts& parts);

}  // namespace fencepost::frontend

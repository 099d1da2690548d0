// Recursive-descent parser for cat: the header, statements and includes of a file; expression_parser.h reads what stands in
// statements.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "memory/cat/ast.h"

namespace fencepost::memory::cat {

struct SourceText {
  std::string file;  // shown in diagnostics, and the key that detects cycles of includes
  std::string text;
};

// Finds the text for include "name" in file `from`; throws InputError (with the position of the include) if absent.
using Includer = std::function<SourceText(const std::string& name, const std::string& from, const SourcePos& pos)>;

File parse(const SourceText& source, const Includer& includer);

}  // namespace fencepost::memory::cat

// Recursive-descent parser for cat. Precedence from loosest to tightest: | ++ ; \ & * (product), then prefix ~, then
// postfix + * ? ^-1, then application; as in herd7's grammar. A `*` is a product when an operand follows it, else the
// reflexive-transitive closure. Nesting is bounded, so hostile input ends in a diagnostic and not in a stack overflow.
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

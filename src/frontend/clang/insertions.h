// Text that is added to C files before Clang reads them, within lines, so that lines keep their numbers. Positions are those of the files
// as they are; what is in the added text has a position in a file that is none, `<witness>`.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"

namespace fencepost::frontend {

struct Insertion {
  SourcePos at;  // before what stands there; of several at one place the earlier ones stand first
  std::string text;
};

inline constexpr const char* kInserted = "<witness>";

// The file's text with them. Those of other files, or of places that it does not have, are left out.
std::string with_insertions(const std::string& text, const std::string& file, const std::vector<Insertion>& insertions);

SourcePos original_position(const SourcePos& pos, const std::vector<Insertion>& insertions);

}  // namespace fencepost::frontend

// A position in a user's file. File names are interned for the life of the process so that a position is two words
// and copies freely into every instruction, event and diagnostic.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost {

struct SourcePos {
  const std::string* file = nullptr;  // interned; null: no position
  uint32_t line = 0;
  uint32_t column = 0;

  bool valid() const { return file != nullptr; }
  bool operator==(const SourcePos&) const = default;
};

SourcePos source_pos(std::string_view file, uint32_t line, uint32_t column = 0);

// "file:line:column", leaving out what is not known.
std::string to_string(const SourcePos& pos);

}  // namespace fencepost

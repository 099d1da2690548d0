// Laying out text for a terminal: wrapped lines, colours, and the source line that a position names.
#pragma once

#include <string>
#include <string_view>

#include "base/source.h"

namespace fencepost::report {

constexpr size_t kColumns = 80;

enum class Color { plain, bold, dim, red, green, yellow, cyan };

// Escape sequences around `text`, or `text` itself when `enabled` is false.
std::string paint(std::string_view text, Color color, bool enabled);

// Columns that the text takes: UTF-8 code points, since wide characters do not occur in what we print.
size_t width(std::string_view text);

// Paragraphs of `text` with lines of at most kColumns, each line indented. Words longer than a line stay whole.
std::string wrap(std::string_view text, size_t indent, size_t hanging = 0);

// The line at `pos`, the one before it and a caret under the column; "" when the file cannot be read (any more).
std::string excerpt(const SourcePos& pos, size_t indent, bool colors);

// The same text with a capital first letter.
std::string sentence(std::string_view text);

}  // namespace fencepost::report

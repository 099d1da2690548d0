#include "report/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/files_read.h"

namespace fencepost::report {

namespace {

std::string_view escape(Color color) {
  switch (color) {
    case Color::plain:
      return "";
    case Color::bold:
      return "\033[1m";
    case Color::dim:
      return "\033[2m";
    case Color::red:
      return "\033[1;31m";
    case Color::green:
      return "\033[1;32m";
    case Color::yellow:
      return "\033[1;33m";
    case Color::cyan:
      return "\033[36m";
  }
  return "";
}

// Tabs become one space so that the caret stands where the column says; other control characters could move the
// cursor and are shown as dots.
std::string printable(std::string line) {
  for (char& c : line) {
    if (c == '\t') c = ' ';
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '.';
  }
  return line;
}

// A long line is cut around the column.
std::string window(const std::string& line, size_t& column, size_t room) {
  if (line.size() <= room) return line;
  size_t from = column > room * 2 / 3 ? std::min(column - room * 2 / 3, line.size() - room) : 0;
  column = column > from ? column - from : 0;
  return line.substr(from, room);
}

}  // namespace

std::string paint(std::string_view text, Color color, bool enabled) {
  if (!enabled || color == Color::plain) return std::string(text);
  return fmt::format("{}{}\033[0m", escape(color), text);
}

size_t width(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string wrap(std::string_view text, size_t indent, size_t hanging) {
  std::string out;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string current(indent, ' ');
    bool is_empty = true;
    for (std::string word; words >> word;) {
      if (!is_empty && width(current) + 1 + width(word) > kColumns) {
        out += current + "\n";
        current = std::string(indent + hanging, ' ');
        is_empty = true;
      }
      current += (is_empty ? "" : " ") + word;
      is_empty = false;
    }
    out += is_empty ? "\n" : current + "\n";
  }
  return out;
}

std::string excerpt(const SourcePos& pos, size_t indent, bool colors) {
  // `#line` may name any file of this machine.
  if (!pos.valid() || pos.line == 0 || !was_file_read(*pos.file)) return "";
  std::ifstream in(*pos.file);
  std::string line, before;
  for (uint32_t number = 1; std::getline(in, line); ++number) {
    if (number != pos.line) {
      before = line;
      continue;
    }
    std::string pad(indent, ' ');
    size_t room = kColumns - std::min(kColumns / 2, indent + 9);
    size_t column = pos.column, unused = 0;
    std::string out;
    bool has_before = number > 1 && before.find_first_not_of(" \t\r") != std::string::npos;
    if (has_before)
      out += fmt::format(
          "{}{}\n", pad,
          paint(fmt::format("{:5} | {}", number - 1, window(printable(before), unused, room)), Color::dim, colors));
    out += fmt::format("{}{} {}\n", pad, paint(fmt::format("{:5} |", number), Color::dim, colors),
                       window(printable(line), column, room));
    if (pos.column > 0)
      out += fmt::format("{}{} {}{}\n", pad, paint("      |", Color::dim, colors),
                         std::string(column > 0 ? column - 1 : 0, ' '), paint("^", Color::red, colors));
    return out;
  }
  return "";
}

std::string sentence(std::string_view text) {
  std::string out(text);
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

}  // namespace fencepost::report

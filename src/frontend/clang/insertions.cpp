#include "frontend/clang/insertions.h"

#include <algorithm>

namespace fencepost::frontend {

namespace {

std::vector<const Insertion*> on_line(const std::vector<Insertion>& insertions, const std::string& file,
                                      uint32_t line) {
  std::vector<const Insertion*> found;
  for (const Insertion& one : insertions)
    if (one.at.line == line && one.at.valid() && *one.at.file == file) found.push_back(&one);
  std::ranges::stable_sort(found, {}, [](const Insertion* one) { return one->at.column; });
  return found;
}

}  // namespace

std::string with_insertions(const std::string& text, const std::string& file,
                            const std::vector<Insertion>& insertions) {
  if (insertions.empty()) return text;
  std::string out;
  uint32_t line = 1;
  for (size_t begin = 0; begin <= text.size(); ++line) {
    size_t end = std::min(text.find('\n', begin), text.size());
    size_t done = begin;
    for (const Insertion* one : on_line(insertions, file, line)) {
      const size_t at = begin + (one->at.column > 0 ? one->at.column - 1 : 0);
      if (at > end) continue;
      out.append(text, done, at - done);
      out += one->text;
      done = at;
    }
    out.append(text, done, end - done);
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

SourcePos original_position(const SourcePos& pos, const std::vector<Insertion>& insertions) {
  if (insertions.empty() || !pos.valid()) return pos;
  uint32_t added = 0;
  for (const Insertion* one : on_line(insertions, *pos.file, pos.line)) {
    if (pos.column - added < one->at.column) break;
    const auto length = static_cast<uint32_t>(one->text.size());
    if (pos.column - added < one->at.column + length) return source_pos(kInserted, pos.line, one->at.column);
    added += length;
  }
  return source_pos(*pos.file, pos.line, pos.column - added);
}

}  // namespace fencepost::frontend

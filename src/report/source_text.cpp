#include "report/source_text.h"

namespace fencepost::report {

const SourceText::File& SourceText::file(const std::string& name) {
  auto [found, is_new] = files_.try_emplace(name);
  File& file = found->second;
  if (!is_new) return file;
  file.text = read_(name);
  file.lines.push_back(0);
  for (size_t i = 0; i < file.text.size(); ++i)
    if (file.text[i] == '\n') file.lines.push_back(i + 1);
  return file;
}

const std::string& SourceText::text(const std::string& name) { return file(name).text; }

std::optional<size_t> SourceText::offset(const SourcePos& pos) {
  if (!pos.valid() || pos.line == 0) return std::nullopt;
  const File& in = file(*pos.file);
  if (pos.line > in.lines.size()) return std::nullopt;
  const size_t at = in.lines[pos.line - 1] + (pos.column > 0 ? pos.column - 1 : 0);
  const size_t end = pos.line < in.lines.size() ? in.lines[pos.line] : in.text.size() + 1;
  if (at >= end) return std::nullopt;
  return at;
}

uint32_t SourceText::column(const SourcePos& pos) {
  if (pos.column == 0) return 0;
  std::optional<size_t> at = offset(pos);
  if (!at) return 0;
  const File& in = file(*pos.file);
  uint32_t column = 1;
  for (size_t i = in.lines[pos.line - 1]; i < *at; ++column) {
    const auto lead = static_cast<unsigned char>(in.text[i]);
    const size_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    size_t taken = 1;
    while (taken < length && i + taken < *at && (static_cast<unsigned char>(in.text[i + taken]) & 0xc0) == 0x80)
      ++taken;
    i += taken == length ? length : 1;
  }
  return column;
}

}  // namespace fencepost::report

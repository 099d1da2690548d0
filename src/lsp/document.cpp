#include "lsp/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace fencepost::lsp {

namespace {

// Units of UTF-16 of so many bytes of UTF-8.
size_t units(std::string_view bytes) {
  size_t count = 0;
  for (unsigned char c : bytes)
    if ((c & 0xC0) != 0x80) count += c >= 0xF0 ? 2 : 1;
  return count;
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

}  // namespace

Document::Document(std::string text) : text_(std::move(text)) {
  starts_.push_back(0);
  for (size_t at = 0; (at = text_.find('\n', at)) != text_.npos;) starts_.push_back(++at);
}

std::string_view Document::line(unsigned number) const {
  const size_t index = std::min<size_t>(std::max(number, 1U) - 1, starts_.size() - 1);
  const size_t end = index + 1 < starts_.size() ? starts_[index + 1] - 1 : text_.size();
  std::string_view line = std::string_view(text_).substr(starts_[index], end - starts_[index]);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

Json Document::position(unsigned number, unsigned column) const {
  const size_t index = std::min<size_t>(std::max(number, 1U) - 1, starts_.size() - 1);
  const std::string_view text = line(number);
  const size_t bytes = std::min<size_t>(std::max(column, 1U) - 1, text.size());
  return {{"line", index}, {"character", units(text.substr(0, bytes))}};
}

Json Document::range(unsigned number, unsigned column) const {
  const std::string_view text = line(number);
  const size_t last = text.find_last_not_of(" \t");
  const auto end = static_cast<unsigned>(last == text.npos ? 1 : last + 2);
  return {{"start", position(number, column)}, {"end", position(number, std::max(column, end))}};
}

std::string path_of(const std::string& uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return "";
  std::string path;
  for (size_t i = std::min(uri.find('/', kScheme.size()), uri.size()); i < uri.size(); ++i) {
    const bool is_coded = uri[i] == '%' && i + 2 < uri.size() && hex(uri[i + 1]) >= 0 && hex(uri[i + 2]) >= 0;
    path += is_coded ? static_cast<char>(hex(uri[i + 1]) * 16 + hex(uri[i + 2])) : uri[i];
    if (is_coded) i += 2;
  }
  return path.find('\0') == path.npos ? path : "";
}

std::string uri_of(const std::string& path) {
  std::string uri = "file://";
  for (unsigned char c : std::filesystem::absolute(path).lexically_normal().string())
    if (std::isalnum(c) != 0 || std::string_view("/-._~").find(static_cast<char>(c)) != std::string_view::npos)
      uri += static_cast<char>(c);
    else
      uri += fmt::format("%{:02X}", c);
  return uri;
}

Json edits_of(const std::string& patch) {
  Json edits = Json::object();
  std::string file, added;
  size_t before = 0, removed = 0;  // lines of the old text that are behind us; that go here
  auto flush = [&] {
    if (!file.empty() && (removed > 0 || !added.empty()))
      edits[file].push_back(
          {{"range",
            {{"start", {{"line", before}, {"character", 0}}}, {"end", {{"line", before + removed}, {"character", 0}}}}},
           {"newText", added}});
    before += removed;
    removed = 0;
    added.clear();
  };
  size_t old_left = 0, new_left = 0;  // lines that the hunk still has
  for (size_t at = 0; at < patch.size();) {
    const size_t end = std::min(patch.find('\n', at), patch.size());
    const std::string line = patch.substr(at, end - at);
    at = end + 1;
    if (line.starts_with('\\')) {  // no newline at the end of the file
      if (added.ends_with('\n')) added.pop_back();
    } else if (old_left == 0 && new_left == 0) {
      flush();
      unsigned start = 0, old_lines = 1, new_start = 0, new_lines = 1;
      if (line.starts_with("+++ ")) {
        file = line.substr(4, line.find('\t') - 4);
      } else if (std::sscanf(line.c_str(), "@@ -%u,%u +%u,%u", &start, &old_lines, &new_start, &new_lines) == 4) {
        before = old_lines == 0 ? start : start - 1;
        old_left = old_lines;
        new_left = new_lines;
      }
    } else if (line.starts_with('-')) {
      ++removed;
      --old_left;
    } else if (line.starts_with('+')) {
      added += line.substr(1) + "\n";
      --new_left;
    } else {
      flush();
      ++before;
      --old_left;
      --new_left;
    }
  }
  flush();
  return edits;
}

}  // namespace fencepost::lsp

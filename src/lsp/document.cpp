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

// A name in the head of a patch: up to a tab, or quoted as C does (report/patch.cpp).
std::string name_in(const std::string& text) {
  if (!text.starts_with('"')) return text.substr(0, text.find('\t'));
  std::string name;
  for (size_t at = 1; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      name += text[at];
    } else if (text[at + 1] < '0' || text[at + 1] > '7' || at + 3 >= text.size()) {
      name += text[++at];
    } else {
      name += static_cast<char>((text[at + 1] - '0') * 64 + (text[at + 2] - '0') * 8 + (text[at + 3] - '0'));
      at += 3;
    }
  }
  return name;
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

size_t Document::offset(const Json& position) const {
  const auto number = position.at("line").get<int64_t>(), character = position.at("character").get<int64_t>();
  if (number < 0) return 0;
  if (static_cast<size_t>(number) >= starts_.size()) return text_.size();
  const auto index = static_cast<size_t>(number);
  const size_t end = starts_[index] + line(static_cast<unsigned>(index + 1)).size();
  size_t at = starts_[index];
  for (int64_t left = character; left > 0 && at < end;) {
    const size_t letter = at++;
    while (at < end && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80) ++at;
    left -= static_cast<int64_t>(units(std::string_view(text_).substr(letter, at - letter)));
  }
  return at;
}

void Document::change(const Json& change) {
  std::string text = change.at("text").get<std::string>();
  if (auto range = change.find("range"); range != change.end() && range->is_object()) {
    const size_t begin = offset(range->at("start")), end = std::max(begin, offset(range->at("end")));
    text = text_.substr(0, begin) + text + text_.substr(end);
  }
  *this = Document(std::move(text));
}

std::string path_of(const std::string& uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return "";
  const size_t begin = std::min(uri.find('/', kScheme.size()), uri.size());
  const std::string host = uri.substr(kScheme.size(), begin - kScheme.size());
  if (!host.empty() && host != "localhost") return "";  // a file of another machine
  std::string path;
  for (size_t i = begin; i < uri.size(); ++i) {
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
        file = name_in(line.substr(4));
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

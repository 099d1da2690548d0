#include "driver/witness/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/diagnostic.h"
#include "base/sha256.h"

namespace fencepost::driver {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::vector<bool> lines_with_code(const std::string& text) {
  std::vector<bool> has_code(2);
  bool in_comment = false, in_directive = false;
  char quote = 0;  // of the literal that is open
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\n') {
      const bool goes_on = i > 0 && text[i - 1] == '\\';
      in_directive = in_directive && goes_on;
      if (!goes_on) quote = 0;
      has_code.push_back(false);
    } else if (in_comment) {
      if (c == '*' && next == '/') {
        in_comment = false;
        ++i;
      }
    } else if (quote != 0) {
      if (c == '\\' && next != '\n')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '/' && next == '*') {
      in_comment = true;
      ++i;
    } else if (c == '/' && next == '/') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (!is_space(c) && !in_directive) {
      in_directive = c == '#' && !has_code.back();
      if (!in_directive) has_code.back() = true;
      if (c == '"' || c == '\'') quote = c;
    }
  }
  return has_code;
}

const ProgramText::Read& ProgramText::read(const std::string& file) {
  auto [found, is_new] = read_.try_emplace(file);
  if (is_new) {
    found->second.text = inputs_.read(file);
    found->second.has_code = lines_with_code(found->second.text);
  }
  return found->second;
}

const std::string& ProgramText::of(const std::string& file) { return read(file).text; }

bool ProgramText::has_code(const std::string& file, uint32_t line) {
  const std::vector<bool>& lines = read(file).has_code;
  return line < lines.size() && lines[line];
}

std::string ProgramText::named(const std::string& name, const SourcePos& told_at) const {
  namespace fs = std::filesystem;
  if (std::ranges::find(files_, name) != files_.end()) return name;
  std::string found;
  for (const std::string& file : files_)
    if (fs::path(file).filename() == fs::path(name).filename()) {
      if (!found.empty()) throw InputError(told_at, fmt::format("{} is the name of several files", name), "");
      found = file;
    }
  if (found.empty())
    throw InputError(told_at, fmt::format("the witness is about {}, which is no file of this program", name),
                     "give the program for which the witness was made");
  return found;
}

void ProgramText::require_same(const std::string& file, const std::string& hash, const SourcePos& told_at) {
  constexpr size_t kDigits = 64;
  std::string given = hash;
  for (char& c : given) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr size_t kOlder = 40;  // SHA-1
  const bool is_hex = given.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_hex || (given.size() != kDigits && given.size() != kOlder))
    throw InputError(told_at, fmt::format("'{}' is no hash", hash.substr(0, 70)), "a hash is SHA-256, in 64 digits");
  if (given.size() == kDigits && given != sha256(of(file)))
    throw InputError(told_at, fmt::format("the witness is about another text of {}: this one has another hash", file),
                     "give the program for which the witness was made, as it was then");
}

}  // namespace fencepost::driver

#include "frontend/litmus/scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace fencepost::litmus {

namespace {

constexpr std::array kSymbols = {"=>", "/\\", "\\/", "<>", "!=", "==", "<=", ">=", "<<",
                                 ">>", "&&",  "||",  "->", "++", "--", "+=", "-="};

bool name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%'; }
bool name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

}  // namespace

std::string without_comments(std::string text, bool slashes, std::string_view file, bool parens) {
  size_t i = 0, braces = 0, groups = 0;
  uint32_t line = 1;
  const auto blank = [&](size_t from, size_t to) {
    for (size_t k = from; k < to; ++k)
      if (text[k] != '\n') text[k] = ' ';
  };
  while (i < text.size()) {
    if (text[i] == '\n') ++line;
    // Inside C functions "(*" is a dereference in parentheses; the initial state is the first group of braces.
    if (text[i] == '{' && braces++ == 0) ++groups;
    if (text[i] == '}' && braces > 0) --braces;
    if (text[i] == '"') {
      const size_t end = text.find_first_of("\"\n", i + 1);
      i = end == std::string::npos ? text.size() : text[end] == '"' ? end + 1 : end;
    } else if (parens && text.compare(i, 2, "(*") == 0 && (!slashes || braces == 0 || groups <= 1)) {
      size_t depth = 0, k = i;
      do {
        if (k >= text.size()) throw InputError(source_pos(file, line), "comment is not closed", "end it with *)");
        if (text.compare(k, 2, "(*") == 0)
          ++depth, k += 2;
        else if (text.compare(k, 2, "*)") == 0)
          --depth, k += 2;
        else
          ++k;
      } while (depth > 0);
      blank(i, k);
      line += static_cast<uint32_t>(
          std::count(text.begin() + static_cast<long>(i), text.begin() + static_cast<long>(k), '\n'));
      i = k;
    } else if (slashes && text.compare(i, 2, "//") == 0) {
      const size_t end = std::min(text.find('\n', i), text.size());
      blank(i, end);
      i = end;
    } else if (slashes && text.compare(i, 2, "/*") == 0) {
      const size_t end = text.find("*/", i + 2);
      if (end == std::string::npos) throw InputError(source_pos(file, line), "comment is not closed", "end it with */");
      blank(i, end + 2);
    } else {
      ++i;
    }
  }
  return text;
}

std::string upper(std::string_view text) {
  std::string r(text);
  std::transform(r.begin(), r.end(), r.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return r;
}

uint32_t line_of(std::string_view text, size_t offset) {
  return static_cast<uint32_t>(
      1 + std::count(text.begin(), text.begin() + static_cast<long>(std::min(offset, text.size())), '\n'));
}

Scanner::Scanner(std::string_view text, std::string_view file, uint32_t line, uint32_t column) {
  size_t i = 0, line_start = 0;
  const uint32_t first_line = line;
  const auto pos = [&](size_t at) {
    return source_pos(file, line, static_cast<uint32_t>(at - line_start) + (line == first_line ? column : 1));
  };
  while (i < text.size()) {
    const char c = text[i];
    if (c == '\n') {
      ++line;
      line_start = i + 1;
    }
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++i;
      continue;
    }
    Token t;
    t.pos = pos(i);
    size_t end = i + 1;
    if (name_start(c)) {
      while (end < text.size() && name_part(text[end])) ++end;
      t.kind = Token::Kind::name;
      t.text = text.substr(i, end - i);
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end]))) ++end;
      t.kind = Token::Kind::number;
      t.text = text.substr(i, end - i);
      std::string digits = t.text;
      while (!digits.empty() &&
             (digits.back() == 'u' || digits.back() == 'U' || digits.back() == 'l' || digits.back() == 'L'))
        digits.pop_back();
      const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
      uint64_t value = 0;
      const char* first = digits.data() + (hex ? 2 : 0);
      const char* last = digits.data() + digits.size();
      const auto [stop, error] = std::from_chars(first, last, value, hex ? 16 : 10);
      if (error != std::errc() || stop != last) throw InputError(t.pos, fmt::format("'{}' is not a number", t.text));
      t.number = static_cast<int64_t>(value);
    } else if (c == '"') {
      const size_t close = text.find('"', i + 1);
      if (close == std::string_view::npos) throw InputError(t.pos, "string is not closed");
      t.kind = Token::Kind::string;
      t.text = text.substr(i + 1, close - i - 1);
      end = close + 1;
    } else {
      t.kind = Token::Kind::symbol;
      for (std::string_view s : kSymbols)
        if (text.substr(i, s.size()) == s) end = i + s.size();
      t.text = text.substr(i, end - i);
    }
    tokens_.push_back(std::move(t));
    i = end;
  }
  Token end;
  end.pos = pos(i);
  tokens_.push_back(end);
}

const Token& Scanner::peek(size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

Token Scanner::next() {
  Token t = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return t;
}

bool Scanner::is(std::string_view text, size_t ahead) const {
  const Token& t = peek(ahead);
  return (t.kind == Token::Kind::symbol || t.kind == Token::Kind::name) && t.text == text;
}

bool Scanner::accept(std::string_view text) {
  if (!is(text)) return false;
  next();
  return true;
}

void Scanner::expect(std::string_view text) {
  if (!accept(text)) fail(fmt::format("expected '{}'", text));
}

std::string Scanner::name(std::string_view what) {
  if (!is_name()) fail(fmt::format("expected {}", what));
  return next().text;
}

int64_t Scanner::number(std::string_view what) {
  const bool negative = accept("-");
  if (!negative) accept("+");
  if (!is_number()) fail(fmt::format("expected {}", what));
  const int64_t n = next().number;
  return negative ? static_cast<int64_t>(-static_cast<uint64_t>(n)) : n;
}

void Scanner::fail(const std::string& message, const std::string& hint) const {
  const Token& t = peek();
  throw InputError(
      t.pos, fmt::format("{}, found {}", message, t.kind == Token::Kind::end ? "the end" : fmt::format("'{}'", t.text)),
      hint);
}

}  // namespace fencepost::litmus

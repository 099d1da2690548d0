#include "memory/cat/lexer.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "base/diagnostic.h"

namespace fencepost::memory::cat {

namespace {

constexpr std::array kSymbols = {"^-1", "||", "&&", "++", "->", "|", "&", "\\", ";", "+", "*", "?", "~",
                                 "(",   ")",  "[",  "]",  "{",  "}", ",", "=",  "_", "0", ":", "<", ">"};

bool starts_identifier(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool continues_identifier(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  std::vector<Token> run() {
    while (skip_blanks()) tokens_.push_back(next());
    tokens_.push_back({TokenKind::end, "", pos(), at_, at_});
    return std::move(tokens_);
  }

 private:
  SourcePos pos() const { return source_pos(file_, line_, static_cast<uint32_t>(at_ - line_start_ + 1)); }
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool looking_at(std::string_view s) const { return text_.substr(at_, s.size()) == s; }

  void advance() {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }

  bool skip_blanks() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(peek()))) {
        advance();
      } else if (looking_at("(*")) {
        skip_comment();
      } else if (looking_at("/*")) {
        skip_c_comment();
      } else if (looking_at("//") || peek() == '#') {
        while (at_ < text_.size() && peek() != '\n') advance();
      } else {
        return true;
      }
    }
    return false;
  }

  void skip_comment() {
    const SourcePos start = pos();
    size_t depth = 0;
    do {
      if (at_ >= text_.size()) throw InputError(start, "comment is not closed", "end it with *)");
      if (looking_at("(*")) {
        ++depth;
        advance();
      } else if (looking_at("*)")) {
        --depth;
        advance();
      }
      advance();
    } while (depth > 0);
  }

  void skip_c_comment() {
    const SourcePos start = pos();
    for (advance(), advance(); !looking_at("*/"); advance())
      if (at_ >= text_.size()) throw InputError(start, "comment is not closed", "end it with */");
    advance();
    advance();
  }

  Token take(TokenKind kind, size_t skip, size_t length, size_t after) {
    Token token{kind, std::string(text_.substr(at_ + skip, length)), pos(), at_, at_ + skip + length + after};
    for (size_t i = 0; i < skip + length + after; ++i) advance();
    return token;
  }

  Token next() {
    if (starts_identifier(peek())) {
      size_t length = 1;
      while (continues_identifier(peek(length))) ++length;
      return take(TokenKind::identifier, 0, length, 0);
    }
    if (peek() == '_' && (std::isalnum(static_cast<unsigned char>(peek(1))) != 0 || peek(1) == '_')) {
      size_t length = 1;
      while (continues_identifier(peek(length))) ++length;
      return take(TokenKind::identifier, 0, length, 0);
    }
    if (peek() == '\'' && starts_identifier(peek(1))) {
      size_t length = 1;
      while (continues_identifier(peek(1 + length))) ++length;
      return take(TokenKind::tag, 1, length, 0);
    }
    if (peek() == '"') {
      size_t length = 0;
      while (at_ + 1 + length < text_.size() && peek(1 + length) != '"') ++length;
      if (at_ + 1 + length >= text_.size())
        throw InputError(pos(), "string is not closed", "end it with a double quote");
      return take(TokenKind::string, 1, length, 1);
    }
    for (std::string_view symbol : kSymbols)
      if (looking_at(symbol)) return take(TokenKind::symbol, 0, symbol.size(), 0);
    const auto code = static_cast<unsigned char>(peek());
    throw InputError(pos(), code < 0x80 && std::isprint(code)
                                ? fmt::format("'{}' is not part of the cat language", peek())
                                : fmt::format("byte 0x{:02x} is not part of the cat language", code));
  }

  std::string_view text_;
  std::string_view file_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, std::string_view file) { return Lexer(text, file).run(); }

}  // namespace fencepost::memory::cat

// Tokens of litmus files: the pieces that all dialects share (names, numbers, strings, symbols) with source positions.
// Comments (* *), // and /* */ are blanked beforehand so that positions stay true.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"

namespace fencepost::litmus {

struct Token {
  enum class Kind { name, number, string, symbol, end } kind = Kind::end;
  std::string text;
  int64_t number = 0;
  SourcePos pos;
};

// Replaces comments by spaces, keeping line breaks. `slashes`: also // and /* */ (the C dialect).
// `parens`: (* *) are comments (in C only outside functions); macro files have none.
std::string without_comments(std::string text, bool slashes, std::string_view file, bool parens = true);

std::string upper(std::string_view text);
uint32_t line_of(std::string_view text, size_t offset);  // from 1

class Scanner {
 public:
  // `line` and `column`: where `text` starts in `file`.
  Scanner(std::string_view text, std::string_view file, uint32_t line, uint32_t column = 1);

  // For macro expansion: all tokens, the end included.
  const std::vector<Token>& tokens() const { return tokens_; }
  void replace_tokens(std::vector<Token> tokens) {
    tokens_ = std::move(tokens);
    at_ = 0;
  }

  const Token& peek(size_t ahead = 0) const;
  Token next();
  bool is(std::string_view text, size_t ahead = 0) const;
  bool is_name(size_t ahead = 0) const { return peek(ahead).kind == Token::Kind::name; }
  bool is_number(size_t ahead = 0) const { return peek(ahead).kind == Token::Kind::number; }
  bool accept(std::string_view text);
  void expect(std::string_view text);
  std::string name(std::string_view what);
  int64_t number(std::string_view what);  // with an optional sign
  bool at_end() const { return peek().kind == Token::Kind::end; }
  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const;

 private:
  std::vector<Token> tokens_;
  size_t at_ = 0;
};

}  // namespace fencepost::litmus

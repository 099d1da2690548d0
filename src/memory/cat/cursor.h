// The tokens of a cat file with the current position, and a bound on the nesting of expressions.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "memory/cat/lexer.h"

namespace fencepost::memory::cat {

class Cursor {
 protected:
  static constexpr size_t kMaxNesting = 500;

  explicit Cursor(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& take() { return tokens_[at_++]; }  // not the end
  bool is(std::string_view text, size_t ahead = 0) const;
  bool is(TokenKind kind) const { return peek().kind == kind; }
  bool is_name(size_t ahead = 0) const;  // an identifier that is no keyword
  bool accept(std::string_view text);
  void expect(std::string_view text);
  std::string name(const char* what);
  std::string tag();
  [[noreturn]] void fail(const std::string& message) const;

  struct Deeper {
    explicit Deeper(Cursor& cursor);
    ~Deeper() { --cursor_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Cursor& cursor_;
  };

 private:
  std::vector<Token> tokens_;
  size_t at_ = 0;
  size_t depth_ = 0;
};

}  // namespace fencepost::memory::cat

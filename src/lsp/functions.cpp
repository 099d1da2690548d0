// A walk over the tokens of C: outside of all braces, a name, its parameters, and a brace are a function with a body.
#include <cctype>

#include "lsp/document.h"

namespace fencepost::lsp {

namespace {

class Tokens {
 public:
  explicit Tokens(const std::string& text) : text_(text) {}

  std::string_view word;  // a name, or one character; empty at the end
  unsigned line = 1, column = 1;

  bool next() {
    skip();
    line = line_;
    column = static_cast<unsigned>(at_ - start_) + 1;
    const size_t begin = at_;
    if (at_ >= text_.size()) return false;
    if (is_letter(text_[at_]))
      while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    else if (text_[at_] == '"' || text_[at_] == '\'')
      quoted(text_[at_]);
    else
      ++at_;
    word = std::string_view(text_).substr(begin, at_ - begin);
    return true;
  }

 private:
  static bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  bool sees(std::string_view what) const { return text_.compare(at_, what.size(), what) == 0; }

  void step() {
    if (text_[at_++] != '\n') return;
    ++line_;
    start_ = at_;
    is_fresh_ = true;
  }

  void quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  // Blanks, comments, and lines of the preprocessor with those that continue them.
  void skip() {
    while (at_ < text_.size()) {
      if (sees("/*")) {
        at_ += 2;
        while (at_ < text_.size() && !sees("*/")) step();
        at_ = std::min(at_ + 2, text_.size());
      } else if (sees("//") || (is_fresh_ && text_[at_] == '#')) {
        while (at_ < text_.size() && text_[at_] != '\n') {
          if (sees("\\\n"))
            ++at_, step();
          else if (sees("\\\r\n"))
            at_ += 2, step();
          else
            ++at_;
        }
      } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        step();
      } else {
        is_fresh_ = false;
        return;
      }
    }
  }

  const std::string& text_;
  size_t at_ = 0, start_ = 0;
  unsigned line_ = 1;
  bool is_fresh_ = true;  // nothing but blanks in this line so far
};

bool is_name(std::string_view word) {
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0 && word[0] != '"' && word[0] != '\'' &&
         (std::isalnum(static_cast<unsigned char>(word[0])) != 0 || word[0] == '_');
}

}  // namespace

std::vector<Function> functions_of(const std::string& text) {
  std::vector<Function> found;
  Tokens tokens(text);
  Function last, candidate;  // the name just seen; the one whose parameters were seen
  bool is_static = false, has_candidate = false, is_value = false;
  unsigned braces = 0, parens = 0;
  std::string_view before;
  while (tokens.next()) {
    const std::string_view word = tokens.word;
    if (word == "{") {
      if (braces == 0 && parens == 0 && has_candidate && !is_value) {
        candidate.is_static = is_static;
        found.push_back(candidate);
      }
      ++braces;
    } else if (word == "}") {
      if (braces > 0) --braces;
      if (braces == 0 && !is_value) is_static = has_candidate = false, parens = 0;
    } else if (braces > 0) {
      continue;
    } else if (word == "(") {
      // `int (*f(void))(int)` and attributes are not looked into.
      if (parens++ == 0 && !has_candidate && is_name(before) && before != "__attribute__") {
        candidate = last;
        has_candidate = true;
      }
    } else if (word == ")") {
      if (parens > 0) --parens;
    } else if (parens == 0) {
      if (word == ";") is_static = has_candidate = is_value = false;
      if (word == "=") is_value = true;
      if (word == "static") is_static = true;
      if (is_name(word)) last = {std::string(word), tokens.line, tokens.column, false};
    }
    before = word;
  }
  return found;
}

}  // namespace fencepost::lsp

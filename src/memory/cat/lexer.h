// Tokens of the cat language (Alglave, Cousot, Maranget, arXiv 1608.07531; herd7 manual, "The cat language").
// Identifiers may contain '-' and '.'; comments are nested (* *), // and # to the end of the line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace fencepost::memory::cat {

enum class TokenKind { identifier, tag, string, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;
  SourcePos pos;
  size_t offset = 0;      // byte offset in the file: where `show` and error excerpts point
  size_t end_offset = 0;  // one past the last byte
};

// Throws InputError on characters that are not cat, unterminated strings and unterminated comments.
std::vector<Token> tokenize(std::string_view text, std::string_view file);

}  // namespace fencepost::memory::cat

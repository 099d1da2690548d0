#include "memory/cat/cursor.h"

#include <fmt/format.h>

#include <unordered_set>

#include "base/diagnostic.h"

namespace fencepost::memory::cat {

namespace {

const std::unordered_set<std::string_view>& keywords() {
  static const std::unordered_set<std::string_view> words = {
      "let",         "rec",   "and",       "in",    "fun",
      "match",       "with",  "end",       "if",    "then",
      "else",        "try",   "from",      "show",  "unshow",
      "as",          "flag",  "include",   "begin", "undefined_unless",
      "assert",      "call",  "do",        "enum",  "procedure",
      "acyclic",     "empty", "forall",    "not",   "instructions",
      "irreflexive", "when",  "relations", "sets",  "requires"};
  return words;
}

}  // namespace

bool Cursor::is(std::string_view text, size_t ahead) const {
  const Token& t = peek(ahead);
  return (t.kind == TokenKind::symbol || t.kind == TokenKind::identifier) && t.text == text;
}

bool Cursor::is_name(size_t ahead) const {
  return peek(ahead).kind == TokenKind::identifier && !keywords().contains(peek(ahead).text);
}

bool Cursor::accept(std::string_view text) {
  if (!is(text)) return false;
  take();
  return true;
}

void Cursor::expect(std::string_view text) {
  if (!accept(text)) fail(fmt::format("expected '{}'", text));
}

std::string Cursor::name(const char* what) {
  if (!is_name()) fail(fmt::format("expected {}", what));
  return take().text;
}

std::string Cursor::tag() {
  if (!is(TokenKind::tag)) fail("expected a tag such as 'once");
  return take().text;
}

void Cursor::fail(const std::string& message) const {
  const Token& t = peek();
  const std::string found = t.kind == TokenKind::end ? "the end of the file" : fmt::format("'{}'", t.text);
  throw InputError(t.pos, fmt::format("{}, found {}", message, found));
}

Cursor::Deeper::Deeper(Cursor& cursor) : cursor_(cursor) {
  if (++cursor_.depth_ > kMaxNesting)
    throw InputError(cursor_.peek().pos, fmt::format("expression nests deeper than {} levels", kMaxNesting),
                     "name parts of it with let");
}

}  // namespace fencepost::memory::cat

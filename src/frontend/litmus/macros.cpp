#include "frontend/litmus/macros.h"

#include <fmt/format.h>

namespace fencepost::litmus {

namespace {

constexpr int kMaxDepth = 20;
constexpr size_t kMaxTokens = 1 << 20;

bool is(const Token& t, std::string_view text) { return t.kind == Token::Kind::symbol && t.text == text; }

}  // namespace

MacroTable MacroTable::parse(std::string_view text, const std::string& file) {
  MacroTable table;
  const std::string clean = without_comments(std::string(text), true, file, false);
  const Scanner scanner(clean, file, 1);
  const std::vector<Token>& t = scanner.tokens();
  size_t i = 0;
  while (t[i].kind != Token::Kind::end) {
    if (t[i].kind != Token::Kind::name || !is(t[i + 1], "("))
      throw InputError(t[i].pos, fmt::format("expected a macro such as f(X), found '{}'", t[i].text));
    const std::string name = t[i].text;
    const uint32_t line = t[i].pos.line;
    Macro macro;
    for (i += 2; !is(t[i], ")"); ++i) {
      if (t[i].kind == Token::Kind::end) throw InputError(t[i].pos, "the parameters of the macro do not end");
      if (t[i].kind == Token::Kind::name) macro.parameters.push_back(t[i].text);
    }
    // A body in braces goes to its closing brace, an expression to the end of the line.
    const SourcePos start = t[++i].pos;
    int depth = 0;
    const bool braces = is(t[i], "{");
    for (; t[i].kind != Token::Kind::end; ++i) {
      if (!braces && t[i].pos.line != line) break;
      macro.body.push_back(t[i]);
      if (is(t[i], "{")) ++depth;
      if (is(t[i], "}") && --depth == 0 && braces) {
        ++i;
        break;
      }
    }
    if (macro.body.empty() || depth != 0)
      throw InputError(start, fmt::format("the body of the macro '{}' is not complete", name));
    table.macros_[name] = std::move(macro);
  }
  return table;
}

std::vector<Token> MacroTable::expand(const std::vector<Token>& tokens, int depth) const {
  std::vector<Token> out;
  for (size_t i = 0; i < tokens.size(); ++i) {
    auto it = tokens[i].kind == Token::Kind::name ? macros_.find(tokens[i].text) : macros_.end();
    if (it == macros_.end() || i + 1 >= tokens.size() || !is(tokens[i + 1], "(")) {
      out.push_back(tokens[i]);
      continue;
    }
    if (depth > kMaxDepth || out.size() > kMaxTokens)
      throw InputError(tokens[i].pos, fmt::format("the macro '{}' expands without end", tokens[i].text));
    const SourcePos pos = tokens[i].pos;
    std::vector<std::vector<Token>> arguments(1);
    int nesting = 0;
    for (i += 1;; ++i) {
      if (i >= tokens.size() || tokens[i].kind == Token::Kind::end)
        throw InputError(pos, "the arguments of the macro do not end");
      if (is(tokens[i], "(") && nesting++ == 0) continue;
      if (is(tokens[i], ")") && --nesting == 0) break;
      if (is(tokens[i], ",") && nesting == 1)
        arguments.emplace_back();
      else
        arguments.back().push_back(tokens[i]);
    }
    const Macro& macro = it->second;
    if (arguments.size() == 1 && arguments[0].empty()) arguments.clear();
    if (arguments.size() != macro.parameters.size())
      throw InputError(pos, fmt::format("the macro '{}' takes {} arguments, not {}", it->first, macro.parameters.size(),
                                        arguments.size()));
    std::vector<Token> body;
    for (Token token : macro.body) {
      token.pos = pos;
      size_t which = SIZE_MAX;
      for (size_t k = 0; k < macro.parameters.size(); ++k)
        if (token.kind == Token::Kind::name && token.text == macro.parameters[k]) which = k;
      if (which == SIZE_MAX)
        body.push_back(std::move(token));
      else
        body.insert(body.end(), arguments[which].begin(), arguments[which].end());
    }
    for (Token& token : expand(body, depth + 1)) out.push_back(std::move(token));
  }
  return out;
}

void MacroTable::expand(Scanner& scanner) const { scanner.replace_tokens(expand(scanner.tokens(), 0)); }

}  // namespace fencepost::litmus

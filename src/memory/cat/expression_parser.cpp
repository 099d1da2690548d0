#include "memory/cat/expression_parser.h"

#include <fmt/format.h>

#include <array>

#include "base/diagnostic.h"

namespace fencepost::memory::cat {

namespace {

ExprPtr node(ExprKind kind, const SourcePos& pos, std::vector<ExprPtr> children = {}) {
  auto e = std::make_shared<Expr>();
  e->kind = kind;
  e->pos = pos;
  e->children = std::move(children);
  return e;
}

Condition join(ConditionKind kind, Condition a, Condition b) {
  Condition c;
  c.kind = kind;
  c.children = {std::move(a), std::move(b)};
  return c;
}

struct Level {
  const char* symbol;
  ExprKind kind;
  bool right;
};
constexpr std::array<Level, 5> kLevels = {{{"|", ExprKind::unite, false},
                                           {"++", ExprKind::insert, true},
                                           {";", ExprKind::sequence, false},
                                           {"\\", ExprKind::minus, false},
                                           {"&", ExprKind::intersect, false}}};

}  // namespace

ExprPtr ExpressionParser::expression(size_t level) {
  if (level == kLevels.size()) return product();
  ExprPtr left = expression(level + 1);
  const Level& op = kLevels[level];
  for (size_t length = 0; is(op.symbol); ++length) {
    const SourcePos pos = take().pos;
    if (op.right) {
      const Deeper deeper(*this);
      return node(op.kind, pos, {std::move(left), expression(level)});
    }
    ExprPtr right = expression(level + 1);
    // Associative chains become one wide node: long ones must not make the tree deep.
    if (op.kind != ExprKind::minus && length > 0) {
      left->children.push_back(std::move(right));
    } else {
      check_chain(length);
      left = node(op.kind, pos, {std::move(left), std::move(right)});
    }
  }
  return left;
}

void ExpressionParser::check_chain(size_t length) const {
  if (length > kMaxNesting)
    throw InputError(peek().pos, fmt::format("more than {} operators in a row", kMaxNesting),
                     "name parts of the expression with let");
}

bool ExpressionParser::starts_operand(size_t ahead) const {
  const Token& t = peek(ahead);
  if (t.kind == TokenKind::tag) return true;
  if (t.kind == TokenKind::identifier) return is_name(ahead) || t.text == "try" || t.text == "if" || t.text == "match";
  if (t.kind != TokenKind::symbol) return false;
  return t.text == "(" || t.text == "[" || t.text == "{" || t.text == "~" || t.text == "_" || t.text == "0";
}

ExprPtr ExpressionParser::product() {
  ExprPtr left = unary();
  for (size_t length = 0; is("*"); ++length) {
    check_chain(length);
    const SourcePos pos = take().pos;
    left = node(ExprKind::product, pos, {std::move(left), unary()});
  }
  return left;
}

ExprPtr ExpressionParser::unary() {
  if (!is("~")) return postfix();
  const Deeper deeper(*this);
  const SourcePos pos = take().pos;
  return node(ExprKind::complement, pos, {unary()});
}

ExprPtr ExpressionParser::postfix() {
  ExprPtr e = application();
  for (size_t length = 0;; ++length) {
    check_chain(length);
    ExprKind kind;
    if (is("+"))
      kind = ExprKind::plus;
    else if (is("?"))
      kind = ExprKind::option;
    else if (is("^-1"))
      kind = ExprKind::inverse;
    else if (is("*") && !starts_operand(1))
      kind = ExprKind::star;
    else
      return e;
    e = node(kind, take().pos, {std::move(e)});
  }
}

bool ExpressionParser::starts_argument() const {
  const Token& t = peek();
  if (t.kind == TokenKind::tag || is_name()) return true;
  return t.kind == TokenKind::symbol && (t.text == "(" || t.text == "{" || t.text == "0" || t.text == "_");
}

ExprPtr ExpressionParser::application() {
  ExprPtr e = primary();
  for (size_t length = 0; starts_argument(); ++length) {
    check_chain(length);
    const SourcePos pos = peek().pos;
    if (e->kind != ExprKind::variable && e->kind != ExprKind::apply && e->kind != ExprKind::function) break;
    e = node(ExprKind::apply, pos, {std::move(e), primary()});
  }
  return e;
}

ExprPtr ExpressionParser::primary() {
  const Deeper deeper(*this);
  if (is(TokenKind::tag)) return leaf(ExprKind::tag);
  if (is_name()) return leaf(ExprKind::variable);
  if (is("0")) return node(ExprKind::empty, take().pos);
  if (is("_")) return node(ExprKind::universe, take().pos);
  if (is("(")) return tuple();
  if (is("{")) return explicit_set();
  if (is("[")) {
    const SourcePos pos = take().pos;
    auto e = node(ExprKind::identity_on, pos, {expression()});
    expect("]");
    return e;
  }
  if (is("let")) return let_in();
  if (is("fun")) return function();
  if (is("match")) return match();
  if (is("if")) return if_then_else();
  if (is("try")) return attempt();
  fail("expected an expression");
}

ExprPtr ExpressionParser::leaf(ExprKind kind) {
  auto e = node(kind, peek().pos);
  e->name = take().text;
  return e;
}

std::vector<ExprPtr> ExpressionParser::expressions() {
  std::vector<ExprPtr> all;
  do all.push_back(expression());
  while (accept(","));
  return all;
}

ExprPtr ExpressionParser::tuple() {
  auto e = node(ExprKind::tuple, take().pos);
  if (!is(")")) e->children = expressions();
  expect(")");
  return e->children.size() == 1 ? e->children[0] : e;
}

ExprPtr ExpressionParser::explicit_set() {
  auto e = node(ExprKind::explicit_set, take().pos);
  if (!is("}")) e->children = expressions();
  expect("}");
  if (e->children.empty()) e->kind = ExprKind::empty;
  return e;
}

std::vector<std::string> ExpressionParser::pattern() {
  if (!accept("(")) return {name("a parameter")};
  std::vector<std::string> names;
  if (accept(")")) return names;
  do names.push_back(name("a parameter"));
  while (accept(","));
  expect(")");
  return names;
}

std::vector<Binding> ExpressionParser::bindings() {
  std::vector<Binding> all;
  do {
    Binding b;
    b.pos = peek().pos;
    b.name = name("a name to define");
    std::vector<std::vector<std::string>> patterns;
    while (!is("=")) patterns.push_back(pattern());
    expect("=");
    b.value = expression();
    for (size_t i = patterns.size(); i-- > 0;) {
      b.value = node(ExprKind::function, b.pos, {std::move(b.value)});
      b.value->name = b.name;
      b.value->parameters = std::move(patterns[i]);
    }
    all.push_back(std::move(b));
  } while (accept("and"));
  return all;
}

ExprPtr ExpressionParser::let_in() {
  auto e = node(ExprKind::let_in, take().pos);
  e->recursive = accept("rec");
  e->bindings = bindings();
  expect("in");
  e->children = {expression()};
  return e;
}

ExprPtr ExpressionParser::function() {
  auto e = node(ExprKind::function, take().pos);
  e->parameters = pattern();
  expect("->");
  e->children = {expression()};
  return e;
}

ExprPtr ExpressionParser::match() {
  auto e = node(ExprKind::match, take().pos);
  e->children = {expression()};
  expect("with");
  while (accept("||")) e->clauses.push_back(match_clause());
  if (e->clauses.empty()) fail("expected a clause starting with '||'");
  expect("end");
  return e;
}

MatchClause ExpressionParser::match_clause() {
  MatchClause clause;
  if (accept("{")) {
    expect("}");
    clause.kind = MatchClause::Kind::empty;
  } else if (is(TokenKind::tag)) {
    clause.kind = MatchClause::Kind::tag;
    clause.first = tag();
  } else if (accept("_")) {
    clause.kind = MatchClause::Kind::any;
  } else {
    clause.kind = MatchClause::Kind::insert;
    clause.first = name("a pattern: {}, a tag, _, or x ++ xs");
    expect("++");
    clause.rest = name("a name for the rest of the set");
  }
  expect("->");
  clause.body = expression();
  return clause;
}

ExprPtr ExpressionParser::if_then_else() {
  auto e = node(ExprKind::if_then_else, take().pos);
  e->condition = condition();
  expect("then");
  e->children = {expression()};
  expect("else");
  e->children.push_back(expression());
  return e;
}

ExprPtr ExpressionParser::attempt() {
  const SourcePos pos = take().pos;
  auto e = node(ExprKind::attempt, pos, {expression()});
  expect("with");
  e->children.push_back(expression(1));
  return e;
}

Condition ExpressionParser::condition() {
  const Deeper deeper(*this);
  Condition left = conjunction();
  for (size_t length = 0; accept("||"); ++length) {
    check_chain(length);
    left = join(ConditionKind::disjunction, std::move(left), conjunction());
  }
  return left;
}

Condition ExpressionParser::conjunction() {
  Condition left = condition_atom();
  for (size_t length = 0; accept("&&"); ++length) {
    check_chain(length);
    left = join(ConditionKind::conjunction, std::move(left), condition_atom());
  }
  return left;
}

Condition ExpressionParser::condition_atom() {
  const Deeper deeper(*this);
  Condition c;
  if (accept("not")) {
    c.kind = ConditionKind::negation;
    c.children = {condition_atom()};
  } else if (is("(") && (peek(1).kind == TokenKind::string || is("not", 1) || is("(", 1))) {
    take();
    c = condition();
    expect(")");
  } else if (is(TokenKind::string)) {
    c.variant = take().text;
  } else {
    c.operands = {expression(1)};
    if (accept("="))
      c.kind = ConditionKind::equal;
    else if (accept("subset"))
      c.kind = ConditionKind::subset;
    else
      fail("expected '=' or 'subset' in a condition");
    c.operands.push_back(expression(1));
  }
  return c;
}

}  // namespace fencepost::memory::cat

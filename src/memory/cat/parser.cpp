#include "memory/cat/parser.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <unordered_set>

#include "base/diagnostic.h"
#include "memory/cat/lexer.h"

namespace fencepost::memory::cat {

namespace {

constexpr size_t kMaxNesting = 500;
constexpr size_t kMaxStatements = 200000;

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

class Parser {
 public:
  Parser(const SourceText& source, const Includer& includer, File& file, std::vector<std::string>& open)
      : includer_(includer),
        file_(file),
        open_(open),
        source_(source.file),
        tokens_(tokenize(source.text, source.file)) {
    open_.push_back(source.file);
  }
  ~Parser() { open_.pop_back(); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  void parse_file(std::vector<Statement>& into, bool main) {
    parse_header(main);
    parse_statements(into);
    if (peek().kind != TokenKind::end) fail("expected a statement (let, acyclic, include, ...)");
  }

 private:
  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool is(std::string_view text, size_t ahead = 0) const {
    const Token& t = peek(ahead);
    return (t.kind == TokenKind::symbol || t.kind == TokenKind::identifier) && t.text == text;
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail(fmt::format("expected '{}'", text));
  }
  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const {
    const Token& t = peek();
    const std::string found = t.kind == TokenKind::end ? "the end of the file" : fmt::format("'{}'", t.text);
    throw InputError(t.pos, fmt::format("{}, found {}", message, found), hint);
  }
  bool is_name(size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::identifier && !keywords().contains(peek(ahead).text);
  }
  std::string name(const char* what) {
    if (!is_name()) fail(fmt::format("expected {}", what));
    return tokens_[at_++].text;
  }

  struct Deeper {
    explicit Deeper(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kMaxNesting)
        throw InputError(parser_.peek().pos, fmt::format("expression nests deeper than {} levels", kMaxNesting),
                         "name parts of it with let");
    }
    ~Deeper() { --parser_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser_;
  };

  void parse_header(bool main) {
    while (true) {
      if (peek().kind == TokenKind::string) {
        if (main) file_.title = peek().text;
      } else if (is_name()) {
        const std::string& word = peek().text;
        if (word == "withco")
          file_.options.with_co = true;
        else if (word == "withoutco")
          file_.options.with_co = false;
        else if (word == "withinit")
          file_.options.with_init = true;
        else if (word == "withoutinit")
          file_.options.with_init = false;
        else if (word == "catdep")
          file_.options.catdep = true;
        else if (main && file_.title.empty())
          file_.title = word;
      } else {
        return;
      }
      ++at_;
    }
  }

  void parse_statements(std::vector<Statement>& into) {
    while (peek().kind != TokenKind::end && !is("end") && !is("else")) parse_statement(into);
  }

  void parse_statement(std::vector<Statement>& into) {
    const Deeper deeper(*this);
    if (into.size() > kMaxStatements) throw InputError(peek().pos, "the model has too many statements");
    Statement s;
    s.pos = peek().pos;
    if (accept("include")) return parse_include(into, s.pos);
    if (is("let")) return parse_let(into, s);
    if (accept("with")) {
      s.kind = StatementKind::with_from;
      Binding b;
      b.pos = peek().pos;
      b.name = name("a name after 'with'");
      expect("from");
      b.value = expression();
      s.bindings.push_back(std::move(b));
    } else if (is("show") || is("unshow")) {
      s.kind = StatementKind::show;
      s.hide = is("unshow");
      ++at_;
      do {
        s.arguments.push_back(expression());
        std::string shown = s.arguments.back()->name;
        if (accept("as")) shown = name("a name after 'as'");
        s.parameters.push_back(std::move(shown));
      } while (accept(","));
    } else if (accept("procedure")) {
      s.kind = StatementKind::procedure;
      s.name = name("the procedure's name");
      s.parameters = parse_pattern();
      expect("=");
      parse_statements(s.body);
      expect("end");
    } else if (accept("call")) {
      s.kind = StatementKind::call;
      s.name = name("the procedure's name");
      s.arguments.push_back(primary());
      if (accept("as")) s.check.name = name("a name after 'as'");
    } else if (accept("forall")) {
      s.kind = StatementKind::for_all;
      s.name = name("a variable after 'forall'");
      expect("in");
      s.arguments.push_back(expression());
      expect("do");
      parse_statements(s.body);
      expect("end");
    } else if (accept("if")) {
      s.kind = StatementKind::conditional;
      s.condition = condition();
      if (!accept("then")) accept("begin");
      parse_statements(s.body);
      if (accept("else")) {
        accept("begin");
        parse_statements(s.otherwise);
      }
      expect("end");
    } else if (accept("enum")) {
      s.kind = StatementKind::enumeration;
      s.name = name("the enumeration's name");
      expect("=");
      accept("||");
      do s.parameters.push_back(parse_tag());
      while (accept("||"));
    } else if (accept("instructions")) {
      s.kind = StatementKind::instructions;
      s.name = name("an event set (R, W, F, ...)");
      expect("[");
      do s.arguments.push_back(expression());
      while (accept(","));
      expect("]");
    } else if (is("relations") || is("sets")) {
      s.kind = StatementKind::enumeration;
      ++at_;
      do name("a name");
      while (accept(","));
      return;  // declares names that the front end provides; nothing to evaluate
    } else {
      parse_check(s);
    }
    into.push_back(std::move(s));
  }

  std::string parse_tag() {
    if (peek().kind != TokenKind::tag) fail("expected a tag such as 'once");
    return tokens_[at_++].text;
  }

  void parse_include(std::vector<Statement>& into, const SourcePos& pos) {
    if (peek().kind != TokenKind::string) fail("expected a file name in double quotes after 'include'");
    const std::string wanted = tokens_[at_++].text;
    const SourceText text = includer_(wanted, source_, pos);
    for (const std::string& file : open_)
      if (file == text.file)
        throw InputError(pos, fmt::format("'{}' includes itself", wanted),
                         fmt::format("the chain of includes is {} -> {}", fmt::join(open_, " -> "), text.file));
    if (open_.size() > 64) throw InputError(pos, "includes nest deeper than 64 files");
    Parser(text, includer_, file_, open_).parse_file(into, false);
  }

  void parse_let(std::vector<Statement>& into, Statement s) {
    expect("let");
    s.kind = StatementKind::let;
    s.recursive = accept("rec");
    s.bindings = parse_bindings();
    if (accept("when")) {  // a side condition on the recursion: checked like an axiom
      into.push_back(std::move(s));
      Statement c;
      c.pos = peek().pos;
      parse_check(c);
      into.push_back(std::move(c));
      return;
    }
    into.push_back(std::move(s));
  }

  std::vector<Binding> parse_bindings() {
    std::vector<Binding> bindings;
    do {
      Binding b;
      b.pos = peek().pos;
      if (is("(") && is(")", 1)) fail("expected a name");
      b.name = name("a name to define");
      std::vector<std::vector<std::string>> patterns;
      while (!is("=")) patterns.push_back(parse_pattern());
      expect("=");
      b.value = expression();
      for (size_t i = patterns.size(); i-- > 0;) {
        auto f = node(ExprKind::function, b.pos);
        f->name = b.name;
        f->parameters = patterns[i];
        f->children = {b.value};
        b.value = f;
      }
      bindings.push_back(std::move(b));
    } while (accept("and"));
    return bindings;
  }

  std::vector<std::string> parse_pattern() {
    if (!accept("(")) return {name("a parameter")};
    std::vector<std::string> names;
    if (!is(")")) do
        names.push_back(name("a parameter"));
      while (accept(","));
    expect(")");
    return names;
  }

  void parse_check(Statement& s) {
    s.kind = StatementKind::check;
    if (accept("flag"))
      s.check.role = CheckRole::flag;
    else if (accept("undefined_unless"))
      s.check.role = CheckRole::undefined_unless;
    else if (accept("assert"))
      s.check.role = CheckRole::assertion;
    else if (accept("requires"))
      s.check.role = CheckRole::require;
    s.check.negated = accept("~");
    if (accept("acyclic"))
      s.check.kind = CheckKind::acyclic;
    else if (accept("irreflexive"))
      s.check.kind = CheckKind::irreflexive;
    else if (accept("empty"))
      s.check.kind = CheckKind::empty;
    else
      fail("expected a statement (let, acyclic, irreflexive, empty, include, ...)");
    s.check.expr = expression();
    if (accept("as")) {
      if (peek().kind != TokenKind::identifier && peek().kind != TokenKind::string) fail("expected a name after 'as'");
      s.check.name = tokens_[at_++].text;
    }
  }

  ExprPtr node(ExprKind kind, const SourcePos& pos) const {
    auto e = std::make_shared<Expr>();
    e->kind = kind;
    e->pos = pos;
    return e;
  }
  ExprPtr binary(ExprKind kind, const SourcePos& pos, ExprPtr a, ExprPtr b) const {
    auto e = node(kind, pos);
    e->children = {std::move(a), std::move(b)};
    return e;
  }

  struct Level {
    const char* symbol;
    ExprKind kind;
    bool right;
  };

  ExprPtr expression(size_t level = 0) {
    static constexpr std::array<Level, 5> kLevels = {{{"|", ExprKind::unite, false},
                                                      {"++", ExprKind::insert, true},
                                                      {";", ExprKind::sequence, false},
                                                      {"\\", ExprKind::minus, false},
                                                      {"&", ExprKind::intersect, false}}};
    if (level == kLevels.size()) return product();
    ExprPtr left = expression(level + 1);
    const Level& op = kLevels[level];
    for (size_t length = 0; is(op.symbol); ++length) {
      const SourcePos pos = peek().pos;
      ++at_;
      if (op.right) {
        const Deeper deeper(*this);
        return binary(op.kind, pos, std::move(left), expression(level));
      }
      ExprPtr right = expression(level + 1);
      // Associative chains become one wide node: long ones must not make the tree deep.
      if (op.kind != ExprKind::minus && length > 0) {
        left->children.push_back(std::move(right));
      } else {
        check_chain(length);
        left = binary(op.kind, pos, std::move(left), std::move(right));
      }
    }
    return left;
  }

  void check_chain(size_t length) const {
    if (length > kMaxNesting)
      throw InputError(peek().pos, fmt::format("more than {} operators in a row", kMaxNesting),
                       "name parts of the expression with let");
  }

  bool starts_operand(size_t ahead) const {
    const Token& t = peek(ahead);
    if (t.kind == TokenKind::tag) return true;
    if (t.kind == TokenKind::identifier)
      return is_name(ahead) || t.text == "try" || t.text == "if" || t.text == "match";
    if (t.kind != TokenKind::symbol) return false;
    return t.text == "(" || t.text == "[" || t.text == "{" || t.text == "~" || t.text == "_" || t.text == "0";
  }

  ExprPtr product() {
    ExprPtr left = unary();
    for (size_t length = 0; is("*"); ++length) {
      check_chain(length);
      const SourcePos pos = peek().pos;
      ++at_;
      left = binary(ExprKind::product, pos, std::move(left), unary());
    }
    return left;
  }

  ExprPtr unary() {
    if (!is("~")) return postfix();
    const Deeper deeper(*this);
    auto e = node(ExprKind::complement, peek().pos);
    ++at_;
    e->children = {unary()};
    return e;
  }

  ExprPtr postfix() {
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
      auto outer = node(kind, peek().pos);
      ++at_;
      outer->children = {std::move(e)};
      e = std::move(outer);
    }
  }

  bool starts_argument() const {
    const Token& t = peek();
    if (t.kind == TokenKind::tag || is_name()) return true;
    return t.kind == TokenKind::symbol && (t.text == "(" || t.text == "{" || t.text == "0" || t.text == "_");
  }

  ExprPtr application() {
    ExprPtr e = primary();
    for (size_t length = 0; starts_argument(); ++length) {
      check_chain(length);
      const SourcePos pos = peek().pos;
      if (e->kind != ExprKind::variable && e->kind != ExprKind::apply && e->kind != ExprKind::function) break;
      e = binary(ExprKind::apply, pos, std::move(e), primary());
    }
    return e;
  }

  ExprPtr primary() {
    const Deeper deeper(*this);
    const Token& t = peek();
    if (t.kind == TokenKind::tag) {
      auto e = node(ExprKind::tag, t.pos);
      e->name = t.text;
      ++at_;
      return e;
    }
    if (is_name()) {
      auto e = node(ExprKind::variable, t.pos);
      e->name = t.text;
      ++at_;
      return e;
    }
    if (is("(")) return parenthesised();
    if (is("{")) return explicit_set();
    if (is("[")) {
      auto e = node(ExprKind::identity_on, t.pos);
      ++at_;
      e->children = {expression()};
      expect("]");
      return e;
    }
    if (is("0") || is("_")) {
      auto e = node(is("0") ? ExprKind::empty : ExprKind::universe, t.pos);
      ++at_;
      return e;
    }
    if (is("let")) return let_in();
    if (is("fun")) return function();
    if (is("match")) return match();
    if (is("if")) return if_then_else();
    if (is("try")) {
      auto e = node(ExprKind::attempt, t.pos);
      ++at_;
      e->children = {expression()};
      expect("with");
      e->children.push_back(expression(1));
      return e;
    }
    fail("expected an expression");
  }

  ExprPtr parenthesised() {
    const SourcePos pos = peek().pos;
    expect("(");
    auto tuple = node(ExprKind::tuple, pos);
    if (!accept(")")) {
      do tuple->children.push_back(expression());
      while (accept(","));
      expect(")");
    }
    return tuple->children.size() == 1 ? tuple->children[0] : tuple;
  }

  ExprPtr explicit_set() {
    auto set = node(ExprKind::explicit_set, peek().pos);
    expect("{");
    if (!accept("}")) {
      do set->children.push_back(expression());
      while (accept(","));
      expect("}");
    }
    if (set->children.empty()) set->kind = ExprKind::empty;
    return set;
  }

  ExprPtr let_in() {
    auto e = node(ExprKind::let_in, peek().pos);
    expect("let");
    e->recursive = accept("rec");
    e->bindings = parse_bindings();
    expect("in");
    e->children = {expression()};
    return e;
  }

  ExprPtr function() {
    auto e = node(ExprKind::function, peek().pos);
    expect("fun");
    e->parameters = parse_pattern();
    expect("->");
    e->children = {expression()};
    return e;
  }

  ExprPtr match() {
    auto e = node(ExprKind::match, peek().pos);
    expect("match");
    e->children = {expression()};
    expect("with");
    while (accept("||")) {
      MatchClause clause;
      if (accept("{")) {
        expect("}");
        clause.kind = MatchClause::Kind::empty;
      } else if (peek().kind == TokenKind::tag) {
        clause.kind = MatchClause::Kind::tag;
        clause.first = parse_tag();
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
      e->clauses.push_back(std::move(clause));
    }
    if (e->clauses.empty()) fail("expected a clause starting with '||'");
    expect("end");
    return e;
  }

  ExprPtr if_then_else() {
    auto e = node(ExprKind::if_then_else, peek().pos);
    expect("if");
    e->condition = condition();
    expect("then");
    e->children = {expression()};
    expect("else");
    e->children.push_back(expression());
    return e;
  }

  Condition condition() {
    const Deeper deeper(*this);
    Condition left = conjunction();
    while (accept("||")) left = join(ConditionKind::disjunction, std::move(left), conjunction());
    return left;
  }

  Condition conjunction() {
    Condition left = condition_atom();
    while (accept("&&")) left = join(ConditionKind::conjunction, std::move(left), condition_atom());
    return left;
  }

  static Condition join(ConditionKind kind, Condition a, Condition b) {
    Condition c;
    c.kind = kind;
    c.children = {std::move(a), std::move(b)};
    return c;
  }

  Condition condition_atom() {
    const Deeper deeper(*this);
    Condition c;
    if (accept("not")) {
      c.kind = ConditionKind::negation;
      c.children = {condition_atom()};
    } else if (is("(") && (peek(1).kind == TokenKind::string || is("not", 1) || is("(", 1))) {
      ++at_;
      c = condition();
      expect(")");
    } else if (peek().kind == TokenKind::string) {
      c.variant = tokens_[at_++].text;
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

  const Includer& includer_;
  File& file_;
  std::vector<std::string>& open_;
  std::string source_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  size_t depth_ = 0;
};

}  // namespace

File parse(const SourceText& source, const Includer& includer) {
  File file;
  std::vector<std::string> open;
  Parser(source, includer, file, open).parse_file(file.statements, true);
  return file;
}

}  // namespace fencepost::memory::cat

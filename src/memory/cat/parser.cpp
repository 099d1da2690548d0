#include "memory/cat/parser.h"

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "memory/cat/expression_parser.h"

namespace fencepost::memory::cat {

namespace {

constexpr size_t kMaxStatements = 200000;
constexpr size_t kMaxIncludes = 64;

class Parser : ExpressionParser {
 public:
  Parser(const SourceText& source, const Includer& includer, File& file, std::vector<std::string>& open)
      : ExpressionParser(tokenize(source.text, source.file)),
        includer_(includer),
        file_(file),
        open_(open),
        source_(source.file) {
    open_.push_back(source.file);
  }
  ~Parser() { open_.pop_back(); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  void parse_file(std::vector<Statement>& into, bool main) {
    parse_header(main);
    parse_statements(into);
    if (!is(TokenKind::end)) fail("expected a statement (let, acyclic, include, ...)");
  }

 private:
  void parse_header(bool main) {
    while (true) {
      if (is(TokenKind::string)) {
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
      take();
    }
  }

  void parse_statements(std::vector<Statement>& into) {
    while (!is(TokenKind::end) && !is("end") && !is("else")) parse_statement(into);
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
      s.hide = take().text == "unshow";
      do {
        s.arguments.push_back(expression());
        std::string shown = s.arguments.back()->name;
        if (accept("as")) shown = name("a name after 'as'");
        s.parameters.push_back(std::move(shown));
      } while (accept(","));
    } else if (accept("procedure")) {
      s.kind = StatementKind::procedure;
      s.name = name("the procedure's name");
      s.parameters = pattern();
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
      do s.parameters.push_back(tag());
      while (accept("||"));
    } else if (accept("instructions")) {
      s.kind = StatementKind::instructions;
      s.name = name("an event set (R, W, F, ...)");
      expect("[");
      s.arguments = expressions();
      expect("]");
    } else if (is("relations") || is("sets")) {
      take();
      do name("a name");
      while (accept(","));
      return;  // declares names that the front end provides; nothing to evaluate
    } else {
      parse_check(s);
    }
    into.push_back(std::move(s));
  }

  void parse_include(std::vector<Statement>& into, const SourcePos& pos) {
    if (!is(TokenKind::string)) fail("expected a file name in double quotes after 'include'");
    const std::string wanted = take().text;
    const SourceText text = includer_(wanted, source_, pos);
    for (const std::string& file : open_)
      if (file == text.file)
        throw InputError(pos, fmt::format("'{}' includes itself", wanted),
                         fmt::format("the chain of includes is {} -> {}", fmt::join(open_, " -> "), text.file));
    if (open_.size() > kMaxIncludes)
      throw InputError(pos, fmt::format("includes nest deeper than {} files", kMaxIncludes));
    Parser(text, includer_, file_, open_).parse_file(into, false);
  }

  void parse_let(std::vector<Statement>& into, Statement s) {
    expect("let");
    s.kind = StatementKind::let;
    s.recursive = accept("rec");
    s.bindings = bindings();
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
      if (!is(TokenKind::identifier) && !is(TokenKind::string)) fail("expected a name after 'as'");
      s.check.name = take().text;
    }
  }

  const Includer& includer_;
  File& file_;
  std::vector<std::string>& open_;
  std::string source_;
};

}  // namespace

File parse(const SourceText& source, const Includer& includer) {
  File file;
  std::vector<std::string> open;
  Parser(source, includer, file, open).parse_file(file.statements, true);
  return file;
}

}  // namespace fencepost::memory::cat

// Expressions and conditions of cat. Precedence from loosest to tightest: | ++ ; \ & * (product), then prefix ~, then
// postfix + * ? ^-1, then application; as in herd7's grammar. A `*` is a product when an operand follows it, else the
// reflexive-transitive closure. Nesting is bounded, so hostile input ends in a diagnostic and not in a stack overflow.
#pragma once

#include "memory/cat/ast.h"
#include "memory/cat/cursor.h"

namespace fencepost::memory::cat {

class ExpressionParser : protected Cursor {
 protected:
  using Cursor::Cursor;

  ExprPtr expression(size_t level = 0);
  ExprPtr primary();
  Condition condition();
  // What statements and expressions share.
  std::vector<ExprPtr> expressions();  // one or more, with commas
  std::vector<std::string> pattern();  // of a function's parameters
  std::vector<Binding> bindings();     // after let

 private:
  void check_chain(size_t length) const;
  bool starts_operand(size_t ahead) const;
  bool starts_argument() const;
  ExprPtr leaf(ExprKind kind);
  ExprPtr product();
  ExprPtr unary();
  ExprPtr postfix();
  ExprPtr application();
  ExprPtr tuple();
  ExprPtr explicit_set();
  ExprPtr let_in();
  ExprPtr function();
  ExprPtr match();
  MatchClause match_clause();
  ExprPtr if_then_else();
  ExprPtr attempt();
  Condition conjunction();
  Condition condition_atom();
};

}  // namespace fencepost::memory::cat

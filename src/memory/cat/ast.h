// Syntax of cat. One node type for expressions, one for statements: a table of kinds is shorter to walk (resolve,
// analyse, evaluate, explain) than a class hierarchy. The parser fills everything but the fields under "resolved",
// which resolve.h fills; after that the tree is immutable and shared by all threads that evaluate the model.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/source.h"

namespace fencepost::memory::cat {

enum class ExprKind {
  variable,      // name
  tag,           // 'name
  empty,         // 0 or {}
  universe,      // _
  identity_on,   // [e]
  explicit_set,  // {e, ...}
  tuple,         // (e, ...)
  unite,         // a | b
  intersect,     // a & b
  minus,         // a \ b
  sequence,      // a ; b
  product,       // a * b
  insert,        // a ++ b
  complement,    // ~a
  inverse,       // a^-1
  plus,          // a+
  star,          // a*
  option,        // a?
  apply,         // f a
  function,      // fun p -> e
  let_in,        // let [rec] ... in e
  match,         // match e with ...
  if_then_else,  // if c then a else b
  attempt,       // try a with b
};

enum class ConditionKind { variant, negation, conjunction, disjunction, equal, subset };

struct Expr;
using ExprPtr = std::shared_ptr<Expr>;

struct Condition {
  ConditionKind kind = ConditionKind::variant;
  std::string variant;
  std::vector<Condition> children;
  std::vector<ExprPtr> operands;
};

struct Binding {
  std::string name;
  SourcePos pos;
  ExprPtr value;
  uint32_t slot = 0;  // resolved: of a top-level binding
};

struct MatchClause {
  enum class Kind { empty, insert, tag, any } kind = Kind::any;
  std::string first, rest;  // names bound by `first ++ rest`, or the tag
  ExprPtr body;
};

struct Expr {
  ExprKind kind = ExprKind::empty;
  SourcePos pos;
  std::string name;
  std::vector<ExprPtr> children;
  std::vector<std::string> parameters;  // of a function: one name, or the names of a tuple
  std::vector<Binding> bindings;        // of let_in
  bool recursive = false;
  std::vector<MatchClause> clauses;
  Condition condition;

  // resolved
  enum class Scope : uint8_t { unresolved, global, local } scope = Scope::unresolved;
  uint32_t index = 0;  // global: slot; local: distance from the innermost binding
};

enum class CheckKind { acyclic, irreflexive, empty };
enum class CheckRole { require, flag, undefined_unless, assertion };

struct Check {
  CheckKind kind = CheckKind::acyclic;
  CheckRole role = CheckRole::require;
  bool negated = false;
  std::string name;
  ExprPtr expr;
};

enum class StatementKind {
  let,
  check,
  with_from,
  show,
  procedure,
  call,
  for_all,
  conditional,
  enumeration,
  instructions
};

struct Statement {
  StatementKind kind = StatementKind::let;
  SourcePos pos;
  bool recursive = false;
  std::vector<Binding> bindings;  // let; with_from: one
  Check check;
  std::string name;                     // procedure, call, for_all (variable), enumeration, instructions
  std::vector<std::string> parameters;  // procedure; enumeration: its tags; show: names
  std::vector<ExprPtr> arguments;       // call; for_all: the set; instructions: tag sets; show: expressions
  std::vector<Statement> body, otherwise;
  Condition condition;
  bool hide = false;  // unshow
};

struct Options {
  bool with_co = true;    // false: the model generates co itself (withoutco)
  bool with_init = true;  // false: initial writes are left out
  bool catdep = false;    // the model computes dependencies from register events
};

struct File {
  std::string title;
  Options options;
  std::vector<Statement> statements;  // includes are expanded in place
};

}  // namespace fencepost::memory::cat

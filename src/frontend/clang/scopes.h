// The blocks of a function body with the objects whose lifetime each one bounds (C11 6.2.4p5-6): a jump from one block
// to another kills what it leaves and allocates what it enters, and nothing else does. The life of a variable length array
// begins at its declaration, so what follows in its block is a scope of its own (6.2.4p7), which no jump can enter. Selection and
// iteration statements are blocks, and so are their substatements, with or without braces (6.8.4p3, 6.8.5p5).
#pragma once

#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace clang {
class CompoundLiteralExpr;
class DeclStmt;
class Expr;
class LabelDecl;
class Stmt;
class SwitchCase;
class VarDecl;
}  // namespace clang

namespace fencepost::frontend {

struct Scope {
  const Scope* parent = nullptr;
  unsigned depth = 0;
  Scope* block = nullptr;  // the block: itself, or, of the scope after a variable length array, the block around it
  const clang::VarDecl* vla = nullptr;                      // of the scope after a variable length array: that array
  std::vector<const clang::VarDecl*> variables;             // automatic, in order
  std::vector<const clang::CompoundLiteralExpr*> literals;  // compound literals, which live as long as the block
};

class ScopeTree {
 public:
  explicit ScopeTree(const clang::Stmt* body);

  const Scope* root() const { return &scopes_.front(); }
  // The scope that a statement opens (compound, selection and iteration statements), or null.
  const Scope* opened_by(const clang::Stmt* stmt) const;
  // The scope of a substatement of a selection or iteration statement.
  const Scope* around(const clang::Stmt* substatement) const { return around_.at(substatement); }
  const Scope* opened_by(const clang::VarDecl* vla) const { return rests_.at(vla); }
  const Scope* of_label(const clang::LabelDecl* label) const;  // null: the label stands inside an expression
  const Scope* of_case(const clang::SwitchCase* label) const;
  const Scope* of_variable(const clang::VarDecl* variable) const;  // null: not of this body
  bool has_labels() const { return !labels_.empty(); }
  // C11 6.3.2.1p2 speaks of objects "never having had [their] address taken".
  bool address_taken(const clang::VarDecl* variable) const { return address_taken_.contains(variable); }

 private:
  // The scope of what follows in the same block.
  Scope* visit(const clang::Stmt* stmt, Scope* scope);
  Scope* visit_declaration(const clang::DeclStmt* stmt, Scope* scope);
  void visit_expression(const clang::Stmt* expr, Scope* scope);
  Scope* open(Scope* parent);

  std::deque<Scope> scopes_;
  std::unordered_map<const clang::Stmt*, const Scope*> opened_;
  std::unordered_map<const clang::Stmt*, const Scope*> around_;
  std::unordered_map<const clang::VarDecl*, const Scope*> rests_;
  std::unordered_map<const clang::LabelDecl*, const Scope*> labels_;
  std::unordered_map<const clang::SwitchCase*, const Scope*> cases_;
  std::unordered_set<const clang::VarDecl*> address_taken_;
};

}  // namespace fencepost::frontend

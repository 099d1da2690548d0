// Where in the text of C files the things stand that a witness of SV-COMP can name: statements, branches, calls. Core's own positions
// are those of operators and the like, for people. Text inside macros counts as standing where the macro is used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace fencepost::core {

struct SourceMap {
  struct Statement {
    SourcePos begin, end;   // the end is behind it, its semicolon included
    SourcePos inner;        // behind its labels
    bool in_block = false;  // directly in a compound statement
    bool is_loop = false;
    bool is_written = true;  // false: it begins or ends inside of a macro
    std::string function;
  };
  struct Branch {
    enum class Kind : uint8_t { if_, loop, switch_, conditional };
    Kind kind = Kind::if_;
    SourcePos keyword;     // the first character of `if`, `for`, ..., or the `?`
    SourcePos begin, end;  // of its condition; invalid: none
    bool is_written = true;
    std::string function;
  };
  struct Call {
    SourcePos begin, closing;  // the first character, and the parenthesis that ends it
    std::string callee;        // empty: through a pointer
    bool has_value = false;
    bool is_written = true;
    std::string function;
  };

  struct Arm {  // of a parallel composition: it runs as a thread
    SourcePos begin, end;
    std::string function;
  };

  // In the order of the text, what is around others first.
  std::vector<Statement> statements;
  std::vector<Branch> branches;
  std::vector<Call> calls;
  std::vector<Arm> arms;

  // The innermost one around a position; null: none.
  const Statement* statement_around(const SourcePos& pos) const;
  // The innermost call that begins there, or else the one around it.
  const Call* call_at(const SourcePos& begin) const;
  // Of calls that begin there the one that makes a thread: of a macro's use, in which several may begin.
  const Call* creation_at(const SourcePos& begin) const;
  const Arm* arm_at(const SourcePos& begin) const;
  const Branch* branch_at(const SourcePos& keyword) const;
  // Adds another file's. What is there already, of a header that both include, is left out.
  void add(const SourceMap& other);
};

bool is_before(const SourcePos& a, const SourcePos& b);  // in one file
// Is it the name of a function that makes threads of functions?
bool makes_threads(std::string_view callee);

}  // namespace fencepost::core

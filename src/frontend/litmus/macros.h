// Macro files (.def) of herd7's kernel model: `f(X) expression` or `f(X) { statements }` over the primitives __load{tag},
// __store{tag}, __fence{tag}, __xchg, __cmpxchg, __atomic_op, ... (c_parser.cpp). Expansion works on tokens, before the
// threads are parsed; expansions may use other macros, to a bounded depth.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/litmus/scanner.h"

namespace fencepost::litmus {

class MacroTable {
 public:
  static MacroTable parse(std::string_view text, const std::string& file);
  void expand(Scanner& scanner) const;
  size_t size() const { return macros_.size(); }

 private:
  struct Macro {
    std::vector<std::string> parameters;
    std::vector<Token> body;
  };

  std::vector<Token> expand(const std::vector<Token>& tokens, int depth) const;

  std::map<std::string, Macro> macros_;
};

}  // namespace fencepost::litmus

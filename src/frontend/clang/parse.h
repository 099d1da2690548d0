// From file names to Clang ASTs: arguments, our own headers as virtual files, and Clang's diagnostics turned into ours.
// Lenient where compilers used to be (implicit declarations, pointer/integer mismatches are warnings).
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/frontend.h"
#include "frontend/clang/understood.h"

namespace clang {
class ASTUnit;
}

namespace fencepost::frontend {

struct ParsedUnit {
  std::string file;
  std::unique_ptr<clang::ASTUnit> ast;
  bool library = false;  // our own models of library functions
  // Set when the only errors are violations of C11 6.2.2p7, which ISO makes undefined rather than ill-formed.
  SourcePos linkage_conflict;
  bool is_stub = false;
  std::set<unsigned> parallel = {};   // where parallel compositions begin (parallel_notation.h)
  std::vector<Dropped> dropped = {};  // attributes and pragmas that Clang ignored and that are not understood either
};

ParsedUnit parse_file(const std::string& file, const SourceOptions& options, std::vector<Diagnostic>& warnings);
// Files of our library, by path in library/, as one unit.
ParsedUnit parse_library(const std::vector<std::string>& paths, const SourceOptions& options);

}  // namespace fencepost::frontend

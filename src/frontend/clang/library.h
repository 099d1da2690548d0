// Our library models (library/*.c), read when a program needs them: to read them all takes longer than most programs need
// to be verified. Which file defines a name is found in the text; rejected: a list kept by hand, which would go stale.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/clang/parse.h"

namespace fencepost::frontend {

class Library {
 public:
  explicit Library(const SourceOptions& options);
  ~Library();  // defined where ASTUnit is a complete type

  // Reads the files that define these names, and those that define what these files mention, as one unit, so that
  // headers are read once. Files that were read before are left out; null if no file remains.
  const ParsedUnit* read(const std::set<std::string>& names);

 private:
  size_t file_of(std::string_view name) const;

  const SourceOptions& options_;
  std::map<std::string_view, size_t> defined_in_;  // name -> number of the embedded file
  std::vector<bool> taken_;                        // by number
  std::deque<ParsedUnit> units_;                   // a deque, since the addresses of ASTs must stay valid
};

}  // namespace fencepost::frontend

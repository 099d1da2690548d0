// Static single assignment of a trace: a program variable has a version for each time it was written, and a version is a
// variable of the trace's formula. The first version is the program variable itself, and versions are kept from trace to
// trace, so that what a solver has learned about one trace serves the next.
#pragma once

#include <unordered_map>
#include <vector>

#include "logic/substitute.h"

namespace fencepost::logic {

class Versions {
 public:
  explicit Versions(Terms& terms) : terms_(terms), back_(terms) {}

  void restart() { newest_.clear(); }  // another trace: every variable has its first version
  Term write(Term variable);           // its next version, which counts from here on
  Term now(Term formula) const;        // over program variables: what it says about the newest versions
  Term program(Term formula) { return back_(formula); }  // over versions: program variables in their place

 private:
  Terms& terms_;
  std::unordered_map<Term, std::vector<Term>> versions_;  // of a program variable, but the first
  std::unordered_map<Term, size_t> newest_;               // how many of them are in use; absent: none
  Substitution back_;
};

}  // namespace fencepost::logic

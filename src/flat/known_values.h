// Constants that variables of one thread have at a location, whatever run has led there: the domain of constant propagation. Followed are
// variables on which it depends whether a step can be taken.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "flat/flat_program.h"

namespace fencepost::flat {

// Those that conditions name, and those of which these are made.
std::unordered_set<Term> telling_variables(const FlatProgram& program, const Template& of);

class KnownValues {
 public:
  // The variables outlive it. At first nothing is known: registers are written before they are read.
  explicit KnownValues(const std::unordered_set<Term>& telling) : telling_(&telling) {}

  // After the label. False: it cannot be taken with these.
  bool take(const Label& label, const FlatProgram& program, logic::Terms& terms);
  // Keeps what both know. Was that less?
  bool keep_common(const KnownValues& other);

 private:
  Term with_known(Term term, logic::Terms& terms) const;

  const std::unordered_set<Term>* telling_;
  std::unordered_map<Term, Term> constants_;  // only looked up and filtered
};

}  // namespace fencepost::flat

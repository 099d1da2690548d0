// Constants that variables of one thread have at a location, whatever run has led there: the domain of constant propagation.
#pragma once

#include <unordered_map>

#include "flat/flat_program.h"

namespace fencepost::flat {

class KnownValues {
 public:
  // Those with which the thread begins.
  static KnownValues at_start(const FlatProgram& program, TemplateId of, logic::Terms& terms);

  // After the label. False: it cannot be taken with these.
  bool take(const Label& label, const FlatProgram& program, logic::Terms& terms);
  // Keeps what both know. Was that less?
  bool keep_common(const KnownValues& other);

 private:
  Term with_known(Term term, logic::Terms& terms) const;

  std::unordered_map<Term, Term> constants_;  // only looked up and filtered
};

}  // namespace fencepost::flat

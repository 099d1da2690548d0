// The exact meaning of terms, for model checking of solvers, replay and tests. Deliberately a second implementation: it
// shares nothing with fold.cpp (floats are computed here by integer arithmetic for every format, not by the host).
// Operators that SMT-LIB leaves open have a value here, which the solver adapters enforce: int_div by zero is 0, int_mod
// by zero is the dividend, fp_to_sbv and fp_to_ubv out of range are 0.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/solver.h"

namespace fencepost::logic {

// Remembers what it has computed, so that many terms under one assignment cost one walk of their common DAG. The
// assignment must outlive the evaluator and not change meanwhile.
class Evaluator {
 public:
  explicit Evaluator(const Assignment& assignment);
  Bits operator()(Term term);
  bool holds(Term term) { return (*this)(term) != 0; }

 private:
  const Bits* find(Term term) const;
  void remember(Term term, Bits value);
  Term next_needed(Term term) const;
  Bits compute(Term term) const;

  struct Entry {
    uint32_t id_plus_one = 0;
    Bits value = 0;
  };
  const Assignment& assignment_;
  std::vector<Entry> table_;
  size_t used_ = 0;
  std::vector<Term> stack_;
};

// Value of a float operator by its definition in IEEE 754-2008; `values` are bit patterns of the arguments.
Bits evaluate_float(Term term, const Bits* values);

}  // namespace fencepost::logic

// Questions to Z3 that have nothing to do with each other: each is asked of a solver that knows nothing else, since one that has been asked
// much searches long for what is easy. They share a context: to make one takes longer than most of the questions.
#pragma once

#include <memory>
#include <span>

#include "logic/solver.h"

namespace fencepost::logic {

class SingleQuestions {
 public:
  virtual ~SingleQuestions() = default;
  // Can all be true? most_conflicts: 0 is no limit.
  virtual Answer operator()(std::span<const Term> formulas, int most_conflicts) = 0;
  virtual Assignment model() = 0;  // after sat
};

std::unique_ptr<SingleQuestions> make_single_questions(Budget& budget, Statistics& statistics);

}  // namespace fencepost::logic

// One execution of a program: its initialisation, its threads, and what is looked at when all of them have been executed.
#pragma once

#include "unroll/transfer.h"

namespace fencepost::unroll {

class Executor {
 public:
  Executor(const program::Cfa& cfa, const Options& options, Terms& terms, Budget& budget, program::Shapes& shapes,
           Learnt& learnt)
      : p_(cfa, options, terms, budget, shapes, learnt), transfer_(p_) {}
  Unrolled run();

 private:
  State initial_state();
  Unrolled execute();
  void finish();

  Parts p_;
  Transfer transfer_;
};

}  // namespace fencepost::unroll

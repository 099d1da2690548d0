// Which locks a thread holds where it stands, guessed from the shape of the program: a lock is a shared variable that threads take by
// changing it from its first value, and give back by restoring that. What follows from the guess is checked with the values that are
// known (thread_facts.h), and by check/thread_facts.h.
//
// After an update that may fail, who holds the lock is told by what the thread found there: a condition on its own variables.
#pragma once

#include <vector>

#include "flat/flat_program.h"

namespace fencepost::engine::cegar {

using logic::Term;

struct LockSet {
  flat::VarId lock{};
  logic::Bits free = 0;
  std::vector<std::vector<Term>> held;  // by template and location: when it is
  // By template and edge: the lock has to be free where these are taken.
  std::vector<std::pair<uint32_t, uint32_t>> only_if_free;
};

// In the order of variables.
std::vector<LockSet> lock_sets(const flat::FlatProgram& program, logic::Terms& terms);

}  // namespace fencepost::engine::cegar

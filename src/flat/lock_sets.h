// Which locks a thread holds where it stands, by the shape of the program: a lock is a shared variable that threads take by
// changing it from its first value, and give back by restoring that. After an update that may fail, who holds the lock is told by what
// the thread found there: a condition on its own variables.
//
// At most one thread that has not ended holds a lock, and then it is not free: who takes it has found it free, so that nobody held it, and
// only who holds it gives it back. That leaves steps that write it without holding it (`only_if_free`), such as those of an
// initialisation: it is true of programs in which the lock is free when they are taken, or in which no other thread is under way then.
#pragma once

#include <vector>

#include "flat/flat_program.h"

namespace fencepost::flat {

struct LockSet {
  VarId lock{};
  logic::Bits free = 0;
  std::vector<std::vector<Term>> held;  // by template and location: when it is
  // By template and edge: the lock has to be free where these are taken.
  std::vector<std::pair<uint32_t, uint32_t>> only_if_free;
};

// In the order of variables.
std::vector<LockSet> lock_sets(const FlatProgram& program, logic::Terms& terms);

}  // namespace fencepost::flat

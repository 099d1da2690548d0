// Which checks of a program the facts of its threads settle, each where it stands (thread_facts.h).
#pragma once

#include "base/budget.h"
#include "base/statistics.h"
#include "core/undef.h"
#include "result/proof.h"

namespace fencepost::engine::cegar {

struct Settled {
  size_t facts = 0;   // predicates at locations
  size_t checks = 0;  // in the program
  size_t settled = 0;
};
Settled settled_by(const result::ThreadFacts& facts, const flat::FlatProgram& program, const core::UndefSet& asked,
                   logic::Terms& terms, Budget& budget, Statistics& statistics);

}  // namespace fencepost::engine::cegar

// Invariants for nothing: what intervals of variables and lock sets say of each thread on its own (thread-modular abstract
// interpretation; Mine, VMCAI 2014). Of every location of every template: the values that each variable may have when a thread stands
// there, whatever others do meanwhile. Others interfere by what they write, unless they cannot be under way, stand before a lock that
// the thread holds, or the thread is in an atomic section. What is written under one lock alone is, when nobody holds it, what its holders
// leave: who takes the lock knows that.
//
// Seconds at most, no refinement. Intervals are widened to constants of the program, then narrowed. The facts are part of the
// proof, and re-checked there (result::ThreadFacts, check/thread_facts.h).
#pragma once

#include <optional>

#include "base/budget.h"
#include "core/undef.h"
#include "result/proof.h"

namespace fencepost::engine::cegar {

// Nothing: the program is too large, or the budget of the analysis is used up. asked: other checks are passed.
std::optional<result::ThreadFacts> thread_facts(const flat::FlatProgram& program, const core::UndefSet& asked,
                                                logic::Terms& terms, Budget& budget);

}  // namespace fencepost::engine::cegar

// Passes from flat programs to smaller ones with the same runs, as far as shared variables, checks and choices tell. In order; the
// verifier runs after each.
#pragma once

#include <span>
#include <string_view>

#include "flat/flat_program.h"

namespace fencepost::flat {

struct Pass {
  std::string_view name;
  void (*run)(FlatProgram& program, logic::Terms& terms);
};

std::span<const Pass> passes();
void simplify(FlatProgram& program, logic::Terms& terms);

// Terms over those variables of which copies were made (propagate.cpp).
void propagate_values(FlatProgram& program, logic::Terms& terms);
// What assigns a thread's variable that the thread no longer reads does nothing, and neither does what always holds. Choices stay,
// since replay asks for each (core/choice.h).
void remove_dead_steps(FlatProgram& program, logic::Terms& terms);
// An edge that only goes on is no step, unless nothing else is left (`for (;;);`). Then locations that no run reaches go.
void contract_steps(FlatProgram& program, logic::Terms& terms);
// Variables and groups that no label names, and no group that is named.
void remove_unused_variables(FlatProgram& program, logic::Terms& terms);

}  // namespace fencepost::flat

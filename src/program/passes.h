// All passes over the Cfa, in the order in which they run; the verifier runs before the first and after each.
#pragma once

#include <span>
#include <string_view>

#include "program/cfa.h"

namespace fencepost::program {

struct Pass {
  std::string_view name;
  void (*run)(Procedure& procedure);
};

std::span<const Pass> passes();
void run_passes(Cfa& cfa);

// Removes Skip edges by letting their predecessors lead to where they lead, then unreachable locations; keeps the order
// of locations. A cycle of Skips (`for (;;);`) keeps one, since it is a program that never ends.
void contract_skips(Procedure& procedure);

// Fills Procedure::first_out; the edges are sorted.
void index_edges(Procedure& procedure);

}  // namespace fencepost::program

// Data races of flat programs (C11 5.1.2.4p25; SV-COMP's no-data-race): two threads are about to access one variable, one of them writes
// and not both are atomic. An update writes if its condition holds of what it would find, and is always atomic, as is everything
// inside an atomic section; concurrent_race.cpp says the same of Core.
#pragma once

#include "flat/flat_program.h"

namespace fencepost::check {

// With which values the next steps of two threads race.
struct NextStep {
  const flat::Edge& edge;
  bool in_section = false;
};
logic::Term race_of(const flat::FlatProgram& program, const NextStep& one, const NextStep& other, logic::Terms& terms);

}  // namespace fencepost::check

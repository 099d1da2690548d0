// When two steps of two threads that are next at the same time are a data race.
#pragma once

#include "flat/flat_program.h"

namespace fencepost::engine::cegar {

struct NextStep {
  const flat::Edge& edge;
  bool in_section;  // an atomic one
};

// Over the values of variables before either.
logic::Term race_of(const flat::FlatProgram& program, logic::Terms& terms, const NextStep& one, const NextStep& two);

}  // namespace fencepost::engine::cegar

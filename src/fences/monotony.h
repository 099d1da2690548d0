// Does a memory model allow no more with stronger orders and more fences? That a choice is the cheapest rests on it (search.h). Built-in models
// are so: their relations grow with what orders accesses, and each axiom forbids cycles or pairs of them. Of a user's model small
// executions are asked: those of two threads with two accesses each, with every fence between the two and every order of each. That
// refutes it or not; it proves nothing.
#pragma once

#include <string>

#include "base/budget.h"
#include "memory/model.h"
#include "program/mapping.h"

namespace fencepost::fences {

struct Monotony {
  size_t executions = 0;  // that were asked; 0: the model is built in
  std::string refuted;    // what the model allows, and forbids with less; empty: nothing was found
};

// Throws Exhausted.
Monotony monotony_of(const memory::Model& model, const program::Mapping& mapping, Budget& budget);
// The same for every model; for tests.
Monotony probed_monotony(const memory::Model& model, const program::Mapping& mapping, Budget& budget);

}  // namespace fencepost::fences

// What follows from a memory model for unrolling a program, and which unrolled programs a model cannot judge.
#pragma once

#include "memory/model.h"
#include "unroll/unrolled.h"

namespace fencepost::runs {

unroll::ModelFacts facts_of(const memory::Model& model);

// Has the program atomic sections of several accesses, of which the model says nothing? Its runs are then more than there
// are, since others may come between.
bool sections_are_open(const unroll::Unrolled& unrolled, const memory::Model& model);
inline constexpr const char* kOpenSections =
    "this memory model does not say what an atomic section is (see `section` in docs/cat.md), and one may be "
    "interrupted";

}  // namespace fencepost::runs

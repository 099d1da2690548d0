// A data race as a check that fails, for those who know interleavings and not what two threads are about to do: where a thread is
// about to make a plain access, it may stop for ever and say so in a variable, and in another one which cell of a group it is; who makes a
// conflicting access looks there first.
//
// Both are about to access the variable in one state if and only if some run fails that check: the thread that stops has done nothing
// yet, and the other one is at its access. A thread that stops is one whose turn never comes: everything else that such a run does,
// a run of the given program does.
#pragma once

#include <variant>

#include "flat/flat_program.h"
#include "flat/not_flat.h"

namespace fencepost::flat {

// The program with checks, without a kind, in front of accesses. Cells that several groups have are one variable here. Verified and simplified.
std::variant<FlatProgram, NotFlat> with_watched_races(const FlatProgram& program, logic::Terms& terms);

}  // namespace fencepost::flat

// Decides where the order in which the strands of an Unseq run can matter, so that all others run in source order alone
// (C11 6.5p3, 6.5.2.2p10). Plain accesses of different strands that conflict are a race whatever the order; what remains
// are calls, which are indeterminately sequenced with everything in other strands. Two strands interfere if
//   - a call in one may write what the other reads or writes, or read what the other writes, or
//   - calls in both may not return, and one contains a check.
// If only one may not return, it runs last: then every check of the others is reached, and its own too.
// Strands are grouped by interference, and each group gets `permute` (groups do not disturb each other, so a group beside
// others becomes a nested Unseq). A nested Unseq is first merged into the one around it where that loses nothing, so that
// (f() + g()) + h() has all six orders.
//
// The expressions of an initialiser are indeterminately sequenced as a whole (6.7.9p23): any conflict between them counts, and
// permutations of whole strands are all orders that there are.
//
// In programs with threads, other threads may observe the accesses of strands to objects whose address they may know,
// in any order: such strands interleave or, if each has one such access and some of these are calls, are permuted.
//
// Permutations keep strands whole. That covers every order as long as no two strands conflict in more than one pair of
// actions, and no cycle of strands conflicts through different actions; `x++` and `x += e` count as one action (6.5.2.4p2,
// 6.5.16.2p3). Where it does not, or where a group has more than four strands, or where nested groups multiply to more
// than 24 orders, Program::gaps says so.
#pragma once

#include "core/core.h"

namespace fencepost::core {

// Changes Unseq::permute and interleave, the nesting of Unseqs, and gaps; the meaning of the program in source order stays.
// Without `as_threads_see`, orders that only other threads could observe are left to right.
void decide_evaluation_orders(Program& program, bool as_threads_see = true);

// Does the block, with what is nested in it, contain only reads and statements on registers? Only other threads can
// observe the order of strands that only read, so that an Unseq of such strands is dropped in programs without
// threads.
bool only_reads(const Block& block);

}  // namespace fencepost::core

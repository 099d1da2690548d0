// Threads that nobody can tell apart: made one after the other by one thread, with the same code, which does the same with the
// same data, up to the names of what it reads and chooses. Under an interleaving model they may be taken in the order of their
// first accesses, which breaks the symmetry: of n such threads, let the i-th that was made behave like the one that began i-th. At most i - 1 of them
// began before it was made, so it exists by then, and nobody else notices. What n! runs show, one of them shows.
//
// The same once more, if their next steps do not depend on what they have read so far, but for having come there: when two have
// got there, who goes on first may be taken to be the one that came first, since they can swap what they do from there on.
//
// With store buffers it holds as long as theirs are empty and their first accesses are reads: a write takes effect later.
//
// Seed 002 uses the symmetry of replicated threads in another way, for any number of them; here they are those of one unrolling.
#pragma once

#include <vector>

#include "base/budget.h"
#include "unroll/unrolled.h"

namespace fencepost::runs {

// Groups of at least two threads, each in the order in which they were made. Nobody waits for their ends.
std::vector<std::vector<unroll::SymmetricThread>> symmetric_threads(const unroll::Unrolled& unrolled, bool buffers,
                                                                    Budget& budget);

}  // namespace fencepost::runs

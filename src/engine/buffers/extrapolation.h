// Predicates about a program, said about its store buffers, too (seed 001, section 5 for a queue a variable and appendix B for one a thread; the
// numbers of the rules are the seed's, of either). Any predicates are sound; these are the ones that a proof needs which argues as the one
// under sc does.
//
//   1, 8     how many stores wait in a queue, from none to k (the seed has none in its example alone); where a queue has stores to several objects,
//            to which one an entry is; to which cell of a group; where barriers lie. That nothing overflows is a check of the program
//   2, 9     the predicates themselves
//   3, 10    with each shared variable as itself or as a store to it that waits, in all combinations; by rules 5 and 12 only of threads that
//            store to it, and by 6 and 13 the same one wherever it stands in a predicate
//   7, 14    where a barrier lies between any two stores of a thread: with at most one variable as a store that waits
//
// Rules 4 and 11 are left out: two neighbours in a queue are equal, what waits is equal to what is in memory. The seed has them so that its model
// checker takes less time and space. Ours forgets what nothing depends on; with them Dekker, Peterson, Szymanski and Ticket had exactly as many
// states under tso and pso, and ABP more than twice as many under tso, after up to 37 percent more solver calls.
#pragma once

#include "flat/buffer_variables.h"
#include "logic/term.h"

namespace fencepost::engine::buffers {

// The program is the one from which the other was made. The result begins with the predicates.
std::vector<logic::Term> extrapolated(const std::vector<logic::Term>& predicates, const flat::FlatProgram& program,
                                      const flat::BufferFacts& facts, const flat::BufferVariables& made,
                                      logic::Terms& terms);

// Does it speak of values that wait?
bool is_about_waiting(logic::Term predicate, const flat::BufferVariables& made);

}  // namespace fencepost::engine::buffers

// Do counts of threads (result/proof.h) prove a task in which at most so many threads run some templates? Asked of the flat program that is made
// here anew, whose threads go in blocks (flat/blocks.h):
//
//   initiation    what predicates may be true of the first values is one of the listed states;
//   consecution   from a listed state, what a block of a thread may make of the predicates is one of them. A solver enumerates that for the thread
//                 alone, and with each of the others beside it; together they say what may become of all, since what is shared and the
//                 thread's own is the same beside each of them;
//   safety        what is known of the thread, alone or with another one beside it, implies the condition of every check that the block comes
//                 to, and that it does not wait where flat/blocks.h asks for it.
//
// By induction every state of every run is one of those that are listed: threads at the same place with the same predicates may be
// exchanged for each other. So no interleaving of so many threads fails.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "result/proof.h"
#include "result/task.h"

namespace fencepost::check {

// Nothing: it does, and `summary` is filled in; if given, `told` is the proof for people, a line each (told_places.h). Otherwise the first reason why not.
std::optional<std::string> problem_of(const result::CountInvariants& proof, const result::Task& task, Budget& budget,
                                      Statistics& statistics, result::ProofSummary& summary,
                                      std::vector<std::string>* told = nullptr);

}  // namespace fencepost::check

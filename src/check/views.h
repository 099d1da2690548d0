// Does an inductive invariant over views (result/proof.h) prove a task in which any number of threads run some templates? Asked of the
// flat program that is made here anew, whose threads go in blocks (flat/blocks.h):
//
//   initiation     the view at the start, without any of these threads, is listed and the first values satisfy its formula;
//   consecution    a block of a thread in a listed view, with values that satisfy its formula, leads to a view of which the same is true;
//   begin          so it is for each view of `size` of the threads of the view and one that it makes;
//   interference   a block of a further thread leads from a listed view to one of which the same is true, if it does so where each view
//                  of `size` of those threads is listed and satisfied;
//   safety         the formulas imply the condition of every check that a block comes to, and that no block waits where
//                  flat/blocks.h asks for it.
//
// Then every state of every run satisfies each of its views, by induction over the run: a view after a step rests on views of the
// state before it. So no interleaving fails.
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
std::optional<std::string> problem_of(const result::ViewInvariants& proof, const result::Task& task, Budget& budget,
                                      Statistics& statistics, result::ProofSummary& summary,
                                      std::vector<std::string>* told = nullptr);

}  // namespace fencepost::check

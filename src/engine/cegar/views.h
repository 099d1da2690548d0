// Proofs for programs in which any number of threads run some templates, under interleaving: predicates from small instances, then views
// of two threads (view_abstraction.h) with these predicates.
//
// A program with so many threads as there are copies (flat/instances.h) is one that the loop of this engine decides: where it fails
// the whole program does, and where it does not, its invariants name the predicates that matter. They are asked of views; where that
// is not enough, what the failure asks of earlier views is added, and then one more thread.
#pragma once

#include <functional>
#include <memory>

#include "base/budget.h"
#include "engine/engine.h"
#include "flat/under_model.h"
#include "result/claim.h"
#include "result/task.h"

namespace fencepost::engine::cegar {

// What the loop says about a program each of whose templates has one instance: invariants, or claims.
using Decide = std::function<std::optional<result::Invariants>(flat::FlatProgram, result::Claims&)>;

// The claims about a program of which some template has any number of instances.
void prove_by_views(const result::Task& task, const flat::Obligation& obligation,
                    const std::shared_ptr<logic::Terms>& terms, const Decide& decide, const Listener& listener,
                    Budget& budget, result::Claims& claims);

// The same of a program whose threads are each known, by what holds of crowds of them (flat/crowd.h): a proof or nothing, since a failing
// run of a crowd need not be one of the threads.
std::optional<result::ViewInvariants> prove_by_crowds(const result::Task& task, const flat::Obligation& obligation,
                                                      const std::shared_ptr<logic::Terms>& terms, const Decide& decide,
                                                      const Listener& listener, Budget& budget, Statistics& statistics);

}  // namespace fencepost::engine::cegar

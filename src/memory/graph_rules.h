// How executions under a model are built event by event, thread by thread in program order (result/graph_state.h), so that none is missed up
// to a failure: what is done in the engine that searches and in the checker of its proofs.
//
// All of it rests on this: what forbids a graph forbids every graph with more events and edges. So the events that a failing check comes
// from, by program order, reads-from and the starts and ends of threads, are an execution of their own, dependencies may be left out, and a
// graph that is forbidden is not gone on with. The compiler of cat files knows it of an axiom that no choice, no other event and no
// dependency makes easier to satisfy (cat::Dependence::down); models that choose for themselves have no such axioms.
#pragma once

#include "memory/model.h"

namespace fencepost::memory {

const GraphRules& graph_rules(const Model& model);

// Is a read of the first kind always before a write of the second kind that follows it in program order, so that no cycle of program order and
// reads-from passes that way? Found by load buffering of two threads, as in probe.h; of a user's model: no. is_update: both are one.
bool keeps_load_store(const Model& model, const Mapped& read, const Mapped& write, bool is_update);

}  // namespace fencepost::memory

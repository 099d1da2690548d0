// Which relaxations a model allows, found by asking a built-in model about small execution graphs, such as those of the store
// buffering and load buffering litmus tests. For built-in models small graphs suffice, because of how these models are made
// (models/*.cat): each preserves a part of program order, which depends on the kinds of two accesses and on what lies between
// them, and forbids cycles of that order with communication. What is concluded from each answer:
//
//   stale_reads      no: a read does not read from a write that is overwritten in program order before the read, nor from one
//                    that comes later in program order, and coherence follows program order (reads_from.h, lemmas.h,
//                    Refinement::fixed_before). The one model that allows it (noassert) allows it with two accesses.
//   load_store       no: program order and reads-from have no cycle, so values have causes and bounds (ranges.h). The models
//                    that forbid load buffering of two threads preserve read-to-write order, or forbid the cycle itself.
//   store_load, store_store, load_load, not_atomic    which abstract machine has all executions that the model allows
//                    (replayed.cpp), which accesses to unshared objects need no events (ModelFacts::loads_order,
//                    stores_order), and which two reads-from edges make a cycle (lemmas.h). Only sc, tso and pso forbid
//                    load_load; there a store is forwarded to reads of its own thread without ordering anything.
//   torn_updates     no: two updates never read from one write (lemmas.h), since these models have an axiom about rmw.
//   passed_updates, overtaken_updates    no: locks protect what they guard, and updates are barriers (guarded.h, lemmas.h).
//   places_hold_up   yes: an access whose address depends on a read is an event even if its object is not shared.
//
// None of these conclusions is valid for a user's model, which may forbid what two threads do and allow it to three threads, to
// updates, or to threads that read their own writes. So every relaxation counts as allowed there, and the cat file judges every
// run. The exception are models whose text shows that they allow exactly the interleavings (cat/store_order_shape.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memory/model.h"

namespace fencepost::memory {

// Found once for a model, when somebody first asks.
const Relaxations& relaxations(const Model& model);

// Does it allow exactly the interleavings, and are races there two accesses at the same time?
bool is_sequentially_consistent(const Model& model);

// What an event between two accesses of a thread keeps in order where the model relaxes it: a fence, the read of an update that wrote
// nothing, each with these tags, or a point at which a thread is made, joined, begins or ends. Of a user's model: nothing.
enum class Between : uint8_t { fence, read, point };
struct Kept {
  bool store_load = false, store_store = false;
};
Kept kept_by(const Model& model, Between kind, const std::vector<std::string>& tags);

// Does the model name C's own memory orders?
bool knows_c_orders(const Model& model);

}  // namespace fencepost::memory

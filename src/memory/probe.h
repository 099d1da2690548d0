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

#include "memory/model.h"

namespace fencepost::memory {

struct Relaxations {
  bool stale_reads = false;   // a thread may read a value that it has overwritten itself (coherence is violated)
  bool store_load = false;    // store buffering
  bool store_store = false;   // message passing with stores out of order
  bool load_load = false;     // message passing with loads out of order
  bool load_store = false;    // load buffering
  bool not_atomic = false;    // two readers may see two writes in different orders (no multi-copy atomicity)
  bool torn_updates = false;  // two updates may read from the same write
  // A later update may overtake a store: locks made of updates do not protect what they guard.
  bool passed_updates = false;
  bool overtaken_updates = false;  // accesses may overtake an update that comes before them in program order
  // A write waits until the addresses of all earlier accesses are known: addr; po; [W] is preserved program order.
  bool places_hold_up = false;

  bool any() const {
    return stale_reads || store_load || store_store || load_load || load_store || not_atomic || torn_updates;
  }
  // The relaxations of a model of which nothing is known.
  static Relaxations all() { return {true, true, true, true, true, true, true, true, true, true}; }
  // Can all runs be replayed with one memory and a store buffer for each thread?
  bool fits_store_buffers() const { return !stale_reads && !load_load && !load_store && !not_atomic; }
  // Does an update wait until the store buffer of its thread is empty?
  bool updates_drain_buffers() const { return fits_store_buffers() && !torn_updates && !passed_updates; }
  // Do updates order all accesses before them with all accesses after them?
  bool updates_are_barriers() const { return updates_drain_buffers() && !overtaken_updates; }
};

Relaxations relaxations(const Model& model);

// Does the model name C's own memory orders?
bool knows_c_orders(const Model& model);

}  // namespace fencepost::memory

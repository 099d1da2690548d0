// What a model lets threads do. A built-in model is asked about the smallest graphs that tell. Small graphs decide there, because
// of how these models are made (models/*.cat): each keeps some of program order, which is a matter of the kinds of two
// accesses and what lies between, and forbids cycles of that with communication. What is concluded from each answer:
//
//   stale_reads      no: a read takes no write that is overwritten on the way to it, nor one that comes later, and coherence
//                    follows the order of threads (reads_from.h, Refinement::fixed_before, lemmas.h). All that allow it at
//                    all (noassert) allow it with two accesses.
//   load_store       no: program order and reads-from have no cycle, so values have causes and bounds (ranges.h). The models
//                    that forbid load buffering of two threads keep order from reads to writes, or forbid the cycle.
//   store_load, store_store, load_load, not_atomic    which machine does all that the model allows (replayed.cpp), which
//                    accesses to places that nobody else uses may be left out (ModelFacts::loads_order, stores_order), and two
//                    reads-from edges that make a cycle (lemmas.h). sc, tso and pso alone have no load_load; a store is
//                    forwarded there to the reads of its thread without ordering anything.
//   torn_updates     no: two updates do not take one write (lemmas.h): the models name rmw, for halves of all threads.
//   passed_updates, overtaken_updates    no: locks guard, barriers are where updates are (guarded.h, lemmas.h).
//   places_hold_up   yes: an access whose place rests on a read is an event even where nobody else comes.
//
// None of that holds of a file that somebody else wrote: it may forbid what two threads do and allow it to three, to updates,
// or to those who read their own writes. So everything counts as allowed there, and every run is judged by the file itself;
// but one whose text says that it allows the interleavings and nothing else (cat/store_order_shape.h) is known.
#pragma once

#include "memory/model.h"

namespace fencepost::memory {

struct Relaxations {
  bool stale_reads = false;   // a thread may read what it has overwritten itself
  bool store_load = false;    // store buffering
  bool store_store = false;   // message passing with stores out of order
  bool load_load = false;     // message passing with loads out of order
  bool load_store = false;    // load buffering
  bool not_atomic = false;    // two readers may see two writes in different orders
  bool torn_updates = false;  // two updates may both take the same write
  // A store may overtake a later update: locks made of updates do not hide what they guard.
  bool passed_updates = false;
  bool overtaken_updates = false;  // what comes after an update may overtake it
  // A write waits until the places of all accesses before it are known: addr; po; [W] is kept.
  bool places_hold_up = false;

  bool any() const {
    return stale_reads || store_load || store_store || load_load || load_store || not_atomic || torn_updates;
  }
  // Of a model of which nothing is known.
  static Relaxations all() { return {true, true, true, true, true, true, true, true, true, true}; }
  // Such runs can be replayed with one memory and a store buffer for each thread.
  bool fits_store_buffers() const { return !stale_reads && !load_load && !load_store && !not_atomic; }
  // In such runs updates wait for what is in the buffer.
  bool updates_drain_buffers() const { return fits_store_buffers() && !torn_updates && !passed_updates; }
  // They keep apart what comes before and what comes after them.
  bool updates_are_barriers() const { return updates_drain_buffers() && !overtaken_updates; }
};

Relaxations relaxations(const Model& model);

// It speaks of C's own memory orders.
bool knows_c_orders(const Model& model);

}  // namespace fencepost::memory

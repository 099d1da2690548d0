// What a model lets threads do, found by asking it about the smallest graphs that tell: no one looks at its name.
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

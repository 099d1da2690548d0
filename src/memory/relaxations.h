// What a memory model lets threads see out of order. How it is found, and what is concluded from it: probe.h.
#pragma once

#include <optional>
#include <string>

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

// How executions under a model are built event by event: graph_rules.h.
struct GraphRules {
  // Why executions under the model are not built so; words that follow the model's name.
  std::optional<std::string> problem;
  // Program order and reads-from may have a cycle: a read may have to be passed before its write is there. No: a thread waits for it.
  bool opens_reads = false;
  // A read may take a write of its own thread that has been overwritten, or that comes later.
  bool reads_anything = false;
  // An event that takes or is the last write may be forbidden, so that a thread may have to stop anywhere. No: such an event has no edge to
  // others, and in the axioms of built-in models forbids nothing.
  bool stops_anywhere = false;
  // Of three equal blocks of reads the third adds nothing. The axioms are about closed walks, which enter and leave all copies alike.
  bool forgets_reads = true;
};

}  // namespace fencepost::memory

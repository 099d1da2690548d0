// The run of a violation as a memory model sees it, and what in it no run of sequential consistency does.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "core/core.h"
#include "memory/execution_graph.h"

namespace fencepost::result {

// What happens up to the violation, as the checker has seen it, with rf, co and all that the model asks for (derive_static and
// derive_communication done).
struct RunGraph {
  static constexpr uint32_t kNoStep = ~0u;  // initial writes, fences, starts and ends of threads

  // A thread comes to a core::Place.
  struct Mark {
    SourcePos pos;  // of the place
    uint32_t thread = 0;
    uint32_t next = 0;  // events of the thread with smaller numbers are before it, the others behind
  };

  // What of C's atomic operations in the program an event is.
  struct Access {
    enum class Kind : uint8_t { load, store, update };
    uint32_t number = 0;  // events of one access share it; 0: none, or no order could stand there
    Kind kind = Kind::load;
    core::MemoryOrder order = core::MemoryOrder::relaxed;
  };

  memory::ExecutionGraph graph;
  std::vector<uint32_t> steps;    // by event: its place in ConcurrentRun::steps
  std::vector<SourcePos> places;  // by event
  std::vector<Mark> marks = {};   // in the order of time; only if the program has its places marked
  std::vector<uint32_t> sites =
      {};  // by event, if so: the number of the core::OrderSite of its order, from 1 on; 0: none
  std::vector<SourcePos> callers = {};  // by event: Step::caller; or nothing
  std::vector<Access> accesses = {};    // by event; or nothing

  SourcePos caller(memory::EventId event) const { return event < callers.size() ? callers[event] : SourcePos{}; }
};

struct Weakness {
  struct Edge {
    memory::EventId from = 0, to = 0;
    std::string relation;  // po, rf, co, fr, sync
  };
  struct Pair {  // in program order
    memory::EventId first = 0, second = 0;
    bool operator==(const Pair&) const = default;
  };

  struct Order {
    memory::EventId event = 0;
    core::MemoryOrder order = core::MemoryOrder::seq_cst;
    bool operator==(const Order&) const = default;
  };

  std::vector<Edge> cycle;  // a shortest one: with all of these in one order, no run is like this
  std::vector<Pair>
      overtaken;             // of its program order: the second took effect before the first; only with store buffers
  std::vector<Pair> fences;  // full fences between these forbid what was read; empty: not found out
  std::vector<Order> orders = {};  // so do these orders of C's, at these accesses; empty: none do, or not found out
};

}  // namespace fencepost::result

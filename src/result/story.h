// What the interpreter knew while it told a run, step by step of the trace: what memory held, what waited in store buffers, and
// what each read could have taken instead. Only for people who look at a run (report/html.h): it is recorded when a run is
// replayed once more, and no verdict depends on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::result {

struct Story {
  struct Place {
    std::string name;                // "x", "a[1]"; an object of malloc by the line that made it
    std::optional<uint32_t> thread;  // whose local variable it is; none: threads share it
    std::string function;            // of a local variable: in which
    std::string first;               // what it held before the run came to it
    uint32_t since = 0;              // the step of the trace from which on it may be shown: 0 of globals
  };
  struct Change {
    uint32_t place = 0;
    std::optional<std::string> value;  // none: its life is over
  };
  struct Buffer {
    uint32_t thread = 0;
    std::vector<std::string> waiting;  // stores, oldest first
  };
  struct Moment {
    std::vector<Change> changes;
    std::vector<Buffer> buffers;  // those that are not as they were
  };
  static constexpr uint32_t kNoStep = ~0u;

  std::vector<Place> places;
  std::vector<Moment> moments;  // by step of the trace: what is different after it
  std::vector<uint32_t> steps;  // by event of the run's graph: the step of the trace that tells it, or kNoStep
  // By event: of a read, the writes that it could have taken instead (check/alternatives.h); nothing: nobody asked.
  std::vector<std::optional<std::vector<memory::EventId>>> alternatives;
};

}  // namespace fencepost::result

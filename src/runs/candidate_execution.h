// One run of an unrolled program as a candidate execution (J. Alglave et al., "Herding Cats", 2014): the graph of the events
// that happen, where they are, and which write each read takes. Whether a memory model allows it is not asked here.
#pragma once

#include <functional>

#include "memory/execution_graph.h"
#include "program/mapping.h"
#include "unroll/unrolled.h"

namespace fencepost::runs {

// How a run answers the questions that unrolling left open.
struct Valuation {
  std::function<bool(logic::Term)> holds;
  std::function<uint32_t(uint32_t read)> source;  // the write (unroll::Event number) that the read takes
};

// Implied reads (unroll::Event::implied) follow from the others.
enum class ImpliedReads : uint8_t { left_out, shown };

struct CandidateExecution {
  memory::ExecutionGraph graph;
  std::vector<uint32_t> origin;  // graph event to unroll::Event; of a barrier: the access that it belongs to
  std::vector<uint32_t> number;  // unroll::Event to graph event, kAbsent if it does not happen
  static constexpr uint32_t kAbsent = ~0u;

  // A barrier behind its access.
  bool is_behind(size_t event) const { return event > number[origin[event]]; }
};

// With rf, rmw, section, sync and all that follows from the events alone (derive_static); without co.
CandidateExecution candidate_execution(const unroll::Unrolled& unrolled, const program::Mapping& mapping,
                                       const Valuation& valuation, ImpliedReads implied);

}  // namespace fencepost::runs

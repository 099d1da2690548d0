// What the traces of one round teach the domain, and what becomes of the graph then.
#pragma once

#include <functional>
#include <optional>

#include "engine/cegar/abstractor.h"
#include "engine/cegar/refiner.h"

namespace fencepost::engine::cegar {

// Neither a run nor stuck: the domain has learnt something, and the graph is pruned accordingly.
struct Lesson {
  const Trace* trace = nullptr;           // of the run, or the one that nothing is known about
  std::optional<ConcreteRun> run;         // the trace is one
  std::optional<Refiner::Outcome> stuck;  // no_progress or gave_up
};

// What refutes one trace often refutes others; and parts of the graph are older than what is told now. So a trace that is impossible by
// now is not looked at. learnt: called after each trace that taught something; may be null.
Lesson learn_from(const std::vector<Trace>& traces, Abstractor& abstractor, Refiner& refiner, Domain& domain,
                  const std::function<void()>& learnt = nullptr);

}  // namespace fencepost::engine::cegar

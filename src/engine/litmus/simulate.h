// Which final states does a model allow a litmus test? Candidate executions are built in stages that each can fail
// early: a path for every thread, a source for every read (values follow, and decide the paths' conditions), then the
// choices of the model (final writes, coherence), pruned by the evaluator. Values that depend on themselves through
// reads-from (out of thin air) stay unknown: they differ from every constant.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "frontend/litmus/test.h"
#include "memory/cat/evaluator.h"
#include "memory/model.h"

namespace fencepost::litmus {

struct SimulationOptions {
  unsigned unroll = 2;  // backward branches on unknown values, a path
  Budget* budget = nullptr;
  std::atomic<uint64_t>* judged = nullptr;  // counts candidates, for those who wait
};

enum class Observation { never, sometimes, always };

struct Outcome {
  std::map<std::vector<Value>, uint64_t> states;  // over the counted observables, with numbers of executions
  uint64_t positive = 0, negative = 0;            // executions that satisfy the proposition, or do not
  uint64_t candidates = 0;                        // complete reads-from assignments that were judged
  uint64_t dropped = 0;                           // candidates that use something else than a location as address
  std::set<std::string> flags;
  bool cut = false;  // a loop was unrolled to the bound: more executions may exist

  uint64_t executions() const { return positive + negative; }
  Observation observation() const;
};

struct Execution {
  const memory::ExecutionGraph* graph = nullptr;
  memory::cat::Evaluator* evaluator = nullptr;  // holds rf, co and all relations of the model
  std::vector<Value> state;                     // all observables
  std::vector<std::string> labels;              // of the events, for people: "W x = 1"
  std::vector<SourcePos> places;                // of the events; none of initial writes
  bool satisfies = false;
};

// Called for each allowed execution; return false to stop.
using ExecutionVisitor = std::function<bool(const Execution&)>;

Outcome simulate(const Test& test, const memory::Model& model, const SimulationOptions& options = {},
                 const ExecutionVisitor& visitor = nullptr);

// Does the condition hold as quantified?
bool validated(const Test& test, const Outcome& outcome);
const char* to_string(Observation observation);
bool holds(const Test& test, const Proposition& p, const std::vector<Value>& state);

}  // namespace fencepost::litmus

// What an execution leaves behind, as text: the value that the entry returns and the last contents of globals.
#pragma once

#include <string>
#include <vector>

#include "logic/evaluate.h"
#include "runs/candidate_execution.h"

namespace fencepost::engine::explore {

class Outcomes {
 public:
  Outcomes(const unroll::Unrolled& unrolled, const std::vector<core::GlobalId>& observed);

  // `run` and `co` are null if there is one thread.
  std::vector<std::string> values(const logic::Assignment& model, const runs::CandidateExecution* run,
                                  const memory::Relation* co) const;
  // Gives the events of the run's graph labels with the values of this model.
  void label(const logic::Assignment& model, const runs::CandidateExecution& run, memory::ExecutionGraph& graph) const;

 private:
  std::string last_contents(core::GlobalId id, logic::Evaluator& evaluate, const runs::CandidateExecution& run,
                            const memory::Relation& co) const;

  const unroll::Unrolled& unrolled_;
  const std::vector<core::GlobalId>& observed_;
};

}  // namespace fencepost::engine::explore

// No verdict leaves unchecked: what an engine claims is confirmed here, by code that shares nothing with engines, or it is
// not said. Only a Checker makes result::Violation, and report takes nothing else.
//
// The interpreter follows the run of a claim on the simplest machine that can do all that the memory model allows, and what it
// does there is recorded as an execution graph (check/graph_recorder.h). The cat file judges that graph, and people are shown it.
// Only the order of writes is taken from the claim, and only where there is no such machine.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/budget.h"
#include "check/machine_kind.h"
#include "program/mapping.h"
#include "result/result.h"
#include "result/task.h"
#include "result/weak_run.h"

namespace fencepost::check {

class Checker {
 public:
  // The task outlives it.
  explicit Checker(const result::Task& task);

  struct Judgement {
    std::optional<result::Violation> violation;
    std::string problem;  // why there is none
  };
  Judgement confirm(const result::Claim& claim, Budget& budget) const;

  // Of all that an engine says, what is confirmed. A claim that is not is a bug of ours: a diagnostic says so loudly, and
  // without another claim the verdict is UNKNOWN. So is SAFE with a proof that is wrong. That there is a run at all is asked elsewhere (driver/challenged.h).
  result::Result confirm(const result::Claims& claims, Budget& budget) const;

  // Nothing: the run is one of the program, nothing fails on it, and the memory model allows it. Otherwise why not.
  std::optional<std::string> problem_of(const result::Run& run, Budget& budget) const;
  // A run on which nothing fails, if it is one of the program, the memory model allows it, and sequential consistency does not. Nothing: it
  // is not so, or was not found out.
  std::optional<result::WeakRun> confirm_weak(const result::Run& run, Budget& budget) const;
  // For people who look at a run step by step, by replaying it once more (result/story.h); nothing where that is not possible.
  void tell_story(result::Violation& violation, Budget& budget) const;
  std::optional<result::ToldRun> tell(const result::Run& run, Budget& budget) const;
  // Likewise, what a confirmed proof says, line by line. Throws Exhausted.
  std::vector<result::ProofLine> lines_of(const result::Proof& proof, Budget& budget) const;
  std::vector<result::SharedFact> shared_facts_of(const result::Proof& proof, Budget& budget) const;
  // What no run under sequential consistency does (check/weakness.h).
  void find_weakness(result::Violation& violation) const;

 private:
  void confirm_proof(const result::Claims& claims, result::Result& result, Budget& budget) const;
  std::optional<std::string> problem_of_graph(const std::optional<result::RunGraph>& graph, Budget& budget) const;

  const result::Task& task_;
  std::shared_ptr<const memory::Model> model_;
  program::Mapping mapping_;
  MachineKind machine_;
};

}  // namespace fencepost::check

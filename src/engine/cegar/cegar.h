// Counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu, Veith, CAV 2000) over flat programs: an abstract
// reachability graph is built; where something fails on it the path is a run of the program, or says what has to be told
// apart. What needs no more is a proof for runs of every length.
#pragma once

#include "engine/engine.h"
#include "engine/flat_prover.h"

namespace fencepost::engine::cegar {

class CegarEngine : public Engine {
 public:
  CegarEngine(result::CegarOptions options, Listener listener) : options_(options), listener_(std::move(listener)) {}
  result::Claims run(const result::Task& task, Budget& budget) override;
  // Instead: is every run under the memory model one of the program's interleavings? SAFE with a proof (check::problem_of_order), or UNKNOWN.
  result::Claims prove_order(const result::Task& task, Budget& budget);

 private:
  result::CegarOptions options_;
  Listener listener_;
};

// Why such tasks are not its to decide, in words that follow its name; nothing if they are.
std::optional<std::string> refuses(const result::Task& task, const result::EngineOptions& options);

// The loop alone, about one program (flat_prover.h).
FlatAnswer prove(const result::Task& task, const flat::FlatProgram& program, const std::vector<logic::Term>& predicates,
                 const FlatEffort& effort, const result::CegarOptions& options, std::shared_ptr<logic::Terms> terms,
                 const Listener& listener, Budget& budget, Statistics& statistics);

}  // namespace fencepost::engine::cegar

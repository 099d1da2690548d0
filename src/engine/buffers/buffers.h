// Store buffers as variables, and predicates about them from a proof under sc (seed 001: Dan, Meshman, Vechev, Yahav, "Predicate Abstraction for
// Relaxed Memory Models", SAS 2013). The steps of its figure 2:
//
//   1  a proof under sc, of which the predicates are taken                              sc_proof.h
//   2  the program with store buffers of at most k entries as variables                 flat/buffer_variables.h
//   3  predicates about these, from those of the proof, or from its cubes as well       extrapolation.h, cubes.h
//   4  a Boolean program                                                                src/boolean
//   5  all of its states: if nothing fails, they are the proof                          boolean_proof.h
//
// What fails there is a schedule. Where it is a run of the program with buffers, it is a claim, or an overflow, which asks for a larger k; where
// it is none, refinement goes on from the predicates.
#pragma once

#include "engine/engine.h"
#include "engine/flat_prover.h"

namespace fencepost::engine::buffers {

class BuffersEngine : public Engine {
 public:
  BuffersEngine(result::BuffersOptions options, FlatProver prover, Listener listener)
      : options_(std::move(options)), prover_(std::move(prover)), listener_(std::move(listener)) {}
  result::Claims run(const result::Task& task, Budget& budget) override;

 private:
  result::BuffersOptions options_;
  FlatProver prover_;
  Listener listener_;
};

// Why such tasks are not its to decide, in words that follow its name; nothing if they are.
std::optional<std::string> refuses(const result::Task& task, const result::EngineOptions& options);

}  // namespace fencepost::engine::buffers

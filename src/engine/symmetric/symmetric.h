// Counterexample-guided abstraction refinement for replicated threads (seed 002: Donaldson, Kaiser, Kroening, Tautschnig, Wahl), on templates:
//
//   1  the program's templates, with copies that have names                     threads.h
//   2  predicates about one thread make a Boolean broadcast program of them     abstraction.h
//   3  all states of that for n threads, counted instead of told apart          boolean/broadcast_explore.h
//   4  what fails there is a run, or teaches something                           refinement.h
//
// Symmetry is never broken: what is learnt about one thread is said about all of them.
#pragma once

#include "engine/engine.h"

namespace fencepost::engine::symmetric {

enum class Asked : uint8_t {
  by_name,
  ahead,  // of other engines: only where any number of threads run one function
  last,   // only where two threads can be exchanged
};

class SymmetricEngine : public Engine {
 public:
  SymmetricEngine(result::SymmetricOptions options, Asked asked, Listener listener)
      : options_(options), asked_(asked), listener_(std::move(listener)) {}
  result::Claims run(const result::Task& task, Budget& budget) override;

 private:
  result::SymmetricOptions options_;
  Asked asked_;
  Listener listener_;
};

// Why such tasks are not its to decide, in words that follow its name; nothing if they are.
std::optional<std::string> refuses(const result::Task& task, const result::EngineOptions& options);

// The Boolean broadcast program with which the engine ends, with what it says of threads that cannot be exchanged, for people (`fencepost show --stage
// broadcast`).
std::string broadcast_shown(const result::Task& task, const result::SymmetricOptions& options, Budget& budget);

}  // namespace fencepost::engine::symmetric

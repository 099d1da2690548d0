// What every part of the engine needs: what is asked, and of whom.
#pragma once

#include <memory>
#include <string>

#include "engine/engine.h"
#include "engine/flat_prover.h"

namespace fencepost::engine::buffers {

using logic::Term;
using result::BuffersOptions;

// All outlive it.
struct Context {
  const result::Task& task;
  const BuffersOptions& options;
  const FlatProver& prover;
  const Listener& listener;
  std::shared_ptr<logic::Terms> terms;
  Budget& budget;
  Statistics& statistics;

  template <typename Line>
  void log(const Line& line) const {
    if (listener.log) listener.log(line());
  }
};

}  // namespace fencepost::engine::buffers

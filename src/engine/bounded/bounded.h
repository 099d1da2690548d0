// Bounded checking of sequential programs: unroll (src/unroll), ask the solver whether any check can fail, then
// whether the unrolling was complete. With `unwind` 0 every loop starts with one symbolic iteration, and the loops that
// the solver shows to go on get twice as many, until none goes on (SAFE) or the budget ends (SAFE-TO-BOUND).
//
// A program whose checks are decided while unrolling never reaches the solver.
#pragma once

#include "engine/engine.h"

namespace fencepost::engine::bounded {

class BoundedEngine : public Engine {
 public:
  explicit BoundedEngine(result::EngineOptions options, Listener listener = {})
      : options_(std::move(options)), listener_(std::move(listener)) {}
  result::Claims run(const result::Task& task, Budget& budget) override;

 private:
  result::EngineOptions options_;
  Listener listener_;
};

}  // namespace fencepost::engine::bounded

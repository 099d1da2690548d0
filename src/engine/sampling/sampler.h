// Runs a program with threads again and again, at random, beside an engine that works on formulas, and stops that when a run
// fails a check. Where data is large and decisions are few, runs are cheap and formulas are not. Nothing is proved by it.
//
// All runs are sequentially consistent: whoever starts it knows that the memory model allows those. A run counts only if it
// replays.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>

#include "base/budget.h"
#include "core/core.h"
#include "core/undef.h"
#include "result/claim.h"

namespace fencepost::engine::sampling {

class Sampler {
 public:
  using Replays = std::function<bool(const result::Claim&, Budget&)>;

  // Begins after a while: most programs need no help. Everything outlives the sampler. `buffers`: the model's machine has
  // them. `engine` is preempted when a violation has been found.
  Sampler(const core::Program& program, const core::UndefSet& checks, bool buffers, Replays replays, Budget& engine);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  std::optional<result::Claim> found() const;

 private:
  static void* main(void* self);
  void work();

  const core::Program& program_;
  const core::UndefSet& checks_;
  bool buffers_;
  Replays replays_;
  Budget& engine_;
  Budget budget_;
  mutable std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::optional<result::Claim> found_;
  std::optional<pthread_t> thread_;
};

}  // namespace fencepost::engine::sampling

// Runs a program with threads again and again, at random, beside an engine that works on formulas, and stops that when a run
// fails a check. Where data is large and decisions are few, runs are cheap and formulas are not. Nothing is proved by it.
//
// All runs are sequentially consistent: whoever starts it knows that the memory model allows those. A run counts only if it
// replays.
//
// What it finds does not depend on who is faster. Both efforts are counted in steps: an engine that ends within its first
// kPatience ticks is not helped, and every tick after that allows the sampler kStepsPerTick steps, so that the help stays in
// proportion to the work. A run that begins within what is allowed is drawn to its end, and its failure goes before whatever
// the engine has found by then. Of an engine that finds runs with the fewest threads it is only kept: this may go on until it has
// done kWorthwhile times as much as when the run was drawn, and what it finds by then is the answer.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>

#include "base/budget.h"
#include "base/deep_thread.h"
#include "core/core.h"
#include "core/undef.h"
#include "result/claim.h"

namespace fencepost::engine::sampling {

// As people are told (result::Conclusion::decided_by).
inline constexpr const char* kName = "sampling";
// What the engine does by itself: most programs need no help.
inline constexpr uint32_t kPatience = 15'000;  // ticks of its budget: a second or less
inline constexpr uint64_t kStepsPerTick = 24;  // of the interpreter: as long as a tick of unrolling or so
inline constexpr uint32_t kWorthwhile = 20;

enum class Finding : uint8_t { preempts, is_kept };

class Sampler {
 public:
  using Replays = std::function<bool(const result::Claim&, Budget&)>;

  // Everything outlives the sampler. `buffers`: the model's machine has them. `engine` is preempted when a violation has been
  // found, at once or when it has had its time.
  Sampler(const core::Program& program, const core::UndefSet& checks, bool buffers, Replays replays, Budget& engine,
          Finding finding = Finding::preempts);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  // After the engine's end: waits for the last run, unless the time is over. Nothing also where the engine, which `found` a
  // violation, had the time for that. At most once.
  std::optional<result::Claim> finding(bool found = false);
  // Of the interpreter, after finding().
  uint64_t steps() const { return steps_; }

 private:
  void work();
  bool may_draw();
  void wait_for_engine();
  void join();

  const core::Program& program_;
  const core::UndefSet& checks_;
  bool buffers_;
  Replays replays_;
  Budget& engine_;
  const Finding finding_;
  Budget budget_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;  // the engine
  uint64_t steps_ = 0;
  std::optional<result::Claim> found_;
  uint64_t last_tick_ = 0;  // of an engine that is worth waiting for
  DeepThread thread_;
};

}  // namespace fencepost::engine::sampling

// No SAFE leaves unchallenged. An engine that says that nothing fails may have lost the runs on which something does, or all
// of them. So the interpreter, which shares nothing with engines, draws runs of its own:
//
//   - one of them must come to its end, or the engine must exhibit one that does (or that never ends), and check/ replays it;
//   - a check that fails on any of them is one that the engine missed, unless it looked no further than a bound: then it is
//     a violation that lies beyond.
//
// Where either goes wrong the verdict is UNKNOWN, and a diagnostic says so loudly; it is so, too, where the memory model makes
// something undefined that is no data race of C, which is all that engines look for. Runs are interleavings; models without a
// machine of store buffers are asked about each run that counts. How many are drawn is a matter of steps, not of seconds: the
// same program has the same answer everywhere.
#pragma once

#include <optional>

#include "base/budget.h"
#include "check/checker.h"
#include "engine/sampling/sampled_run.h"
#include "result/result.h"
#include "result/task.h"

namespace fencepost::driver {

class Challenge {
 public:
  // Everything outlives it. What lies beyond a bound counts only if nobody has set that.
  Challenge(const result::Task& task, const check::Checker& checker, const result::EngineOptions& options,
            Budget& budget);

  // engine::Listener::needs_run: no drawn run has come to its end.
  bool needs_run();
  // Nothing is known yet against such claims.
  bool accepts(const result::Claims& claims);
  // UNKNOWN becomes UNSAFE if a run that is drawn fails: a run does not need all that stood in the engine's way.
  // Of SAFE and SAFE-TO-BOUND: the verdict stays, or becomes UNKNOWN. `run`: what the engine exhibits.
  void judge(result::Result& result, const std::optional<result::Run>& run);

 private:
  void draw_until(uint64_t steps);
  void draw_until_one_ends();
  void draw();
  result::Run recorded(engine::sampling::Sample& sample) const;
  bool is_surely_allowed(const result::Run& run) const;
  bool is_too_long(const result::Run& run) const;
  bool may_have_too_many(engine::sampling::Sample& sample) const;  // threads, for what is asked
  void note_end(engine::sampling::Sample& sample, const core::Outcome& outcome);
  std::optional<std::string> problem_of_engine(const result::Run& run);
  void note_failure(engine::sampling::Sample& sample, const core::Outcome& outcome);
  void meet_failure(result::Result& result);
  void try_runs(result::Result& result);
  void note_statistics(result::Result& result) const;

  const result::Task& task_;
  const check::Checker& checker_;
  bool as_in_c_;  // engine and interpreter mean the same by a number
  bool is_bounded_;
  Budget& budget_;
  uint64_t floor_;                             // of steps
  std::optional<std::string> not_looked_for_;  // what the model makes undefined and no engine knows
  engine::sampling::Constants constants_;
  uint64_t seed_ = 0, steps_ = 0;
  uint64_t ended_ = 0, refused_ = 0;  // runs
  bool is_over_ = false;              // another run would be one of those that were drawn
  bool has_run_ = false;
  bool accepted_ = false;  // a run of the engine's, too, is one; whether it ends or not
  std::optional<result::Claim> failed_;
  uint64_t failed_seed_ = 0;
  double seconds_ = 0;
};

}  // namespace fencepost::driver

#include "engine/sampling/sampler.h"

#include "engine/sampling/sampled_run.h"

namespace fencepost::engine::sampling {

namespace {

constexpr uint64_t kAllSteps = 500'000;  // of the interpreter: what is not found by then hides well
constexpr int kMostRefused = 5;          // runs that do not replay
constexpr std::chrono::milliseconds kLook{10};
constexpr size_t kStackBytes = 64u << 20;  // evaluation is recursive

}  // namespace

Sampler::Sampler(const core::Program& program, const core::UndefSet& checks, bool buffers, Replays replays,
                 Budget& engine, Finding finding)
    : program_(program),
      checks_(checks),
      buffers_(buffers),
      replays_(std::move(replays)),
      engine_(engine),
      finding_(finding) {
  thread_.start(kStackBytes, [this] {
    try {
      work();
    } catch (const std::exception&) {
      return;  // Out of budget, or of memory: the engine goes on alone, and says so itself if it must.
    }
  });
}

Sampler::~Sampler() {
  budget_.cancel();
  join();
}

// The engine has ended, or is about to be left by an exception.
void Sampler::join() {
  {
    std::scoped_lock lock(mutex_);
    has_ended_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

std::optional<result::Claim> Sampler::finding(bool found) {
  engine_.resume();
  if (engine_.exhausted()) budget_.cancel();
  join();
  engine_.resume();
  if (found && engine_.ticks() < last_tick_) return std::nullopt;
  return std::move(found_);
}

// Waits until the engine's work allows another run, or has ended: then it is its work that counts, not when this thread looked.
bool Sampler::may_draw() {
  auto is_allowed = [&] {
    uint32_t ticks = engine_.ticks();
    return ticks > kPatience && steps_ < (ticks - kPatience) * kStepsPerTick;
  };
  std::unique_lock lock(mutex_);
  while (!has_ended_ && !is_allowed()) ended_.wait_for(lock, kLook, [&] { return has_ended_; });
  return is_allowed();
}

void Sampler::wait_for_engine() {
  last_tick_ = kWorthwhile * (kPatience + steps_ / kStepsPerTick);
  std::unique_lock lock(mutex_);
  while (!has_ended_ && engine_.ticks() < last_tick_) ended_.wait_for(lock, kLook, [&] { return has_ended_; });
}

void Sampler::work() {
  SharedLocals locals;
  size_t length = 50;
  int refused = 0;
  for (Draw draw; refused < kMostRefused && steps_ < kAllSteps && may_draw(); ++draw.seed) {
    budget_.check_now();
    draw.changes = draw_of(draw.seed).changes;
    draw.length = length;
    Drawn drawn = draw_run(draw, program_, checks_, buffers_, locals, budget_);
    length = std::max(length, drawn.turns);
    // What a run needs before its first step counts as well.
    steps_ += drawn.steps + program_.functions.size() + program_.globals.size();
    if (!drawn.failure) continue;
    if (!replays_(*drawn.failure, budget_)) {
      ++refused;
      continue;
    }
    found_ = std::move(drawn.failure);
    if (finding_ == Finding::is_kept) wait_for_engine();
    engine_.preempt();
    return;
  }
}

}  // namespace fencepost::engine::sampling

#include "engine/sampling/sampler.h"

#include "engine/sampling/sampled_run.h"

namespace fencepost::engine::sampling {

namespace {

constexpr std::chrono::milliseconds kDelay{1000};
constexpr double kMostSeconds = 40;        // what is not found by then hides well
constexpr int kMostRefused = 5;            // runs that do not replay
constexpr size_t kStackBytes = 64u << 20;  // evaluation is recursive

}  // namespace

Sampler::Sampler(const core::Program& program, const core::UndefSet& checks, bool buffers, Replays replays,
                 Budget& engine)
    : program_(program), checks_(checks), buffers_(buffers), replays_(std::move(replays)), engine_(engine) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_t thread{};
  // Without a thread there is no help, which is no error.
  if (pthread_create(&thread, &attributes, main, this) == 0) thread_ = thread;
  pthread_attr_destroy(&attributes);
}

Sampler::~Sampler() {
  {
    std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  budget_.cancel();
  if (thread_) pthread_join(*thread_, nullptr);
}

std::optional<result::Claim> Sampler::found() const {
  std::scoped_lock lock(mutex_);
  return found_;
}

void* Sampler::main(void* self) {
  try {
    static_cast<Sampler*>(self)->work();
  } catch (const std::exception&) {
    // Out of budget, or of memory: the engine goes on alone, and says so itself if it must.
  }
  return nullptr;
}

void Sampler::work() {
  {
    std::unique_lock lock(mutex_);
    if (stop_.wait_for(lock, kDelay, [&] { return stopping_; })) return;
  }
  budget_.limit_time(budget_.elapsed() + kMostSeconds);
  SharedLocals locals;
  size_t length = 50;
  int refused = 0;
  for (Draw draw; refused < kMostRefused; ++draw.seed) {
    budget_.check_now();
    draw.changes = draw_of(draw.seed).changes;
    draw.length = length;
    std::optional<result::Claim> claim = failure_of(draw, program_, checks_, buffers_, locals, budget_, length);
    if (!claim) continue;
    if (!replays_(*claim, budget_)) {
      ++refused;
      continue;
    }
    std::scoped_lock lock(mutex_);
    found_ = std::move(claim);
    engine_.preempt();
    return;
  }
}

}  // namespace fencepost::engine::sampling

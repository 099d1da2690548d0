#include "engine/second_engine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <new>

namespace fencepost::engine {

namespace {

constexpr uint32_t kPatience = 15'000;  // ticks: a second or less
constexpr uint32_t kPerTick = 2;
constexpr uint32_t kTicksAfter = 100'000;  // as much as some seconds
constexpr std::chrono::milliseconds kLook{10};
constexpr int kNiceness = 5;
constexpr size_t kStackBytes = 256u << 20;  // terms are walked recursively

}  // namespace

bool is_decided(const result::Claims& claims) {
  return claims.verdict == result::Verdict::safe || claims.verdict == result::Verdict::unsafe;
}

SecondEngine::SecondEngine(Work work, Budget& first, Threads threads)
    : work_(std::move(work)),
      first_(first),
      budget_(Budget::Beside{first}),
      last_tick_(first.last_tick()),
      began_at_(first.ticks() + kPatience) {
  if (threads == Threads::one) return;
  thread_.start(kStackBytes, [this] {
    // Where there are no two processors for both, the first goes on almost as if it were alone.
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
    if (may_begin()) run();
  });
}

SecondEngine::~SecondEngine() {
  budget_.cancel();
  end();
}

void SecondEngine::end() {
  {
    std::scoped_lock lock(mutex_);
    has_ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
  first_.set_last_tick(last_tick_);
}

bool SecondEngine::may_begin() {
  std::unique_lock lock(mutex_);
  while (!has_ended_ && static_cast<int32_t>(first_.ticks() - began_at_) < 0)
    changed_.wait_for(lock, kLook, [&] { return has_ended_; });
  return is_wanted_;
}

void SecondEngine::run() {
  try {
    claims_ = work_(budget_);
  } catch (const std::bad_alloc&) {
    return;  // The first has the memory now, and says so itself if it is not enough.
  } catch (...) {
    error_ = std::current_exception();
    return;
  }
  if (is_decided(*claims_)) first_.end_at_tick(began_at_ + budget_.ticks() / kPerTick + 1);
}

std::optional<SecondEngine::Answer> SecondEngine::answer(const result::Claims& of_first) {
  first_.set_last_tick(last_tick_);
  auto alone = static_cast<int32_t>(first_.ticks() - began_at_);
  uint32_t allowed = alone > 0 ? kPerTick * static_cast<uint32_t>(alone) : 0;
  bool first_decides = is_decided(of_first);
  if (first_.exhausted()) {
    budget_.cancel();
  } else if (first_decides && allowed == 0) {
    std::scoped_lock lock(mutex_);
    is_wanted_ = false;
  } else if (first_decides) {
    budget_.end_at_tick(allowed);
  } else if (std::isinf(first_.remaining())) {
    budget_.end_at_tick(allowed + kTicksAfter);
  }
  if (!thread_.exists() && is_wanted_) run();
  end();
  if (error_ && !first_decides) std::rethrow_exception(error_);
  if (!claims_) return std::nullopt;
  bool is_instead = is_decided(*claims_) && budget_.ticks() < allowed;
  if (first_decides && !is_instead) return std::nullopt;
  return Answer{std::move(*claims_), is_instead};
}

}  // namespace fencepost::engine

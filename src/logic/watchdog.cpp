#include "logic/watchdog.h"

#include <chrono>

namespace fencepost::logic {

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Watchdog::begin() {
  std::lock_guard lock(mutex_);
  is_asked_ = true;
  ++questions_;
  if (!thread_.joinable())
    thread_ = std::thread([this] { watch(); });
  else if (sleeps_)
    wake_.notify_one();
}

void Watchdog::end() {
  std::lock_guard lock(mutex_);
  is_asked_ = false;
}

void Watchdog::watch() {
  constexpr auto kPeriod = std::chrono::milliseconds(10);
  constexpr int kMemoryEvery = 20;
  std::unique_lock lock(mutex_);
  uint64_t seen = 0;
  for (int tick = 1;; ++tick) {
    // It sleeps only where nothing was asked for a while: to be woken costs the one who asks.
    if (!is_asked_ && seen == questions_) {
      sleeps_ = true;
      wake_.wait(lock, [this] { return done_ || is_asked_; });
      sleeps_ = false;
    }
    seen = questions_;
    if (wake_.wait_for(lock, kPeriod, [this] { return done_; })) return;
    if (is_asked_ && (budget_.exhausted() || (tick % kMemoryEvery == 0 && budget_.over_memory()))) interrupt_();
  }
}

}  // namespace fencepost::logic

#include "logic/watchdog.h"

#include <chrono>

namespace fencepost::logic {

Watchdog::Watchdog(const Budget& budget, std::function<void()> interrupt)
    : budget_(budget), interrupt_(std::move(interrupt)), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Watchdog::watch() {
  constexpr auto kPeriod = std::chrono::milliseconds(10);
  constexpr int kMemoryEvery = 20;
  std::unique_lock lock(mutex_);
  for (int tick = 1;; ++tick) {
    if (wake_.wait_for(lock, kPeriod, [this] { return done_; })) return;
    if (budget_.exhausted() || (tick % kMemoryEvery == 0 && budget_.over_memory())) interrupt_();
  }
}

}  // namespace fencepost::logic

// Interrupts a foreign solver when the budget is spent: a thread that lives as long as this object, looks at the budget
// every few milliseconds and calls `interrupt` until the object dies (an interrupt that arrives before the solver has
// started would be lost).
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "base/budget.h"

namespace fencepost::logic {

class Watchdog {
 public:
  Watchdog(const Budget& budget, std::function<void()> interrupt);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch();

  const Budget& budget_;
  std::function<void()> interrupt_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace fencepost::logic

// Time, memory and cancellation. Long loops call `Budget::check()`, which throws Exhausted; the driver turns that into
// UNKNOWN with the reason and the statistics gathered so far. Copying is forbidden: one budget governs one run.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace fencepost {

enum class Resource { time, memory, interrupt, steps };

class Exhausted : public std::runtime_error {
 public:
  Exhausted(Resource resource, const std::string& what) : std::runtime_error(what), resource_(resource) {}
  Resource resource() const { return resource_; }

 private:
  Resource resource_;
};

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  Budget() = default;
  // For work beside another, in a thread of its own: what is left of its time, and its memory; who cancels that cancels this.
  struct Beside {
    const Budget& of;
  };
  explicit Budget(Beside beside);
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  void limit_time(double seconds);        // 0: none
  void limit_memory(uint64_t megabytes);  // 0: none; resident set of this process
  // Of work from now on, told without a clock, so that what is found within it is the same on every machine; 0: no limit.
  void limit_ticks(uint32_t more);
  // The same, by what ticks() says; an earlier limit stays. Any thread may call it.
  void end_at_tick(uint32_t tick);
  // To put it back after work that was limited: what limit_ticks or end_at_tick have set.
  uint32_t last_tick() const { return last_tick_.load(std::memory_order_relaxed); }
  void set_last_tick(uint32_t tick) { last_tick_.store(tick, std::memory_order_relaxed); }
  // Only sets a flag, so a signal handler may call it.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }

  bool cancelled() const {
    return cancelled_.load(std::memory_order_relaxed) || (above_ != nullptr && above_->cancelled());
  }
  // Stops the work because another thread has already found the result, which is no failure. The caller of preempt()
  // calls resume() afterwards.
  void preempt() { preempted_.store(true, std::memory_order_relaxed); }
  void resume() { preempted_.store(false, std::memory_order_relaxed); }
  // The number of calls of check() so far, modulo 2^32: a measure of work that needs no clock. Any thread may call
  // it.
  uint32_t ticks() const { return ticks_.load(std::memory_order_relaxed); }
  double elapsed() const;
  double remaining() const;  // seconds, infinity without a limit
  bool exhausted() const;    // cheap form of check() for callbacks that must not throw
  void check();              // throws Exhausted
  bool over_memory() const;  // reads /proc: for callers that ask a few times a second
  void check_now();  // as check(), but looks at the clock in every call; used after a callback reported exhaustion

 private:
  friend class LimitedTicks;
  Clock::time_point start_ = Clock::now();
  double seconds_ = 0;
  uint64_t megabytes_ = 0;
  const Budget* above_ = nullptr;
  bool is_past(uint32_t last) const { return last != 0 && static_cast<int32_t>(ticks() - last) >= 0; }
  bool out_of_ticks() const { return is_past(last_tick()) || is_past(last_of_part_.load(std::memory_order_relaxed)); }
  bool stopped() const { return cancelled() || preempted_.load(std::memory_order_relaxed); }

  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> preempted_ = false;
  std::atomic<uint32_t> ticks_ = 0;      // written by one thread alone
  std::atomic<uint32_t> last_tick_ = 0;  // 0: no limit
  std::atomic<uint32_t> last_of_part_ = 0;
};

// A part of the work that has its own limit in ticks, within that of a part around it. What is set for the whole meanwhile, by whichever
// thread, holds in it and after it.
class LimitedTicks {
 public:
  LimitedTicks(Budget& budget, uint32_t more)
      : budget_(budget), before_(budget.last_of_part_.load(std::memory_order_relaxed)) {
    uint32_t last = budget.ticks() + more;
    if (before_ == 0 || static_cast<int32_t>(last - before_) < 0) end_part_at(last == 0 ? 1 : last);
  }
  ~LimitedTicks() { end_part_at(before_); }
  LimitedTicks(const LimitedTicks&) = delete;
  LimitedTicks& operator=(const LimitedTicks&) = delete;

 private:
  void end_part_at(uint32_t tick) { budget_.last_of_part_.store(tick, std::memory_order_relaxed); }

  Budget& budget_;
  uint32_t before_;
};

uint64_t resident_megabytes();
uint64_t peak_megabytes();

}  // namespace fencepost

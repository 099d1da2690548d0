// Interrupts a foreign solver when the budget is spent: a thread that looks at the budget every few milliseconds while a question is watched, and calls
// `interrupt` until the question is over (an interrupt that arrives before the solver has started would be lost). It is made for the
// first question and kept for the others: to make one for each takes longer than most questions, where the machine has much to do.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "base/budget.h"

namespace fencepost::logic {

class Watchdog {
 public:
  Watchdog(const Budget& budget, std::function<void()> interrupt) : budget_(budget), interrupt_(std::move(interrupt)) {}
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // A question, from its beginning to its end. One at a time; nothing is interrupted afterwards.
  class Question {
   public:
    explicit Question(Watchdog& by) : by_(by) { by_.begin(); }
    ~Question() { by_.end(); }
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

   private:
    Watchdog& by_;
  };

 private:
  void begin();
  void end();
  void watch();

  const Budget& budget_;
  std::function<void()> interrupt_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false, is_asked_ = false, sleeps_ = false;
  uint64_t questions_ = 0;
  std::thread thread_;
};

}  // namespace fencepost::logic

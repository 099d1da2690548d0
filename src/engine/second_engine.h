// An engine beside the first, in a thread of its own: where one is slow another may be fast, and nobody knows beforehand which.
//
// Who decides does not depend on who is faster, as with the sampler (sampling/sampler.h). Both efforts are counted in ticks of their
// budgets. The first goes alone for kPatience ticks, which is enough for most programs; from then on the second may do kPerTick ticks
// for each of the first's. The answer is that of the engine which decides first by this count, however long the other takes:
//
//   the second decides   the first has until it has done as much, and is stopped then;
//   the first decides    the second goes on until it has done as much;
//   the first gives up   the second goes on as long as there is time; without a limit of time, for kTicksAfter more.
//
// Where it gets no thread it works after the first, with the same answer.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>

#include "base/budget.h"
#include "base/deep_thread.h"
#include "result/claim.h"

namespace fencepost::engine {

bool is_decided(const result::Claims& claims);

class SecondEngine {
 public:
  using Work = std::function<result::Claims(Budget&)>;

  enum class Threads : uint8_t { one, two };
  // Everything outlives it.
  SecondEngine(Work work, Budget& first, Threads threads);
  ~SecondEngine();
  SecondEngine(const SecondEngine&) = delete;
  SecondEngine& operator=(const SecondEngine&) = delete;

  struct Answer {
    result::Claims claims;
    bool is_instead =
        false;  // it came before the end of the first; how far that had come by then is no part of the answer
  };
  // After the first's end, with what it says: what this one says, if that counts; or if neither decides. At most once.
  std::optional<Answer> answer(const result::Claims& of_first);

 private:
  void run();
  bool may_begin();
  void end();

  Work work_;
  Budget& first_;
  Budget budget_;
  uint32_t last_tick_;     // of the first, as somebody has limited it
  uint32_t began_at_ = 0;  // when the first had done so much in all
  std::mutex mutex_;
  std::condition_variable changed_;
  bool has_ended_ = false;  // the first
  bool is_wanted_ = true;   // the first has not decided in its time alone
  std::optional<result::Claims> claims_;
  std::exception_ptr error_;  // our own bug: told where the first has no answer
  DeepThread thread_;
};

}  // namespace fencepost::engine

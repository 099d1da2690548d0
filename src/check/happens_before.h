// Happens-before of C11 (5.1.2.4) by vector clocks, along a run: release sequences with the stores of the same thread that
// follow their head and with updates, fences, starts and ends of threads. Consume counts as acquire.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/source.h"
#include "core/core.h"

namespace fencepost::check {

bool acquires(core::MemoryOrder order);

class HappensBefore {
 public:
  struct Access {
    uint32_t thread = 0;
    size_t cell = 0;
    uint32_t step = 0;               // number of what it writes
    std::optional<uint32_t> source;  // the step that it reads; none: it reads nothing, or the initial value
    bool reads = false, writes = false;
    core::MemoryOrder order = core::MemoryOrder::plain;
    SourcePos pos;
  };

  void spawn(uint32_t spawner, uint32_t thread);
  void join(uint32_t waiter, uint32_t thread);
  void fence(uint32_t thread, core::MemoryOrder order);
  // Something that the thread does without others seeing it, and whether it happens before what another does next.
  struct Moment {
    uint32_t thread = 0;
    uint64_t time = 0;
  };
  Moment moment(uint32_t thread);
  bool precedes(const Moment& moment, uint32_t thread);
  // Earlier accesses with which this one races: to the cell, in another thread, not ordered before it, one of them
  // writing, not both atomic.
  std::vector<Access> access(const Access& access);
  // Would who acquires what the step wrote know anything by that?
  bool hands_over(uint32_t step) const;

 private:
  using Clock = std::map<uint32_t, uint64_t>;
  struct Thread {
    Clock now;
    Clock fence;                    // at its last release fence
    Clock pending;                  // what an acquire fence will acquire
    std::map<size_t, Clock> heads;  // by cell: of its own release stores there
    uint64_t time = 0;
  };
  struct Past {
    Access access;
    uint64_t time = 0;
  };
  Thread& thread(uint32_t number) { return threads_[number]; }
  static void merge(Clock& into, const Clock& from);

  std::map<uint32_t, Thread> threads_;
  std::map<uint32_t, Clock> released_;  // by step: what who acquires it knows
  std::map<size_t, std::vector<Past>> history_;
};

}  // namespace fencepost::check

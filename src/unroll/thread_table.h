// How the threads of an execution end, some of which are executed after others asked.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "unroll/events.h"
#include "unroll/path.h"

namespace fencepost::unroll {

class ThreadTable {
 public:
  explicit ThreadTable(Terms& terms) : terms_(terms) {}

  struct Thread {
    std::vector<std::pair<Path, Value>> ends;  // by EndThread
    Term finished;                             // so that others may go on: when main returns, nobody does
    Value result;
    uint32_t end = Event::kNone;
    Term finished_later;                 // a variable, for those who asked before the thread was executed
    std::vector<uint32_t> joined_early;  // their waits
  };
  Thread& operator[](uint32_t number) { return threads_[number]; }
  // Of a thread that has not been executed yet, a variable that is tied to the truth in the end.
  Term has_finished(uint32_t number) {
    Thread& thread = threads_[number];
    if (thread.finished) return thread.finished;
    if (!thread.finished_later) thread.finished_later = terms_.fresh("finished", logic::bool_sort());
    return thread.finished_later;
  }
  // In the end: what those variables are.
  std::vector<Term> constraints() const {
    std::vector<Term> all;
    for (const auto& [number, thread] : threads_)
      if (thread.finished_later)
        all.push_back(terms_.eq(thread.finished_later, thread.finished ? thread.finished : terms_.boolean(false)));
    return all;
  }

 private:
  Terms& terms_;
  std::map<uint32_t, Thread> threads_;
};

}  // namespace fencepost::unroll

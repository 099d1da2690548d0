// What must come before what in every run in which both happen: program order, a Spawn before its thread, a thread before
// whoever has joined it, and symmetric threads by their first accesses. Known before any solving, so most pairs of a read and a write
// that cannot be need no literal.
#pragma once

#include <vector>

#include "unroll/unrolled.h"

namespace fencepost::runs {

class StaticOrder {
 public:
  explicit StaticOrder(const unroll::Unrolled& unrolled);

  bool precedes(uint32_t a, uint32_t b) const;
  // By the order in which symmetric threads begin.
  bool symmetric_precedes(uint32_t a, uint32_t b) const;
  // Does `a` happen whenever `b` does?
  bool happens_with(uint32_t a, uint32_t b) const;

 private:
  struct Join {
    uint32_t event;
    uint32_t joined;  // thread
  };
  bool breaking_precedes(uint32_t a, uint32_t b) const;
  bool thread_precedes(uint32_t thread, uint32_t event, unsigned depth) const;

  const unroll::Unrolled& unrolled_;
  struct Member {
    uint32_t group = 0, rank = 0;  // among symmetric threads, counted from 1
    std::vector<uint32_t> breaking;
  };
  std::vector<Member> symmetric_;         // by thread
  std::vector<std::vector<Join>> joins_;  // by the thread that waits, in order
};

}  // namespace fencepost::runs

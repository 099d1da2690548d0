// Runs that can never go on (deadlock, and threads that wait in a loop for ever): every thread has ended or waits, at least
// one waits, and what the waiting threads look at will not change any more. That last part is asked of an observer: one more
// thread that starts when all others have come to rest and reads what they wait for; it must find what they found.
#pragma once

#include "core/undef.h"
#include "logic/solver.h"
#include "unroll/unrolled.h"

namespace fencepost::runs {

class Standstill {
 public:
  Standstill(const unroll::Unrolled& unrolled, logic::Terms& terms);

  // The program together with the observer; without threads: as it was.
  const unroll::Unrolled& watched() const { return watched_; }
  uint32_t observer() const { return observer_; }
  // No thread goes on, for whatever reason.
  logic::Term at_standstill() const { return at_standstill_; }
  // Deadlock: some thread waits for a lock or another thread. Liveness: some thread waits in a loop, and that the first
  // thread returns, which ends the program, does not make that good. No such wait is at one of these positions.
  logic::Term question(core::Undef kind, const std::vector<SourcePos>& except) const;
  // The waits of a run, those that the question is about first.
  std::vector<const unroll::Wait*> waits(core::Undef kind, const logic::Assignment& model) const;

 private:
  static bool is_about(core::Undef kind, const unroll::Wait& wait);
  logic::Term at_rest() const;
  void add_observer();
  std::vector<uint32_t> deciding_reads(const unroll::Wait& wait) const;

  const unroll::Unrolled& unrolled_;
  logic::Terms& terms_;
  logic::Term at_standstill_;
  unroll::Unrolled watched_;
  uint32_t observer_ = 0;
};

}  // namespace fencepost::runs

// Data races (C11 5.1.2.4p25; SV-COMP's no-data-race): two accesses to one cell are both about to happen, in different
// threads, one of them writes and not both are atomic.
//
// Asked of runs whose threads may stop before an access: nothing that comes after it in program order happens, no thread
// that it would still have made starts, and nobody who waits for its end goes on. Two threads that stand before accesses to
// one cell in such a run race, and no order between the two needs to be computed. A thread that would access the cell
// inside an atomic section stands before the section; what the section reads on the way is left open, and replay finds out.
// A compare-exchange writes if it would find what it compares with, which an observer finds out who comes last.
#pragma once

#include <set>
#include <vector>

#include "runs/reads_from.h"

namespace fencepost::runs {

class SimultaneousRaces {
 public:
  // one_memory: an update finds what was written last. Where stores wait in buffers, what it would find is open.
  SimultaneousRaces(const unroll::Unrolled& unrolled, bool one_memory, logic::Terms& terms, Budget& budget);

  // The program whose threads may stop.
  const unroll::Unrolled& stopping() const { return stopping_; }
  uint32_t observer() const { return observer_; }  // a thread of it that is none of the program; kNone: there is none
  bool possible() const { return !stops_.empty(); }
  // The same, without accesses that no race depends on; an abstraction.
  unroll::Unrolled abstraction() const;
  // Two threads race on a run that failed nothing before; the write is at none of these positions.
  logic::Term question(const std::vector<SourcePos>& except) const;
  // Updates find what was written last; null if no race hangs on what they find.
  logic::Term watched() const { return watched_; }
  // Who races in a run: the write first.
  struct Pair {
    uint32_t write, other;  // events
    logic::Term here;       // this race and no other
  };
  Pair racing(const logic::Assignment& model, const std::vector<SourcePos>& except) const;

 private:
  struct Stop {
    uint32_t event;
    logic::Term here;  // its thread stops before it, or before the section that it is in
  };

  void stop_threads();
  void watch_updates();
  logic::Term would_write(uint32_t event) const;
  logic::Term writes_here(const Stop& stop) const;
  bool hangs_on_value(uint32_t event) const;
  logic::Term stop(uint32_t event, logic::Term stopped);
  bool may_race(uint32_t event) const;
  bool conflict(uint32_t write, uint32_t other) const;

  const unroll::Unrolled& unrolled_;
  logic::Terms& terms_;
  Budget& budget_;
  bool one_memory_;
  StaticOrder order_;
  std::vector<std::vector<uint32_t>> by_cell_;
  unroll::Unrolled stopping_;
  std::vector<Stop> stops_;
  uint32_t observer_ = unroll::Event::kNone;
  logic::Term watched_;                 // the observer looks
  std::set<uint32_t> updates_;          // whose values it looks at
  std::vector<logic::Term> looked_at_;  // what it finds
  std::vector<logic::Term> wrong_;      // what must not happen on the way: failed checks, what is not modelled
};

}  // namespace fencepost::runs

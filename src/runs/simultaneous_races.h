// Data races (C11 5.1.2.4p25; SV-COMP's no-data-race): two accesses to one cell are both about to happen, in different
// threads, one of them writes and not both are atomic.
//
// Asked of runs whose threads may stop before an access: nothing that comes after it in program order happens, no thread
// that it would still have made starts, and nobody who waits for its end goes on. Two threads that stand before accesses to
// one cell in such a run race, and no order between the two needs to be computed. A thread that would access the cell
// inside an atomic section stands before the section. If it depends on what the section reads on the way, an observer who comes
// last does what the section would do. A compare-exchange writes if it would find what it compares with, which the observer finds
// out as well; so threads may stop before a write that changes what it finds, too. Where stores may wait in a buffer, it finds what
// any write has left; of what remains open replay finds out.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "runs/observer.h"
#include "runs/reads_from.h"

namespace fencepost::runs {

class SimultaneousRaces {
 public:
  // one_memory: no store waits in a buffer.
  SimultaneousRaces(const unroll::Unrolled& unrolled, bool one_memory, logic::Terms& terms, Budget& budget);

  // The program whose threads may stop.
  const unroll::Unrolled& stopping() const { return stopping_; }
  bool is_observer(uint32_t thread) const { return thread >= unrolled_.threads.size(); }  // none of the program's
  bool possible() const { return !stops_.empty(); }
  // The same, without accesses that no race depends on; an abstraction.
  unroll::Unrolled abstraction() const;
  // Two threads race on a run that failed nothing before; the write is at none of these positions.
  logic::Term question(const std::vector<SourcePos>& except) const;
  // Who looks finds what was written last; null if no race hangs on what is found.
  logic::Term watched() const { return watched_; }
  // Who races in a run: the write first.
  struct Pair {
    uint32_t write, other;  // events
    logic::Term here;       // this race and no other
  };
  Pair racing(const logic::Assignment& model, const std::vector<SourcePos>& except) const;
  // Is the race perhaps none, since it hangs on what is open?
  bool is_doubtful(const Pair& pair) const { return is_open(pair.write) || is_open(pair.other); }

 private:
  struct Stop {
    uint32_t event;
    logic::Term here;  // its thread stops before it, or before the section that it is in
  };

  void stop_threads();
  void watch();
  void watch_at_any_time();
  void go_on_in_sections(Observer& observer, const std::vector<Stop>& stops);
  logic::Term would_write(uint32_t event) const;
  logic::Term stands(const Stop& stop) const;
  logic::Term writes_here(const Stop& stop) const;
  bool hangs_on_value(uint32_t event) const;
  bool hangs_on_section(uint32_t event) const;
  bool hangs(uint32_t event) const { return hangs_on_value(event) || hangs_on_section(event); }
  bool finds_what_is_last(uint32_t event) const;
  bool is_open(uint32_t event) const { return hangs(event) && !finds_what_is_last(event); }
  logic::Term stop(uint32_t event, logic::Term stopped);
  bool may_race(uint32_t event) const;
  bool may_stop(uint32_t event) const;
  bool conflict(uint32_t write, uint32_t other) const;

  const unroll::Unrolled& unrolled_;
  logic::Terms& terms_;
  Budget& budget_;
  StaticOrder order_;
  std::vector<std::vector<uint32_t>> by_cell_;
  std::map<uint32_t, std::vector<uint32_t>> in_section_;  // accesses
  std::set<uint32_t> waiting_;                            // cells with stores that may wait
  std::set<uint32_t> decisive_;  // cells that are read in sections on the way to a race that hangs on it
  unroll::Unrolled stopping_;
  std::vector<Stop> stops_;
  logic::Term watched_;         // the observer looks
  std::set<uint32_t> updates_;  // whose values it looks at
  // By access in a section that hangs on what is read there: the observer goes on there. It does so in one place at most.
  std::map<uint32_t, logic::Term> goes_on_;
  std::vector<logic::Term> looked_at_;  // what it finds
  std::vector<logic::Term> wrong_;      // what must not happen on the way: failed checks, what is not modelled
};

}  // namespace fencepost::runs

// Atomic sections of threads: which there are, and what becomes of those that do not come to their end.
//
// A thread may stop inside a section: it waits, an assumption fails, the program ends, or the loop is not followed further. Runs
// in which the others go on are runs in which the section has not begun: nobody sees what it wrote, and nothing of the others has to
// come before or after that. So its writes do not happen then, nor does what it read of them; only who asks for races has to know that
// they were tried (Event::attempted). (A failed check is no such stop:
// it ends the run, and what others do after it is nobody's business.)
//
// If a section waits after it has written, that is a choice between meanings: SV-COMP says that the section is one step, so nobody
// goes on; a lock around it would let others see what it has written. Such runs are not supported.
#pragma once

#include <vector>

#include "unroll/records.h"

namespace fencepost::unroll {

class AtomicSections {
 public:
  AtomicSections(bool races_are_undefined, Terms& terms, Records& records, Unrolled& to)
      : races_are_undefined_(races_are_undefined),
        terms_(terms),
        records_(records),
        to_(to),
        all_{{0, 0, 0, terms.boolean(false)}} {}

  // By number; 0 is none.
  uint32_t open();
  void leave(const State& state);
  // Paths that meet in two sections were never in both, unless one of them had ended: then they are two steps, and do not become one.
  bool may_join(uint32_t a, uint32_t b) const { return !has_ended(a) && !has_ended(b); }
  uint32_t join(uint32_t a, uint32_t b);

  // The thread goes no further here, if `when`: if it is in a section, that has not begun.
  void stop(const Step& step, const State& state, Term when);
  // The thread waits here, if `when`.
  void wait(const Step& step, const State& state, Term when);

  // When all events are there: each names the section that its own has become, and happens if that did not stop.
  void settle();

 private:
  struct Section {
    uint32_t joined_to;  // an earlier one, or itself
    size_t first_event, first_obligation;
    Term stopped;
  };
  uint32_t first_of(uint32_t section) const;
  bool has_ended(uint32_t section) const;  // on some path
  bool is_in(const Event& event, uint32_t section) const {
    return event.section != 0 && first_of(event.section) == section;
  }
  // When the thread has done such a thing in its section, and `also` holds.
  Term has_done(Event::Kind kind, const State& state, Term also) const;
  Term has_failed(const State& state) const;
  void take_back(uint32_t section, Term stopped);

  const bool races_are_undefined_;  // what was taken back may still race
  Terms& terms_;
  Records& records_;
  Unrolled& to_;
  std::vector<Section> all_;
};

}  // namespace fencepost::unroll

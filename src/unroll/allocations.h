// The objects that executions make and end: by Alloc, and those whose life is bound to a call (C11 6.2.4p6) or to a
// thread (6.2.4p4).
#pragma once

#include <map>
#include <vector>

#include "unroll/feasible.h"
#include "unroll/lifetimes.h"

namespace fencepost::unroll {

class Allocations {
 public:
  Allocations(const core::Program& program, Terms& terms, Objects& objects, Pointers& pointers, Cells& cells,
              PointerAccess& access, Names& names, const AddressUse& address_use, bool counts_unfreed,
              Lifetimes& lifetimes, Feasible& feasible, Records& records, Unrolled& to)
      : program_(program),
        terms_(terms),
        objects_(objects),
        pointers_(pointers),
        cells_(cells),
        access_(access),
        names_(names),
        address_use_(address_use),
        counts_unfreed_(counts_unfreed),
        lifetimes_(lifetimes),
        feasible_(feasible),
        records_(records),
        to_(to) {}

  // A new object of the step's frame; its number.
  uint32_t make(const Step& step, State& state, const core::Alloc& label, Term size, uint32_t shadow);
  // All that a thread has of its own when it begins.
  void begin_thread(const Step& step, State& state);
  void end_thread(const Step& step, State& state);
  // What was made in a call and does not outlive it.
  void leave(const Step& step, State& state, const Frame& frame);

 private:
  void find_size(const State& state, ObjectInfo& info);
  void define(const Step& step, State& state, uint32_t object, ObjectInfo info);
  void end(const Step& step, State& state, uint32_t object);

  const core::Program& program_;
  Terms& terms_;
  Objects& objects_;
  Pointers& pointers_;
  Cells& cells_;
  PointerAccess& access_;
  Names& names_;
  const AddressUse& address_use_;
  const bool counts_unfreed_;
  Lifetimes& lifetimes_;
  Feasible& feasible_;
  Records& records_;
  Unrolled& to_;
  std::map<uint32_t, std::vector<uint32_t>> own_;  // by thread: State::own
};

}  // namespace fencepost::unroll

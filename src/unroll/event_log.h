// The events of an execution, and the shared cells that they name.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "unroll/objects.h"
#include "unroll/records.h"
#include "unroll/sharing.h"

namespace fencepost::unroll {

class EventLog {
 public:
  EventLog(const core::Program& program, Terms& terms, const Objects& objects, const Records& records, Unrolled& to)
      : program_(program), terms_(terms), objects_(objects), records_(records), to_(to) {}

  // An event of the state's thread on its path, if `when`. Its position is that of the step; it has one of no thread's.
  uint32_t add(Event::Kind kind, const Step& step, const State& state, Term when, core::MemoryOrder order);
  Event& operator[](size_t event) { return to_.events[event]; }
  const Event& operator[](size_t event) const { return to_.events[event]; }
  size_t size() const { return to_.events.size(); }
  // When an event before the state happened, on a run that gets to the state.
  static Term happened(const Event& event, const State& state);
  // How many threads this one has spawned so far.
  unsigned spawns(uint32_t thread) const {
    auto known = spawns_.find(thread);
    return known == spawns_.end() ? 0 : known->second;
  }

  // Events of one access share its number: the following ones belong to a new one.
  uint32_t new_access() { return ++accesses_; }
  // Parts of an access that others see at once share this number.
  uint32_t new_whole() { return ++wholes_; }

  // The number of a shared cell.
  uint32_t cell_number(uint32_t object, const CellUse& cell);
  SharedCell cell(uint32_t number) const { return to_.cells[number]; }

 private:
  const core::Program& program_;
  Terms& terms_;
  const Objects& objects_;
  const Records& records_;
  Unrolled& to_;
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> cell_numbers_;  // by object, and where in it
  std::map<uint32_t, unsigned> spawns_;                             // by thread
  uint32_t accesses_ = 0;
  uint32_t wholes_ = 0;
};

}  // namespace fencepost::unroll

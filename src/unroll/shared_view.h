// A thread's view of shared memory. Its memory keeps a view of every object; before a read the view of the shared cells in
// question is refreshed with a new value, which a read event ties to some write; after a write the view is published by a
// write event. Everything else works on the view, as if there were one thread.
#pragma once

#include <vector>

#include "unroll/footprint.h"
#include "unroll/spin_loops.h"

namespace fencepost::unroll {

// The events of an access.
struct AccessEvents {
  struct Part {
    uint32_t event;
    uint64_t at, width;  // from the start of the access
  };
  std::vector<uint32_t> all;
  std::vector<Part> parts;  // unless it is one event at places that differ
};

class SharedView {
 public:
  SharedView(const ModelFacts& model, Terms& terms, const Objects& objects, Pointers& pointers, Cells& cells,
             PointerAccess& access, ReadSets& reads, CellContents& contents, GuardedReads& guarded,
             Footprints& footprints, EventLog& events)
      : model_(model),
        terms_(terms),
        objects_(objects),
        pointers_(pointers),
        cells_(cells),
        access_(access),
        reads_(reads),
        contents_(contents),
        guarded_(guarded),
        footprints_(footprints),
        events_(events) {}

  // Objects that another thread made: their contents are shared, or used by this thread alone.
  void adopt(State& state, const Value& pointer);
  // Before a read: what the shared cells hold now is whatever some write put there.
  AccessEvents refresh(const Step& step, State& state, const SharedAccess& access);
  // After a write, which happened if `written`.
  AccessEvents publish(const Step& step, State& state, const SharedAccess& access, Term written);
  // The latest atomic read of any thread.
  const LastRead& last_read() const { return last_read_; }

 private:
  bool knows(const State& state, const Footprint& footprint);
  uint32_t read_known(const Step& step, State& state, const Footprint& footprint, core::MemoryOrder order);
  // One event at one of several places.
  uint32_t read_any(const Step& step, State& state, const Footprint& footprint, core::MemoryOrder order);
  uint32_t read_cell(const Step& step, State& state, const TouchedCell& touched, core::MemoryOrder order);
  void put(State& state, const TouchedCell& touched, const Value& value);
  static void add_part(AccessEvents& made, uint32_t event, const Footprint& alike);

  const ModelFacts& model_;
  Terms& terms_;
  const Objects& objects_;
  Pointers& pointers_;
  Cells& cells_;
  PointerAccess& access_;
  ReadSets& reads_;
  CellContents& contents_;
  GuardedReads& guarded_;
  Footprints& footprints_;
  EventLog& events_;
  LastRead last_read_;
};

}  // namespace fencepost::unroll

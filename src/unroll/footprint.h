// Which shared cells an access touches, its footprint, and what of it others see at once.
#pragma once

#include <vector>

#include "unroll/checked_facts.h"
#include "unroll/guarded.h"
#include "unroll/pointer_access.h"

namespace fencepost::unroll {

// An access to memory that threads may share.
struct SharedAccess {
  Value pointer;
  Term bytes;
  Term when = {};  // null: always
  core::BitRange range = {};
  core::MemoryOrder order = core::MemoryOrder::plain;
  unsigned align = 1;                      // has been checked
  bool holds_pointer = false;              // by the type of the access
  bool orders = false;                     // other accesses around it
  bool at_once = false;                    // others see all of it or nothing, if it is aligned
  bool of_lock = false;                    // takes or releases a lock of the program's own
  const core::Scalars* scalars = nullptr;  // that are accessed one by one
};

struct TouchedCell {
  Term when;
  const CellUse* cell;
  uint32_t object;
  bool at_once = false;  // with the others of its place
  uint64_t at = 0;       // of the cell, from the start of the access
};

// By the places where the access may be; of each, cells in order.
using Footprint = std::vector<std::vector<TouchedCell>>;

class Footprints {
 public:
  Footprints(const Options& options, Terms& terms, unsigned pointer_bits, PointerAccess& access,
             const CheckedFacts& checked, GuardedReads& guarded, Sharing& sharing, Feasible& feasible, Records& records,
             EventLog& events)
      : options_(options),
        terms_(terms),
        pointer_bits_(pointer_bits),
        access_(access),
        checked_(checked),
        guarded_(guarded),
        sharing_(sharing),
        feasible_(feasible),
        records_(records),
        events_(events) {}

  enum class Use : uint8_t { read, write };
  // Notes the use as well.
  Footprint of(const Step& step, State& state, const SharedAccess& access, Use use);
  // Of a copy or fill: does it touch what threads share; and if so at a place that is not known, the bytes of the parts each of which
  // it touches or not, and how many bytes that may be.
  struct Drift {
    bool is_shared = false;
    uint64_t part = 0, length = 0;
  };
  Drift drift(State& state, const SharedAccess& access);
  // The number of an access whose parts these are, if it stays whole although others access them one by one; otherwise 0.
  uint32_t whole(const Step& step, const std::vector<TouchedCell>& parts, core::MemoryOrder order);
  // Can one event stand for all the places, each a cell of one kind?
  static bool are_alike(const Footprint& footprint);

 private:
  void note(const Step& step, const State& state, const PointerAccess::Range& place, const SharedAccess& access,
            bool at_once, Use use);

  const Options& options_;
  Terms& terms_;
  const unsigned pointer_bits_;
  PointerAccess& access_;
  const CheckedFacts& checked_;
  GuardedReads& guarded_;
  Sharing& sharing_;
  Feasible& feasible_;
  Records& records_;
  EventLog& events_;
};

}  // namespace fencepost::unroll

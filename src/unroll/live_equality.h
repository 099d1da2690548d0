// When two states of one location are equal in all that is live there: whatever happens later goes the same way from both.
// Registers and locals that nobody reads any more do not count, nor does a thread's view of shared cells, which is
// refreshed before it is read.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "program/locals.h"
#include "unroll/objects.h"
#include "unroll/sharing.h"
#include "unroll/step.h"

namespace fencepost::unroll {

class LiveEquality {
 public:
  // As far as a run can tell, dependencies included, or by their values alone.
  enum class Of : uint8_t { runs, values };
  using Same = std::function<Term(const Value& then, const Value& now)>;

  // counts_heap: what is allocated and not freed counts, even if nobody reads it.
  LiveEquality(const program::Cfa& cfa, Terms& terms, const Objects& objects, const Sharing& sharing, bool counts_heap)
      : cfa_(cfa), terms_(terms), objects_(objects), sharing_(sharing), counts_heap_(counts_heap) {}

  // Registers and memory of an earlier state, and its path.
  struct Earlier {
    Path path = nullptr;
    PersistentArray<Value> regs;
    Memory memory;
  };
  Term states(const Frame& frame, program::Loc loc, const Earlier& then, const State& now, Of of = Of::runs);

  Term values(const Value& a, const Value& b, Of of = Of::runs) const;
  // Of one object, if values are the same when `same` says so.
  Term contents(uint32_t object, const ObjectState& a, const ObjectState& b, const Same& same) const;
  // Not if it ended its life meanwhile, or lives for one expression only.
  bool is_live(const Frame& frame, program::Loc loc, uint32_t object, const Shared<ObjectState>& now);

 private:
  Term pieces(Piece then, Piece now, const Same& same) const;
  const program::Locals& locals(core::FunctionId function);

  const program::Cfa& cfa_;
  Terms& terms_;
  const Objects& objects_;
  const Sharing& sharing_;
  const bool counts_heap_;
  std::map<uint32_t, std::unique_ptr<program::Locals>> locals_;
};

}  // namespace fencepost::unroll

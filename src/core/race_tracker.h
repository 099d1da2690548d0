// Unsequenced races inside one activation of a function, found by footprints (core.h defines them; C11 6.5p2). The
// tracker mirrors the interpreter's blocks: each open block holds the negative stores that are still pending, each open
// Unseq also what its finished strands touched. Every access is compared with both, all the way out. A called function
// has a tracker of its own, so its accesses meet none of its caller's.
//
// Accesses are ranges of bits, not bytes: two bit-fields in one byte are two objects.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/core.h"
#include "core/value.h"

namespace fencepost::core {

struct Access {
  ObjectId object = kNoObject;
  Bits begin = 0;  // bits from the start of the object
  Bits end = 0;
  bool write = false;
  bool negative = false;
  const Stmt* stmt = nullptr;  // the statement that accesses; outlives the run
};

class RaceTracker {
 public:
  void enter_block() { scopes_.push_back({}); }
  void leave_block();
  void enter_unseq(const Stmt& stmt);
  // The current strand is over, and another begins.
  void next_strand(unsigned strand);
  void leave_unseq();
  void sequence_point() { scopes_.back().pending.clear(); }

  // The actions of one statement, which do not race with each other. Returns the earlier access that one of them
  // conflicts with.
  std::optional<Access> act(const std::vector<Access>& actions);

  bool inside_unseq() const;
  std::vector<const Stmt*> open_unseqs() const;

 private:
  struct Known {
    Access access;
    unsigned strand;
  };
  class Footprint {
   public:
    void add(const Access& access, unsigned strand = 0);
    void add(const Footprint& other, unsigned strand);
    // An access of another strand with which this one conflicts, or null.
    const Access* conflict(const Access& access, unsigned strand) const;
    void clear() { by_object_.clear(); }

   private:
    std::map<uint32_t, std::vector<Known>> by_object_;
  };
  struct Scope {
    const Stmt* unseq = nullptr;    // null: a plain block
    bool indeterminate = false;     // the Unseq's strands do not race with each other
    unsigned strand = 0;            // the current one
    std::vector<Access> pending;    // of the current strand or block
    std::vector<Access> left_over;  // pending at the ends of finished strands
    Footprint current;              // of the current strand
    Footprint others;               // of finished and suspended strands
  };

 public:
  // A suspended strand: the scopes that are open inside it, and its accesses.
  struct Strand {
    std::vector<Scope> inside;
    std::vector<Access> pending;
    Footprint current;
  };
  // Suspends the current strand of the Unseq that is scope number `scope`; begin_strand or resume must follow.
  Strand suspend(size_t scope);
  void begin_strand(unsigned strand) { scopes_.back().strand = strand; }
  void resume(Strand strand, unsigned number);

 private:
  std::vector<Scope> scopes_;
};

}  // namespace fencepost::core

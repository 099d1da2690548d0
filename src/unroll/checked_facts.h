// What checks have shown: the alignment of the offsets of pointers and the bounds of subscripts. It holds on the path of the check and what
// continues it, for what that thread does next; another thread may be done before the check fails.
#pragma once

#include <map>
#include <utility>

#include "unroll/state.h"

namespace fencepost::unroll {

class CheckedFacts {
 public:
  CheckedFacts(const Paths& paths, unsigned pointer_bits) : paths_(paths), pointer_bits_(pointer_bits) {}

  void note_alignment(const State& state, const Value& pointer, unsigned bytes);
  // Of the pointer's offset, in bytes; 1 if nothing was checked, as for members of packed structures.
  unsigned alignment(const State& state, const Value& pointer) const;
  // A subscript that leads out of its array fails its check, and what the access would do then is nobody's business.
  void note_bounds(const State& state, Term condition);
  // Is the offset not this number, whatever the checked subscript in it is?
  bool excludes(const State& state, Term offset, uint64_t number) const;

 private:
  struct Where {
    Path path;
    uint32_t thread;
    bool holds(const State& state) const;
  };
  struct Alignment {
    Where where;
    unsigned bytes;
  };
  struct Bound {
    Where where;
    logic::Interval values;
  };

  const Paths& paths_;
  const unsigned pointer_bits_;
  std::map<std::pair<uint32_t, uint32_t>, Alignment> alignments_;  // of pointers, by their terms
  std::map<uint32_t, Bound> bounds_;                               // of subscripts, by their terms
};

}  // namespace fencepost::unroll

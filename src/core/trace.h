// The story of a run for people: one line a store, call, return or choice, with the values that it had.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "core/core.h"
#include "core/memory_bytes.h"
#include "core/way.h"

namespace fencepost::core {

struct TraceStep {
  uint32_t thread = 0;
  SourcePos pos;
  std::string function;
  unsigned depth = 0;  // call depth; 0: the entry function
  std::string text;
  bool shared = false;    // concerns other threads: steps of replay, starts and ends of threads, failed checks
  SourcePos caller = {};  // Machine::Position
  bool operator==(const TraceStep&) const = default;
};

// "5", "97 'a'", "0x80000001", "0.5", "&x", "&nodes[1]", "malloc at 10, #2", "null", "(ptr)0x10", "&f" (place_names.h). An unspecified value
// is shown as the value that the run chose.
std::string describe(const Value& value, const Type& type, const Memory& memory);
// Of what memory holds there, through its tap, without a choice and without exposing an address.
std::string value_text(Memory& memory, const Value& pointer, const Type& type, const BitRange& bits);

// Keeps the last `limit` steps of a long run, since the end is what explains a violation. A step that repeats the one
// before says nothing new (a library function returns what it has just chosen).
class Trace {
 public:
  explicit Trace(size_t limit) : limit_(limit) {}
  void add(TraceStep step);
  // cut() removes all steps after the first `count`; count() includes steps that the limit dropped.
  size_t count() const { return dropped_ + steps_.size(); }
  void cut(size_t count);
  std::vector<TraceStep> steps() const;
  // What witnesses tell. A way that is too long for them is none.
  void note(WayStep step);
  std::vector<WayStep> way() const;

 private:
  size_t limit_;
  size_t dropped_ = 0;
  std::deque<TraceStep> steps_;
  struct Noted {
    size_t at = 0;  // count() when it was
    WayStep step;
  };
  std::vector<Noted> way_;
  bool is_too_long_ = false;
};

}  // namespace fencepost::core

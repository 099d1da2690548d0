// A witness of SV-COMP, as data: what a run that violates a property passes, in order. Written by report/witness.h in both of its formats,
// read back by driver/witness/witness_file.h, and looked for along a replayed run by check/waypoints.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.h"

namespace fencepost::result {

struct Waypoint {
  enum class Kind : uint8_t { assumption, branching, function_enter, function_return, target };
  Kind kind = Kind::assumption;
  SourcePos pos;        // in the program; column 0: anywhere in the line
  uint32_t thread = 0;  // 0: the first one, k: the one that the k-th waypoint with `creates` makes
  std::string value =
      {};  // assumption, function_return: a C expression, in which \result is what is returned; branching: true, false, ...
  std::string function = {};  // around it
  std::string callee = {};    // function_return: empty: any
  bool creates = false;       // function_enter: a thread
  bool behind = false;        // assumption: it holds when the statement is done, not before
  SourcePos told_at = {};     // in the witness
};

// A run passes all of `follow`, in any order if there are several, and before that none of `avoid`.
struct Segment {
  std::vector<Waypoint> avoid;
  std::vector<Waypoint> follow;
};

struct Witness {
  std::vector<Segment> segments;  // the last one is what violates the property
  uint32_t threads = 0;           // that it creates
  bool has_others = false;        // it was one of several ways of an automaton
  struct Told {
    std::string text;  // empty: it does not say
    SourcePos at;
  };
  Told specification, data_model;
  bool is_nameless = false;  // a thread at its end is made by no call that stands in the text: it has no number
};

}  // namespace fencepost::result

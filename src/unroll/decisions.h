// What is decided on a path: by constants, by the ranges of numbers (offsets.h), or by branches not long ago (path.h).
#pragma once

#include <optional>

#include "unroll/offsets.h"
#include "unroll/state.h"

namespace fencepost::unroll {

class Decisions {
 public:
  Decisions(Terms& terms, Paths& paths) : terms_(terms), paths_(paths) {}

  // The truth of a condition where the path ends.
  std::optional<bool> decided(Path path, Term condition);
  // Goes on where the condition holds; false: nowhere.
  bool restrict(State& state, Term condition);
  // A pointer that is a choice between places often follows a condition that the program has just asked for: the access then
  // has one place and not several, and one event with one place is what most of what is known about runs is about.
  // Whatever the access would do elsewhere happens on other paths.
  Value narrowed(Path path, Value pointer);

 private:
  Term narrowed(Path path, Term term, int& choices);

  Terms& terms_;
  Paths& paths_;
  Offsets ranges_;
};

}  // namespace fencepost::unroll

// Which threads of a program can be exchanged for each other (seed 002, sections 2 and 7): those that run one template. A template that any number of
// threads run is one of these by itself; threads that are each known are united if they do the same (crowd.h), each with its own constants,
// which it is given when it begins. Numbers of threads do not matter for that, where they are only stored in locks.
//
// Threads that run one function and cannot be exchanged are told, with the place where they begin to differ: there is no use in asking more
// of symmetry than that all its threads run the same edges over their own variables.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "flat/crowd.h"
#include "flat/flat_program.h"

namespace fencepost::flat {

struct Symmetry {
  struct Replicated {
    TemplateId of{};      // of the program below
    Instances instances;  // at most so many, or any number
  };
  // Two threads of one function that cannot be exchanged.
  struct Difference {
    SourcePos pos;
    std::string reason;
  };

  // Every run of the given program is one of it, for the same number of threads. A Join of threads that were united waits for as many as were
  // waited for one by one.
  FlatProgram program;
  std::vector<Replicated> replicated;  // in the order of templates
  std::vector<Difference> differences;

  // Why no two of its threads can be exchanged, at which line if that is known; nothing if some can.
  std::optional<Difference> why_not() const;
};

// How threads that are each known are united.
constexpr CrowdKind kExchangeable{2, true};

Symmetry symmetry_of(const FlatProgram& program, logic::Terms& terms);

// At most so many threads run each template that any number of threads run: the templates stay.
FlatProgram at_most(FlatProgram program, uint32_t threads);

}  // namespace fencepost::flat

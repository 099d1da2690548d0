// Predicate abstraction of a flat program into a Boolean one (seed 001, section 4.1 and figure 6): a variable for each predicate, and for each
// step and each predicate that the step may change
//
//   b := choose(pos, neg)      pos, neg: the weakest cubes that imply wp(step, p) and wp(step, not p) (precondition.h, cube_search.h)
//
// An assumption blocks where a cube implies that it fails; a check may fail where no cube implies that it holds. So every run of the flat
// program is one of the Boolean program, and a check that can fail there can fail here.
#pragma once

#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "boolean/boolean_program.h"
#include "flat/flat_program.h"
#include "flat/not_flat.h"

namespace fencepost::boolean {

struct AbstractionOptions {
  uint32_t most_literals = 3;  // of a cube
  // If given, no other cubes of several literals are tried, whatever their size is (cube extrapolation: section 4.3, figure 6b). Each is a
  // conjunction of predicates and negations of predicates; others are left out.
  const std::vector<Term>* cubes = nullptr;
  // With given cubes: others are searched for as well where a formula names one of these variables, of which no given cube may speak.
  std::vector<Term> searched = {};
  // Of a contradiction between predicates that the Boolean program knows of, besides those that the search meets.
  uint32_t most_in_contradictions = 2;
  // By template and edge: what such a step sets is not in use afterwards, so that predicates about it may become anything.
  const std::set<std::pair<uint32_t, uint32_t>>* emptying = nullptr;
  // By template and location: it is known otherwise that a thread does not wait there (buffer_variables.h).
  const std::vector<std::vector<bool>>* never_waits = nullptr;
};

// What the seed's tables tell of the building of a program.
struct AbstractionCounts {
  uint64_t solver_calls = 0;
  uint64_t cubes_tried = 0;
  uint64_t cubes_used = 0;    // of two or more literals, in the program
  uint32_t largest_cube = 0;  // of the program
};

struct Abstraction {
  BooleanProgram program;  // verified
  AbstractionCounts counts;
};

// Predicates are over the variables of the program, each a Boolean term; equal ones and constants are left out. NotFlat if a template
// has several instances.
std::variant<Abstraction, flat::NotFlat> abstracted(const flat::FlatProgram& program,
                                                    const std::vector<Term>& predicates,
                                                    const AbstractionOptions& options, logic::Terms& terms,
                                                    Budget& budget, Statistics& statistics);

}  // namespace fencepost::boolean

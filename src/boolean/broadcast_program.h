// Boolean broadcast programs (seed 002, section 3.2): what predicate abstraction makes of a program whose templates are run by one or by several
// threads each. Templates stay templates, so that threads can be exchanged for each other.
//
//   variables    each says whether a predicate holds. Those of predicates over shared variables (and over the variables of templates with one
//                instance) are shared; those of predicates that name a variable of a template with several instances, alone (local) or beside
//                shared ones (mixed), are the thread's own: each instance has one
//   steps        of an active thread, the one that takes the step, seen together with a passive one: any other instance of a template with
//                several. What is said of the passive thread is said of each of them (the seed's "for all distinct", of two indices): a step that
//                writes what a mixed predicate is about updates the variables of all passive threads (notify-all)
//
// In the formulas of an edge a variable occurs as up to four literals, numbered by `Occurrences`: its value before and after the step, for
// shared variables and those of the active thread, and for those of the passive one.
//
//   blocked      the step is not taken where one of these cubes holds, for the active thread and some passive one
//   updates      all at once: b := choose(pos, neg) as in Boolean programs (boolean_program.h), over values before the step. Where b is shared or
//                of the active thread, pos holds if it does with some passive thread; where it is of the passive thread, with that one
//   excluded     a step from a state to another is not taken where one of these cubes over values before and after it holds, for some passive
//                thread: constraints that refinement has added (transition refinement, section 4.4)
//   begins       of a step that spawns: updates of the variables of the thread that begins, as a passive one, over values before the step of what is
//                shared and the active thread's. Those that have no update are anything
//   passes       of a check: it can fail unless one of these cubes holds, for the active thread and some passive one. A check moves nobody
//
// Every run of the program that it abstracts is one of it, for every number of threads.
//
//   never        of states of which one of these cubes holds, for some thread and another one: there are none
//   never_at     the same of two threads that stand at such places
//
// Its meaning: a state has the location of each template with one instance (or that it has not begun), the values of the shared variables, and for
// each thread of the others a location and values; a state of which a cube of `never` holds is none. A cube that names a variable of passive threads
// is about those of its owner, and holds with none of another template. A step is not taken where both formulas of an update hold: no state of
// the abstracted program is such. A thread that begins is not passive in the step that spawns it. A check that passes, or perhaps does, is a step to
// its `to`. A template with one instance is not spawned twice. A thread at a location without edges has ended. A join waits until so many instances of
// its template have ended (two joins may find the same), and an exit ends the run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "boolean/boolean_program.h"

namespace fencepost::boolean {

// How the literals of an edge's formulas are numbered in a program of that many variables.
struct Occurrences {
  uint32_t variables = 0;

  BoolVar before(BoolVar id) const { return id; }  // shared, or of the active thread
  BoolVar of_passive(BoolVar id) const { return BoolVar{index(id) + variables}; }
  BoolVar after(BoolVar id) const { return BoolVar{index(id) + 2 * variables}; }
  BoolVar after_of_passive(BoolVar id) const { return BoolVar{index(id) + 3 * variables}; }

  BoolVar variable(BoolVar occurrence) const { return BoolVar{index(occurrence) % variables}; }
  bool is_of_passive(BoolVar occurrence) const { return index(occurrence) / variables % 2 == 1; }
  bool is_after(BoolVar occurrence) const { return index(occurrence) >= 2 * variables; }
};

struct BroadcastEdge {
  uint32_t from = 0, to = 0;
  enum class Kind : uint8_t { step, check, spawn, join, exit } kind = Kind::step;
  Formula blocked;
  std::vector<Update> updates;  // by target: before(v), or of_passive(v)
  std::vector<Cube> excluded;
  std::vector<Update> begins;  // targets are of_passive(v)
  Formula passes;
  uint32_t other = 0;    // the template that is spawned or joined
  uint32_t number = 1;   // of its instances that are joined
  bool is_claim = true;  // of a check (boolean_program.h)
  SourcePos pos;
};

struct BroadcastTemplate {
  std::string name;
  bool is_replicated = false;  // several instances; otherwise one
  uint32_t locations = 0, entry = 0;
  std::vector<BroadcastEdge> edges;  // sorted by `from`
  std::vector<uint32_t> first_out;   // edges of location l: [first_out[l], first_out[l+1])
};

struct BroadcastVariable {
  std::string name;  // the predicate, for people
  Term predicate;
  std::optional<uint32_t> owner;  // a template with several instances, of whose threads each has one; absent: shared
  Truth initial = Truth::open;    // of shared ones, at the start
};

// Never true of two threads at places of theirs. Who does not look at it knows more states, never fewer.
struct NeverAt {
  Cube cube;  // over before(v) of what is shared and of one thread, and of_passive(v) of the other one
  uint32_t of = 0, other_of = 0;  // their templates
  std::vector<std::pair<uint32_t, uint32_t>> places;
};

struct BroadcastProgram {
  std::vector<BroadcastVariable> variables;
  std::vector<BroadcastTemplate> templates;  // the first has one instance, which exists from the start
  // Never true of predicates, whatever the state is: cubes over before(v) of what is shared and of one thread, and of_passive(v) of another one.
  std::vector<Cube> never;
  std::vector<NeverAt> never_at;

  Occurrences occurrences() const { return {static_cast<uint32_t>(variables.size())}; }
};

// Of a program that is well formed; golden tests pin it.
std::string to_string(const BroadcastProgram& program);

// What is wrong with it, or nothing.
std::optional<std::string> problem_of(const BroadcastProgram& program);
// Throws InternalError that names who made it.
void verify(const BroadcastProgram& program, std::string_view after);

}  // namespace fencepost::boolean

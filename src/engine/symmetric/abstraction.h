// Predicate abstraction of templates (seed 002, section 4.1): a program some of whose templates are run by several threads, and predicates over what
// one thread knows, become a Boolean broadcast program.
//
//   c0      an update is exact where the weakest precondition is a constant or a predicate; anything may come of the others
//   c1, c2  Cartesian abstraction by cubes of at most so many literals (boolean/cube_search.h), over the active thread; over an active
//           and a passive one where a passive thread is notified of what changes under a mixed predicate
//
// What refinement has found to be impossible comes on top. Where it has found much about a step, that is abstracted by longer cubes from then on. Hard
// questions to a solver are given up: then a step may do more than it does.
#pragma once

#include <map>
#include <memory>

#include "base/budget.h"
#include "base/statistics.h"
#include "boolean/broadcast_program.h"
#include "engine/symmetric/threads.h"

namespace fencepost::engine::symmetric {

struct Predicate {
  Term term;                      // about the active thread
  std::optional<uint32_t> owner;  // the template that has it for each of its threads; absent: shared
  bool is_mixed = false;
};

// A literal about a step: which predicate, of whom, before or after it.
struct Seen {
  uint32_t predicate = 0;
  bool is_passive = false, is_after = false, positive = true;
  auto operator<=>(const Seen&) const = default;
};
using SeenCube = std::vector<Seen>;  // sorted

// Of two threads at such places, in no state: all before.
struct SeenAt {
  SeenCube cube;
  uint32_t of = 0, other_of = 0;                      // templates of the active thread and of the passive one
  std::vector<std::pair<uint32_t, uint32_t>> places;  // stops of both
};

struct Precision {
  std::vector<Predicate> predicates;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<SeenCube>> excluded;  // by template and number of the step
  std::vector<SeenCube> never;                                              // of states: all before
  std::vector<SeenAt> never_at;                                             // what relations.h tells

  // False: it is there already, or is no predicate.
  bool add(Term about_active, const Threads& threads, logic::Terms& terms);
  size_t count(bool has_owner, bool is_mixed) const;
};

struct BroadcastAbstraction {
  boolean::BroadcastProgram program;  // verified
  // By template and edge: which of the template's steps (threads.h); kWaits: the part of one that only waits for the end of a thread.
  static constexpr uint32_t kWaits = ~0u;
  std::vector<std::vector<uint32_t>> steps;
  // By template: where a thread really stands that stands at a location which the flat program does not have.
  std::vector<std::map<uint32_t, uint32_t>> stands;
};

// Precisions only grow from one abstraction to the next: what was found out about fewer predicates still holds, and is not asked again.
class Abstractor {
 public:
  // All outlive it.
  Abstractor(Threads& threads, uint32_t cube_length, logic::Terms& terms, Budget& budget, Statistics& statistics);
  ~Abstractor();

  BroadcastAbstraction operator()(const Precision& precision);

 private:
  class Candidates;
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace fencepost::engine::symmetric

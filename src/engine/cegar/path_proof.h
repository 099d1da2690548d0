// Do given predicates tell that a trace is no run? Along the trace it is asked which of them must hold, each alone, as the Cartesian domain
// does; where that contradicts a step, those on which the contradiction rests are the answer.
#pragma once

#include <optional>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "engine/cegar/trace.h"
#include "flat/liveness.h"

namespace fencepost::engine::cegar {

class PathProof {
 public:
  // All outlive it.
  PathProof(const flat::FlatProgram& program, logic::Terms& terms, const Interleaving& steps, Budget& budget,
            Statistics& statistics)
      : terms_(terms), steps_(steps), budget_(budget), statistics_(statistics), liveness_(program), versions_(terms) {}

  // Some of the predicates, or nothing: they do not tell.
  std::optional<std::vector<Term>> operator()(const Trace& trace, const std::vector<Term>& predicates);

 private:
  struct Fact {
    Term formula;  // over versions
    size_t predicate = 0;
    std::vector<size_t> rests_on;  // facts
  };

  // Is the step impossible? Then `reason_` says on which facts that rests.
  bool step(const Action& action, logic::Solver& solver);
  // Domains know nothing of what is dead.
  void forget_dead(uint32_t thread, uint32_t location);
  std::vector<Term> premises() const;
  std::vector<size_t> facts_of(const std::vector<Term>& core) const;
  std::vector<size_t> concerned(const Action& action) const;

  logic::Terms& terms_;
  const Interleaving& steps_;
  Budget& budget_;
  Statistics& statistics_;
  flat::Liveness liveness_;
  logic::Versions versions_;
  std::vector<Term> predicates_;
  std::vector<std::vector<Term>> variables_;  // of each
  std::vector<Fact> facts_;
  std::vector<std::optional<size_t>> now_;  // by predicate: the fact that tells it
  std::vector<size_t> reason_;
};

}  // namespace fencepost::engine::cegar

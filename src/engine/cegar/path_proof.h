// Do given predicates tell that a trace is no run? Along the trace it is asked which of them must hold, each alone, as the Cartesian domain
// does; where that contradicts a step, those on which the contradiction rests are the answer.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "engine/cegar/trace.h"
#include "flat/liveness.h"

namespace fencepost::engine::cegar {

class PathProof {
 public:
  // All outlive it.
  PathProof(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps, Budget& budget,
            Statistics& statistics)
      : terms_(terms), steps_(steps), budget_(budget), statistics_(statistics), liveness_(program) {}

  // Some of the predicates, or nothing: they do not tell.
  std::optional<std::vector<Term>> operator()(const Trace& trace, const std::vector<Term>& predicates);

 private:
  struct Fact {
    size_t predicate = 0;
    bool holds = true;
    std::vector<size_t> rests_on = {};  // facts
  };

  // Is the step impossible? Then `reason_` says on which facts that rests.
  bool step(uint32_t number);
  // Domains know nothing of what is dead.
  void forget_dead(uint32_t thread, uint32_t location);
  Term literal(const Fact& fact) const {
    return fact.holds ? predicates_[fact.predicate] : terms_.not_(predicates_[fact.predicate]);
  }
  std::vector<size_t> facts_of(const std::vector<Term>& core) const;
  std::vector<size_t> concerned(const Action& action) const;

  logic::Terms& terms_;
  const Steps& steps_;
  Budget& budget_;
  Statistics& statistics_;
  flat::Liveness liveness_;
  std::unordered_map<uint32_t, Preimage> preimages_;  // by action
  std::vector<Term> predicates_;
  std::vector<std::vector<Term>> variables_;  // of each
  std::vector<Fact> facts_;
  std::vector<std::optional<size_t>> now_;  // by predicate: the fact that tells it
  std::vector<size_t> reason_;
};

}  // namespace fencepost::engine::cegar

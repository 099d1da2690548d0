// Do facts of threads (result/proof.h) hold of a flat program? A thread at a location, with values that satisfy what is said there:
//
//   initiation     so it is at the start, and nobody holds a lock;
//   consecution    each step leads to such values at its end, and makes threads that begin with such values;
//   locks          who takes a lock finds it free and leaves it taken; who holds it leaves it taken; nobody else makes it free;
//   interference   a step of another thread that may be under way (flat/company.h) keeps what is said, if both do not hold one lock;
//                  a thread in an atomic section is not disturbed.
//
// Then every state of every run satisfies what is said of each of its threads, by induction over the run; but for threads that will take
// no further step: those that have ended, and those that wait in an atomic section, which is for ever (flat/company.h). So what is said
// counts as known only where the thread takes a step, or can.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "check/flat_steps.h"
#include "check/implications.h"
#include "flat/company.h"
#include "result/proof.h"

namespace fencepost::check {

struct BrokenFacts {
  std::string why;
};

class ThreadFactsCheck {
 public:
  // All outlive it. import: foreign terms as those of the program; throws BrokenFacts where there is something that does not fit.
  ThreadFactsCheck(const flat::FlatProgram& program, const core::UndefSet& checks, const result::ThreadFacts& facts,
                   const std::function<logic::Term(logic::Term)>& import, FlatSteps& steps, Implications& implies,
                   logic::Terms& terms, Budget& budget);

  // Throw BrokenFacts.
  void require_inductive();
  void require_safe(bool forbids_races);

  // What is known when the thread stands there.
  logic::Term known(uint32_t of, uint32_t at) const { return at_[of][at].known; }
  size_t locations() const;  // that are reached

 private:
  struct Lock {
    logic::Term word, free;  // a formula: it is free
  };
  struct AtLocation {
    logic::Term holds, known;
    std::vector<logic::Term> held;                                      // by lock
    std::unordered_map<logic::Term, std::vector<logic::Term>> said_of;  // by shared variable: conjuncts
  };

  void take_in(const result::ThreadFacts& facts, const std::function<logic::Term(logic::Term)>& import);
  void require_variables(logic::Term formula, std::optional<uint32_t> own, bool may_share) const;
  void require(logic::Term premise, logic::Term conclusion, const std::function<std::string()>& otherwise);
  void initiation();
  void consecution(uint32_t of, const flat::Edge& edge);
  void locks(uint32_t of, const flat::Edge& edge, logic::Term premise);
  void beginning(uint32_t of, const flat::Edge& edge, logic::Term premise);
  void interference(uint32_t of, const flat::Edge& edge);
  void races(uint32_t of, const flat::Edge& edge);
  std::vector<logic::Term> written_by(const flat::Edge& edge) const;
  // What is known when both stand there, with the variables of the second as those of another thread.
  logic::Term together(uint32_t one, uint32_t here, uint32_t other, uint32_t there);
  logic::Term as_other(uint32_t one, uint32_t other, logic::Term formula);
  std::string described(uint32_t of, const flat::Edge& edge) const;

  const flat::FlatProgram& program_;
  const core::UndefSet& checks_;
  FlatSteps& steps_;
  Implications& implies_;
  logic::Terms& terms_;
  Budget& budget_;
  flat::Company company_;
  std::unordered_map<logic::Term, const flat::Variable*> variables_;
  logic::Term always_;
  std::vector<Lock> locks_;
  std::vector<std::vector<AtLocation>> at_;
  std::map<uint32_t, logic::Substitution> others_;               // by template
  std::map<std::pair<const flat::Edge*, uint32_t>, bool> kept_;  // by conjunct: whatever else is known; only looked up
};

}  // namespace fencepost::check

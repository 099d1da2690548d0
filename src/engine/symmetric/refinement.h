// What a failing run of a broadcast program teaches (seed 002, sections 4.3 to 4.5): it is a run of the program; or one of its steps is none, of the
// active thread alone or with a passive one, and is excluded from then on (transition refinement, by an unsatisfiable core instead of
// whole states); or new predicates tell why the steps do not go together, said about one thread whichever it is.
#pragma once

#include "boolean/broadcast_explore.h"
#include "engine/solvers.h"
#include "engine/symmetric/abstraction.h"
#include "engine/symmetric/relations.h"
#include "flat/interpreter.h"
#include "logic/versions.h"

namespace fencepost::engine::symmetric {

// Where new predicates are looked for first. What the program asks speaks of all iterations of its loops, and of relations between variables;
// interpolants are of few words and know the numbers that come about. Each finds in a moment what the other one never comes to.
enum class Learning : uint8_t { from_text, from_interpolants };

class Refinement {
 public:
  // All outlive it.
  Refinement(Threads& threads, Learning learning, logic::Terms& terms, Budget& budget, Statistics& statistics)
      : threads_(threads), learning_(learning), terms_(terms), budget_(budget), statistics_(statistics) {}

  // sat: it is a run, and run() is that, unless what fails is no check. unsat: it is none.
  logic::Answer is_run(const BroadcastAbstraction& abstraction, const boolean::BroadcastFailure& failure);
  const std::vector<flat::Step>& run() const { return run_; }
  Relations& relations();
  // The check that fails, in the copies' program.
  const flat::Edge& failing() const { return *failing_; }
  uint32_t fails_in() const { return fails_in_; }  // template of the given program

  // Of a failure that is no run. How many constraints were added.
  size_t exclude(const BroadcastAbstraction& abstraction, const boolean::BroadcastFailure& failure,
                 Precision& precision);
  // The same by what holds of the numbers of threads at their places (relations.h): of states of the failure that cannot be.
  size_t exclude_by_relations(const BroadcastAbstraction& abstraction, const boolean::BroadcastFailure& failure,
                              Precision& precision);
  // Of the last is_run(), which was unsat. How many predicates were added.
  size_t learn(Precision& precision);

 private:
  // Where in an abstraction a thread stands.
  static Relations::Place place(const BroadcastAbstraction& abstraction, const boolean::SeenThread& thread);
  const TemplateStep* step_of(const BroadcastAbstraction& abstraction, const boolean::BroadcastStep& step) const;
  void add_edge(flat::TemplateId of, uint32_t edge, uint32_t thread, bool fails, std::vector<Term>& parts);
  bool learn_by_text(Precision& precision);
  bool learn_by_interpolants(Precision& precision);
  bool add_conditions(const TemplateStep& step, Precision& precision);
  bool add(Term formula, Precision& precision);
  bool is_impossible(Term known, const std::vector<std::pair<Seen, Term>>& literals, SeenCube& why);

  Threads& threads_;
  const Learning learning_;
  logic::Terms& terms_;
  Budget& budget_;
  Statistics& statistics_;
  std::optional<Solvers> solvers_;      // for the questions about one failure
  std::optional<Relations> relations_;  // as soon as they are asked for
  std::vector<Term> formulas_;          // of the beginning, and of each step
  std::vector<Term> guards_;            // of the steps, about the active thread
  std::vector<Term> core_;              // formulas that have no common model
  // What the steps do: of the copies that take them, for what is fails.
  struct Taken {
    const TemplateStep* step = nullptr;
    Action action;
  };
  std::vector<Taken> taken_;
  std::optional<logic::Versions> versions_;
  std::vector<flat::Step> run_;
  std::vector<Term> chosen_;  // by step of the run
  const flat::Edge* failing_ = nullptr;
  uint32_t fails_in_ = 0;
};

}  // namespace fencepost::engine::symmetric

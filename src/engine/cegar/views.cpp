#include "engine/cegar/views.h"

#include <fmt/format.h>

#include <unordered_map>

#include "engine/cegar/view_abstraction.h"
#include "logic/atoms.h"
#include "logic/rebuild.h"
#include "logic/variables.h"
#include "memory/probe.h"

namespace fencepost::engine::cegar {

using flat::Copies;
using result::Claims;
using result::Verdict;

namespace {

constexpr uint32_t kMostInstances = 3;  // of a small instance
constexpr int kMostRounds = 12;         // of views, for one small instance

class Prover {
 public:
  Prover(const flat::FlatProgram& program, const std::shared_ptr<logic::Terms>& terms, Budget& budget, Claims& claims)
      : program_(program),
        terms_(terms),
        claims_(claims),
        copies_(flat::with_copies(program, *terms, kSlots, Copies::Spawning::open)),
        blocks_(copies_.program, *terms),
        views_(copies_, blocks_, *terms, budget, claims.statistics) {
    for (const flat::Variable& variable : copies_.program.variables) by_name_.emplace(variable.name, variable.term);
  }

  void operator()(const Decide& decide) {
    if (explore()) return;
    for (uint32_t threads = 2; threads <= kMostInstances; ++threads) {
      Copies small = flat::with_copies(program_, *terms_, threads, Copies::Spawning::in_turn);
      Claims found;
      std::optional<result::Invariants> proof = decide(std::move(small.program), found);
      if (found.verdict == Verdict::unsafe) {
        claims_ = std::move(found);
        return;
      }
      claims_.statistics.set("views.threads", threads);
      if (proof) learn(*proof);
      if (explore()) return;
    }
    claims_.take_back(why_, where_);
  }

 private:
  // The predicates of the invariants that are about variables of views.
  void learn(const result::Invariants& proof) {
    std::unordered_map<Term, bool> seen;
    std::vector<Term> found;
    for (const auto& at : proof.configurations)
      for (Term atom : logic::atoms_of(*terms_, at.holds))
        if (seen.emplace(atom, true).second)
          if (Term known = renamed(atom)) found.push_back(known);
    views_.refine(found);
  }

  // In variables of the views' copies; null if it has others.
  Term renamed(Term atom) {
    logic::Substitution to(*terms_);
    for (Term variable : logic::variables_of({atom})) {
      auto found = by_name_.find(variable.name());
      if (found == by_name_.end()) return {};
      to.put(variable, found->second);
    }
    return to(atom);
  }

  // What is about one thread comes first: others cannot spoil what it knows of itself.
  bool learns(const ViewAbstraction::Failure& failure) {
    return views_.refine(failure.preconditions, 1) || views_.refine(failure.established, 1) ||
           views_.refine(failure.preconditions) || views_.refine(failure.guards);
  }

  // Did it prove the program?
  bool explore() {
    for (int round = 0; round < kMostRounds; ++round) {
      claims_.statistics.add("views.rounds");
      std::optional<ViewAbstraction::Failure> failure;
      try {
        failure = views_.explore();
      } catch (const ViewAbstraction::TooMany&) {
        why_ = "too much may be true of two of any number of threads";
        where_ = {};
        return false;
      }
      claims_.statistics.set("views.views", static_cast<double>(views_.size()));
      claims_.statistics.set("views.predicates", static_cast<double>(views_.predicates()));
      if (!failure) {
        claims_.verdict = Verdict::safe;
        claims_.proof = result::ViewInvariants{terms_, kSlots - 1, views_.views()};
        return true;
      }
      why_ = "what two of any number of threads know does not exclude a failure here";
      where_ = failure->edge->pos;
      if (!learns(*failure)) return false;
    }
    return false;
  }

  const flat::FlatProgram& program_;
  std::shared_ptr<logic::Terms> terms_;
  Claims& claims_;
  Copies copies_;
  flat::Blocks blocks_;
  ViewAbstraction views_;
  std::unordered_map<std::string, Term> by_name_;
  std::string why_;
  SourcePos where_;
};

}  // namespace

void prove_by_views(const result::Task& task, const flat::Obligation& obligation,
                    const std::shared_ptr<logic::Terms>& terms, const Decide& decide, Budget& budget, Claims& claims) {
  std::string many = *flat::why_not_single(obligation.program);
  if (task.model == nullptr || !memory::is_sequentially_consistent(*task.model)) return claims.take_back(many, {});
  if (obligation.forbids_races || task.property.checks.has(core::Undef::data_race))
    return claims.take_back(many + ", and views of such programs say nothing about data races", {});
  try {
    Prover(obligation.program, terms, budget, claims)(decide);
  } catch (const flat::NotFlat& why) {
    claims.take_back(fmt::format("{}, and its steps have no blocks: {}", many, why.reason), why.pos);
  }
}

}  // namespace fencepost::engine::cegar

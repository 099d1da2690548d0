#include "engine/cegar/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "engine/cegar/view_abstraction.h"
#include "engine/cegar/view_guesses.h"
#include "flat/crowd.h"
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
constexpr int kMostRounds = 25;         // of views, for one small instance
constexpr int kFirstGuess = 2;          // round
constexpr uint32_t kTicksOfCrowds = 20'000;
constexpr uint32_t kTicksBeforeValues = 100'000, kTicksOfGuess = 200'000;
constexpr int kRoundsOfGuess = 6;

class Prover {
 public:
  Prover(const flat::FlatProgram& program, const std::shared_ptr<logic::Terms>& terms, const Listener& listener,
         Budget& budget, Claims& claims)
      : program_(program),
        terms_(terms),
        listener_(listener),
        budget_(budget),
        claims_(claims),
        copies_(flat::with_copies(program, *terms, kSlots, Copies::Spawning::open)),
        blocks_(copies_.program, *terms),
        views_(copies_, blocks_, *terms, budget, claims.statistics),
        guesses_(copies_.program, *terms) {
    for (const flat::Variable& variable : copies_.program.variables) by_name_.emplace(variable.name, variable.term);
  }

  void operator()(const Decide& decide) {
    ViewGuesses::Tickets tickets = guesses_.tickets();
    if (is_guessed(tickets.predicates, tickets.held)) return;
    if (within(kTicksBeforeValues, [&] { return explore(views_, kMostRounds); })) return;
    if (is_guessed(guesses_.values(), {}) || explore(views_, kMostRounds)) return;
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
      if (explore(views_, kMostRounds)) return;
    }
    claims_.take_back(why_, where_);
  }

 private:
  // Not where the work is more than that.
  bool within(uint32_t ticks, const auto& is_proved) {
    try {
      LimitedTicks limit(budget_, ticks);
      return is_proved();
    } catch (const Exhausted& error) {
      if (error.resource() != Resource::steps) throw;
      return false;
    }
  }

  // What learning from failures comes to late, if at all, among many predicates that do not matter: a few that go together, tried alone. Who
  // holds a lock of tickets is known by the ticket, of which nothing else would speak any more.
  bool is_guessed(const std::vector<Term>& predicates, const std::vector<std::pair<Term, Term>>& held) {
    if (predicates.empty()) return false;
    ViewAbstraction views(copies_, blocks_, *terms_, budget_, claims_.statistics);
    views.refine(predicates);
    for (const auto& [ticket, display] : held) views.keep_until_written(ticket, display);
    return within(kTicksOfGuess, [&] { return explore(views, kRoundsOfGuess); });
  }

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
  bool learns(ViewAbstraction& views, const ViewAbstraction::Failure& failure, int round) {
    bool is_kept = round >= kFirstGuess && views.refine(guesses_.kept(failure.preconditions));
    return views.refine(failure.preconditions, 1) || views.refine(failure.established, 1) ||
           views.refine(failure.preconditions) || views.refine(failure.guards) || is_kept ||
           views.refine(related(failure)) || views.keep_dead();
  }
  std::vector<Term> related(const ViewAbstraction::Failure& failure) {
    std::vector<Term> about = failure.preconditions;
    about.insert(about.end(), failure.guards.begin(), failure.guards.end());
    return guesses_.relations(about, [&](Term word) { return views_.of_other(word); });
  }

  // Did it prove the program?
  bool explore(ViewAbstraction& views, int most_rounds) {
    for (int round = 0; round < most_rounds; ++round) {
      claims_.statistics.add("views.rounds");
      std::optional<ViewAbstraction::Failure> failure;
      listener_.is_at(fmt::format("views of two threads, round {}, {} told", round + 1, views.predicates()));
      try {
        failure = views.explore();
      } catch (const ViewAbstraction::TooMany&) {
        why_ = "too much may be true of two of any number of threads";
        where_ = {};
        return false;
      }
      claims_.statistics.set("views.views", static_cast<double>(views.size()));
      claims_.statistics.set("views.predicates", static_cast<double>(views.predicates()));
      if (!failure) {
        claims_.verdict = Verdict::safe;
        claims_.proof = result::ViewInvariants{terms_, kSlots - 1, views.views()};
        return true;
      }
      why_ = "what two of any number of threads know does not exclude a failure here";
      where_ = failure->edge->pos;
      size_t before = views.predicates();
      bool has_learnt = learns(views, *failure, round);
      if (listener_.log)
        listener_.log(fmt::format("views: {} views, {} told; after {} blocks line {} may fail; learnt:{}", views.size(),
                                  before, failure->blocks, where_.line, views.described(before)));
      if (!has_learnt) return false;
    }
    return false;
  }

  const flat::FlatProgram& program_;
  std::shared_ptr<logic::Terms> terms_;
  const Listener& listener_;
  Budget& budget_;
  Claims& claims_;
  Copies copies_;
  flat::Blocks blocks_;
  ViewAbstraction views_;
  ViewGuesses guesses_;
  std::unordered_map<std::string, Term> by_name_;
  std::string why_;
  SourcePos where_;
};

// Why nothing is said about it by views, whatever it does.
std::optional<std::string> why_not_by_views(const result::Task& task, const flat::Obligation& obligation) {
  if (obligation.forbids_races || task.property.checks.has(core::Undef::data_race))
    return ", and views of such programs say nothing about data races";
  return std::nullopt;
}

}  // namespace

void prove_by_views(const result::Task& task, const flat::Obligation& obligation,
                    const std::shared_ptr<logic::Terms>& terms, const Decide& decide, const Listener& listener,
                    Budget& budget, Claims& claims) {
  std::string many = *flat::why_not_single(obligation.program);
  if (auto why = why_not_by_views(task, obligation)) return claims.take_back(many + *why, {});
  try {
    Prover(obligation.program, terms, listener, budget, claims)(decide);
  } catch (const flat::NotFlat& why) {
    claims.take_back(fmt::format("{}, and its steps have no blocks: {}", many, why.reason), why.pos);
  }
}

std::optional<result::ViewInvariants> prove_by_crowds(const result::Task& task, const flat::Obligation& obligation,
                                                      const std::shared_ptr<logic::Terms>& terms, const Decide& decide,
                                                      const Listener& listener, Budget& budget,
                                                      Statistics& statistics) {
  if (task.model == nullptr || !memory::is_sequentially_consistent(*task.model)) return std::nullopt;
  if (why_not_by_views(task, obligation)) return std::nullopt;
  std::optional<flat::FlatProgram> crowds = flat::crowded(obligation.program, *terms);
  if (!crowds) return std::nullopt;
  statistics.add("views.crowds");
  Claims found;
  try {
    LimitedTicks limit(budget, kTicksOfCrowds);
    Prover(*crowds, terms, listener, budget, found)(decide);
  } catch (const flat::NotFlat&) {
    return std::nullopt;
  } catch (const Exhausted& error) {
    if (error.resource() != Resource::steps) throw;
    return std::nullopt;
  }
  if (found.verdict != Verdict::safe) return std::nullopt;
  auto proof = std::get<result::ViewInvariants>(std::move(*found.proof));
  proof.of_crowd = flat::CrowdKind{};
  return proof;
}

}  // namespace fencepost::engine::cegar

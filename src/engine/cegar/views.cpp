#include "engine/cegar/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "engine/cegar/view_abstraction.h"
#include "flat/crowd.h"
#include "flat/operands.h"
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

// Predicates beyond what blocks and their conditions say: those that loops keep, where preconditions of a failure are others in every
// iteration (next + 2 < 66, next + 4 < 66, ...).
class Guesses {
 public:
  Guesses(const flat::FlatProgram& program, logic::Terms& terms) : terms_(terms) {
    for (const flat::Variable& variable : program.variables) variables_.emplace(variable.term, &variable);
    for (const flat::Template& of : program.templates) {
      std::unordered_map<Term, Term> loaded;
      for (const flat::Edge& edge : of.edges)
        if (auto* load = std::get_if<flat::Load>(&edge.label))
          if (auto* from = std::get_if<flat::VarId>(&load->from.to))
            loaded[program[load->target].term] = program[*from].term;
      for (const flat::Edge& edge : of.edges)
        if (auto* store = std::get_if<flat::Store>(&edge.label))
          flat::each_cell(store->to, program,
                          [&](flat::VarId id) { note_step(program[id].term, store->value, loaded); });
    }
  }

  // A variable does not go below where it began, keeps what its steps leave of it: its low bits, and is still what a thread has read that
  // is about to add something to it.
  std::vector<Term> kept(const std::vector<Term>& about) {
    std::vector<Term> found;
    for (Term variable : words_of(about)) {
      const flat::Variable& of = *variables_.at(variable);
      for (Term copy : copies_[variable]) found.push_back(terms_.eq(copy, variable));
      if (of.owner || !of.initial) continue;
      unsigned width = variable.sort().width;
      for (logic::Op below : {logic::Op::bv_slt, logic::Op::bv_ult})
        found.push_back(terms_.binary(below, variable, terms_.bv(*of.initial, width)));
      auto step = steps_.find(variable);
      if (step == steps_.end() || step->second == 0 || step->second >= width) continue;
      found.push_back(terms_.eq(terms_.extract(variable, step->second - 1, 0),
                                terms_.bv(logic::low_bits(*of.initial, step->second), step->second)));
    }
    return found;
  }

  // Two threads differ in what each has of its own, and that lies before what is shared: tickets, indices. of_other: the same variable
  // of another thread; null where there is none.
  std::vector<Term> relations(const std::vector<Term>& about, const std::function<Term(Term)>& of_other) {
    std::vector<Term> found;
    std::vector<Term> words = words_of(about);
    for (Term word : words) {
      std::optional<flat::TemplateId> owner = variables_.at(word)->owner;
      for (Term copy : copies_[word]) found.push_back(terms_.eq(copy, word));
      if (!owner) continue;
      if (Term same = of_other(word)) found.push_back(terms_.eq(word, same));
      for (Term other : words) {
        if (other.sort() != word.sort() || variables_.at(other)->owner == owner) continue;
        bool is_shared = !variables_.at(other)->owner;
        found.push_back(is_shared ? terms_.binary(order_in(about, other), word, other) : terms_.eq(word, other));
      }
    }
    return found;
  }

 private:
  static constexpr size_t kMostGuessed = 8;  // variables

  std::vector<Term> words_of(const std::vector<Term>& about) const {
    std::vector<Term> words = logic::variables_of(about);
    std::erase_if(words, [&](Term variable) {
      return variable.sort().kind != logic::SortKind::bitvec || !variables_.contains(variable);
    });
    std::ranges::sort(words, {}, &Term::id);
    if (words.size() > kMostGuessed) words.resize(kMostGuessed);
    return words;
  }

  // x = y + 4 leaves two bits as they were, if y is what x was.
  void note_step(Term variable, Term value, const std::unordered_map<Term, Term>& loaded) {
    for (Term part : logic::variables_of({value}))
      if (auto from = loaded.find(part); from != loaded.end() && from->second == variable)
        copies_[variable].push_back(part);
    if (value.op() != logic::Op::bv_add || !value.args()[1].is_const()) return;
    unsigned zeros = 0;
    while (zeros < variable.sort().width && (value.args()[1].value() >> zeros & 1) == 0) ++zeros;
    auto [known, is_new] = steps_.emplace(variable, zeros);
    if (!is_new) known->second = std::min(known->second, zeros);
  }

  logic::Op order_in(const std::vector<Term>& about, Term variable) const {
    for (Term atom : about) {
      if (atom.op() != logic::Op::bv_slt) continue;
      std::vector<Term> compared = logic::variables_of({atom});
      if (std::ranges::find(compared, variable) != compared.end()) return logic::Op::bv_slt;
    }
    return logic::Op::bv_ult;
  }

  logic::Terms& terms_;
  std::unordered_map<Term, const flat::Variable*> variables_;
  std::unordered_map<Term, unsigned> steps_;
  std::unordered_map<Term, std::vector<Term>> copies_;  // of shared variables, by threads that write them from these
};

class Prover {
 public:
  Prover(const flat::FlatProgram& program, const std::shared_ptr<logic::Terms>& terms, const Listener& listener,
         Budget& budget, Claims& claims)
      : program_(program),
        terms_(terms),
        listener_(listener),
        claims_(claims),
        copies_(flat::with_copies(program, *terms, kSlots, Copies::Spawning::open)),
        blocks_(copies_.program, *terms),
        views_(copies_, blocks_, *terms, budget, claims.statistics),
        guesses_(copies_.program, *terms) {
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
  bool learns(const ViewAbstraction::Failure& failure, int round) {
    bool is_guessed = round >= kFirstGuess && views_.refine(guesses_.kept(failure.preconditions));
    return views_.refine(failure.preconditions, 1) || views_.refine(failure.established, 1) ||
           views_.refine(failure.preconditions) || views_.refine(failure.guards) || is_guessed ||
           views_.refine(related(failure)) || views_.keep_dead();
  }
  std::vector<Term> related(const ViewAbstraction::Failure& failure) {
    std::vector<Term> about = failure.preconditions;
    about.insert(about.end(), failure.guards.begin(), failure.guards.end());
    return guesses_.relations(about, [&](Term word) { return views_.of_other(word); });
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
      size_t before = views_.predicates();
      bool has_learnt = learns(*failure, round);
      if (listener_.log)
        listener_.log(fmt::format("views: {} views, {} told; after {} blocks line {} may fail; learnt:{}",
                                  views_.size(), before, failure->blocks, where_.line, views_.described(before)));
      if (!has_learnt) return false;
    }
    return false;
  }

  const flat::FlatProgram& program_;
  std::shared_ptr<logic::Terms> terms_;
  const Listener& listener_;
  Claims& claims_;
  Copies copies_;
  flat::Blocks blocks_;
  ViewAbstraction views_;
  Guesses guesses_;
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
  proof.of_crowds = true;
  return proof;
}

}  // namespace fencepost::engine::cegar

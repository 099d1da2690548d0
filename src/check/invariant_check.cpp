#include "check/invariant_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "check/by_cubes.h"
#include "check/flat_races.h"
#include "check/flat_steps.h"
#include "check/implications.h"
#include "check/thread_facts.h"
#include "flat/operands.h"
#include "flat/reduction.h"
#include "logic/atoms.h"
#include "logic/rebuild.h"
#include "logic/variables.h"

namespace fencepost::check {

using flat::Configuration;
using flat::Edge;
using flat::FlatProgram;
using logic::Term;
using logic::Terms;
using result::Invariants;

namespace {

// One program, and what is said to hold of it.
class InvariantCheck {
 public:
  InvariantCheck(const flat::Obligation& obligation, const core::UndefSet& checks, Terms& terms, Budget& budget,
                 Statistics& statistics, const NeverWaits* never_waits = nullptr)
      : checks_(checks),
        budget_(budget),
        terms_(terms),
        program_(obligation.program),
        forbids_races_(obligation.forbids_races),
        steps_(program_, checks, terms_),
        implies_(terms_, budget, statistics),
        by_cubes_(terms_, implies_),
        never_waits_(never_waits) {}

  void operator()(const Invariants& proof, result::ProofSummary& summary) {
    summary.terms += take_in(proof);
    if (facts_) facts_->require_inductive();
    if (facts_ && proof.configurations.empty()) {
      facts_->require_safe(forbids_races_);
      summary.configurations += facts_->locations();
      return;
    }
    if (auto why = flat::why_not_single(program_)) throw NoProof{*why};
    summary.kind = "invariants";
    reduction_.emplace(program_, terms_);
    find_unseen(proof.unseen);
    summary.configurations += proof.configurations.size();
    // Buffered invariants list all interleavings. Where no step leads of those that the reduction keeps, nobody comes.
    if (never_waits_ == nullptr)
      for (size_t i = listed_.size(); i-- > 0;) come_to(i);
    initiation();
    while (!open_.empty()) {
      const Listed& next = listed_[open_.back()];
      open_.pop_back();
      configuration_at(next.configuration, next.holds);
    }
  }

 private:
  struct Listed {
    Configuration configuration;
    Term holds;
  };

  // Returns how many terms there are.
  size_t take_in(const Invariants& proof) {
    std::unordered_map<std::string, Term> by_name;
    for (const flat::Variable& variable : program_.variables) by_name.emplace(variable.name, variable.term);
    logic::Import import(terms_, [&](Term foreign) {
      auto found = by_name.find(foreign.name());
      if (found == by_name.end()) throw NoProof{fmt::format("it names {}, which is no variable", foreign.name())};
      if (found->second.sort() != foreign.sort()) throw NoProof{fmt::format("{} has another sort", foreign.name())};
      return found->second;
    });
    for (const auto& [configuration, holds] : proof.configurations) {
      budget_.check();
      require_place(configuration);
      if (!holds || holds.sort() != logic::bool_sort())
        throw NoProof{fmt::format("at {} it has no formula", described(configuration))};
      if (!by_configuration_.emplace(configuration, listed_.size()).second)
        throw NoProof{fmt::format("it lists {} twice", described(configuration))};
      listed_.push_back({configuration, import(holds)});
    }
    if (proof.facts)
      facts_.emplace(
          program_, checks_, *proof.facts, [&](Term foreign) { return import(foreign); }, steps_, implies_, terms_,
          budget_);
    return import.size();
  }

  // What a proof does not see it may not speak of, nor may what the program is watched by be among it.
  void find_unseen(const std::vector<std::string>& names) {
    if (names.empty()) return;
    if (forbids_races_) throw NoProof{"races of variables that it does not see are not ruled out"};
    unseen_.assign(program_.variables.size(), false);
    std::unordered_set<Term> unseen;
    for (const std::string& name : names) {
      auto found = std::ranges::find(program_.variables, name, &flat::Variable::name);
      if (found == program_.variables.end() || found->owner || found->is_note)
        throw NoProof{fmt::format("it does not see {}, which is no variable that threads share", name)};
      unseen_[static_cast<size_t>(found - program_.variables.begin())] = true;
      unseen.insert(found->term);
    }
    for (const auto& [configuration, holds] : listed_)
      for (Term variable : logic::variables_of({holds}))
        if (unseen.contains(variable))
          throw NoProof{
              fmt::format("at {} it speaks of {}, which it does not see", described(configuration), variable.name())};
  }

  // What the facts say of a thread that takes the step. Where something is not seen, the interleavings that are looked at are
  // rearrangements of runs: a step finds there what it reads itself, and its thread's own variables, as in the run.
  Term known_before(uint32_t thread, const Edge& edge) {
    if (!facts_) return terms_.boolean(true);
    Term known = facts_->known(thread, flat::index(edge.from));
    if (unseen_.empty()) return known;
    auto [found, is_new] = known_before_.try_emplace(&edge);
    if (!is_new) return found->second;
    std::unordered_set<Term> told;
    for (const flat::Variable& variable : program_.variables)
      if (variable.owner == flat::TemplateId{thread}) told.insert(variable.term);
    flat::each_term(edge, [&](Term term) {  // notes among them
      for (Term variable : logic::variables_of({term})) told.insert(variable);
    });
    if (flat::reads(edge.label))
      flat::each_cell(*flat::access(edge.label), program_, [&](flat::VarId id) { told.insert(program_[id].term); });
    std::vector<Term> all;
    for (Term part : logic::conjuncts_of(terms_, known))
      if (std::ranges::all_of(logic::variables_of({part}), [&](Term variable) { return told.contains(variable); }))
        all.push_back(part);
    return found->second = terms_.and_(all);
  }

  void require_place(const Configuration& configuration) const {
    bool is_one = configuration.at.size() == program_.templates.size();
    for (uint32_t thread = 0; is_one && thread < configuration.at.size(); ++thread)
      is_one = !has_begun(configuration, thread) || configuration.at[thread] < program_.templates[thread].locations;
    is_one =
        is_one && (configuration.atomic == Configuration::kNobody ||
                   (configuration.atomic < configuration.at.size() && has_begun(configuration, configuration.atomic)));
    if (!is_one) throw NoProof{"it lists a configuration that the program does not have"};
  }

  std::string described(const Configuration& configuration) const {
    std::string text;
    for (uint32_t thread = 0; thread < configuration.at.size(); ++thread) {
      if (!has_begun(configuration, thread)) continue;
      text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", program_.templates[thread].name,
                          configuration.at[thread], configuration.atomic == thread ? " (atomic)" : "");
    }
    return text;
  }

  std::string described(uint32_t thread, const Edge& edge) const {
    std::string place = edge.pos.valid() ? fmt::format(", line {}", edge.pos.line) : "";
    return fmt::format("{} -> {} of {}{}", flat::index(edge.from), flat::index(edge.to),
                       program_.templates[thread].name, place);
  }

  void require(Term premise, Term conclusion, const auto& otherwise) {
    budget_.check();
    switch (implies_(premise, conclusion)) {
      case Implications::Answer::holds:
        return;
      case Implications::Answer::fails:
        throw NoProof{otherwise()};
      case Implications::Answer::not_known:
        throw NoProof{fmt::format("no solver finds out whether this is wrong: {}", otherwise())};
    }
  }

  void come_to(size_t listed) {
    if (has_come_to_.insert(listed).second) open_.push_back(listed);
  }

  void initiation() {
    Configuration first = flat::first_configuration(program_);
    auto found = by_configuration_.find(first);
    if (found == by_configuration_.end()) throw NoProof{"it does not list the configuration at the start"};
    come_to(found->second);
    AtStart start = at_start(program_, listed_[found->second].holds, terms_);
    require(start.known, start.says, [] { return "the first values do not satisfy the formula at the start"; });
  }

  // A formula is looked at case by case: then values are known that let the rest fold.
  std::vector<Term> cases_of(Term holds) {
    std::vector<Term> parts = logic::conjuncts_of(terms_, holds), widest;
    size_t where = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      std::vector<Term> members = disjuncts_of(terms_, parts[i]);
      if (members.size() <= widest.size() || members.size() < 2) continue;
      widest = std::move(members);
      where = i;
    }
    if (widest.empty()) return {holds};
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(where));
    for (Term& member : widest) member = terms_.and_(member, terms_.and_(parts));
    return widest;
  }

  void configuration_at(const Configuration& at, Term holds) {
    std::vector<Term> cases = cases_of(holds);
    auto under = [&](Term also) {
      std::vector<Term> premises;
      for (Term one : cases)
        if (Term premise = terms_.and_(one, also); !premise.is_false()) premises.push_back(premise);
      return premises;
    };
    Term always = terms_.boolean(true);
    std::optional<uint32_t> first = reduction_->first(at, unseen_);
    Term waits = always;
    if (at.atomic != Configuration::kNobody) waits = cannot_go_on(at, at.atomic);
    for (uint32_t thread = 0; thread < at.at.size(); ++thread) {
      if (first && *first != thread) continue;
      bool is_alone = at.atomic == Configuration::kNobody || at.atomic == thread;
      Term may_go = is_alone ? always : waits;
      for (const Edge& edge : edges_from(program_, at, thread))
        step(at, under(terms_.and_(may_go, known_before(thread, edge))), thread, edge);
    }
    if (forbids_races_) races(at, under, waits);
  }

  Term cannot_go_on(const Configuration& at, uint32_t thread) {
    if (never_waits_ != nullptr && (*never_waits_)[thread][at.at[thread]]) return terms_.boolean(false);
    Term waits = terms_.boolean(true);
    for (const Edge& edge : edges_from(program_, at, thread))
      if (can_be_taken(at, edge)) waits = terms_.and_(waits, terms_.not_(can_pass(edge)));
    return waits;
  }
  // A check can always be taken: where its condition is false, it fails.
  Term can_pass(const Edge& edge) {
    return std::holds_alternative<flat::Check>(edge.label) ? terms_.boolean(true) : steps_(edge).possible();
  }
  // As far as other threads have a say.
  bool can_be_taken(const Configuration& at, const Edge& edge) const {
    auto* join = std::get_if<flat::Join>(&edge.label);
    if (join == nullptr) return true;
    uint32_t joined = flat::index(join->joined);
    return has_begun(at, joined) && edges_from(program_, at, joined).empty();
  }

  void step(const Configuration& at, const std::vector<Term>& premises, uint32_t thread, const Edge& edge) {
    if (std::holds_alternative<flat::Exit>(edge.label) || !can_be_taken(at, edge)) return;
    auto* spawn = std::get_if<flat::Spawn>(&edge.label);
    if (spawn != nullptr && has_begun(at, flat::index(spawn->spawned))) {
      for (Term premise : premises)
        require(premise, terms_.boolean(false), [&] {
          return fmt::format("at {}, {} makes a thread that exists", described(at), described(thread, edge));
        });
      return;
    }
    FlatStep& step = steps_(edge);
    if (auto* check = std::get_if<flat::Check>(&edge.label); check && (!check->kind || checks_.has(*check->kind)))
      for (Term premise : premises)
        require(premise, check->condition, [&] {
          return fmt::format("at {}, the check {} may fail ({})", described(at), described(thread, edge),
                             check->kind ? core::info(*check->kind).id : check->detail);
        });
    Configuration next = after(at, thread, edge);
    auto found = by_configuration_.find(next);
    Term target = found != by_configuration_.end() ? listed_[found->second].holds : terms_.boolean(false);
    if (found != by_configuration_.end()) come_to(found->second);
    for (Term one : premises) {
      Term premise = terms_.and_(one, step.possible());
      if (premise.is_false() || by_cubes_(premise, target, step)) continue;
      require(premise, step.before(target), [&] {
        return fmt::format(
            "from {}, {} leads to {}, {}", described(at), described(thread, edge), described(next),
            found != by_configuration_.end() ? "but not with values that satisfy its formula" : "which is not listed");
      });
    }
  }

  Configuration after(const Configuration& before, uint32_t thread, const Edge& edge) const {
    Configuration after = before;
    after.at[thread] = flat::index(edge.to);
    if (std::holds_alternative<flat::AtomicBegin>(edge.label)) after.atomic = thread;
    if (std::holds_alternative<flat::AtomicEnd>(edge.label) && before.atomic == thread)
      after.atomic = Configuration::kNobody;
    if (auto* spawn = std::get_if<flat::Spawn>(&edge.label))
      after.at[flat::index(spawn->spawned)] = flat::index(program_[spawn->spawned].entry);
    return after;
  }

  // Who is in an atomic section races with those who stand outside; two who stand outside do not race meanwhile, unless it waits.
  void races(const Configuration& at, const auto& under, Term waits) {
    for (uint32_t one = 0; one < at.at.size(); ++one)
      for (uint32_t other = one + 1; other < at.at.size(); ++other) {
        bool is_alone = at.atomic == Configuration::kNobody || at.atomic == one || at.atomic == other;
        for (const Edge& first : edges_from(program_, at, one))
          for (const Edge& second : edges_from(program_, at, other)) {
            Term race = race_of(program_, {first, at.atomic == one}, {second, at.atomic == other}, terms_);
            if (!is_alone) race = terms_.and_(race, waits);
            if (race.is_false()) continue;
            for (Term premise : under(race))
              require(premise, terms_.boolean(false), [&] {
                return fmt::format("at {}, {} and {} may race", described(at), described(one, first),
                                   described(other, second));
              });
          }
      }
  }

  const core::UndefSet& checks_;
  Budget& budget_;
  Terms& terms_;
  const FlatProgram& program_;
  bool forbids_races_;
  FlatSteps steps_;
  Implications implies_;
  ByCubes by_cubes_;
  const NeverWaits* never_waits_;
  std::optional<ThreadFactsCheck> facts_;
  std::optional<flat::Reduction> reduction_;
  flat::Reduction::Variables unseen_;  // empty: all variables are seen
  std::unordered_map<const Edge*, Term> known_before_;
  std::vector<Listed> listed_;
  std::unordered_map<Configuration, size_t> by_configuration_;
  std::vector<size_t> open_;  // listed, and not looked at
  std::unordered_set<size_t> has_come_to_;
};

}  // namespace

void require_inductive(const Invariants& proof, const flat::Obligation& obligation, const core::UndefSet& checks,
                       Terms& terms, Budget& budget, Statistics& statistics, result::ProofSummary& summary,
                       const NeverWaits* never_waits) {
  InvariantCheck(obligation, checks, terms, budget, statistics, never_waits)(proof, summary);
}

}  // namespace fencepost::check

#include "engine/cegar/cegar.h"

#include <fmt/format.h>

#include <map>

#include "core/walk.h"
#include "core/whole_runs.h"
#include "engine/buffered_way_back.h"
#include "engine/cegar/explicit_states.h"
#include "engine/cegar/graph_text.h"
#include "engine/cegar/graphs/declarative.h"
#include "engine/cegar/graphs/graph_facts.h"
#include "engine/cegar/interleaving.h"
#include "engine/cegar/lesson.h"
#include "engine/cegar/make_domain.h"
#include "engine/cegar/settled_checks.h"
#include "engine/cegar/thread_facts.h"
#include "engine/cegar/views.h"
#include "engine/way_back.h"
#include "flat/company.h"
#include "flat/flatten.h"
#include "flat/under_model.h"
#include "memory/probe.h"

namespace fencepost::engine::cegar {

using core::Undef;
using result::Claims;
using result::Verdict;

namespace {

bool is_declarative(const CegarOptions& options) {
  return options.semantics == CegarOptions::Semantics::declarative_lazy ||
         options.semantics == CegarOptions::Semantics::declarative_eager;
}

constexpr size_t kManyRounds = 8;

class Loop {
 public:
  Loop(const result::Task& task, const flat::Obligation& obligation, std::shared_ptr<logic::Terms> terms,
       const CegarOptions& options, const Listener& listener, Budget& budget, Claims& claims,
       const std::optional<result::ThreadFacts>& facts, const flat::FlatProgram* as_flattened)
      : task_(task),
        as_flattened_(as_flattened),
        program_(obligation.program),
        about_(obligation.about),
        listener_(listener),
        budget_(budget),
        claims_(claims),
        terms_(std::move(terms)),
        facts_(facts),
        steps_(program_, *terms_, options.semantics, obligation.forbids_races, facts ? &*facts : nullptr),
        domain_(make_domain(program_, *terms_, steps_, options, budget, claims.statistics)),
        abstractor_(program_, steps_, *domain_, options, budget),
        is_built_anew_(options.pruning == CegarOptions::Pruning::full),
        most_states_(options.states),
        refiner_(program_, *terms_, steps_, options.refinement, budget, claims.statistics) {}

  // Predicates that are told apart from the start.
  void begin_with(const std::vector<Term>& predicates, const FlatEffort& effort) {
    domain_->refine(predicates);
    if (!effort.by_states) most_states_ = 0;
    most_rounds_ = effort.rounds;
  }
  std::vector<Term> predicates() const { return domain_->predicates(); }
  const std::optional<ConcreteRun>& failing() const { return failing_; }

  // Nothing: the claims say why.
  std::optional<result::Invariants> operator()() {
    for (size_t round = 1;; ++round) {
      budget_.check_now();
      if (round == kManyRounds) {
        auto [is_decided, by_states] = decide_by_states();
        if (is_decided) return by_states;
      }
      // With lazy pruning what is left of the graph was built with less in sight.
      if (is_built_anew_ && steps_.see(domain_->variables())) abstractor_.start();
      claims_.statistics.add("cegar.iterations");
      if (listener_.progress)
        abstractor_.tell([this, round](size_t nodes) {
          listener_.progress(fmt::format("refinement {}, {} told, {} nodes", round, domain_->precision(), nodes));
        });
      std::vector<Trace> traces = abstractor_.explore();
      claims_.statistics.set("cegar.nodes", static_cast<double>(abstractor_.graph().size()));
      claims_.statistics.set("cegar.configurations", static_cast<double>(steps_.size()));
      claims_.statistics.set("cegar.precision", static_cast<double>(domain_->precision()));
      log([&] {
        return fmt::format("round {}: {} nodes, {} configurations, {} told; {}", round, abstractor_.graph().size(),
                           steps_.size(), domain_->precision(),
                           traces.empty() ? "nothing fails" : described(traces.front()));
      });
      if (listener_.draw) listener_.draw(to_dot(abstractor_.graph(), program_, steps_, *domain_));
      if (traces.empty()) return invariants(abstractor_.graph());
      if (round == most_rounds_) {
        claims_.take_back("refinement would go on", traces.front().failure.edge->pos);
        return std::nullopt;
      }
      if (!is_refined_by(traces)) return std::nullopt;
    }
  }

 private:
  // Whether that decides it, and the proof: if there is none, the claims say why.
  std::pair<bool, std::optional<result::Invariants>> decide_by_states() {
    if (most_states_ == 0 || !may_have_few_states(program_)) return {false, std::nullopt};
    Timer timer(claims_.statistics, "time.states");
    listener_.is_at("states one by one");
    std::vector<Term> all;
    for (const flat::Variable& variable : program_.variables) all.push_back(variable.term);
    steps_.see(all);
    abstractor_.start();
    ExplicitStates states(program_, *terms_, steps_, budget_, claims_.statistics);
    ExplicitStates::Outcome outcome = states.explore(most_states_);
    claims_.statistics.set("cegar.states", static_cast<double>(states.size()));
    log([&] {
      return fmt::format("states one by one: {}, {}", states.size(),
                         outcome == ExplicitStates::Outcome::safe       ? "nothing fails"
                         : outcome == ExplicitStates::Outcome::too_many ? "and more"
                                                                        : described(*states.failing()));
    });
    if (outcome == ExplicitStates::Outcome::too_many) return {false, std::nullopt};
    if (outcome == ExplicitStates::Outcome::safe) return {true, proof_of(states.invariants())};
    auto run = refiner_.run_of(*states.failing());
    if (!std::holds_alternative<ConcreteRun>(run)) return {false, std::nullopt};
    meet(std::get<ConcreteRun>(run));
    return {true, std::nullopt};
  }

  // False: the claims say why.
  bool is_refined_by(const std::vector<Trace>& traces) {
    Lesson lesson = learn_from(traces, abstractor_, refiner_, *domain_, [&] {
      claims_.statistics.add("cegar.refinements");
      log([&] { return fmt::format("  no run; learnt from {}:{}", refiner_.source(), listed(refiner_.learnt())); });
    });
    if (lesson.run) meet(*lesson.run);
    if (lesson.stuck)
      claims_.take_back(*lesson.stuck == Refiner::Outcome::no_progress
                            ? "refinement tells nothing new about a run that cannot be and fails here"
                            : "no solver says why a run that would fail here cannot be",
                        lesson.trace->failure.edge->pos);
    return lesson.trace == nullptr;
  }

  void log(const auto& line) const {
    if (listener_.log) listener_.log(line());
  }
  std::string described(const Trace& trace) const {
    const Failure& failure = trace.failure;
    auto* check = std::get_if<flat::Check>(&failure.edge->label);
    std::string_view what = failure.races_with        ? core::info(Undef::data_race).id
                            : check == nullptr        ? "a thread that is started again"
                            : check->kind.has_value() ? core::info(*check->kind).id
                                                      : std::string_view(check->detail);
    return fmt::format("after {} steps {} may fail: {}", trace.moves.size(), program_.templates[failure.thread].name,
                       fmt::format("{} at line {}", what, failure.edge->pos.line));
  }
  static std::string listed(const std::vector<Term>& formulas) {
    constexpr size_t kMostListed = 12;
    std::string text;
    for (size_t i = 0; i < formulas.size() && i < kMostListed; ++i) text += " " + logic::to_string(formulas[i]);
    return formulas.size() > kMostListed ? text + fmt::format(" and {} more", formulas.size() - kMostListed) : text;
  }

  result::Invariants invariants(const ReachabilityGraph& graph) {
    std::map<uint32_t, Term> formulas;  // in the order of configurations, which is the same in every run
    for (const auto& [configuration, nodes] : graph.at()) {
      Term any = terms_->boolean(false);
      for (uint32_t node : nodes) any = terms_->or_(any, domain_->term(graph[node].element));
      formulas.emplace(configuration, any);
    }
    return proof_of(formulas);
  }
  result::Invariants proof_of(const std::map<uint32_t, Term>& formulas) const {
    result::Invariants proof{terms_, {}, facts_, steps_.unseen()};
    for (const auto& [configuration, formula] : formulas)
      proof.configurations.push_back({steps_[configuration], formula});
    return proof;
  }

  // What cannot be is no claim: flat programs do a little more than the C program, and a check without a kind is none of it.
  void meet(const ConcreteRun& run) {
    failing_ = run;
    const flat::Step& last = run.racing ? run.racing->first : run.steps.back();
    const flat::Edge& edge = program_[last.of].edges[last.edge];
    auto* check = std::get_if<flat::Check>(&edge.label);
    if (!run.racing && (check == nullptr || !check->kind)) return claims_.take_back(why_beyond(check), edge.pos);
    const bool is_buffered = about_ == flat::Obligation::About::buffered_runs;
    if (is_buffered && (run.racing || as_flattened_ == nullptr)) return claims_.take_back(why_not_shown(run), edge.pos);
    if (run.racing && task_.model && !memory::is_sequentially_consistent(*task_.model))
      return claims_.take_back("two accesses may race here, and races under this model are not shown by this engine",
                               edge.pos);
    WayBack back = run.racing
                       ? way_back_to_race(task_, program_, run.steps, run.racing->first, run.racing->second, budget_)
                   : is_buffered ? buffered_way_back(task_, *as_flattened_, program_, run.steps, budget_)
                                 : way_back(task_, program_, run.steps, budget_);
    if (!back.claim || !task_.property.checks.has(back.claim->kind))
      return claims_.take_back(fmt::format("the program as it was flattened may fail here, but no run shows it: {}",
                                           back.claim ? "the check is not asked for" : back.problem),
                               edge.pos);
    claims_.verdict = Verdict::unsafe;
    claims_.violations.push_back(std::move(*back.claim));
  }

  static std::string why_not_shown(const ConcreteRun& run) {
    return run.racing ? "no bound on the stores that wait in buffers is known, and another thread may write what is "
                        "loaded here "
                        "while they wait"
                      : "threads that do the same may fail here, and which of them do is not known";
  }

  std::string why_beyond(const flat::Check* check) const {
    if (check == nullptr) return "a thread that exists is started again";
    if (about_ == flat::Obligation::About::order)
      return "this model may have other runs than interleavings, or races: " + check->detail;
    return "beyond this the program is not modelled: " + check->detail;
  }

  const result::Task& task_;
  const flat::FlatProgram*
      as_flattened_;  // of which the program was made; null: its runs do not tell those of that one
  const flat::FlatProgram& program_;
  flat::Obligation::About about_;
  const Listener& listener_;
  Budget& budget_;
  Claims& claims_;
  std::shared_ptr<logic::Terms> terms_;
  const std::optional<result::ThreadFacts>& facts_;
  Interleaving steps_;
  std::unique_ptr<Domain> domain_;
  Abstractor abstractor_;
  bool is_built_anew_;  // the graph, after each refinement
  size_t most_states_, most_rounds_ = 0;
  Refiner refiner_;
  std::optional<ConcreteRun> failing_;
};

std::optional<result::ThreadFacts> facts_of(const result::Task& task, const flat::Obligation& obligation,
                                            logic::Terms& terms, Budget& budget, Statistics& statistics) {
  Timer timer(statistics, "time.facts");
  return thread_facts(obligation.program, task.property.checks, terms, budget);
}

// Do the facts say that nothing fails? Where they settle no check at all, they are dropped: what is asked is beyond them.
bool settle(std::optional<result::ThreadFacts>& facts, const result::Task& task, const flat::Obligation& obligation,
            logic::Terms& terms, const Listener& listener, Budget& budget, Statistics& statistics) {
  Timer timer(statistics, "time.facts");
  Settled settled = settled_by(*facts, obligation.program, task.property.checks, terms, budget, statistics);
  statistics.add("facts.told", static_cast<double>(settled.facts));
  statistics.add("facts.checks", static_cast<double>(settled.checks));
  statistics.add("facts.settled", static_cast<double>(settled.settled));
  if (listener.log)
    listener.log(
        fmt::format("facts: {} told, {} of {} checks settled", settled.facts, settled.settled, settled.checks));
  if (settled.settled == 0) facts.reset();
  if (!facts || settled.settled < settled.checks || obligation.forbids_races) return false;
  flat::Company company(obligation.program);
  for (uint32_t i = 0; i < obligation.program.templates.size(); ++i)
    if (obligation.program.templates[i].instances == flat::Instances{1} && !company.is_single(flat::TemplateId{i}))
      return false;
  return true;
}

}  // namespace

std::optional<std::string> refuses(const result::Task& task, const result::EngineOptions& options) {
  if (options.integers == result::Integers::mathematical) return "does not know mathematical integers";
  for (Undef kind : core::kWholeRuns)
    if (task.property.checks.has(kind)) return fmt::format("does not prove the absence of {}", core::info(kind).id);
  if (!core::starts_threads(task.program)) return std::nullopt;
  if (is_declarative(options.cegar)) return graphs::why_not_declarative(*task.model, task.property.checks);
  return flat::why_not_under(*task.model, task.property.checks);
}

FlatAnswer prove(const result::Task& task, const flat::FlatProgram& program, const std::vector<Term>& predicates,
                 const FlatEffort& effort, const CegarOptions& options, std::shared_ptr<logic::Terms> terms,
                 const Listener& listener, Budget& budget, Statistics& statistics) {
  Claims claims;
  const flat::Obligation obligation{program, false, flat::Obligation::About::buffered_runs};
  const std::optional<result::ThreadFacts> no_facts;
  Loop loop(task, obligation, std::move(terms), options, listener, budget, claims, no_facts, nullptr);
  loop.begin_with(predicates, effort);
  FlatAnswer answer{loop(), loop.predicates(), {}, claims.reason, claims.reason_pos};
  if (loop.failing() && !loop.failing()->racing) answer.run = loop.failing()->steps;
  for (const auto& [name, value] : claims.statistics.entries()) statistics.add(name, value);
  return answer;
}

Claims CegarEngine::run(const result::Task& task, Budget& budget) {
  Claims claims;
  auto terms = std::make_shared<logic::Terms>();
  try {
    listener_.is_at("flattening");
    auto flat_program = flat::flatten(task.cfa, task.model.get(), *terms, budget, task.threads);
    if (auto* why = std::get_if<flat::NotFlat>(&flat_program)) {
      claims.take_back("the program is not flat: " + why->reason, why->pos);
      return claims;
    }
    if (const auto& program = std::get<flat::FlatProgram>(flat_program);
        is_declarative(options_) && program.templates.size() > 1) {
      graphs::decide_declaratively(task, program, terms, options_, listener_, budget, claims);
      return claims;
    }
    const flat::FlatProgram& as_flattened = std::get<flat::FlatProgram>(flat_program);
    auto made = flat::under_model(as_flattened, task.model.get(), task.property.checks, *terms, budget);
    if (auto* why = std::get_if<flat::NotFlat>(&made)) {
      claims.take_back(why->reason, why->pos);
      return claims;
    }
    std::vector<result::Invariants> proof;
    for (const flat::Obligation& obligation : std::get<std::vector<flat::Obligation>>(made)) {
      auto decide_as = [&](flat::Obligation::About about, const flat::FlatProgram* of) {
        return [&, about, of](flat::FlatProgram small, Claims& about_it) {
          flat::Obligation instance{std::move(small), obligation.forbids_races, about};
          return Loop(task, instance, terms, options_, listener_, budget, about_it, std::nullopt, of)();
        };
      };
      listener_.is_at("facts that hold whatever other threads do");
      std::optional<result::ThreadFacts> facts = facts_of(task, obligation, *terms, budget, claims.statistics);
      if (listener_.log && !facts) listener_.log("facts: the program is too large for them");
      if (facts && settle(facts, task, obligation, *terms, listener_, budget, claims.statistics)) {
        proof.push_back({terms, {}, std::move(facts)});
        continue;
      }
      if (flat::why_not_single(obligation.program)) {
        prove_by_views(task, obligation, terms, decide_as(obligation.about, &as_flattened), listener_, budget, claims);
        return claims;
      }
      if (auto crowds =
              prove_by_crowds(task, obligation, terms, decide_as(flat::Obligation::About::buffered_runs, nullptr),
                              listener_, budget, claims.statistics)) {
        claims.verdict = Verdict::safe;
        claims.proof = std::move(*crowds);
        return claims;
      }
      auto invariants = Loop(task, obligation, terms, options_, listener_, budget, claims, facts, &as_flattened)();
      if (!invariants) return claims;
      proof.push_back(std::move(*invariants));
    }
    claims.verdict = Verdict::safe;
    claims.proof = std::move(proof);
  } catch (const Exhausted& error) {
    claims.take_back(error.what(), {});
  }
  return claims;
}

Claims CegarEngine::prove_order(const result::Task& task, Budget& budget) {
  Claims claims;
  auto terms = std::make_shared<logic::Terms>();
  try {
    auto flat_program = flat::flatten(task.cfa, task.model.get(), *terms, budget, task.threads);
    if (auto* why = std::get_if<flat::NotFlat>(&flat_program)) {
      claims.take_back("the program is not flat: " + why->reason, why->pos);
      return claims;
    }
    auto made = flat::only_interleavings(std::get<flat::FlatProgram>(flat_program), *task.model, *terms);
    if (auto* why = std::get_if<flat::NotFlat>(&made)) {
      claims.take_back(why->reason, why->pos);
      return claims;
    }
    std::vector<result::Invariants> proof;
    for (const flat::Obligation& obligation : std::get<std::vector<flat::Obligation>>(made)) {
      listener_.is_at("facts that hold whatever other threads do");
      std::optional<result::ThreadFacts> facts = facts_of(task, obligation, *terms, budget, claims.statistics);
      if (facts && settle(facts, task, obligation, *terms, listener_, budget, claims.statistics)) {
        proof.push_back({terms, {}, std::move(facts)});
        continue;
      }
      auto invariants = Loop(task, obligation, terms, options_, listener_, budget, claims, facts, nullptr)();
      if (!invariants) return claims;
      proof.push_back(std::move(*invariants));
    }
    claims.verdict = Verdict::safe;
    claims.proof = std::move(proof);
  } catch (const Exhausted& error) {
    claims.take_back(error.what(), {});
  }
  return claims;
}

}  // namespace fencepost::engine::cegar

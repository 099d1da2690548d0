#include "engine/cegar/graphs/declarative.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "engine/cegar/graph_text.h"
#include "engine/cegar/graphs/graph_way_back.h"
#include "engine/cegar/lesson.h"
#include "engine/cegar/make_domain.h"
#include "engine/way_back.h"
#include "flat/operands.h"
#include "logic/atoms.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar::graphs {

using result::Claims;
using result::Verdict;

namespace {

class DeclarativeLoop {
 public:
  DeclarativeLoop(const result::Task& task, const flat::FlatProgram& program, std::shared_ptr<logic::Terms> terms,
                  const GraphFacts& facts, const program::Mapping& mapping, const CegarOptions& options,
                  const Listener& listener, Budget& budget, Claims& claims)
      : task_(task),
        program_(program),
        facts_(facts),
        listener_(listener),
        budget_(budget),
        claims_(claims),
        terms_(std::move(terms)),
        solver_(make_graph_solver(options.graph_solver, *task.model, budget, claims.statistics)),
        steps_(program, *terms_, facts, mapping, memory::graph_rules(*task.model), *solver_,
               options.semantics == CegarOptions::Semantics::declarative_eager),
        domain_(make_domain(program, *terms_, steps_, options, budget, claims.statistics)),
        abstractor_(program, steps_, *domain_, options, budget),
        refiner_(program, *terms_, steps_, options.refinement, budget, claims.statistics) {}

  void operator()() {
    try {
      decide();
    } catch (const Exhausted&) {
      if (!left_out_) throw;
      claims_.take_back(left_out_->reason, left_out_->pos);
    }
  }

 private:
  void decide() {
    for (size_t round = 1;; ++round) {
      budget_.check_now();
      claims_.statistics.add("cegar.iterations");
      std::vector<Trace> traces = abstractor_.explore();
      const ReachabilityGraph& graph = abstractor_.graph();
      count(graph);
      log([&] {
        return fmt::format(
            "round {}: {} nodes, {} graphs, {} told, {} variables tracked; {}", round, graph.size(), steps_.size(),
            domain_->precision(), tracked_.size(),
            traces.empty() ? "nothing fails" : fmt::format("line {} may fail", traces[0].failure.edge->pos.line));
      });
      if (listener_.draw)
        listener_.draw(to_dot(graph, program_, steps_, *domain_, [&](uint32_t configuration) {
          return described(program_, steps_.state(configuration));
        }));
      if (traces.empty() && steps_.left_out()) {
        if (!goes_on_by_threads(*steps_.left_out())) return;
        continue;
      }
      if (traces.empty()) return complete(graph);
      if (!is_refined_by(traces)) return;
    }
  }

  // False: the claims say why, or the execution. Where more is tracked, what was built is of states without these events.
  bool is_refined_by(const std::vector<Trace>& traces) {
    Lesson lesson = learn_from(traces, abstractor_, refiner_, *domain_);
    if (lesson.stuck)
      claims_.take_back("no solver says anything new about an execution that cannot be and fails here",
                        lesson.trace->failure.edge->pos);
    if (!lesson.run) return !lesson.stuck;
    if (track_more(*lesson.trace)) {
      abstractor_.start();
      return true;
    }
    return !is_met(*lesson.trace, *lesson.run);
  }

  // Nothing fails as far as graphs were followed, and no proof comes of it. Where all loops may end the other way of growing may find
  // one; false: they do not.
  bool goes_on_by_threads(const NotBuilt& why) {
    if (facts_.is_endless(tracked_)) {
      claims_.take_back(why.reason, why.pos);
      return false;
    }
    log([&] { return "  " + why.reason; });
    left_out_ = why;
    steps_.grow_by_threads();
    abstractor_.start();
    return true;
  }

  void log(const auto& line) const {
    if (listener_.log) listener_.log(line());
  }

  void count(const ReachabilityGraph& graph) {
    std::map<GraphSteps::Leaf, size_t> leaves;
    for (uint32_t node = 0; node < graph.numbers(); ++node)
      if (!graph.is_closed(node)) ++leaves[steps_.leaf(graph[node].configuration)];
    auto set = [&](const char* name, size_t value) { claims_.statistics.set(name, static_cast<double>(value)); };
    set("cegar.nodes", graph.size());
    set("cegar.configurations", steps_.size());
    set("cegar.precision", domain_->precision());
    set("cegar.leaves-safe", leaves[GraphSteps::Leaf::safe]);
    set("cegar.leaves-blocked", leaves[GraphSteps::Leaf::blocked]);
    set("cegar.leaves-inconsistent", leaves[GraphSteps::Leaf::inconsistent]);
  }

  // What the trace reads or writes without events.
  bool track_more(const Trace& trace) {
    for (const Move* move : trace.moves) {
      if (move->edge == nullptr) continue;
      std::set<uint32_t> seen = steps_.seen_by(move->thread, *move->edge);
      tracked_.insert(seen.begin(), seen.end());
    }
    if (!steps_.track(tracked_)) return false;
    domain_->refine(conditions());
    return true;
  }

  // What the program asks of values that come from tracked variables: otherwise paths are followed that no value takes, each with events of
  // its own.
  std::vector<Term> conditions() {
    std::unordered_set<Term> loaded;
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
        for (const flat::Edge& edge : program_.templates[thread].edges) {
          std::optional<flat::VarId> target = flat::target(edge.label);
          if (!target || loaded.contains(program_[*target].term)) continue;
          bool is_one = !steps_.seen_by(thread, edge).empty();
          if (auto* assign = std::get_if<flat::Assign>(&edge.label)) is_one = mentions(assign->value, loaded);
          if (is_one) loaded.insert(program_[*target].term), changed = true;
        }
    }
    std::vector<Term> found;
    for (const flat::Template& of : program_.templates)
      for (const flat::Edge& edge : of.edges)
        if (auto* assume = std::get_if<flat::Assume>(&edge.label);
            assume != nullptr && mentions(assume->condition, loaded))
          for (Term atom : logic::atoms_of(*terms_, assume->condition)) found.push_back(atom);
    return found;
  }
  static bool mentions(Term term, const std::unordered_set<Term>& variables) {
    return std::ranges::any_of(logic::variables_of({term}), [&](Term of) { return variables.contains(of); });
  }

  // States whose graphs are forbidden are left out: who checks the proof finds that out again.
  void complete(const ReachabilityGraph& graph) {
    result::ExecutionProof proof{terms_, {}, steps_.growth(), {}};
    for (uint32_t variable : tracked_) proof.tracked.push_back(program_.variables[variable].name);
    std::map<uint32_t, Term> formulas;
    for (const auto& [configuration, nodes] : graph.at()) {
      if (steps_.leaf(configuration) == GraphSteps::Leaf::inconsistent) continue;
      Term any = terms_->boolean(false);
      for (uint32_t node : nodes) any = terms_->or_(any, domain_->term(graph[node].element));
      formulas.emplace(configuration, any);
    }
    for (const auto& [configuration, formula] : formulas)
      proof.states.push_back({result::key_of(program_, steps_.state(configuration)), formula});
    claims_.statistics.set("cegar.complete", 1);
    claims_.verdict = Verdict::safe;
    claims_.proof = std::move(proof);
  }

  // False: it is forbidden by events that were forgotten, and failures are looked for in another way.
  bool is_met(const Trace& trace, const ConcreteRun& run) {
    if (steps_.growth() == Growth::by_causes &&
        GraphRuns(program_, steps_, steps_.first(), trace, run).is_forbidden(*task_.model, budget_))
      return !goes_on_by_threads(
          {"an execution that fails here is forbidden by events that were forgotten", trace.failure.edge->pos});
    meet(trace, run);
    return true;
  }

  void meet(const Trace& trace, const ConcreteRun& run) {
    const flat::Edge& edge = *trace.failure.edge;
    auto* check = std::get_if<flat::Check>(&edge.label);
    claims_.statistics.set("cegar.execution-found", 1);
    if (check == nullptr || !check->kind)
      return claims_.take_back("beyond this the program is not modelled: " + (check ? check->detail : std::string()),
                               edge.pos);
    GraphRuns runs(program_, steps_, steps_.first(), trace, run);
    if (runs.is_forbidden(*task_.model, budget_))
      return claims_.take_back("only dependencies, which states do not carry, forbid an execution that fails here",
                               edge.pos);
    WayBack back = shown(runs);
    if (!back.claim || !task_.property.checks.has(back.claim->kind))
      return claims_.take_back(fmt::format("the program as it was flattened may fail here, but no run shows it: {}",
                                           back.claim ? "the check is not asked for" : back.problem),
                               edge.pos);
    claims_.verdict = Verdict::unsafe;
    claims_.violations.push_back(std::move(*back.claim));
  }

  // As an interleaving if it is one: such runs are the easiest to understand.
  WayBack shown(const GraphRuns& runs) {
    if (auto run = runs.under(*memory::load_model("sc"), budget_)) {
      std::vector<flat::Step> steps;
      for (const GraphRun::Step& step : run->steps) steps.push_back(step.flat);
      return way_back(task_, program_, steps, budget_);
    }
    if (auto run = runs.under(*task_.model, budget_)) return way_back_of(task_, program_, *run, budget_);
    return {std::nullopt, "its steps have no order that replay follows"};
  }

  const result::Task& task_;
  const flat::FlatProgram& program_;
  const GraphFacts& facts_;
  const Listener& listener_;
  Budget& budget_;
  Claims& claims_;
  std::shared_ptr<logic::Terms> terms_;
  std::unique_ptr<GraphSolver> solver_;
  GraphSteps steps_;
  std::unique_ptr<Domain> domain_;
  Abstractor abstractor_;
  Refiner refiner_;
  std::set<uint32_t> tracked_;
  std::optional<NotBuilt> left_out_;
};

}  // namespace

void decide_declaratively(const result::Task& task, const flat::FlatProgram& program,
                          const std::shared_ptr<logic::Terms>& terms, const CegarOptions& options,
                          const Listener& listener, Budget& budget, Claims& claims) {
  if (auto why = flat::why_not_single(program)) return claims.take_back(*why, {});
  program::Mapping mapping(*task.model);
  GraphFacts facts(program, mapping, *task.model);
  if (auto why = why_not_declarative(program, facts, mapping, *task.model))
    return claims.take_back(why->reason, why->pos);
  try {
    DeclarativeLoop(task, program, terms, facts, mapping, options, listener, budget, claims)();
  } catch (const NotBuilt& why) {
    claims.take_back(why.reason, why.pos);
  }
}

}  // namespace fencepost::engine::cegar::graphs

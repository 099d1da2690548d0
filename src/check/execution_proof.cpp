#include "check/execution_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "check/execution_steps.h"
#include "check/implications.h"
#include "check/no_proof.h"
#include "core/whole_runs.h"
#include "flat/flatten.h"
#include "logic/enumerate.h"
#include "logic/rebuild.h"
#include "memory/consistency.h"
#include "memory/graph_rules.h"
#include "result/graph_of.h"

namespace fencepost::check {

using flat::FlatProgram;
using logic::Term;
using result::EventRef;
using result::GraphState;

namespace {

void require_model(const result::Task& task) {
  const memory::Model& model = *task.model;
  if (const auto& problem = memory::graph_rules(model).problem)
    throw NoProof{fmt::format("execution graphs prove nothing under {}, {}", model.name, *problem)};
  auto says_nothing = [&](core::Undef kind) {
    if (task.property.checks.has(kind))
      throw NoProof{fmt::format("execution graphs say nothing about {}", core::info(kind).id)};
  };
  std::ranges::for_each(core::kWholeRuns, says_nothing);
  says_nothing(core::Undef::data_race);
}

class ExecutionCheck {
 public:
  ExecutionCheck(const FlatProgram& program, const result::Task& task, result::Growth growth, logic::Terms& terms,
                 Budget& budget, Statistics& statistics)
      : program_(program),
        growth_(growth),
        terms_(terms),
        budget_(budget),
        mapping_(*task.model),
        door_(*task.model, &budget),
        implies_(terms, budget, statistics),
        steps_(program, mapping_, tracked_, task.property.checks, *task.model, growth, terms,
               [this](const GraphState& state) { return is_allowed(state); }) {}

  void operator()(const result::ExecutionProof& proof, result::ProofSummary& summary) {
    if (!steps_.is_complete()) throw NoProof{"graphs that grow so do not become all executions under this model"};
    take_in(proof);
    summary.configurations = listed_.size();
    summary.terms = size_;
    GraphState first = steps_.first();
    initiation(first);
    meet(first);
    while (!open_.empty()) {
      GraphState state = std::move(open_.front());
      open_.pop_front();
      visit(state);
    }
  }

 private:
  void take_in(const result::ExecutionProof& proof) {
    std::unordered_map<std::string, uint32_t> by_name;
    for (uint32_t i = 0; i < program_.variables.size(); ++i) by_name.emplace(program_.variables[i].name, i);
    for (const std::string& name : proof.tracked) {
      if (!by_name.contains(name)) throw NoProof{fmt::format("it tracks {}, which is no variable", name)};
      tracked_.insert(by_name.at(name));
    }
    auto own = [&](const std::string& name) {
      if (auto known = by_name.find(name); known != by_name.end()) return program_.variables[known->second].term;
      size_t at = name.rfind('@'), dot = name.rfind('.');
      auto known = at == std::string::npos ? by_name.end() : by_name.find(name.substr(0, at));
      if (known == by_name.end() || dot == std::string::npos || dot < at)
        throw NoProof{fmt::format("it names {}, which is no variable", name)};
      bool is_open = name[at + 1] == '?';
      size_t thread = at + (is_open ? 2 : 1);
      EventRef event{static_cast<uint32_t>(std::stoul(name.substr(thread, dot - thread))),
                     static_cast<uint32_t>(std::stoul(name.substr(dot + 1)))};
      return is_open ? steps_.value_of_open(event, known->second) : steps_.value_of(event, known->second);
    };
    logic::Import import(terms_, [&](Term foreign) {
      Term variable = own(foreign.name());
      if (variable.sort() != foreign.sort()) throw NoProof{fmt::format("{} has another sort", foreign.name())};
      return variable;
    });
    for (const auto& [state, holds] : proof.states) {
      budget_.check();
      if (!holds || holds.sort() != logic::bool_sort()) throw NoProof{"a state has no formula"};
      if (!listed_.emplace(state, import(holds)).second) throw NoProof{"it lists a state twice"};
    }
    size_ = import.size();
  }

  void require(Term premise, Term conclusion, const auto& otherwise) {
    budget_.check();
    if (implies_(premise, conclusion) != Implications::Answer::holds) throw NoProof{otherwise()};
  }

  void initiation(const GraphState& first) {
    auto found = listed_.find(result::key_of(program_, first));
    if (found == listed_.end()) throw NoProof{"it does not list the state at the start"};
    AtStart start = at_start(program_, found->second, terms_);
    require(start.known, start.says, [] { return "the first values do not satisfy the formula at the start"; });
  }

  void meet(const GraphState& state) {
    if (met_.insert(result::key_of(program_, state)).second) open_.push_back(state);
  }

  bool is_allowed(const GraphState& state) {
    result::NumberedGraph made =
        result::graph_of(program_, mapping_, state, [&](uint32_t variable) { return tracked_.contains(variable); });
    return door_.violations_of_rf(made.graph, 1).empty();
  }

  void visit(const GraphState& state) {
    Term holds = listed_.at(result::key_of(program_, state));
    auto here = [&] { return result::described(program_, state); };
    Term fails = steps_.fails(state);
    if (!fails.is_false())
      require(terms_.and_(holds, fails), terms_.boolean(false),
              [&] { return fmt::format("a check may fail in the state\n{}", here()); });
    for (const ExecutionStep& step : steps_.of(state)) {
      Term premise = terms_.and_(holds, step.possible);
      if (premise.is_false()) continue;
      auto target = listed_.find(result::key_of(program_, step.next));
      if (target == listed_.end()) {
        if (implies_(premise, terms_.boolean(false)) == Implications::Answer::holds) continue;
        if (growth_ == result::Growth::by_threads && !is_allowed(step.next)) continue;
        throw NoProof{fmt::format("a step from\n{}leads to a state that is not listed:\n{}", here(),
                                  result::described(program_, step.next))};
      }
      logic::Substitution after(terms_);
      for (const auto& [variable, value] : step.changes)
        after.put(variable, value ? value : terms_.fresh("any", variable.sort()));
      require(premise, after(target->second), [&] {
        return fmt::format("a step from\n{}leads to values that do not satisfy the formula of its target", here());
      });
      meet(step.next);
    }
  }

  const FlatProgram& program_;
  result::Growth growth_;
  logic::Terms& terms_;
  Budget& budget_;
  program::Mapping mapping_;
  memory::Consistency door_;
  Implications implies_;
  std::set<uint32_t> tracked_;
  ExecutionSteps steps_;
  std::unordered_map<std::string, Term> listed_;
  std::unordered_set<std::string> met_;
  std::deque<GraphState> open_;
  size_t size_ = 0;
};

// Accesses that the steps do not describe: lives of objects, and under models that leave races undefined, what is not atomic.
void require_program(const FlatProgram& program, const memory::Model& model) {
  if (auto why = flat::why_not_single(program)) throw NoProof{*why};
  flat::Sharing sharing(program);
  for (uint32_t i = 0; i < program.variables.size(); ++i) {
    flat::VarId id{i};
    bool is_seen = sharing.is_channel(id) || (memory::graph_rules(model).reads_anything && sharing.is_written(id));
    if (program[id].owner || !is_seen) continue;
    if (program[id].is_life()) throw NoProof{"whether an object lives depends on several threads"};
    if (model.makes_races_undefined() && sharing[id].plain)
      throw NoProof{fmt::format("{} is not atomic, and races are undefined", program[id].name)};
  }
}

}  // namespace

std::optional<std::string> problem_of(const result::ExecutionProof& proof, const result::Task& task, Budget& budget,
                                      Statistics& statistics, result::ProofSummary& summary) {
  Timer timer(statistics, "time.proof");
  try {
    if (!task.model) throw NoProof{"there is no memory model"};
    require_model(task);
    logic::Terms terms;
    auto made = flat::flatten(task.cfa, task.model.get(), terms, budget, task.threads);
    if (auto* why = std::get_if<flat::NotFlat>(&made)) throw NoProof{"the program is not flat: " + why->reason};
    const auto& program = std::get<FlatProgram>(made);
    require_program(program, *task.model);
    summary = {"execution graphs", 0, 0};
    ExecutionCheck(program, task, proof.growth, terms, budget, statistics)(proof, summary);
    return std::nullopt;
  } catch (const NoProof& no) {
    return no.why;
  } catch (const NoExecutions& no) {
    return no.why;
  }
}

}  // namespace fencepost::check

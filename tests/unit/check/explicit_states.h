// The strongest invariants of small flat programs without Havocs: the reachable states, one by one. A third way to say what labels
// mean, by values, beside the interpreter's and the checker's.
#pragma once

#include <deque>
#include <set>

#include "flat/operands.h"
#include "flat/reduction.h"
#include "logic/evaluate.h"
#include "result/proof.h"

namespace fencepost::check::testing {

using Values = std::vector<logic::Bits>;  // by VarId

struct ReachedConfiguration {
  flat::Configuration at;
  std::set<Values> values;
};

class ExplicitStates {
 public:
  explicit ExplicitStates(const flat::FlatProgram& program, logic::Terms& terms, size_t most = ~size_t{0})
      : program_(program), reduction_(program, terms) {
    Values first;
    for (const flat::Variable& variable : program.variables) first.push_back(variable.initial.value_or(0));
    add(flat::first_configuration(program), first);
    for (size_t seen = 0; !open_.empty() && complete(); ++seen) {
      is_complete_ = is_complete_ && seen < most;
      auto [at, values] = open_.front();
      open_.pop_front();
      expand(reached_[at].at, values);
    }
  }
  const std::deque<ReachedConfiguration>& operator()() const { return reached_; }
  bool complete() const { return is_complete_; }  // neither a limit nor a Havoc was met

 private:
  void add(const flat::Configuration& at, const Values& values) {
    auto [found, is_new] = numbers_.emplace(at, reached_.size());
    if (is_new) reached_.push_back({at, {}});
    if (reached_[found->second].values.insert(values).second) open_.emplace_back(found->second, values);
  }

  void expand(const flat::Configuration& at, const Values& values) {
    std::optional<uint32_t> first = reduction_.first(at);
    if (at.atomic != flat::Configuration::kNobody && steps_of(at, values, at.atomic)) return;
    for (uint32_t thread = 0; thread < at.at.size(); ++thread)
      if (!first || *first == thread) steps_of(at, values, thread);
  }

  bool steps_of(const flat::Configuration& at, const Values& values, uint32_t thread) {
    bool any = false;
    for (const flat::Edge& edge : flat::edges_from(program_, at, thread)) {
      if (std::holds_alternative<flat::Exit>(edge.label)) any = true;
      std::optional<flat::Configuration> next = flat::after(program_, at, thread, edge);
      std::optional<Values> changed = next ? taken(values, edge.label) : std::nullopt;
      if (!changed) continue;
      any = true;
      add(*next, *changed);
    }
    return any;
  }

  logic::Bits value(const Values& values, logic::Term term) const {
    logic::Assignment assignment;
    for (size_t i = 0; i < values.size(); ++i) assignment[program_.variables[i].term] = values[i];
    return logic::evaluate(term, assignment);
  }

  std::optional<flat::VarId> cell(const Values& values, const flat::Access& access) const {
    if (auto* one = std::get_if<flat::VarId>(&access.to)) return *one;
    logic::Bits place = value(values, access.place);
    for (const flat::Group::Cell& cell : program_[std::get<flat::GroupId>(access.to)].cells)
      if (cell.place == place) return cell.variable;
    return std::nullopt;
  }

  // A failing check ends the run.
  std::optional<Values> taken(Values values, const flat::Label& label) {
    if (std::holds_alternative<flat::Havoc>(label)) is_complete_ = false;
    auto at = [&](flat::VarId id) -> logic::Bits& { return values[flat::index(id)]; };
    if (auto* k = std::get_if<flat::Assign>(&label)) at(k->target) = value(values, k->value);
    if (auto* k = std::get_if<flat::Assume>(&label); k && value(values, k->condition) == 0) return std::nullopt;
    if (auto* k = std::get_if<flat::Check>(&label); k && value(values, k->condition) == 0) return std::nullopt;
    if (auto* k = std::get_if<flat::Spawn>(&label)) {
      Values before = values;
      for (const flat::Assign& argument : k->arguments) at(argument.target) = value(before, argument.value);
    }
    const flat::Access* access = flat::access(label);
    if (access == nullptr) return values;
    std::optional<flat::VarId> to = cell(values, *access);
    if (!to) return std::nullopt;
    if (auto* k = std::get_if<flat::Load>(&label)) at(k->target) = logic::Bits{at(*to)};
    if (auto* k = std::get_if<flat::Store>(&label)) at(*to) = value(values, k->value);
    if (auto* k = std::get_if<flat::Rmw>(&label)) {
      at(k->target) = logic::Bits{at(*to)};
      if (value(values, k->condition) != 0) at(*to) = value(values, k->value);
    }
    return values;
  }

  const flat::FlatProgram& program_;
  flat::Reduction reduction_;
  std::deque<ReachedConfiguration> reached_;
  std::unordered_map<flat::Configuration, size_t> numbers_;
  std::deque<std::pair<size_t, Values>> open_;
  bool is_complete_ = true;
};

}  // namespace fencepost::check::testing

#include "engine/buffers/schedule.h"

#include <unordered_set>

#include "engine/action.h"
#include "logic/atoms.h"
#include "logic/interpolate.h"

namespace fencepost::engine::buffers {

Schedule::Schedule(const Context& context, const flat::FlatProgram& program, const std::vector<boolean::Step>& steps)
    : context_(context), program_(program), steps_(steps), versions_(*context.terms) {
  auto add = [&](const Action& action) {
    Term chosen;
    formulas_.push_back(formula_of(*context_.terms, versions_, action, &chosen));
    chosen_.push_back(chosen);
  };
  add(beginning_of(program_, *context_.terms));
  for (const boolean::Step& step : steps_) {
    const flat::Edge& edge = program_.templates[step.thread].edges[step.edge];
    Action action = action_of(program_, *context_.terms, edge);
    if (&step == &steps_.back()) action = {context_.terms->not_(action.guard), {}};
    add(action);
  }
}

logic::Answer Schedule::is_run() {
  logic::SolverKind kind = logic::SolverKind::z3;
  for (logic::SolverKind one : {logic::SolverKind::lazy_floats, logic::SolverKind::cadical})
    if (logic::supports(one, formulas_)) kind = one;
  auto solver = logic::make_solver(kind, *context_.terms, context_.budget, context_.statistics);
  for (Term formula : formulas_) solver->assert_term(formula);
  logic::Answer answer = solver->check();
  if (answer != logic::Answer::sat) return answer;
  logic::Assignment model = solver->model();
  std::vector<uint32_t> numbers(program_.templates.size(), 0);  // in the order in which threads begin
  uint32_t begun = 1;
  run_.clear();
  for (size_t i = 0; i < steps_.size(); ++i) {
    const flat::Edge& edge = program_.templates[steps_[i].thread].edges[steps_[i].edge];
    flat::Step& step = run_.emplace_back(
        flat::Step{numbers[steps_[i].thread], flat::TemplateId{steps_[i].thread}, steps_[i].edge, std::nullopt});
    if (chosen_[i + 1] && std::holds_alternative<flat::Havoc>(edge.label))
      step.chosen = logic::evaluate(chosen_[i + 1], model);
    if (auto* spawn = std::get_if<flat::Spawn>(&edge.label)) numbers[flat::index(spawn->spawned)] = begun++;
  }
  return answer;
}

std::vector<Term> Schedule::predicates() {
  logic::Interpolator interpolator(*context_.terms, context_.budget, context_.statistics);
  std::vector<Term> found;
  std::unordered_set<Term> seen;
  using Method = logic::InterpolationMethod;
  for (Method method : {Method::postcondition, Method::precondition, Method::integers, Method::resolution}) {
    auto interpolants = interpolator.sequence(formulas_, method);
    if (!interpolants) continue;
    for (Term interpolant : *interpolants)
      for (Term atom : logic::atoms_of(*context_.terms, versions_.program(interpolant)))
        if (!atom.is_const() && seen.insert(atom).second) found.push_back(atom);
    if (!found.empty()) break;
  }
  return found;
}

}  // namespace fencepost::engine::buffers

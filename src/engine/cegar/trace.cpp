#include "engine/cegar/trace.h"

namespace fencepost::engine::cegar {

const std::vector<Term>& TraceFormulas::of(const Trace& trace) {
  versions_.restart();
  formulas_.clear();
  chosen_.clear();
  first_.clear();
  add(steps_.action(steps_.beginning()));
  for (const Move* move : trace.moves) add(steps_.action(move->action));
  add(steps_.action(trace.failure.action));
  return formulas_;
}

void TraceFormulas::add(const Action& action) {
  Term chosen, first;
  formulas_.push_back(formula_of(terms_, versions_, action, &chosen, &first));
  chosen_.push_back(chosen);
  first_.push_back(first);
}

ConcreteRun TraceFormulas::concrete(const flat::FlatProgram& program, const Trace& trace,
                                    const logic::Assignment& model) const {
  std::vector<uint32_t> numbers(program.templates.size(), 0);  // in the order in which threads begin
  uint32_t begun = 1;
  auto step_of = [&](uint32_t thread, const flat::Edge* edge) {
    auto place = static_cast<uint32_t>(edge - program.templates[thread].edges.data());
    return flat::Step{numbers[thread], flat::TemplateId{thread}, place, std::nullopt};
  };
  ConcreteRun run;
  for (size_t i = 0; i < trace.moves.size(); ++i) {
    const Move& move = *trace.moves[i];
    if (move.edge == nullptr) continue;
    flat::Step& step = run.steps.emplace_back(step_of(move.thread, move.edge));
    if (std::holds_alternative<flat::Havoc>(move.edge->label)) step.chosen = logic::evaluate(chosen_[i + 1], model);
    // Loads and updates begin with what they read.
    bool loads =
        std::holds_alternative<flat::Load>(move.edge->label) || std::holds_alternative<flat::Rmw>(move.edge->label);
    run.loaded.push_back(loads && first_[i + 1] ? std::optional(logic::evaluate(first_[i + 1], model)) : std::nullopt);
    if (auto* spawn = std::get_if<flat::Spawn>(&move.edge->label)) numbers[flat::index(spawn->spawned)] = begun++;
  }
  const Failure& failure = trace.failure;
  flat::Step last = step_of(failure.thread, failure.edge);
  if (failure.races_with)
    run.racing = {last, step_of(failure.other, failure.races_with)};
  else
    run.steps.push_back(last);
  return run;
}

}  // namespace fencepost::engine::cegar

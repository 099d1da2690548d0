#include "flat/liveness.h"

#include "flat/operands.h"
#include "logic/variables.h"

namespace fencepost::flat {

using logic::Term;

Liveness::Liveness(const FlatProgram& program) {
  std::vector<uint32_t> count(program.templates.size(), 0);
  for (const Variable& variable : program.variables)
    if (variable.owner) {
      uint32_t thread = index(*variable.owner);
      own_.emplace(variable.term, std::pair(thread, count[thread]++));
    }
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread)
    live_.emplace_back(program.templates[thread].locations, std::vector<bool>(count[thread], false));
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread)
    for (bool grew = true; grew;) {
      grew = false;
      for (uint32_t location = program.templates[thread].locations; location-- > 0;)
        grew = add(program, thread, location) || grew;
    }
}

bool Liveness::add(const FlatProgram& program, uint32_t thread, uint32_t location) {
  const Template& of = program.templates[thread];
  std::vector<bool>& live = live_[thread][location];
  bool grew = false;
  auto use = [&](Term variable) {
    auto found = own_.find(variable);
    if (found == own_.end() || found->second.first != thread || live[found->second.second]) return;
    live[found->second.second] = grew = true;
  };
  for (uint32_t i = of.first_out[location]; i < of.first_out[location + 1]; ++i) {
    const Edge& edge = of.edges[i];
    // The target of an exchange is read only after it has been written.
    std::optional<VarId> written = target(edge.label);
    uint32_t killed = written ? own_.at(program[*written].term).second : ~0u;
    const std::vector<bool>& next = live_[thread][index(edge.to)];
    for (uint32_t number = 0; number < next.size(); ++number)
      if (next[number] && number != killed && !live[number]) live[number] = grew = true;
    bool is_exchange = std::holds_alternative<Rmw>(edge.label);
    each_term(edge.label, [&](Term term) {
      for (Term variable : logic::variables_of({term}))
        if (!is_exchange || own_.at(variable).second != killed || term == access(edge.label)->place) use(variable);
    });
    for (const Assign& note : edge.notes)
      for (Term variable : logic::variables_of({note.value}))
        if (auto found = own_.find(variable); found != own_.end() && found->second.second != killed) use(variable);
    if (const Access* from = access(edge.label))
      if (!std::holds_alternative<Store>(edge.label))
        each_cell(*from, program, [&](VarId id) { use(program[id].term); });
  }
  return grew;
}

bool Liveness::is_dead(Term variable, uint32_t thread, uint32_t location) const {
  auto found = own_.find(variable);
  return found != own_.end() && found->second.first == thread && !live_[thread][location][found->second.second];
}

}  // namespace fencepost::flat

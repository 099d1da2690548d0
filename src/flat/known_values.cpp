#include "flat/known_values.h"

#include "flat/operands.h"
#include "logic/enumerate.h"
#include "logic/substitute.h"
#include "logic/variables.h"

namespace fencepost::flat {

KnownValues KnownValues::at_start(const FlatProgram& program, TemplateId of, logic::Terms& terms) {
  KnownValues known;
  for (const Variable& variable : program.variables)
    if (variable.owner == of && variable.initial && !variable.is_instance_number)
      known.constants_.emplace(variable.term, logic::constant(terms, *variable.initial, variable.term.sort()));
  for (const Template& spawner : program.templates)
    for (const Edge& edge : spawner.edges)
      if (auto* spawn = std::get_if<Spawn>(&edge.label))
        for (const Assign& argument : spawn->arguments) known.constants_.erase(program[argument.target].term);
  return known;
}

Term KnownValues::with_known(Term term, logic::Terms& terms) const {
  logic::Substitution known(terms);
  for (Term variable : logic::variables_of({term}))
    if (auto found = constants_.find(variable); found != constants_.end()) known.put(variable, found->second);
  return known(term);
}

bool KnownValues::take(const Label& label, const FlatProgram& program, logic::Terms& terms) {
  if (auto* assume = std::get_if<Assume>(&label)) return !with_known(assume->condition, terms).is_false();
  if (auto* assign = std::get_if<Assign>(&label)) {
    Term value = with_known(assign->value, terms);
    constants_.erase(program[assign->target].term);
    if (value.is_const()) constants_.emplace(program[assign->target].term, value);
    return true;
  }
  if (auto written = target(label)) constants_.erase(program[*written].term);
  // A Store to a group of the thread's own variables.
  if (const Access* touched = access(label))
    each_cell(*touched, program, [&](VarId id) { constants_.erase(program[id].term); });
  return true;
}

bool KnownValues::keep_common(const KnownValues& other) {
  return std::erase_if(constants_, [&](const auto& one) {
           auto found = other.constants_.find(one.first);
           return found == other.constants_.end() || found->second != one.second;
         }) > 0;
}

}  // namespace fencepost::flat

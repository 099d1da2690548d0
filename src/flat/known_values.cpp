#include "flat/known_values.h"

#include "flat/operands.h"
#include "logic/substitute.h"
#include "logic/variables.h"

namespace fencepost::flat {

std::unordered_set<Term> telling_variables(const FlatProgram& program, const Template& of) {
  std::unordered_set<Term> telling;
  bool grew = false;
  auto add = [&](Term term) {
    for (Term variable : logic::variables_of({term})) grew = telling.insert(variable).second || grew;
  };
  for (const Edge& edge : of.edges)
    if (auto* assume = std::get_if<Assume>(&edge.label)) add(assume->condition);
  do {
    grew = false;
    for (const Edge& edge : of.edges)
      if (auto* assign = std::get_if<Assign>(&edge.label); assign && telling.contains(program[assign->target].term))
        add(assign->value);
  } while (grew);
  return telling;
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
    if (value.is_const() && telling_->contains(program[assign->target].term))
      constants_.emplace(program[assign->target].term, value);
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

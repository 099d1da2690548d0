#include "flat/run_values.h"

#include "flat/operands.h"

namespace fencepost::flat {

RunValues::RunValues(const FlatProgram& program) : program_(program) {
  for (const Variable& variable : program.variables) values_[variable.term] = variable.initial.value_or(0);
}

std::optional<VarId> RunValues::cell(const Access& access) const {
  if (auto* one = std::get_if<VarId>(&access.to)) return *one;
  Bits place = value(access.place);
  for (const Group::Cell& cell : program_[std::get<GroupId>(access.to)].cells)
    if (cell.place == place) return cell.variable;
  return std::nullopt;
}

void RunValues::take(const Edge& edge, std::optional<Bits> chosen) {
  std::vector<std::pair<VarId, Bits>> now;
  auto put = [&](VarId id, Bits value) { now.emplace_back(id, value); };
  const Label& label = edge.label;
  if (auto* k = std::get_if<Assign>(&label)) put(k->target, value(k->value));
  if (auto* k = std::get_if<Havoc>(&label); k && chosen) put(k->target, *chosen);
  if (auto* k = std::get_if<Spawn>(&label))
    for (const Assign& argument : k->arguments) put(argument.target, value(argument.value));
  if (const Access* touched = access(label)) {
    if (std::optional<VarId> at_cell = cell(*touched)) {
      if (auto* k = std::get_if<Load>(&label)) put(k->target, value(program_[*at_cell].term));
      if (auto* k = std::get_if<Store>(&label)) put(*at_cell, value(k->value));
      if (auto* k = std::get_if<Rmw>(&label)) {
        at(k->target) = value(program_[*at_cell].term);
        if (value(k->condition) != 0) put(*at_cell, value(k->value));
      }
    }
  }
  for (const auto& [id, bits] : now) at(id) = bits;
  now.clear();
  for (const Assign& note : edge.notes) put(note.target, value(note.value));
  for (const auto& [id, bits] : now) at(id) = bits;
}

}  // namespace fencepost::flat

// Which terms and variables a label has: the one place that knows the operands of every label.
#pragma once

#include "flat/flat_program.h"

namespace fencepost::flat {

// Every term that the label evaluates.
template <typename F>
void each_term(const Label& label, F&& visit) {
  auto place = [&](const Access& access) {
    if (access.place) visit(access.place);
  };
  if (auto* k = std::get_if<Assign>(&label)) visit(k->value);
  if (auto* k = std::get_if<Assume>(&label)) visit(k->condition);
  if (auto* k = std::get_if<Load>(&label)) place(k->from);
  if (auto* k = std::get_if<Store>(&label)) place(k->to), visit(k->value);
  if (auto* k = std::get_if<Rmw>(&label)) place(k->at), visit(k->condition), visit(k->value);
  if (auto* k = std::get_if<Check>(&label)) visit(k->condition);
  if (auto* k = std::get_if<Spawn>(&label))
    for (const Assign& argument : k->arguments) visit(argument.value);
}

// Those of the notes included.
template <typename F>
void each_term(const Edge& edge, F&& visit) {
  each_term(edge.label, visit);
  for (const Assign& note : edge.notes) visit(note.value);
}

// The same, to put other terms in their places.
template <typename F>
void replace_terms(Label& label, F&& replaced) {
  auto at = [&](Term& term) {
    if (term) term = replaced(term);
  };
  if (auto* k = std::get_if<Assign>(&label)) at(k->value);
  if (auto* k = std::get_if<Assume>(&label)) at(k->condition);
  if (auto* k = std::get_if<Load>(&label)) at(k->from.place);
  if (auto* k = std::get_if<Store>(&label)) at(k->to.place), at(k->value);
  if (auto* k = std::get_if<Rmw>(&label)) at(k->at.place), at(k->condition), at(k->value);
  if (auto* k = std::get_if<Check>(&label)) at(k->condition);
  if (auto* k = std::get_if<Spawn>(&label))
    for (Assign& argument : k->arguments) at(argument.value);
}

// The variable of its own thread that the label assigns; a Store to a group of such variables has none.
inline std::optional<VarId> target(const Label& label) {
  if (auto* k = std::get_if<Assign>(&label)) return k->target;
  if (auto* k = std::get_if<Havoc>(&label)) return k->target;
  if (auto* k = std::get_if<Load>(&label)) return k->target;
  if (auto* k = std::get_if<Rmw>(&label)) return k->target;
  return std::nullopt;
}

inline const Access* access(const Label& label) {
  if (auto* k = std::get_if<Load>(&label)) return &k->from;
  if (auto* k = std::get_if<Store>(&label)) return &k->to;
  if (auto* k = std::get_if<Rmw>(&label)) return &k->at;
  return nullptr;
}

inline bool reads(const Label& label) {
  return std::holds_alternative<Load>(label) || std::holds_alternative<Rmw>(label);
}
inline bool writes(const Label& label) {
  return std::holds_alternative<Store>(label) || std::holds_alternative<Rmw>(label);
}

// The variables that the access may touch.
template <typename F>
void each_cell(const Access& access, const FlatProgram& program, F&& visit) {
  if (auto* variable = std::get_if<VarId>(&access.to)) return visit(*variable);
  for (const Group::Cell& cell : program[std::get<GroupId>(access.to)].cells) visit(cell.variable);
}

// Does the access touch what threads share?
inline bool is_shared(const Access& access, const FlatProgram& program) {
  bool shared = false;
  each_cell(access, program, [&](VarId id) { shared = shared || !program[id].owner; });
  return shared;
}

}  // namespace fencepost::flat

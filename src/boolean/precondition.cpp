#include "boolean/precondition.h"

#include "flat/operands.h"

namespace fencepost::boolean {

using flat::Access;
using flat::Group;
using flat::GroupId;
using flat::VarId;
using logic::Term;

Term Preconditions::read(const Access& access) const {
  if (auto* variable = std::get_if<VarId>(&access.to)) return term(*variable);
  const Group& group = program_[std::get<GroupId>(access.to)];
  Term value = term(group.cells.back().variable);
  for (size_t i = group.cells.size() - 1; i-- > 0;) {
    Term is_here = terms_.eq(access.place, terms_.bv(group.cells[i].place, group.place_bits));
    value = terms_.ite(is_here, term(group.cells[i].variable), value);
  }
  return value;
}

// One variable may be the cell of several places.
void Preconditions::write(OfEdge& step, const Access& access, Term condition, Term value) const {
  if (auto* variable = std::get_if<VarId>(&access.to)) {
    step.before_.put(term(*variable), terms_.ite(condition, value, term(*variable)));
    return;
  }
  const Group& group = program_[std::get<GroupId>(access.to)];
  std::unordered_map<Term, Term> is_written;
  for (const Group::Cell& cell : group.cells) {
    Term is_here = terms_.eq(access.place, terms_.bv(cell.place, group.place_bits));
    auto [found, is_new] = is_written.try_emplace(term(cell.variable), is_here);
    if (!is_new) found->second = terms_.or_(found->second, is_here);
  }
  for (const Group::Cell& cell : group.cells)
    step.before_.put(term(cell.variable), terms_.ite(terms_.and_(condition, is_written.at(term(cell.variable))), value,
                                                     term(cell.variable)));
}

Preconditions::OfEdge Preconditions::of(const flat::Edge& edge) {
  OfEdge step(terms_);
  for (const flat::Assign& note : edge.notes) step.notes_.put(term(note.target), note.value);
  auto put = [&](VarId target, Term value) { step.before_.put(term(target), value); };
  if (auto* k = std::get_if<flat::Assign>(&edge.label)) put(k->target, k->value);
  if (auto* k = std::get_if<flat::Havoc>(&edge.label)) {
    auto [found, is_new] = chosen_.try_emplace(term(k->target));
    if (is_new) found->second = terms_.fresh("chosen " + program_[k->target].name, term(k->target).sort());
    put(k->target, found->second);
  }
  if (auto* k = std::get_if<flat::Load>(&edge.label)) put(k->target, read(k->from));
  if (auto* k = std::get_if<flat::Store>(&edge.label)) write(step, k->to, terms_.boolean(true), k->value);
  if (auto* k = std::get_if<flat::Rmw>(&edge.label)) {
    // The condition and the value may name the target, which has the old value by then.
    logic::Substitution found(terms_);
    Term old = read(k->at);
    found.put(term(k->target), old);
    write(step, k->at, found(k->condition), found(k->value));
    put(k->target, old);
  }
  if (auto* k = std::get_if<flat::Spawn>(&edge.label))
    for (const flat::Assign& argument : k->arguments) put(argument.target, argument.value);
  return step;
}

}  // namespace fencepost::boolean

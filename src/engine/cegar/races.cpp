#include "engine/cegar/races.h"

#include "flat/operands.h"
#include "logic/substitute.h"

namespace fencepost::engine::cegar {

using flat::Access;
using flat::FlatProgram;
using logic::Term;

namespace {

bool is_plain(const NextStep& step) {
  auto has_order = [](const auto& label) {
    if constexpr (requires { label.order; }) return label.order != core::MemoryOrder::plain;
    return true;
  };
  return !step.in_section && !std::visit(has_order, step.edge.label);
}

Term touches(const FlatProgram& program, logic::Terms& terms, const Access& access, flat::VarId variable) {
  if (auto* one = std::get_if<flat::VarId>(&access.to)) return terms.boolean(*one == variable);
  Term any = terms.boolean(false);
  for (const flat::Group::Cell& cell : program[std::get<flat::GroupId>(access.to)].cells)
    if (cell.variable == variable)
      any = terms.or_(any, terms.eq(access.place, terms.bv(cell.place, access.place.sort().width)));
  return any;
}

// A read-modify-write that stores nothing only reads.
Term writes(const FlatProgram& program, logic::Terms& terms, const flat::Label& label) {
  auto* update = std::get_if<flat::Rmw>(&label);
  if (update == nullptr) return terms.boolean(std::holds_alternative<flat::Store>(label));
  Term old;
  flat::each_cell(update->at, program, [&](flat::VarId id) {
    Term value = program[id].term;
    old = old ? terms.ite(touches(program, terms, update->at, id), value, old) : value;
  });
  logic::Substitution with_old(terms);
  with_old.put(program[update->target].term, old);
  return with_old(update->condition);
}

}  // namespace

Term race_of(const FlatProgram& program, logic::Terms& terms, const NextStep& one, const NextStep& two) {
  Term race = terms.boolean(false);
  const Access *first = flat::access(one.edge.label), *second = flat::access(two.edge.label);
  if (first == nullptr || second == nullptr) return race;
  if (!is_plain(one) && !is_plain(two)) return race;
  Term write = terms.or_(writes(program, terms, one.edge.label), writes(program, terms, two.edge.label));
  if (write.is_false()) return race;
  flat::each_cell(*first, program, [&](flat::VarId variable) {
    if (program[variable].owner) return;
    Term both = terms.and_(touches(program, terms, *first, variable), touches(program, terms, *second, variable));
    race = terms.or_(race, both);
  });
  return terms.and_(write, race);
}

}  // namespace fencepost::engine::cegar

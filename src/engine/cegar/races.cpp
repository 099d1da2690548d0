#include "engine/cegar/races.h"

#include "flat/operands.h"

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

// A read-modify-write that stores nothing only reads; to say that it may write is on the safe side.
bool may_write(const flat::Label& label) { return !std::holds_alternative<flat::Load>(label); }

Term touches(const FlatProgram& program, logic::Terms& terms, const Access& access, flat::VarId variable) {
  if (auto* one = std::get_if<flat::VarId>(&access.to)) return terms.boolean(*one == variable);
  Term any = terms.boolean(false);
  for (const flat::Group::Cell& cell : program[std::get<flat::GroupId>(access.to)].cells)
    if (cell.variable == variable)
      any = terms.or_(any, terms.eq(access.place, terms.bv(cell.place, access.place.sort().width)));
  return any;
}

}  // namespace

Term race_of(const FlatProgram& program, logic::Terms& terms, const NextStep& one, const NextStep& two) {
  Term race = terms.boolean(false);
  const Access *first = flat::access(one.edge.label), *second = flat::access(two.edge.label);
  if (first == nullptr || second == nullptr) return race;
  if (!is_plain(one) && !is_plain(two)) return race;
  if (!may_write(one.edge.label) && !may_write(two.edge.label)) return race;
  flat::each_cell(*first, program, [&](flat::VarId variable) {
    if (program[variable].owner) return;
    Term both = terms.and_(touches(program, terms, *first, variable), touches(program, terms, *second, variable));
    race = terms.or_(race, both);
  });
  return race;
}

}  // namespace fencepost::engine::cegar

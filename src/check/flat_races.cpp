#include "check/flat_races.h"

#include <map>

#include "check/flat_steps.h"
#include "flat/operands.h"

namespace fencepost::check {

using flat::FlatProgram;
using logic::Term;
using logic::Terms;

namespace {

bool is_atomic(const NextStep& step) {
  if (auto* k = std::get_if<flat::Load>(&step.edge.label))
    return step.in_section || k->order != core::MemoryOrder::plain;
  if (auto* k = std::get_if<flat::Store>(&step.edge.label))
    return step.in_section || k->order != core::MemoryOrder::plain;
  return true;
}

Term writes(const FlatProgram& program, const flat::Label& label, Terms& terms) {
  if (std::holds_alternative<flat::Store>(label)) return terms.boolean(true);
  auto* update = std::get_if<flat::Rmw>(&label);
  if (update == nullptr) return terms.boolean(false);
  logic::Substitution read(terms);
  read.put(program[update->target].term, content(program, update->at, terms));
  return read(update->condition);
}

}  // namespace

Term race_of(const FlatProgram& program, const NextStep& one, const NextStep& other, Terms& terms) {
  const flat::Access *first = flat::access(one.edge.label), *second = flat::access(other.edge.label);
  if (first == nullptr || second == nullptr || (is_atomic(one) && is_atomic(other))) return terms.boolean(false);
  Term write = terms.or_(writes(program, one.edge.label, terms), writes(program, other.edge.label, terms));
  if (write.is_false()) return write;
  std::map<flat::VarId, Term> touched_by_first;
  for (const auto& [variable, when] : touched(program, *first, terms)) touched_by_first.emplace(variable, when);
  Term same = terms.boolean(false);
  for (const auto& [variable, when] : touched(program, *second, terms))
    if (auto found = touched_by_first.find(variable); found != touched_by_first.end() && !program[variable].owner)
      same = terms.or_(same, terms.and_(found->second, when));
  return terms.and_(write, same);
}

}  // namespace fencepost::check

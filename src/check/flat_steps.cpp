#include "check/flat_steps.h"

#include <map>
#include <ranges>

#include "flat/groups.h"
#include "logic/enumerate.h"

namespace fencepost::check {

using flat::Access;
using flat::FlatProgram;
using flat::Group;
using flat::GroupId;
using flat::VarId;
using logic::Term;
using logic::Terms;

namespace {

Term is_place(const FlatProgram& program, const Access& access, const Group::Cell& cell, Terms& terms) {
  return terms.eq(access.place, terms.bv(cell.place, program[std::get<GroupId>(access.to)].place_bits));
}

}  // namespace

std::vector<TouchedVariable> touched(const FlatProgram& program, const Access& access, Terms& terms) {
  if (auto* one = std::get_if<VarId>(&access.to)) return {{*one, terms.boolean(true)}};
  std::vector<TouchedVariable> all;
  std::map<VarId, size_t> known;
  for (const Group::Cell& cell : program[std::get<GroupId>(access.to)].cells) {
    Term here = is_place(program, access, cell, terms);
    auto [found, is_new] = known.emplace(cell.variable, all.size());
    if (is_new)
      all.push_back({cell.variable, here});
    else
      all[found->second].when = terms.or_(all[found->second].when, here);
  }
  return all;
}

Term is_inside(const FlatProgram& program, const Access& access, Terms& terms) {
  if (std::holds_alternative<VarId>(access.to)) return terms.boolean(true);
  return flat::is_cell(program[std::get<GroupId>(access.to)], access.place, terms);
}

Term content(const FlatProgram& program, const Access& access, Terms& terms) {
  if (auto* one = std::get_if<VarId>(&access.to)) return program[*one].term;
  const std::vector<Group::Cell>& cells = program[std::get<GroupId>(access.to)].cells;
  Term found = program[cells.back().variable].term;
  for (size_t i = cells.size() - 1; i-- > 0;)
    found = terms.ite(is_place(program, access, cells[i], terms), program[cells[i].variable].term, found);
  return found;
}

FlatStep::FlatStep(const FlatProgram& program, const flat::Edge& edge, const core::UndefSet& asked, Terms& terms)
    : program_(program),
      asked_(asked),
      terms_(terms),
      possible_(terms.boolean(true)),
      after_(terms),
      after_label_(terms) {
  std::visit([&](const auto& label) { take(label); }, edge.label);
  // Notes see what the label has done, and not each other.
  for (const flat::Assign& note : edge.notes) after_.put(program[note.target].term, after_label_(note.value));
}

void FlatStep::set(VarId variable, Term value) {
  after_.put(program_[variable].term, value);
  after_label_.put(program_[variable].term, value);
}

void FlatStep::take(const flat::Assign& label) { set(label.target, label.value); }

void FlatStep::take(const flat::Havoc& label) {
  const flat::Variable& variable = program_[label.target];
  set(label.target, terms_.fresh(variable.name + "?", variable.term.sort()));
}

void FlatStep::take(const flat::Assume& label) { possible_ = label.condition; }

void FlatStep::take(const flat::Load& label) {
  possible_ = is_inside(program_, label.from, terms_);
  set(label.target, content(program_, label.from, terms_));
}

void FlatStep::take(const flat::Store& label) {
  possible_ = is_inside(program_, label.to, terms_);
  for (const auto& [id, when] : touched(program_, label.to, terms_))
    set(id, terms_.ite(when, label.value, program_[id].term));
}

// The place is evaluated before the target changes; condition and value see the target after it. A target that is itself one of the
// cells would be written twice: the store comes last.
void FlatStep::take(const flat::Rmw& label) {
  possible_ = is_inside(program_, label.at, terms_);
  logic::Substitution read(terms_);
  read.put(program_[label.target].term, content(program_, label.at, terms_));
  Term writes = read(label.condition), value = read(label.value);
  for (const auto& [id, when] : touched(program_, label.at, terms_))
    set(id, terms_.ite(terms_.and_(writes, when), value, read(program_[id].term)));
  set(label.target, content(program_, label.at, terms_));  // no effect on one that is a cell
}

void FlatStep::take(const flat::Check& label) {
  if (!label.kind || asked_.has(*label.kind)) possible_ = label.condition;
}

// The last argument for a variable counts. The other variables of the new thread have had the values of its beginning from the start: nobody else writes them.
void FlatStep::take(const flat::Spawn& label) {
  for (const flat::Assign& argument : std::views::reverse(label.arguments)) set(argument.target, argument.value);
}

FlatStep& FlatSteps::operator()(const flat::Edge& edge) {
  std::unique_ptr<FlatStep>& made = made_[&edge];
  if (!made) made = std::make_unique<FlatStep>(program_, edge, asked_, terms_);
  return *made;
}

AtStart at_start(const FlatProgram& program, Term formula, Terms& terms) {
  logic::Substitution start(terms);
  std::vector<Term> numbers, known;
  for (const flat::Variable& variable : program.variables) {
    if (variable.is_instance_number)
      numbers.push_back(variable.term);
    else if (variable.initial)
      start.put(variable.term, logic::constant(terms, *variable.initial, variable.term.sort()));
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    known.push_back(terms.ne(numbers[i], terms.bv(0, numbers[i].sort().width)));
    for (size_t j = 0; j < i; ++j) known.push_back(terms.ne(numbers[i], numbers[j]));
  }
  return {terms.and_(known), start(formula)};
}

}  // namespace fencepost::check

#include "engine/action.h"

#include "flat/groups.h"
#include "flat/operands.h"
#include "logic/enumerate.h"

namespace fencepost::engine {

using flat::Group;
using flat::GroupId;
using flat::VarId;

namespace {

class Translator {
 public:
  Translator(const flat::FlatProgram& program, logic::Terms& terms) : program_(program), terms_(terms) {
    action_.guard = terms.boolean(true);
  }

  Action operator()(const flat::Edge& edge) {
    std::visit([&](const auto& k) { take(k); }, edge.label);
    if (!edge.notes.empty()) take_notes(edge.notes);
    return std::move(action_);
  }

 private:
  Term value_of(VarId id) const { return program_[id].term; }
  void set(VarId target, Term value) { action_.updates.push_back({value_of(target), value}); }

  Term is_at(const flat::Access& access, const Group::Cell& cell) {
    return terms_.eq(access.place, terms_.bv(cell.place, access.place.sort().width));
  }

  // The value of the cell; the guard says that there is one.
  Term read(const flat::Access& access) {
    if (auto* variable = std::get_if<VarId>(&access.to)) return value_of(*variable);
    const Group& group = program_[std::get<GroupId>(access.to)];
    Term value = value_of(group.cells.back().variable);
    for (size_t i = group.cells.size(); i-- > 0;)
      value = terms_.ite(is_at(access, group.cells[i]), value_of(group.cells[i].variable), value);
    action_.guard = terms_.and_(action_.guard, flat::is_cell(group, access.place, terms_));
    return value;
  }

  void write(const flat::Access& access, Term value) {
    if (auto* variable = std::get_if<VarId>(&access.to)) return set(*variable, value);
    const Group& group = program_[std::get<GroupId>(access.to)];
    for (const Group::Cell& cell : group.cells) {
      Term here = is_at(access, cell);
      if (!here.is_false()) set(cell.variable, terms_.ite(here, value, value_of(cell.variable)));
    }
    action_.guard = terms_.and_(action_.guard, flat::is_cell(group, access.place, terms_));
  }

  void take_notes(const std::vector<flat::Assign>& notes) {
    logic::Substitution after(terms_);
    for (const Update& update : action_.updates) after.put(update.variable, update.value);
    for (const flat::Assign& note : notes) set(note.target, after(note.value));
  }

  void take(const flat::Assign& k) { set(k.target, k.value); }
  void take(const flat::Havoc& k) { set(k.target, Term()); }
  void take(const flat::Assume& k) { action_.guard = k.condition; }
  void take(const flat::Check& k) { action_.guard = k.condition; }
  void take(const flat::Load& k) { set(k.target, read(k.from)); }
  void take(const flat::Store& k) { write(k.to, k.value); }
  void take(const flat::Rmw& k) {
    Term old = read(k.at);
    logic::Substitution with_old(terms_);
    with_old.put(value_of(k.target), old);
    write(k.at, terms_.ite(with_old(k.condition), with_old(k.value), old));
    set(k.target, old);
  }
  void take(const flat::Spawn& k) {
    for (const flat::Assign& argument : k.arguments) set(argument.target, argument.value);
  }
  void take(const flat::Fence&) {}
  void take(const flat::AtomicBegin&) {}
  void take(const flat::AtomicEnd&) {}
  void take(const flat::Join&) {}
  void take(const flat::Exit&) {}

  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  Action action_;
};

}  // namespace

Action action_of(const flat::FlatProgram& program, logic::Terms& terms, const flat::Edge& edge) {
  return Translator(program, terms)(edge);
}

Action beginning_of(const flat::FlatProgram& program, logic::Terms& terms) {
  Action action{terms.boolean(true), {}};
  std::vector<Term> numbers;
  for (const flat::Variable& variable : program.variables) {
    logic::Sort sort = variable.term.sort();
    if (variable.is_instance_number) {
      action.guard = terms.and_(action.guard, terms.ne(variable.term, terms.bv(0, sort.width)));
      for (Term other : numbers)
        if (other.sort() == sort) action.guard = terms.and_(action.guard, terms.ne(other, variable.term));
      numbers.push_back(variable.term);
    } else if (!variable.initial) {
      action.updates.push_back({variable.term, Term()});
    } else {
      action.updates.push_back({variable.term, logic::constant(terms, *variable.initial, sort)});
    }
  }
  return action;
}

Term formula_of(logic::Terms& terms, logic::Versions& versions, const Action& action, Term* chosen, Term* first) {
  Term formula = versions.now(action.guard);
  std::vector<std::pair<Term, Term>> values;
  for (const Update& update : action.updates)
    values.emplace_back(update.variable, update.value ? versions.now(update.value) : Term());
  for (const auto& [variable, value] : values) {
    Term version = versions.write(variable);
    if (first != nullptr && variable == action.updates.front().variable) *first = version;
    if (value)
      formula = terms.and_(formula, terms.eq(version, value));
    else if (chosen != nullptr)
      *chosen = version;
  }
  return formula;
}

Preimage::Preimage(logic::Terms& terms, const Action& action) : values_(terms) {
  for (const Update& update : action.updates)
    values_.put(update.variable,
                update.value ? update.value : terms.fresh(update.variable.name() + "'", update.variable.sort()));
}

}  // namespace fencepost::engine

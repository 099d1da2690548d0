#include "engine/cegar/view_predicates.h"

#include <algorithm>
#include <bit>
#include <map>

#include "flat/automaton_shape.h"
#include "flat/operands.h"
#include "logic/atoms.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using flat::Configuration;

ViewPredicates::ViewPredicates(const flat::Copies& copies, logic::Terms& terms)
    : copies_(copies), terms_(terms), liveness_(copies.program) {
  std::map<std::pair<flat::TemplateId, uint32_t>, uint32_t> by_number;
  for (uint32_t i = 0; i < copies.number.size(); ++i) by_number[{copies.original[i], copies.number[i]}] = i;
  std::map<std::string, Term> by_name;
  for (const flat::Variable& variable : copies.program.variables) {
    by_name[variable.name] = variable.term;
    owner_[variable.term] = variable.owner ? std::optional(flat::index(*variable.owner)) : std::nullopt;
  }
  for (const Exchange& by : kExchanges) {
    std::vector<uint32_t>& after = template_after_.emplace_back();
    for (uint32_t i = 0; i < copies.number.size(); ++i) {
      uint32_t number = copies.number[i];
      after.push_back(number == 0 ? i : by_number.at({copies.original[i], by[number - 1] + 1u}));
    }
    logic::Substitution& renamed = renaming_.emplace_back(terms);
    for (const flat::Variable& variable : copies.program.variables) {
      uint32_t number = variable.owner ? copies.number[flat::index(*variable.owner)] : 0;
      if (number == 0) continue;
      std::string name = variable.name.substr(0, variable.name.rfind('@') + 1);
      renamed.put(variable.term, by_name.at(name + std::to_string(by[number - 1] + 1)));
    }
  }
}

size_t ViewPredicates::position(const Exchange& by) {
  return static_cast<size_t>(std::ranges::find(kExchanges, by) - kExchanges.begin());
}

bool ViewPredicates::add(Term formula, int most_threads) {
  bool found = false;
  for (Term atom : logic::atoms_of(terms_, formula)) found = add_atom(atom, most_threads) || found;
  return found;
}

bool ViewPredicates::add_atom(Term atom, int most_threads) {
  if (atom.is_const() || number_.contains(atom)) return false;
  Form form{atom, logic::variables_of({atom}), 0};
  for (Term variable : form.variables) {
    auto owner = owner_.find(variable);
    if (owner == owner_.end()) return false;
    if (owner->second && copies_.number[*owner->second] != 0)
      form.slots |= static_cast<uint8_t>(1u << (copies_.number[*owner->second] - 1));
  }
  if (std::popcount(form.slots) > most_threads) return false;
  size_t before = forms_.size();
  for (size_t i = 0; i < kExchanges.size(); ++i) {
    Term term = renaming_[i](atom);
    if (!number_.emplace(term, static_cast<uint32_t>(forms_.size())).second) continue;
    uint8_t slots = 0;
    for (uint32_t slot = 0; slot < kSlots; ++slot)
      if (form.slots >> slot & 1) slots |= static_cast<uint8_t>(1u << kExchanges[i][slot]);
    forms_.push_back({term, logic::variables_of({term}), slots});
  }
  for (size_t number = before; number < forms_.size(); ++number)
    for (size_t i = 0; i < kExchanges.size(); ++i)
      exchanged_[i].push_back(number_.at(renaming_[i](forms_[number].term)));
  return true;
}

void ViewPredicates::keep_until_written(Term own, Term shared) {
  const flat::FlatProgram& program = copies_.program;
  const flat::Template& of = program.templates[*owner_.at(own)];
  std::vector<bool>& kept = kept_.try_emplace(own, of.locations).first->second;
  auto may_write = [&](const flat::Edge& edge) {
    bool found = false;
    if (flat::writes(edge.label))
      flat::each_cell(*flat::access(edge.label), program,
                      [&](flat::VarId id) { found = found || program[id].term == shared; });
    return found;
  };
  for (bool grew = true; grew;) {
    grew = false;
    for (const flat::Edge& edge : of.edges) {
      auto target = flat::target(edge.label);
      bool is_new = target && program[*target].term == own;
      if (kept[flat::index(edge.from)] || (!may_write(edge) && (is_new || !kept[flat::index(edge.to)]))) continue;
      kept[flat::index(edge.from)] = grew = true;
    }
  }
  // Who stops before that, as flat/watched_races.h has it, holds the lock for ever.
  for (const flat::Edge& edge : of.edges)
    if (flat::edges_of(of, flat::index(edge.to)).empty() && kept[flat::index(edge.from)] && !may_write(edge))
      kept[flat::index(edge.to)] = true;
}

bool ViewPredicates::is_kept(Term variable, uint32_t location) const {
  auto kept = kept_.find(variable);
  return kept != kept_.end() && kept->second[location];
}

bool ViewPredicates::is_about(size_t number, const Configuration& at) const {
  return std::ranges::all_of(forms_[number].variables, [&](Term variable) {
    std::optional<uint32_t> owner = owner_.at(variable);
    if (!owner) return true;
    return flat::has_begun(at, *owner) &&
           (keeps_dead_ || is_kept(variable, at.at[*owner]) || !liveness_.is_dead(variable, *owner, at.at[*owner]));
  });
}

bool ViewPredicates::is_live(Term variable, uint32_t thread, uint32_t location) const {
  auto owner = owner_.find(variable);
  return owner != owner_.end() && owner->second == thread && !liveness_.is_dead(variable, thread, location);
}

Configuration ViewPredicates::exchanged(const Configuration& at, const Exchange& by) const {
  Configuration after = at;
  const std::vector<uint32_t>& goes = template_after_[position(by)];
  for (uint32_t i = 0; i < at.at.size(); ++i) after.at[goes[i]] = at.at[i];
  return after;
}

}  // namespace fencepost::engine::cegar

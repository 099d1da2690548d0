#include "engine/cegar/view_guesses.h"

#include <algorithm>
#include <map>

#include "engine/cegar/few_values.h"
#include "flat/automaton_shape.h"
#include "flat/operands.h"
#include "logic/atoms.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

namespace {

constexpr size_t kMostGuessed = 8;  // variables of a failure

// How many steps after the location the variable is assigned anew at the earliest; the number of locations if it is not.
uint32_t until_assigned(const flat::FlatProgram& program, const flat::Template& of, flat::Loc from, Term variable) {
  std::vector<uint32_t> distance(of.locations, of.locations);
  std::vector<uint32_t> open{flat::index(from)};
  distance[open[0]] = 0;
  for (size_t next = 0; next < open.size(); ++next)
    for (const flat::Edge& edge : flat::edges_of(of, open[next])) {
      if (auto target = flat::target(edge.label); target && program[*target].term == variable)
        return distance[open[next]];
      uint32_t& there = distance[flat::index(edge.to)];
      if (there != of.locations) continue;
      there = distance[open[next]] + 1;
      open.push_back(flat::index(edge.to));
    }
  return of.locations;
}

}  // namespace

ViewGuesses::ViewGuesses(const flat::FlatProgram& program, logic::Terms& terms) : program_(program), terms_(terms) {
  for (const flat::Variable& variable : program.variables) variables_.emplace(variable.term, &variable);
  for (const flat::Template& of : program.templates) {
    std::unordered_map<Term, Term> loaded;
    for (const flat::Edge& edge : of.edges)
      if (auto* load = std::get_if<flat::Load>(&edge.label))
        if (auto* from = std::get_if<flat::VarId>(&load->from.to))
          loaded[program[load->target].term] = program[*from].term;
    for (const flat::Edge& edge : of.edges)
      if (auto* store = std::get_if<flat::Store>(&edge.label))
        flat::each_cell(store->to, program, [&](flat::VarId id) { note_step(program[id].term, store->value, loaded); });
  }
  find_origins();
}

// A variable does not go below where it began, keeps what its steps leave of it: its low bits, and is still what a thread has read that
// is about to add something to it.
std::vector<Term> ViewGuesses::kept(const std::vector<Term>& about) {
  std::vector<Term> found;
  for (Term variable : words_of(about)) {
    const flat::Variable& of = *variables_.at(variable);
    for (Term copy : copies_[variable]) found.push_back(terms_.eq(copy, variable));
    if (of.owner || !of.initial) continue;
    unsigned width = variable.sort().width;
    for (logic::Op below : {logic::Op::bv_slt, logic::Op::bv_ult})
      found.push_back(terms_.binary(below, variable, terms_.bv(*of.initial, width)));
    auto step = steps_.find(variable);
    if (step == steps_.end() || step->second == 0 || step->second >= width) continue;
    found.push_back(terms_.eq(terms_.extract(variable, step->second - 1, 0),
                              terms_.bv(logic::low_bits(*of.initial, step->second), step->second)));
  }
  return found;
}

std::vector<Term> ViewGuesses::relations(const std::vector<Term>& about, const std::function<Term(Term)>& of_other) {
  std::vector<Term> found;
  std::vector<Term> words = words_of(about);
  for (Term word : words) {
    std::optional<flat::TemplateId> owner = variables_.at(word)->owner;
    for (Term copy : copies_[word]) found.push_back(terms_.eq(copy, word));
    if (!owner) continue;
    if (Term same = of_other(word)) found.push_back(terms_.eq(word, same));
    for (Term other : words) {
      if (other.sort() != word.sort() || variables_.at(other)->owner == owner) continue;
      bool is_shared = !variables_.at(other)->owner;
      found.push_back(is_shared ? terms_.binary(order_in(about, other), word, other) : terms_.eq(word, other));
    }
  }
  return found;
}

// Flow-insensitive: a guess may be a poor one.
void ViewGuesses::find_origins() {
  for (const flat::Template& of : program_.templates) {
    for (const flat::Edge& edge : of.edges)
      if (auto* load = std::get_if<flat::Load>(&edge.label))
        if (auto* from = std::get_if<flat::VarId>(&load->from.to); from && !program_[*from].owner)
          origins_[program_[load->target].term].push_back(program_[*from].term);
    for (bool grew = true; grew;) {
      grew = false;
      for (const flat::Edge& edge : of.edges) {
        auto* assign = std::get_if<flat::Assign>(&edge.label);
        if (assign == nullptr || assign->value.op() != logic::Op::variable) continue;
        const std::vector<Term> known = origins_[assign->value];
        std::vector<Term>& copied = origins_[program_[assign->target].term];
        for (Term shared : known)
          if (std::ranges::find(copied, shared) == copied.end()) {
            copied.push_back(shared);
            grew = true;
          }
      }
    }
  }
}

ViewGuesses::Tickets ViewGuesses::tickets() {
  Tickets found;
  std::map<uint32_t, std::vector<Term>> taken;  // from a shared variable, by its id: in the order of the program
  for (const flat::Template& of : program_.templates)
    for (const flat::Edge& edge : of.edges) {
      auto* assume = std::get_if<flat::Assume>(&edge.label);
      if (assume == nullptr) continue;
      for (Term atom : logic::atoms_of(terms_, assume->condition)) {
        if (atom.op() != logic::Op::eq) continue;
        // One takes a ticket once, and looks again and again.
        Term ticket = atom.args()[0], seen = atom.args()[1];
        auto kept_for = [&](Term variable) { return until_assigned(program_, of, edge.from, variable); };
        if (kept_for(ticket) < kept_for(seen)) std::swap(ticket, seen);
        for (Term dispenser : origins_[ticket])
          for (Term display : origins_[seen]) {
            if (dispenser == display || dispenser.sort() != ticket.sort() || display.sort() != ticket.sort() ||
                !copies_.contains(dispenser) || !copies_.contains(display))
              continue;
            found.predicates.push_back(terms_.eq(ticket, display));
            for (Term before : {ticket, display})
              found.predicates.push_back(terms_.binary(logic::Op::bv_ult, before, dispenser));
            for (Term other : taken[dispenser.id()])
              if (other != ticket) found.predicates.push_back(terms_.eq(ticket, other));
            taken[dispenser.id()].push_back(ticket);
            found.held.emplace_back(ticket, display);
            for (Term copy : copies_[display]) found.predicates.push_back(terms_.eq(copy, display));
          }
      }
    }
  return found;
}

std::vector<Term> ViewGuesses::values() {
  constexpr size_t kMostVariables = 64;
  std::vector<Term> found;
  size_t variables = 0;
  for (const auto& [variable, values] : few_values(program_)) {
    if (values.size() < 2) continue;
    if (++variables > kMostVariables) return {};
    for (logic::Bits value : values) found.push_back(terms_.eq(variable, terms_.bv(value, variable.sort().width)));
  }
  return found;
}

std::vector<Term> ViewGuesses::words_of(const std::vector<Term>& about) const {
  std::vector<Term> words = logic::variables_of(about);
  std::erase_if(words, [&](Term variable) {
    return variable.sort().kind != logic::SortKind::bitvec || !variables_.contains(variable);
  });
  std::ranges::sort(words, {}, &Term::id);
  if (words.size() > kMostGuessed) words.resize(kMostGuessed);
  return words;
}

// x = y + 4 leaves two bits as they were, if y is what x was.
void ViewGuesses::note_step(Term variable, Term value, const std::unordered_map<Term, Term>& loaded) {
  for (Term part : logic::variables_of({value}))
    if (auto from = loaded.find(part); from != loaded.end() && from->second == variable)
      copies_[variable].push_back(part);
  if (value.op() != logic::Op::bv_add || !value.args()[1].is_const()) return;
  unsigned zeros = 0;
  while (zeros < variable.sort().width && (value.args()[1].value() >> zeros & 1) == 0) ++zeros;
  auto [known, is_new] = steps_.emplace(variable, zeros);
  if (!is_new) known->second = std::min(known->second, zeros);
}

logic::Op ViewGuesses::order_in(const std::vector<Term>& about, Term variable) const {
  for (Term atom : about) {
    if (atom.op() != logic::Op::bv_slt) continue;
    std::vector<Term> compared = logic::variables_of({atom});
    if (std::ranges::find(compared, variable) != compared.end()) return logic::Op::bv_slt;
  }
  return logic::Op::bv_ult;
}

}  // namespace fencepost::engine::cegar

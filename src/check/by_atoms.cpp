#include "check/by_atoms.h"

#include <algorithm>
#include <unordered_set>

#include "logic/atoms.h"
#include "logic/substitute.h"
#include "logic/variables.h"

namespace fencepost::check {

using logic::Term;

Implications::Answer ByAtoms::operator()(Term premise, Term conclusion) {
  if (premise.is_false() || conclusion.is_true()) return Implications::Answer::holds;
  std::vector<Term> atoms = logic::atoms_of(terms_, conclusion);
  if (atoms.size() > 1) {
    if (follows(premise, terms_.boolean(false))) return Implications::Answer::holds;
    std::vector<Term> parts = logic::conjuncts_of(terms_, premise);
    const std::unordered_set<Term> given(parts.begin(), parts.end());
    logic::Substitution decided(terms_);
    for (Term atom : atoms) {
      Term part = relevant(premise, atom);
      if (given.contains(atom) || given.contains(terms_.not_(atom)))
        decided.put(atom, terms_.boolean(given.contains(atom)));
      else if (follows(part, atom))
        decided.put(atom, terms_.boolean(true));
      else if (follows(part, terms_.not_(atom)))
        decided.put(atom, terms_.boolean(false));
    }
    conclusion = decided(conclusion);
  }
  return implies_(premise, conclusion);
}

bool ByAtoms::follows(Term premise, Term atom) {
  auto [found, is_new] = known_.try_emplace({premise.id(), atom.id()}, false);
  if (is_new) found->second = implies_(premise, atom) == Implications::Answer::holds;
  return found->second;
}

const std::vector<Term>& ByAtoms::variables(Term of) {
  auto [found, is_new] = variables_.try_emplace(of);
  if (is_new) found->second = logic::variables_of({of});
  return found->second;
}

Term ByAtoms::relevant(Term premise, Term atom) {
  auto [parts, is_new] = conjuncts_.try_emplace(premise);
  if (is_new) parts->second = logic::conjuncts_of(terms_, premise);
  const std::vector<Term>& all = parts->second;
  std::unordered_set<Term> reached(variables(atom).begin(), variables(atom).end());
  std::vector<bool> taken(all.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < all.size(); ++i) {
      const std::vector<Term>& of = variables(all[i]);
      if (taken[i] || std::ranges::none_of(of, [&](Term variable) { return reached.contains(variable); })) continue;
      taken[i] = grew = true;
      reached.insert(of.begin(), of.end());
    }
  }
  std::vector<Term> kept;
  for (size_t i = 0; i < all.size(); ++i)
    if (taken[i]) kept.push_back(all[i]);
  return terms_.and_(kept);
}

}  // namespace fencepost::check

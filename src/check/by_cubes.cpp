#include "check/by_cubes.h"

#include <algorithm>
#include <unordered_set>

#include "logic/atoms.h"
#include "logic/variables.h"

namespace fencepost::check {

using logic::Op;
using logic::Term;

namespace {

bool is_literal(Term formula) {
  if (formula.op() == Op::not_) formula = formula.args()[0];
  return formula.op() != Op::and_ && formula.op() != Op::or_ && formula.op() != Op::not_ && formula.op() != Op::ite &&
         !formula.is_const();
}

}  // namespace

bool ByCubes::operator()(Term premise, Term formula, FlatStep& step) {
  auto [found, is_new] = cubes_.try_emplace(formula);
  if (is_new) found->second = cubes_of(formula);
  const Cubes& cubes = found->second;
  if (cubes.cubes.empty()) return false;
  if (last_ != std::pair(formula, &step)) {
    last_ = {formula, &step};
    last_atoms_.clear();
    for (Term atom : cubes.atoms) last_atoms_.push_back(step.before(atom));
  }
  return follows(premise, cubes, last_atoms_);
}

ByCubes::Cubes ByCubes::cubes_of(Term formula) {
  Cubes made;
  std::unordered_map<Term, uint32_t> numbers;
  for (Term cube : disjuncts_of(terms_, formula)) {
    std::vector<Literal>& literals = made.cubes.emplace_back();
    for (Term literal : logic::conjuncts_of(terms_, cube)) {
      if (!is_literal(literal)) return {};
      bool positive = literal.op() != Op::not_;
      Term atom = positive ? literal : literal.args()[0];
      auto [found, is_new] = numbers.try_emplace(atom, static_cast<uint32_t>(made.atoms.size()));
      if (is_new) made.atoms.push_back(atom);
      literals.push_back({found->second, positive});
    }
  }
  return made.cubes.size() > 1 ? made : Cubes{};
}

bool ByCubes::follows(Term premise, const Cubes& cubes, const std::vector<Term>& atoms) {
  constexpr size_t kMostLeft = 64;  // cubes of one question
  const std::vector<Term>& given = conjuncts(premise);
  const std::unordered_set<Term> known(given.begin(), given.end());
  enum class Truth : uint8_t { open, holds, fails };
  std::vector<Truth> truths;
  truths.reserve(atoms.size());
  for (Term atom : atoms)
    truths.push_back(atom.is_true() || known.contains(atom)                 ? Truth::holds
                     : atom.is_false() || known.contains(terms_.not_(atom)) ? Truth::fails
                                                                            : Truth::open);
  std::unordered_set<Term> left;
  for (const std::vector<Literal>& cube : cubes.cubes) {
    bool fails = false, is_open = false;
    for (const Literal& literal : cube) {
      Truth truth = truths[literal.atom];
      is_open = is_open || truth == Truth::open;
      fails = truth == (literal.positive ? Truth::fails : Truth::holds);
      if (fails) break;
    }
    if (fails) continue;
    if (!is_open) return true;
    std::vector<Term> rest;
    for (const Literal& literal : cube)
      if (truths[literal.atom] == Truth::open)
        rest.push_back(literal.positive ? atoms[literal.atom] : terms_.not_(atoms[literal.atom]));
    left.insert(terms_.and_(rest));
    if (left.size() > kMostLeft) return false;
  }
  if (left.empty()) return false;
  std::vector<Term> any(left.begin(), left.end());
  std::ranges::sort(any, {}, &Term::id);
  Term conclusion = terms_.boolean(false);
  for (Term one : any) conclusion = terms_.or_(conclusion, one);
  return implies_(relevant(given, conclusion), conclusion) == Implications::Answer::holds;
}

const std::vector<Term>& ByCubes::conjuncts(Term formula) {
  auto [found, is_new] = conjuncts_.try_emplace(formula);
  if (is_new) found->second = logic::conjuncts_of(terms_, formula);
  return found->second;
}

const std::vector<Term>& ByCubes::variables(Term of) {
  auto [found, is_new] = variables_.try_emplace(of);
  if (is_new) found->second = logic::variables_of({of});
  return found->second;
}

// Those that have variables in common with it, over any number of others in between.
Term ByCubes::relevant(const std::vector<Term>& premise, Term to) {
  const std::vector<Term>& first = variables(to);
  std::unordered_set<Term> reached(first.begin(), first.end());
  std::vector<bool> taken(premise.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < premise.size(); ++i) {
      const std::vector<Term>& of = variables(premise[i]);
      if (taken[i] || std::ranges::none_of(of, [&](Term variable) { return reached.contains(variable); })) continue;
      taken[i] = grew = true;
      reached.insert(of.begin(), of.end());
    }
  }
  std::vector<Term> kept;
  for (size_t i = 0; i < premise.size(); ++i)
    if (taken[i]) kept.push_back(premise[i]);
  return terms_.and_(kept);
}

}  // namespace fencepost::check

#include "check/by_cubes.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_set>

#include "logic/atoms.h"
#include "logic/substitute.h"
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

// x = t among conjuncts, where x is a variable that t does not name, says the same as t in place of x everywhere.
class Equalities {
 public:
  // Takes them from the conjuncts, of which the others are left.
  Equalities(logic::Terms& terms, std::vector<Term>& conjuncts) {
    for (size_t next = 0; next < conjuncts.size();) {
      std::optional<std::pair<Term, Term>> found = variable_and_value(conjuncts[next]);
      if (!found) {
        ++next;
        continue;
      }
      conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(next));
      logic::Substitution& put = all_.emplace_back(terms);
      put.put(found->first, found->second);
      bool changed = false;
      for (Term& one : conjuncts) {
        Term before = one;
        one = put(one);
        changed = changed || one != before;
      }
      if (changed) next = 0;
    }
    Term all = terms.and_(conjuncts);
    contradict_ = all.is_false();
    conjuncts = logic::conjuncts_of(terms, all);
  }

  bool contradict() const { return contradict_; }
  Term operator()(Term term) {
    for (logic::Substitution& put : all_) term = put(term);
    return term;
  }

 private:
  static std::optional<std::pair<Term, Term>> variable_and_value(Term conjunct) {
    if (conjunct.op() != Op::eq) return std::nullopt;
    for (int side : {0, 1}) {
      Term variable = conjunct.args()[side], value = conjunct.args()[1 - side];
      if (variable.op() != Op::variable) continue;
      const std::vector<Term> names = logic::variables_of({value});
      if (std::ranges::find(names, variable) == names.end()) return std::pair(variable, value);
    }
    return std::nullopt;
  }

  std::deque<logic::Substitution> all_;  // in this order
  bool contradict_ = false;
};

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

ByCubes::Left ByCubes::left_of(const Cubes& cubes, const std::vector<Term>& atoms, const std::vector<Term>& known) {
  const std::unordered_set<Term> given(known.begin(), known.end());
  std::vector<Truth> truths;
  truths.reserve(atoms.size());
  for (Term atom : atoms)
    truths.push_back(atom.is_true() || given.contains(atom)                 ? Truth::holds
                     : atom.is_false() || given.contains(terms_.not_(atom)) ? Truth::fails
                                                                            : Truth::open);
  Left left;
  std::unordered_set<Term> seen;
  for (const std::vector<Literal>& cube : cubes.cubes) {
    auto fails = [&](const Literal& one) { return truths[one.atom] == (one.positive ? Truth::fails : Truth::holds); };
    if (std::ranges::any_of(cube, fails)) continue;
    std::vector<Term> rest;
    for (const Literal& one : cube)
      if (truths[one.atom] == Truth::open)
        rest.push_back(one.positive ? atoms[one.atom] : terms_.not_(atoms[one.atom]));
    if (rest.empty()) return {true, {}};
    if (seen.insert(terms_.and_(rest)).second) left.cubes.push_back(std::move(rest));
  }
  return left;
}

bool ByCubes::follows(Term premise, const Cubes& cubes, const std::vector<Term>& atoms) {
  constexpr size_t kMostLeft = 64;  // cubes of one question
  std::vector<Term> given = conjuncts(premise);
  Left left = left_of(cubes, atoms, given);
  if (left.follows) return true;
  // The premise without its equalities, of which each has told what one of its variables is.
  Equalities equal(terms_, given);
  if (equal.contradict()) return true;
  std::vector<Term> rewritten;
  for (Term atom : atoms) rewritten.push_back(equal(atom));
  left = left_of(cubes, rewritten, given);
  if (left.follows || follows_one_by_one(given, left.cubes)) return true;
  if (left.cubes.empty() || left.cubes.size() > kMostLeft) return false;
  std::vector<Term> any;
  for (const std::vector<Term>& cube : left.cubes) any.push_back(terms_.and_(cube));
  std::ranges::sort(any, {}, &Term::id);
  Term conclusion = terms_.boolean(false);
  for (Term one : any) conclusion = terms_.or_(conclusion, one);
  return implies_(relevant(given, conclusion), conclusion) == Implications::Answer::holds;
}

// A cube of which each literal follows from what the premise says of its variables.
bool ByCubes::follows_one_by_one(const std::vector<Term>& premise, std::vector<std::vector<Term>> cubes) {
  constexpr size_t kMostTried = 8;
  std::ranges::stable_sort(cubes, {}, &std::vector<Term>::size);
  if (cubes.size() > kMostTried) cubes.resize(kMostTried);
  std::unordered_map<Term, bool> asked;
  auto follows = [&](Term literal) {
    auto [found, is_new] = asked.try_emplace(literal, false);
    if (!is_new) return found->second;
    const std::vector<Term>& names = variables(literal);
    std::vector<Term> about;
    for (Term part : premise)
      if (std::ranges::any_of(variables(part), [&](Term one) { return std::ranges::find(names, one) != names.end(); }))
        about.push_back(part);
    return found->second = implies_(terms_.and_(about), literal) == Implications::Answer::holds;
  };
  return std::ranges::any_of(cubes, [&](const std::vector<Term>& cube) { return std::ranges::all_of(cube, follows); });
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

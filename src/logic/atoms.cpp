#include "logic/atoms.h"

#include <algorithm>
#include <unordered_set>

#include "logic/simplify.h"
#include "logic/substitute.h"

namespace fencepost::logic {
namespace {

bool is_connective(Term term) {
  switch (term.op()) {
    case Op::not_:
    case Op::and_:
    case Op::or_:
    case Op::ite:
      return true;
    case Op::eq:
      return term.args()[0].sort().kind == SortKind::boolean;
    default:
      return false;
  }
}

Term with(Terms& terms, Term atom, Term part, Term instead) {
  Substitution replace(terms);
  replace.put(part, instead);
  return replace(atom);
}

}  // namespace

// Ids are topological, so the oldest choice has no other below it.
Term innermost_choice(Term atom) {
  Term oldest;
  std::vector<Term> open{atom};
  std::unordered_set<Term> seen;
  while (!open.empty()) {
    Term next = open.back();
    open.pop_back();
    if (!seen.insert(next).second) continue;
    if (next.op() == Op::ite && (!oldest || next.id() < oldest.id())) oldest = next;
    open.insert(open.end(), next.args().begin(), next.args().end());
  }
  return oldest;
}

std::vector<Term> atoms_of(Terms& terms, Term formula) {
  constexpr int kMostSplits = 64;
  std::vector<Term> found, open{formula};
  std::unordered_set<Term> seen;
  int splits = 0;
  while (!open.empty()) {
    Term next = literal(open.back()).base;
    open.pop_back();
    if (next.is_const() || !seen.insert(next).second) continue;
    if (is_connective(next)) {
      open.insert(open.end(), next.args().begin(), next.args().end());
      continue;
    }
    Term choice = splits < kMostSplits ? innermost_choice(next) : Term();
    if (!choice) {
      found.push_back(next);
      continue;
    }
    ++splits;
    open.push_back(choice.args()[0]);
    for (Term branch : choice.args().subspan(1)) open.push_back(with(terms, next, choice, branch));
  }
  std::ranges::sort(found, {}, &Term::id);
  return found;
}

std::vector<Term> conjuncts_of(Terms& terms, Term formula) {
  std::vector<Term> found, open{formula};
  std::unordered_set<Term> seen;
  while (!open.empty()) {
    Term next = open.back();
    open.pop_back();
    if (next.is_true() || !seen.insert(next).second) continue;
    Literal part = literal(next);
    if (part.base.op() != (part.negated ? Op::or_ : Op::and_)) {
      found.push_back(next);
      continue;
    }
    for (Term arg : {part.base.args()[1], part.base.args()[0]}) open.push_back(part.negated ? terms.not_(arg) : arg);
  }
  return found;
}

}  // namespace fencepost::logic

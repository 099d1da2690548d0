// If-then-else: what path merging produces at every join, so that most of it should vanish here.
#include "base/check.h"
#include "logic/simplify.h"

namespace fencepost::logic {
namespace {

bool is_ite(Term term) { return term.op() == Op::ite; }

// What `condition` becomes where `known` holds, one level deep; null if nothing is learned.
Term under(Terms& terms, Literal known, Term condition) {
  Literal c = literal(condition);
  if (c == known) return terms.boolean(true);
  if (c == !known) return terms.boolean(false);
  Op op = c.base.op();
  if (op != Op::and_ && op != Op::or_) return {};
  bool conjunction = op == Op::and_;
  for (int side : {0, 1}) {
    Literal part = literal(c.base.args()[side]);
    if (part.base != known.base) continue;
    bool holds = part == known;
    Term rest = holds == conjunction ? c.base.args()[1 - side] : terms.boolean(!conjunction);
    return c.negated ? terms.not_(rest) : rest;
  }
  return {};
}

// A branch that is itself a choice, seen where the outer condition is known: its own condition may be decided.
Term prune(Terms& terms, Literal known, Term branch) {
  if (!is_ite(branch)) return {};
  auto args = branch.args();
  Term condition = under(terms, known, args[0]);
  if (!condition) {
    // A conjunction that holds makes its parts hold; a disjunction that fails makes its parts fail.
    Op op = known.base.op();
    if (op != (known.negated ? Op::or_ : Op::and_)) return {};
    for (Term part : known.base.args()) {
      Literal fact = literal(part);
      condition = under(terms, known.negated ? !fact : fact, args[0]);
      if (condition) break;
    }
    if (!condition) return {};
  }
  return terms.ite(condition, args[1], args[2]);
}

Term boolean_ite(Terms& terms, Term c, Term t, Term e) {
  if (t.is_true() || t == c) return terms.or_(c, e);
  if (t.is_false() || complementary(t, c)) return terms.and_(terms.not_(c), e);
  if (e.is_true() || complementary(e, c)) return terms.or_(terms.not_(c), t);
  if (e.is_false() || e == c) return terms.and_(c, t);
  if (complementary(t, e)) return terms.eq(c, t);
  if (Term pruned = under(terms, literal(c), t)) return terms.ite(c, pruned, e);
  if (Term pruned = under(terms, !literal(c), e)) return terms.ite(c, t, pruned);
  return {};
}

}  // namespace

Term simplify_ite(Terms& terms, Term c, Term t, Term e) {
  if (t.sort().kind == SortKind::boolean)
    if (Term found = boolean_ite(terms, c, t, e)) return found;

  Literal known = literal(c);
  if (Term pruned = prune(terms, known, t)) return terms.ite(c, pruned, e);
  if (Term pruned = prune(terms, !known, e)) return terms.ite(c, t, pruned);

  if (is_ite(e)) {
    auto args = e.args();
    if (args[1] == t) return terms.ite(terms.or_(c, args[0]), t, args[2]);
    if (args[2] == t) return terms.ite(terms.or_(c, terms.not_(args[0])), t, args[1]);
  }
  if (is_ite(t)) {
    auto args = t.args();
    if (args[2] == e) return terms.ite(terms.and_(c, args[0]), args[1], e);
    if (args[1] == e) return terms.ite(terms.and_(c, terms.not_(args[0])), args[2], e);
  }
  return {};
}

bool has_constant_leaves(Term term) {
  if (!is_ite(term)) return false;
  for (int i : {1, 2}) {
    Term leaf = term.args()[i];
    if (leaf.is_const()) continue;
    if (!is_ite(leaf) || !leaf.args()[1].is_const() || !leaf.args()[2].is_const()) return false;
  }
  return true;
}

}  // namespace fencepost::logic

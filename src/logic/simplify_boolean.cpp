// Conjunction and disjunction. Both are one algorithm up to duality, written here in the words of conjunction: `inner`
// lists are what the operator joins (conjuncts), `outer` lists what the dual operator joins (disjuncts of a clause).
//
// Two arguments are compared as lists obtained by unfolding the younger node first. A node can only contain older ones,
// so a shared subterm is met whole, before it would be taken apart: that keeps sharing, and a long path condition that
// meets a fresh branch literal is not unfolded at all.
#include <algorithm>
#include <array>

#include "base/check.h"
#include "logic/simplify.h"

namespace fencepost::logic {
namespace {

constexpr int kUnfoldings = 6;
// Each unfolding adds one literal to a side, so no list outgrows this.
constexpr size_t kListLimit = kUnfoldings + 2;

class List {
 public:
  const Literal* begin() const { return items_.data(); }
  const Literal* end() const { return items_.data() + size_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Literal operator[](size_t i) const { return items_[i]; }
  void add(Literal literal) { items_[size_++] = literal; }
  void remove(size_t i) {
    std::copy(items_.begin() + i + 1, items_.begin() + size_, items_.begin() + i);
    --size_;
  }
  bool contains(Literal literal) const { return std::find(begin(), end(), literal) != end(); }
  size_t youngest() const {
    size_t best = 0;
    for (size_t i = 1; i < size_; ++i)
      if (items_[i].base.id() > items_[best].base.id()) best = i;
    return best;
  }

 private:
  std::array<Literal, kListLimit> items_;
  size_t size_ = 0;
};

// Is this literal a node of operator `op` up to De Morgan?
bool joins(Op op, Literal literal) {
  Op dual = op == Op::and_ ? Op::or_ : Op::and_;
  return literal.base.op() == (literal.negated ? dual : op);
}

std::array<Literal, 2> parts(Literal joined) {
  auto args = joined.base.args();
  Literal first = logic::literal(args[0]), second = logic::literal(args[1]);
  if (joined.negated) return {!first, !second};
  return {first, second};
}

struct Split {
  List common, left, right;
};

Split split(Op op, Literal a, Literal b) {
  Split result;
  List left, right;
  left.add(a);
  right.add(b);
  int budget = kUnfoldings;
  while (!left.empty() && !right.empty()) {
    size_t i = left.youngest(), j = right.youngest();
    Literal x = left[i], y = right[j];
    if (x == y) {
      result.common.add(x);
      left.remove(i);
      right.remove(j);
      continue;
    }
    if (x.base == y.base) {
      result.left.add(x);
      result.right.add(y);
      left.remove(i);
      right.remove(j);
      continue;
    }
    bool take_left = x.base.id() >= y.base.id();
    List& from = take_left ? left : right;
    List& rest = take_left ? result.left : result.right;
    Literal taken = take_left ? x : y;
    from.remove(take_left ? i : j);
    if (budget > 0 && joins(op, taken)) {
      --budget;
      for (Literal part : parts(taken))
        if (!from.contains(part)) from.add(part);
    } else {
      rest.add(taken);
    }
  }
  for (Literal l : left) result.left.add(l);
  for (Literal l : right) result.right.add(l);
  return result;
}

class Junction {
 public:
  Junction(Terms& terms, Op op) : terms_(terms), op_(op), dual_(op == Op::and_ ? Op::or_ : Op::and_) {}

  Term shallow(Term a, Term b) {
    if (a.is_const()) std::swap(a, b);
    if (b.is_const()) return b.is_true() == (op_ == Op::and_) ? a : b;
    if (a == b) return a;
    if (complementary(a, b)) return zero();
    return {};
  }

  Term deep(Term a, Term b) {
    Literal x = literal(a), y = literal(b);
    if (Term found = decide(a, x, y)) return found;
    if (Term found = decide(b, y, x)) return found;
    if (Term found = inner(a, b, x, y)) return found;
    return outer(a, b, x, y);
  }

 private:
  Term zero() { return terms_.boolean(op_ != Op::and_); }
  Term term(Literal l) { return l.negated ? terms_.not_(l.base) : l.base; }
  Term join(Op op, Term a, Term b) { return op == Op::and_ ? terms_.and_(a, b) : terms_.or_(a, b); }

  // The empty list gives the null Term. Oldest first, so that the common prefix of two builds is shared.
  Term join_all(Op op, const List& list) {
    Term result;
    for (size_t i = list.size(); i-- > 0;) result = result ? join(op, result, term(list[i])) : term(list[i]);
    return result;
  }

  // A conjunct decides the condition of the choice beside it.
  Term decide(Term kept, Literal known, Literal choice) {
    if (choice.base.op() != Op::ite) return {};
    auto args = choice.base.args();
    Literal condition = literal(args[0]);
    if (condition.base != known.base) return {};
    // In a disjunction the other side matters only where this one fails.
    bool holds = (condition == known) == (op_ == Op::and_);
    Literal branch = literal(args[holds ? 1 : 2]);
    return join(op_, kept, term(choice.negated ? !branch : branch));
  }

  // Both arguments as conjunctions.
  Term inner(Term a, Term b, Literal x, Literal y) {
    if (!joins(op_, x) && !joins(op_, y)) return {};
    Split s = split(op_, x, y);
    for (Literal l : s.left)
      if (s.right.contains(!l)) return zero();
    if (s.left.empty()) return b;
    if (s.right.empty()) return a;
    if (!s.common.empty()) {
      if (s.right.size() == 1) return join(op_, a, term(s.right[0]));
      if (s.left.size() == 1) return join(op_, b, term(s.left[0]));
    }
    if (Term found = absorb(a, s.left, s.right)) return found;
    return absorb(b, s.right, s.left);
  }

  // A clause among the conjuncts of one side meets a literal of the other: it holds already or loses a disjunct.
  Term absorb(Term kept, const List& known, const List& others) {
    for (size_t i = 0; i < others.size(); ++i) {
      if (!joins(dual_, others[i])) continue;
      auto disjuncts = parts(others[i]);
      for (int side : {0, 1}) {
        bool holds = known.contains(disjuncts[side]);
        if (!holds && !known.contains(!disjuncts[side])) continue;
        List rest = others;
        rest.remove(i);
        Term result = join_all(op_, rest);
        result = result ? join(op_, kept, result) : kept;
        return holds ? result : join(op_, result, term(disjuncts[1 - side]));
      }
    }
    return {};
  }

  // Both arguments as clauses: (C or L) and (C or R).
  Term outer(Term a, Term b, Literal x, Literal y) {
    if (!joins(dual_, x) && !joins(dual_, y)) return {};
    Split s = split(dual_, x, y);
    if (s.left.empty()) return a;
    if (s.right.empty()) return b;
    if (Term found = resolve(a, s.common, s.left, s.right)) return found;
    return resolve(b, s.common, s.right, s.left);
  }

  // With L a single literal, R follows from it or what R says about L's failure is redundant: C or (L and R without it).
  // L may itself be a conjunction, each conjunct of which counts.
  Term resolve(Term whole, const List& common, const List& left, const List& right) {
    if (left.size() != 1) return {};
    List known;
    known.add(left[0]);
    if (joins(op_, left[0]))
      for (Literal part : parts(left[0])) known.add(part);
    List rest;
    for (Literal l : right) {
      if (known.contains(l)) return whole;
      if (!known.contains(!l)) rest.add(l);
    }
    if (rest.size() == right.size()) return {};
    // Without a disjunct left, R was the negation of (a part of) L.
    Term inside = rest.empty() ? zero() : join(op_, term(left[0]), join_all(dual_, rest));
    Term base = join_all(dual_, common);
    return base ? join(dual_, base, inside) : inside;
  }

  Terms& terms_;
  Op op_, dual_;
};

}  // namespace

Term simplify_junction_shallow(Terms& terms, Op op, Term a, Term b) { return Junction(terms, op).shallow(a, b); }
Term simplify_junction(Terms& terms, Op op, Term a, Term b) { return Junction(terms, op).deep(a, b); }

}  // namespace fencepost::logic

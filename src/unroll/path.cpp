#include "unroll/path.h"

#include <algorithm>
#include <vector>

namespace fencepost::unroll {

using logic::Interval;
using logic::Op;
using logic::SignedBits;
using logic::Term;

namespace {

// How many literals back decided() looks: enough for loops whose condition does not change, cheap on long paths.
constexpr int kHorizon = 24;

constexpr size_t kMostParts = 16;  // of one literal

struct Comparison {
  Term number;
  Interval bound;  // it holds if the number is within
};

// Unsigned comparisons tell something where they leave out all numbers with the highest bit.
std::optional<Comparison> below(Term a, Term b, bool or_equal, bool is_signed) {
  unsigned width = a.sort().width;
  if (a.is_const() == b.is_const() || width > 64) return std::nullopt;
  SignedBits half = SignedBits{1} << (width - 1), least = is_signed ? -half : 0;
  Term constant = a.is_const() ? a : b;
  SignedBits limit = logic::as_signed(constant.value(), width);
  SignedBits step = or_equal ? 0 : 1;
  if (b.is_const() && (is_signed || limit >= 0)) return Comparison{a, {least, limit - step}};
  if (a.is_const() && is_signed) return Comparison{b, {limit + step, half - 1}};
  return std::nullopt;
}

std::optional<Comparison> comparison(Term literal) {
  bool negated = literal.op() == Op::not_;
  Term atom = negated ? literal.args()[0] : literal;
  if (atom.args().size() != 2 || atom.args()[0].sort().kind != logic::SortKind::bitvec) return std::nullopt;
  Term a = atom.args()[0], b = atom.args()[1];
  switch (atom.op()) {
    case Op::eq: {
      if (b.is_const()) std::swap(a, b);
      if (negated || !a.is_const() || a.sort().width > 64) return std::nullopt;
      SignedBits value = logic::as_signed(a.value(), a.sort().width);
      return Comparison{b, {value, value}};
    }
    case Op::bv_slt:
    case Op::bv_ult:
      return negated ? below(b, a, true, atom.op() == Op::bv_slt) : below(a, b, false, atom.op() == Op::bv_slt);
    case Op::bv_sle:
    case Op::bv_ule:
      return negated ? below(b, a, false, atom.op() == Op::bv_sle) : below(a, b, true, atom.op() == Op::bv_sle);
    default:
      return std::nullopt;
  }
}

void learn(PersistentArray<Interval>& bounds, Term literal, logic::Terms& terms) {
  std::vector<Term> open = {literal};
  for (size_t i = 0; i < open.size() && i < kMostParts; ++i) {
    Term part = open[i];
    if (part.op() == Op::and_) {
      open.insert(open.end(), part.args().begin(), part.args().end());
    } else if (part.op() == Op::not_ && part.args()[0].op() == Op::or_) {
      for (Term arg : part.args()[0].args()) open.push_back(terms.not_(arg));
    } else if (std::optional<Comparison> found = comparison(part); found && !found->bound.is_empty()) {
      Interval known = bounds.get(found->number.id());
      Interval both = found->bound;
      if (!known.is_empty()) both = {std::max(known.low, both.low), std::min(known.high, both.high)};
      if (!both.is_empty() && both != known) bounds.set(found->number.id(), both);
    }
  }
}

}  // namespace

Paths::Paths(logic::Terms& terms) : terms_(terms) {
  nodes_.push_back({nullptr, terms.boolean(true), terms.boolean(true), 0, {}});
  root_ = &nodes_.back();
}

Path Paths::extend(Path path, Term literal) {
  if (literal.is_true() || decided(path, literal) == true) return path;
  nodes_.push_back({path, literal, terms_.and_(path->guard, literal), path->depth + 1, path->bounds});
  learn(nodes_.back().bounds, literal, terms_);
  return &nodes_.back();
}

PersistentArray<Interval> Paths::bounds_of(Term condition) const {
  PersistentArray<Interval> bounds;
  learn(bounds, condition, terms_);
  return bounds;
}

std::optional<bool> Paths::decided(Path path, Term condition) const {
  if (condition.is_const()) return condition.is_true();
  Term opposite = terms_.not_(condition);
  int left = kHorizon;
  for (Path at = path; at->parent != nullptr && left > 0; at = at->parent, --left) {
    if (at->literal == condition) return true;
    if (at->literal == opposite) return false;
  }
  for (bool truth : {true, false}) {
    std::optional<Comparison> found = comparison(truth ? condition : opposite);
    if (!found) continue;
    Interval known = path->bounds.get(found->number.id());
    if (known.is_empty()) continue;
    if (found->bound.low <= known.low && known.high <= found->bound.high) return truth;
    if (known.high < found->bound.low || found->bound.high < known.low) return !truth;
  }
  return std::nullopt;
}

}  // namespace fencepost::unroll

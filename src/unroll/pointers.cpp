#include "unroll/pointers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/check.h"

namespace fencepost::unroll {

using logic::Op;

namespace {

// What is added to all offsets of a choice is kept apart, since it hides the shape.
struct Pair {
  Term object, offset;
  Bits added = 0;

  Pair(Term o, Term from, Bits more = 0) : object(o), offset(from), added(more) {
    while (offset && offset.op() == Op::bv_add && offset.args()[1].is_const()) {
      added += offset.args()[1].value();
      offset = offset.args()[0];
    }
  }
  // Newest first: a term contains only older ones, and whatever contains a pair has a newer term in one of its places.
  bool operator<(const Pair& other) const {
    auto key = [](const Pair& p) {
      uint32_t a = p.object.id(), b = p.offset ? p.offset.id() : 0;
      return std::pair(std::max(a, b), std::min(a, b));
    };
    if (key(*this) != key(other)) return key(*this) > key(other);
    return std::pair(object.id(), added) > std::pair(other.object.id(), other.added);
  }
};

constexpr int kMostChoices = 64;

constexpr int kMostSteps = 512;

// What holds where a condition does, as far as its conjuncts say so, one disjunct of those that are choices at a time.
class Assumed {
 public:
  explicit Assumed(Term condition) { add(condition, true); }

  std::optional<bool> decide(Term term, int& steps) const {
    if (std::optional<bool> known = by_facts(term, steps); known || choices_.empty() || steps <= 0) return known;
    std::optional<bool> all;
    auto [choice, holds] = choices_.back();
    for (Term part : choice.args()) {
      Assumed here = *this;
      here.choices_.pop_back();
      here.add(part, holds);
      if (here.impossible_) continue;
      std::optional<bool> one = here.decide(term, steps);
      if (!one || (all && *all != *one)) return std::nullopt;
      all = one;
    }
    return all;
  }

 private:
  std::optional<bool> by_facts(Term term, int& steps) const {
    if (term.is_const()) return term.is_true();
    if (auto known = facts_.find(term); known != facts_.end()) return known->second;
    if (steps-- <= 0) return std::nullopt;
    auto args = term.args();
    if (term.op() == Op::not_) {
      std::optional<bool> inner = by_facts(args[0], steps);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    if (term.op() != Op::and_ && term.op() != Op::or_) return std::nullopt;
    const bool decisive = term.op() == Op::or_;
    std::optional<bool> a = by_facts(args[0], steps), b = by_facts(args[1], steps);
    if (a == decisive || b == decisive) return decisive;
    return a && b ? std::optional(!decisive) : std::nullopt;
  }

  void add(Term first, bool is_true) {
    std::vector<std::pair<Term, bool>> open = {{first, is_true}};
    while (!open.empty()) {
      auto [term, holds] = open.back();
      open.pop_back();
      auto [known, is_new] = facts_.emplace(term, holds);
      impossible_ = impossible_ || known->second != holds;
      if (!is_new) continue;
      if (term.op() == Op::not_) open.emplace_back(term.args()[0], !holds);
      if (term.op() == (holds ? Op::and_ : Op::or_))
        for (Term part : term.args()) open.emplace_back(part, holds);
      if (term.op() == (holds ? Op::or_ : Op::and_)) choices_.emplace_back(term, holds);
    }
  }

  std::unordered_map<Term, bool> facts_;
  std::vector<std::pair<Term, bool>> choices_;  // one part of each is as it is
  bool impossible_ = false;
};

bool is_choice(Term term) { return term && term.op() == Op::ite; }

// The condition to split on next and the two halves; the object must still be a choice, or the offset is split alone
// only together with it.
struct Split {
  Term condition;
  Pair yes, no;
};

Split split(const Pair& pair) {
  FP_CHECK_MSG(is_choice(pair.object), "an object number that is no choice between constants");
  auto choice = pair.object.args();
  bool same = is_choice(pair.offset) && pair.offset.args()[0] == choice[0];
  return {choice[0],
          {choice[1], same ? pair.offset.args()[1] : pair.offset, pair.added},
          {choice[2], same ? pair.offset.args()[2] : pair.offset, pair.added}};
}

}  // namespace

Value Pointers::make(uint32_t object, Bits offset) {
  return {terms_.bv(object, kObjectBits), terms_.bv(offset, bits_), {}};
}

std::vector<Pointee> Pointers::resolve(const Value& pointer) {
  if (pointer.term.is_const())
    return {{terms_.boolean(true), static_cast<uint32_t>(pointer.term.value()), pointer.offset}};
  std::vector<Pointee> pointees;
  std::map<Pair, Term> pending;
  pending.emplace(Pair{pointer.term, pointer.offset}, terms_.boolean(true));
  auto reach = [&](const Pair& pair, Term when) {
    auto [at, is_new] = pending.emplace(pair, when);
    if (!is_new) at->second = terms_.or_(at->second, when);
  };
  while (!pending.empty()) {
    auto [pair, when] = *pending.begin();
    pending.erase(pending.begin());
    if (pair.object.is_const()) {
      int choices = kMostChoices;
      Term offset = pair.offset ? remaining(when, plus(pair.offset, pair.added), choices) : pair.offset;
      pointees.push_back({when, static_cast<uint32_t>(pair.object.value()), offset});
      continue;
    }
    Split parts = split(pair);
    reach(parts.yes, terms_.and_(when, parts.condition));
    reach(parts.no, terms_.and_(when, terms_.not_(parts.condition)));
  }
  return pointees;
}

Term Pointers::plus(Term offset, Bits added) {
  Bits fits = added & ((Bits(1) << bits_) - 1);
  return fits == 0 ? offset : terms_.binary(Op::bv_add, offset, terms_.bv(fits, bits_));
}

Term Pointers::remaining(Term when, Term offset, int& choices) {
  auto args = offset.args();
  if (offset.op() == Op::bv_add && args[1].is_const())
    return terms_.binary(Op::bv_add, remaining(when, args[0], choices), args[1]);
  if (!is_choice(offset) || choices-- <= 0) return offset;
  int steps = kMostSteps;
  if (std::optional<bool> known = Assumed(when).decide(args[0], steps))
    return remaining(when, args[*known ? 1 : 2], choices);
  Term yes = terms_.and_(when, args[0]), no = terms_.and_(when, terms_.not_(args[0]));
  if (yes.is_false()) return remaining(when, args[2], choices);
  if (no.is_false()) return remaining(when, args[1], choices);
  return terms_.ite(args[0], remaining(yes, args[1], choices), remaining(no, args[2], choices));
}

Term Pointers::by_place(const Value& pointer, const std::function<Term(uint32_t, Term)>& of) {
  std::map<Pair, Term> known;
  std::vector<Pair> stack = {{pointer.term, pointer.offset}};
  while (!stack.empty()) {
    Pair pair = stack.back();
    if (known.contains(pair)) {
      stack.pop_back();
      continue;
    }
    if (pair.object.is_const()) {
      known.emplace(pair, of(static_cast<uint32_t>(pair.object.value()), plus(pair.offset, pair.added)));
      stack.pop_back();
      continue;
    }
    Split parts = split(pair);
    auto yes = known.find(parts.yes), no = known.find(parts.no);
    if (yes != known.end() && no != known.end()) {
      known.emplace(pair, terms_.ite(parts.condition, yes->second, no->second));
      stack.pop_back();
      continue;
    }
    if (no == known.end()) stack.push_back(parts.no);
    if (yes == known.end()) stack.push_back(parts.yes);
  }
  return known.at({pointer.term, pointer.offset});
}

Term Pointers::by_object(Term object, const std::function<Term(uint32_t)>& of) {
  if (object.is_const()) return of(static_cast<uint32_t>(object.value()));
  return by_place({object, {}, {}}, [&](uint32_t number, Term) { return of(number); });
}

std::vector<uint32_t> Pointers::objects(Term object) {
  std::vector<uint32_t> found;
  by_object(object, [&](uint32_t number) {
    found.push_back(number);
    return terms_.bv(number, kObjectBits);
  });
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace fencepost::unroll

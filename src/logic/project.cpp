#include "logic/project.h"

#include <algorithm>
#include <optional>

#include "logic/atoms.h"
#include "logic/simplify.h"
#include "logic/solve_for.h"
#include "logic/substitute.h"

namespace fencepost::logic {
namespace {

constexpr size_t kMostPairs = 64;  // of bounds on one variable
constexpr int kMostCases = 32;     // over all splits of one projection

class Projector {
 public:
  explicit Projector(Terms& terms) : terms_(terms) {}

  Term without(Term formula, std::vector<Term> variables) {
    std::vector<Term> parts = conjuncts_of(terms_, formula);
    for (;;) {
      while (substitute_definition(parts, variables)) {
      }
      std::erase_if(variables, [&](Term x) { return !mentioned(x, parts); });
      if (variables.empty()) return conjunction(parts);
      Term x = variables.back();
      variables.pop_back();
      std::vector<Term> about;
      std::erase_if(parts, [&](Term part) {
        bool here = occurs(x, part);
        if (here) about.push_back(part);
        return here;
      });
      std::vector<Term> rest = conjuncts_of(terms_, forget(x, about));
      parts.insert(parts.end(), rest.begin(), rest.end());
    }
  }

  bool exact() const { return exact_; }

 private:
  struct Bound {
    Term limit;
    bool strict;
  };
  struct Bounds {
    Op less = Op::constant;  // bv_ult or bv_slt; constant while there is none
    std::vector<Bound> lower, upper;
    std::vector<Term> different;
  };

  Term conjunction(const std::vector<Term>& parts) { return terms_.and_(std::span(parts)); }

  static bool mentioned(Term x, const std::vector<Term>& parts) {
    return std::ranges::any_of(parts, [&](Term part) { return occurs(x, part); });
  }

  Term replaced(Term x, Term value, Term formula) {
    Substitution put(terms_);
    put.put(x, value);
    return put(formula);
  }

  // The first equation that can be solved for one of the variables goes, and the variable with it.
  bool substitute_definition(std::vector<Term>& parts, std::vector<Term>& variables) {
    for (size_t i = 0; i < parts.size(); ++i)
      for (size_t k = variables.size(); k-- > 0;) {
        Term x = variables[k];
        Solved solved = definition(parts[i], x);
        if (!solved.value) continue;
        parts[i] = solved.condition;
        substitute(parts, x, solved.value);
        variables.erase(variables.begin() + static_cast<std::ptrdiff_t>(k));
        return true;
      }
    return false;
  }

  // Part by part: most do not mention x and stay the terms that they are.
  void substitute(std::vector<Term>& parts, Term x, Term value) {
    Substitution put(terms_);
    put.put(x, value);
    std::vector<Term> after;
    for (Term part : parts) {
      std::vector<Term> split = conjuncts_of(terms_, put(part));
      after.insert(after.end(), split.begin(), split.end());
    }
    parts = std::move(after);
  }

  Solved definition(Term part, Term x) {
    Literal sign = literal(part);
    if (sign.base == x) return {terms_.boolean(!sign.negated), terms_.boolean(true)};
    return solve_for(terms_, part, x);
  }

  // All of these mention x.
  Term forget(Term x, const std::vector<Term>& about) {
    Term formula = conjunction(about);
    if (x.sort().kind == SortKind::boolean && take_case())
      return terms_.or_(replaced(x, terms_.boolean(false), formula), replaced(x, terms_.boolean(true), formula));
    std::optional<Bounds> bounds = bounds_on(x, about);
    if (bounds && bounds->different.empty() && bounds->lower.size() * bounds->upper.size() <= kMostPairs)
      return met(*bounds, x.sort().width);
    if (bounds && bounds->less == Op::constant && enough_values(x.sort().width, bounds->different.size()))
      return terms_.boolean(true);
    if (std::optional<Term> cases = by_cases(x, about, order_of(bounds))) return *cases;
    exact_ = false;
    return terms_.boolean(true);
  }

  static Op order_of(const std::optional<Bounds>& bounds) {
    return bounds && bounds->less != Op::constant ? bounds->less : Op::bv_ult;
  }

  bool take_case() { return cases_++ < kMostCases; }

  static bool enough_values(unsigned width, size_t taken) { return width >= 32 || taken < size_t(1) << width; }

  // Nothing if x occurs other than as one side of a comparison, or is compared both with and without sign.
  std::optional<Bounds> bounds_on(Term x, const std::vector<Term>& about) const {
    if (x.sort().kind != SortKind::bitvec) return std::nullopt;
    Bounds bounds;
    for (Term part : about) {
      auto [base, negated] = literal(part);
      if (base.op() != Op::eq && base.op() != Op::bv_ult && base.op() != Op::bv_slt) return std::nullopt;
      bool left = base.args()[0] == x;
      Term other = base.args()[left ? 1 : 0];
      if ((!left && base.args()[1] != x) || occurs(x, other)) return std::nullopt;
      if (base.op() == Op::eq) {
        if (!negated) return std::nullopt;
        bounds.different.push_back(other);
        continue;
      }
      if (bounds.less != Op::constant && bounds.less != base.op()) return std::nullopt;
      bounds.less = base.op();
      // x < t and its negation t <= x; t < x and its negation x <= t.
      (left == negated ? bounds.lower : bounds.upper).push_back({other, !negated});
    }
    // The builders write "above the least" and "below the greatest" as disequations.
    if (bounds.less != Op::constant)
      std::erase_if(bounds.different, [&](Term limit) {
        bool lowest = limit == least(bounds.less, x.sort().width),
             highest = limit == greatest(bounds.less, x.sort().width);
        if (lowest || highest) (lowest ? bounds.lower : bounds.upper).push_back({limit, true});
        return lowest || highest;
      });
    return bounds;
  }

  Term least(Op less, unsigned width) const {
    return terms_.bv(less == Op::bv_ult ? 0 : Bits(1) << (width - 1), width);
  }
  Term greatest(Op less, unsigned width) const {
    Bits top = Bits(1) << (width - 1);
    return terms_.bv(less == Op::bv_ult ? top - 1 + top : top - 1, width);
  }

  Term met(const Bounds& bounds, unsigned width) {
    Op less = bounds.less;
    std::vector<Bound> lower = bounds.lower, upper = bounds.upper;
    if (lower.empty()) lower.push_back({least(less, width), false});
    if (upper.empty()) upper.push_back({greatest(less, width), false});
    Term all = terms_.boolean(true);
    for (const Bound& l : lower)
      for (const Bound& u : upper) {
        Term order = l.strict || u.strict ? terms_.binary(less, l.limit, u.limit)
                                          : terms_.not_(terms_.binary(less, u.limit, l.limit));
        all = terms_.and_(all, order);
        if (!l.strict || !u.strict) continue;
        Term next = terms_.binary(Op::bv_add, l.limit, terms_.bv(1, width));
        all = terms_.and_(all, terms_.ne(next, u.limit));
      }
    return all;
  }

  // A disjunction among the parts, or a disequation beside bounds, becomes one projection a disjunct.
  std::optional<Term> by_cases(Term x, const std::vector<Term>& about, Op less) {
    for (size_t i = 0; i < about.size(); ++i) {
      std::vector<Term> cases = alternatives(x, about[i], less);
      if (cases.size() < 2) continue;
      if (cases_ + static_cast<int>(cases.size()) > kMostCases) return std::nullopt;
      cases_ += static_cast<int>(cases.size());
      std::vector<Term> others = about;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      Term rest = conjunction(others), any = terms_.boolean(false);
      for (Term one : cases) any = terms_.or_(any, without(terms_.and_(rest, one), {x}));
      return any;
    }
    return std::nullopt;
  }

  std::vector<Term> alternatives(Term x, Term part, Op less) {
    auto [base, negated] = literal(part);
    bool of_x = base.op() == Op::eq && (base.args()[0] == x || base.args()[1] == x);
    if (of_x && negated && x.sort().kind == SortKind::bitvec) {
      Term other = base.args()[base.args()[0] == x ? 1 : 0];
      unsigned width = x.sort().width;
      if (other == least(less, width) || other == greatest(less, width)) return {};  // a bound
      return {terms_.binary(less, x, other), terms_.binary(less, other, x)};
    }
    std::vector<Term> cases;
    for (Term denied : conjuncts_of(terms_, terms_.not_(part))) cases.push_back(terms_.not_(denied));
    if (cases.size() > 1) return cases;
    if (Term choice = innermost_choice(part)) {
      Term c = choice.args()[0];
      return {terms_.and_(c, replaced(choice, choice.args()[1], part)),
              terms_.and_(terms_.not_(c), replaced(choice, choice.args()[2], part))};
    }
    return {};
  }

  Terms& terms_;
  int cases_ = 0;
  bool exact_ = true;
};

}  // namespace

Projection project(Terms& terms, Term formula, std::span<const Term> variables) {
  Projector projector(terms);
  std::vector<Term> gone(variables.begin(), variables.end());
  Term result = projector.without(formula, std::move(gone));
  return {result, projector.exact()};
}

}  // namespace fencepost::logic

#include "runs/term_algebra.h"

#include <bit>

#include "base/diagnostic.h"

namespace fencepost::runs {

using logic::Term;
using memory::cat::CheckKind;

namespace {

constexpr const char* kTooHard = "this part of the model cannot be encoded for all runs at once";
constexpr const char* kWayOut =
    "use --encoding lazy, or --graph-solver cat with declarative semantics: they judge one run after the other";

template <typename Members>
Members united(Members a, const Members& b, logic::Terms& terms) {
  for (const auto& [key, term] : b) {
    auto [known, is_new] = a.try_emplace(key, term);
    if (!is_new) known->second = terms.or_(known->second, term);
  }
  return a;
}

template <typename Members>
Members intersected(const Members& a, const Members& b, logic::Terms& terms) {
  Members both;
  for (const auto& [key, term] : a)
    if (auto other = b.find(key); other != b.end())
      if (Term all = terms.and_(term, other->second); !all.is_false()) both.emplace(key, all);
  return both;
}

template <typename Members>
Members without(const Members& a, const Members& b, logic::Terms& terms) {
  Members rest;
  for (const auto& [key, term] : a) {
    auto other = b.find(key);
    Term left = other == b.end() ? term : terms.and_(term, terms.not_(other->second));
    if (!left.is_false()) rest.emplace(key, left);
  }
  return rest;
}

}  // namespace

void TermAlgebra::too_hard(const SourcePos& pos) const { throw InputError(pos, kTooHard, kWayOut); }

TermSet TermAlgebra::unite(const TermSet& a, const TermSet& b) { return united(a, b, terms_); }
TermSet TermAlgebra::intersect(const TermSet& a, const TermSet& b) { return intersected(a, b, terms_); }
TermSet TermAlgebra::minus(const TermSet& a, const TermSet& b) { return without(a, b, terms_); }
TermRelation TermAlgebra::unite(const TermRelation& a, const TermRelation& b) { return united(a, b, terms_); }
TermRelation TermAlgebra::intersect(const TermRelation& a, const TermRelation& b) { return intersected(a, b, terms_); }
TermRelation TermAlgebra::minus(const TermRelation& a, const TermRelation& b) { return without(a, b, terms_); }

TermRelation TermAlgebra::complement(const TermRelation& a) {
  TermSet all = base_set("_");
  return minus(product(all, all), a);
}

TermRelation TermAlgebra::product(const TermSet& a, const TermSet& b) {
  TermRelation all;
  for (const auto& [from, x] : a)
    for (const auto& [to, y] : b)
      if (Term term = terms_.and_(x, y); !term.is_false()) all.emplace(std::pair(from, to), term);
  return all;
}

TermRelation TermAlgebra::compose(const TermRelation& a, const TermRelation& b) {
  TermRelation all;
  std::map<uint32_t, std::vector<std::pair<uint32_t, Term>>> rows;
  for (const auto& [pair, term] : b) rows[pair.first].emplace_back(pair.second, term);
  for (const auto& [pair, term] : a) {
    budget_.check();
    auto row = rows.find(pair.second);
    if (row == rows.end()) continue;
    for (const auto& [to, other] : row->second) {
      Term step = terms_.and_(term, other);
      if (step.is_false()) continue;
      auto [known, is_new] = all.try_emplace({pair.first, to}, step);
      if (!is_new) known->second = terms_.or_(known->second, step);
    }
  }
  return all;
}

TermRelation TermAlgebra::inverse(const TermRelation& a) {
  TermRelation turned;
  for (const auto& [pair, term] : a) turned.emplace(std::pair(pair.second, pair.first), term);
  return turned;
}

// By squaring: after n rounds paths of 2^n steps are there.
TermRelation TermAlgebra::closure(TermRelation r) {
  size_t events = base_set("_").size();
  for (size_t length = 1; length < events; length *= 2) {
    TermRelation longer = unite(r, compose(r, r));
    if (longer == r) break;
    r = std::move(longer);
  }
  return r;
}

TermRelation TermAlgebra::identity_on(const TermSet& a) {
  TermRelation diagonal;
  for (const auto& [event, term] : a) diagonal.emplace(std::pair(event, event), term);
  return diagonal;
}

TermSet TermAlgebra::ends(const TermRelation& a, bool first) {
  TermSet found;
  for (const auto& [pair, term] : a) {
    Term& end = found[first ? pair.first : pair.second];
    end = end ? terms_.or_(end, term) : term;
  }
  return found;
}

std::vector<Term> axioms(const memory::cat::Program& program, TermAlgebra& algebra, size_t events, Clocks clocks,
                         logic::Terms& terms) {
  using memory::cat::Op;
  std::vector<Term> all;
  memory::cat::Symbolic<TermAlgebra> symbolic(program, algebra);
  bool has_bits = clocks == Clocks::bits;
  logic::Sort sort = has_bits ? logic::bv_sort(static_cast<unsigned>(std::bit_width(events))) : logic::int_sort();
  logic::Op before = has_bits ? logic::Op::bv_ult : logic::Op::int_lt;
  for (const Op& op : program.ops) {
    if (!op.needed) continue;
    if (op.kind == Op::Kind::let) symbolic.define(op);
    if (op.kind == Op::Kind::with_from || op.kind == Op::Kind::for_all ||
        (op.kind == Op::Kind::check && op.check.negated))
      algebra.too_hard(op.pos);
    if (op.kind != Op::Kind::check || op.check.role != memory::cat::CheckRole::require) continue;
    TermRelation relation = symbolic.relation(*op.check.expr);
    std::vector<Term> places(events);
    if (op.check.kind == CheckKind::acyclic)
      for (Term& place : places) place = terms.fresh("clock", sort);
    for (const auto& [pair, term] : relation) {
      bool is_loop = pair.first == pair.second;
      if (op.check.kind == CheckKind::empty || is_loop)
        all.push_back(terms.not_(term));
      else if (op.check.kind == CheckKind::acyclic)
        all.push_back(terms.implies(term, terms.binary(before, places[pair.first], places[pair.second])));
    }
  }
  return all;
}

}  // namespace fencepost::runs

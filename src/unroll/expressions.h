// Core expressions as terms: the meaning that core/expr.h fixes, over a symbolic state. Reads the state; only ptr_to_int
// changes it, by exposing an object.
#pragma once

#include "core/core.h"
#include "program/scalar_terms.h"
#include "unroll/addresses.h"
#include "unroll/cells.h"
#include "unroll/views.h"

namespace fencepost::unroll {

class Expressions {
 public:
  Expressions(Terms& terms, const core::Program& program, Arithmetic& arithmetic, Objects& objects, Pointers& pointers,
              Addresses& addresses, Cells& cells)
      : terms_(terms),
        program_(program),
        arithmetic_(arithmetic),
        scalars_(terms, arithmetic),
        objects_(objects),
        pointers_(pointers),
        addresses_(addresses),
        cells_(cells) {}

  Value evaluate(const core::Expr& expr, State& state);
  // A Boolean expression.
  Term condition(const core::Expr& expr, State& state) { return evaluate(expr, state).term; }
  // An integer expression as bits.
  Term bits(const core::Expr& expr, State& state) { return arithmetic_.to_bits(evaluate(expr, state).term, expr.type); }
  // As a number of pointer width: sizes and offsets.
  Term size(const core::Expr& expr, State& state);

  // A register that nobody assigned: unspecified, and zero where somebody looks anyway.
  Value unassigned(const core::Type& type);
  // Any value of the type; a pointer designates nothing. The second is a condition on it, or null.
  std::pair<Value, Term> variable(const core::Type& type, std::string_view name);
  // Views of pointers by what they are, and back.
  std::optional<FixedView> fixed(uint32_t view) const { return views_.fixed(view); }
  uint32_t number(const FixedView& view) {
    View made{{}, {}, view.based_on};
    if (view.bounds) made.low = number(view.bounds->first), made.size = number(view.bounds->second);
    return views_.number(made);
  }
  // May the pointer be aligned, by the address of an object that somebody has looked at, although its offset is not?
  bool may_lie_aligned(const Value& pointer, Bits alignment);
  // What a Choice of this value is.
  Term choice_bits(const Value& value, const core::Type& type);

 private:
  Value constant(Bits value, const core::Type& type);
  Term apply(const core::Expr& expr, const std::vector<Value>& args, State& state);
  Term pointer_predicate(const core::Expr& expr, const std::vector<Value>& args, State& state);
  Term equal(const Value& a, const Value& b, const State& state);
  Term in_bounds(const Value& pointer, Term bytes);
  Term is_multiple(Term of, Bits factor);
  bool may_lie_aligned(uint32_t object, Bits alignment) const;
  Term has_aligned_address(const Value& pointer, Bits alignment);
  Term by_view(const Value& pointer, const std::function<Term(const View&)>& of);
  Term viewed(const core::Expr& expr, const std::vector<Value>& args);
  Term holds(const core::DeclaredType& declared, Term offset, std::string_view type);
  Term overlap(const Value& a, Term bytes_a, const Value& b, Term bytes_b);
  Term adjacent(const Value& a, const Value& b);
  Term flag(bool value) { return terms_.boolean(value); }
  Term number(Bits value) { return terms_.bv(value, pointers_.bits()); }

  Terms& terms_;
  const core::Program& program_;
  Arithmetic& arithmetic_;
  program::ScalarTerms scalars_;
  Objects& objects_;
  Pointers& pointers_;
  Addresses& addresses_;
  Cells& cells_;
  Views views_;
};

}  // namespace fencepost::unroll

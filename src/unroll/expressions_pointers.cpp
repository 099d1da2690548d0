// Expressions: predicates on pointers, which elaboration uses in its checks.
#include <algorithm>

#include "base/check.h"
#include "core/signature.h"
#include "unroll/expressions.h"

namespace fencepost::unroll {

using core::Expr;
using core::ExprOp;
using logic::Op;

Term Expressions::pointer_predicate(const Expr& expr, const std::vector<Value>& args, State& state) {
  const Value& p = args[0];
  auto each = [&](auto&& of) { return pointers_.by_object(p.term, of); };
  auto storage = [&](core::Storage wanted) {
    return each([&](uint32_t object) { return flag(objects_[object].storage == wanted); });
  };
  auto same_object = [&](const Value& a, const Value& b) { return terms_.eq(a.term, b.term); };
  switch (expr.op) {
    case ExprOp::eq:
      return equal(p, args[1], state);
    case ExprOp::ne:
      return terms_.not_(equal(p, args[1], state));
    case ExprOp::lt:
      return terms_.binary(Op::bv_slt, p.offset, args[1].offset);
    case ExprOp::le:
      return terms_.binary(Op::bv_sle, p.offset, args[1].offset);
    case ExprOp::ptr_is_null:
      return terms_.and_(each([&](uint32_t object) { return flag(object == 0); }), terms_.eq(p.offset, number(0)));
    case ExprOp::ptr_is_data:
      return each([&](uint32_t object) { return flag(objects_.is_data(object)); });
    case ExprOp::ptr_is_function:
      return each([&](uint32_t object) { return flag(objects_[object].function.has_value()); });
    case ExprOp::ptr_alive:
      return each([&](uint32_t object) {
        const Shared<ObjectState>& content = state.memory.get(object);
        return content ? content->alive : flag(true);
      });
    case ExprOp::ptr_is_heap:
      return storage(core::Storage::heap);
    case ExprOp::ptr_is_literal:
      return storage(core::Storage::literal);
    case ExprOp::ptr_writable:
      return each([&](uint32_t object) {
        return flag(!objects_[object].is_const && objects_[object].storage != core::Storage::literal);
      });
    case ExprOp::ptr_at_start:
      return terms_.eq(p.offset, number(0));
    case ExprOp::ptr_in_bounds: {
      Term bytes = arithmetic_.to_bits(args[1].term, expr.args[1]->type);
      if (bytes.sort().width < pointers_.bits()) bytes = terms_.zext(bytes, pointers_.bits());
      return in_bounds(p, bytes);
    }
    case ExprOp::ptr_in_or_past:
      return in_bounds(p, number(0));
    case ExprOp::ptr_aligned: {
      FP_CHECK(core::is_constant(expr.args[1]));
      Bits alignment = expr.args[1]->value;
      if (alignment == 0) return flag(false);
      return terms_.or_(is_multiple(p.offset, alignment), has_aligned_address(p, alignment));
    }
    case ExprOp::ptr_base_aligned: {
      FP_CHECK(core::is_constant(expr.args[1]));
      Term declared = each([&](uint32_t object) {
        return flag(!objects_.is_data(object) || objects_[object].align >= expr.args[1]->value);
      });
      return terms_.or_(declared, has_aligned_address(p, expr.args[1]->value));
    }
    case ExprOp::ptr_same_object:
      return same_object(p, args[1]);
    case ExprOp::ptr_overlap: {
      auto bytes = [&](size_t i) {
        Term count = arithmetic_.to_bits(args[i].term, expr.args[i]->type);
        return count.sort().width < pointers_.bits() ? terms_.zext(count, pointers_.bits()) : count;
      };
      return overlap(p, bytes(1), args[2], bytes(3));
    }
    case ExprOp::ptr_adjacent:
      return terms_.or_(adjacent(p, args[1]), adjacent(args[1], p));
    case ExprOp::ptr_callable: {
      Term fitting = each([&](uint32_t object) {
        const auto& function = objects_[object].function;
        return flag(function && core::compatible_signatures(program_.function(*function).signature, expr.text));
      });
      return terms_.and_(fitting, terms_.eq(p.offset, number(0)));
    }
    case ExprOp::ptr_in_view: {
      Term bytes = arithmetic_.to_bits(args[1].term, expr.args[1]->type);
      if (bytes.sort().width < pointers_.bits()) bytes = terms_.zext(bytes, pointers_.bits());
      return by_view(p, [&](const View& view) {
        if (!view.size) return flag(true);
        Term skipped = terms_.binary(Op::bv_sub, p.offset, view.low);
        return terms_.and_(terms_.binary(Op::bv_ule, bytes, view.size),
                           terms_.binary(Op::bv_ule, skipped, terms_.binary(Op::bv_sub, view.size, bytes)));
      });
    }
    case ExprOp::ptr_is_based: {
      auto restricted = static_cast<unsigned>(expr.value);
      return by_view(p, [&](const View& view) { return flag((view.based_on >> restricted & 1) != 0); });
    }
    case ExprOp::ptr_holds:
      return pointers_.by_place(p, [&](uint32_t object, Term offset) {
        const auto& declared = objects_[object].declared;
        return declared ? holds(*declared, offset, expr.text) : flag(true);
      });
    default:
      FP_UNREACHABLE(core::to_string(expr));
  }
}

Term Expressions::is_multiple(Term of, Bits factor) {
  const Op rest = (factor & (factor - 1)) == 0 ? Op::bv_and : Op::bv_urem;
  return terms_.eq(terms_.binary(rest, of, number(rest == Op::bv_and ? factor - 1 : factor)), number(0));
}

// Does the address say more than the offset? Nobody asks for it alone.
bool Expressions::may_lie_aligned(uint32_t object, Bits alignment) const {
  return objects_.is_data(object) && objects_[object].align < alignment && addresses_.was_exposed(object) &&
         core::has_number(objects_[object].known);
}

bool Expressions::may_lie_aligned(const Value& pointer, Bits alignment) {
  const std::vector<uint32_t> objects = pointers_.objects(pointer.term);
  return std::ranges::any_of(objects, [&](uint32_t object) { return may_lie_aligned(object, alignment); });
}

Term Expressions::has_aligned_address(const Value& pointer, Bits alignment) {
  if (!may_lie_aligned(pointer, alignment)) return flag(false);
  return pointers_.by_place(pointer, [&](uint32_t object, Term offset) {
    if (!may_lie_aligned(object, alignment)) return flag(false);
    return is_multiple(addresses_.address({terms_.bv(object, kObjectBits), offset, {}}), alignment);
  });
}

Term Expressions::by_view(const Value& pointer, const std::function<Term(const View&)>& of) {
  if (!pointer.view) return of(views_[0]);
  return pointers_.by_object(pointer.view, [&](uint32_t number) { return of(views_[number]); });
}

// The offset and the bounds may depend on the path: what is computed stays a tree of choices over numbers.
Term Expressions::viewed(const Expr& expr, const std::vector<Value>& args) {
  auto change = [&](uint32_t number) {
    View view = views_[number];
    if (expr.op == ExprOp::ptr_based) {
      view.based_on |= uint64_t{1} << static_cast<unsigned>(expr.value);
    } else {
      view.low = expr.op == ExprOp::ptr_view ? args[1].offset : Term();
      view.size = Term();
      if (expr.op == ExprOp::ptr_view) {
        Term bytes = arithmetic_.to_bits(args[2].term, expr.args[2]->type);
        view.size = bytes.sort().width < pointers_.bits() ? terms_.zext(bytes, pointers_.bits()) : bytes;
      }
    }
    return terms_.bv(views_.number(view), kObjectBits);
  };
  return args[0].view ? pointers_.by_object(args[0].view, change) : change(0);
}

Term Expressions::holds(const core::DeclaredType& declared, Term offset, std::string_view type) {
  Term any = flag(false);
  for (const core::DeclaredType::Scalars& scalars : declared.scalars) {
    if (scalars.type != type) continue;
    Term skipped = terms_.binary(Op::bv_sub, offset, number(scalars.at));
    Term inside = terms_.binary(Op::bv_ult, skipped, number(scalars.stride * scalars.count));
    Term at_one = terms_.eq(terms_.binary(Op::bv_urem, skipped, number(scalars.stride)), number(0));
    any = terms_.or_(any, terms_.and_(inside, at_one));
  }
  return any;
}

Term Expressions::equal(const Value& a, const Value& b, const State& state) {
  Term same = terms_.and_(terms_.eq(a.term, b.term), terms_.eq(a.offset, b.offset));
  return program_.uses_addresses ? terms_.or_(same, addresses_.coincide(state, a, b)) : same;
}

// Offsets are signed: a negative one is larger than every size when both are compared as unsigned numbers, provided no
// object fills more than half of the address space, which C11 7.22.3 with PTRDIFF_MAX makes pointless.
Term Expressions::in_bounds(const Value& pointer, Term bytes) {
  return pointers_.by_place(pointer, [&](uint32_t object, Term offset) {
    Term size = objects_[object].size;
    Term left = terms_.binary(Op::bv_sub, size, bytes);
    return terms_.and_(terms_.binary(Op::bv_ule, bytes, size), terms_.binary(Op::bv_ule, offset, left));
  });
}

Term Expressions::overlap(const Value& a, Term bytes_a, const Value& b, Term bytes_b) {
  Term same = terms_.eq(a.term, b.term);
  if (same.is_false()) return same;
  // a starts inside b's range or b inside a's.
  Term a_in_b = terms_.binary(Op::bv_ult, terms_.binary(Op::bv_sub, a.offset, b.offset), bytes_b);
  Term b_in_a = terms_.binary(Op::bv_ult, terms_.binary(Op::bv_sub, b.offset, a.offset), bytes_a);
  Term zero = number(0);
  Term not_empty = terms_.and_(terms_.ne(bytes_a, zero), terms_.ne(bytes_b, zero));
  return terms_.and_(terms_.and_(same, not_empty), terms_.or_(a_in_b, b_in_a));
}

Term Expressions::adjacent(const Value& a, const Value& b) {
  auto is_data = [&](const Value& p) {
    return pointers_.by_object(p.term, [&](uint32_t object) { return flag(objects_.is_data(object)); });
  };
  Term possible = terms_.and_(terms_.ne(a.term, b.term), terms_.eq(b.offset, number(0)));
  possible = terms_.and_(possible, terms_.and_(is_data(a), is_data(b)));
  Term size = pointers_.by_object(a.term, [&](uint32_t object) { return objects_[object].size; });
  possible = terms_.and_(possible, terms_.and_(terms_.eq(a.offset, size), terms_.ne(size, number(0))));
  // Asking for an address makes a variable and constraints: only where the answer can depend on it.
  if (possible.is_false()) return possible;
  return terms_.and_(possible, terms_.eq(addresses_.address(a), addresses_.address(b)));
}

}  // namespace fencepost::unroll

#include <fmt/format.h>

#include "core/print.h"
#include "core/signature.h"
#include "flat/emitter.h"

namespace fencepost::flat {

using core::ExprOp;
using core::TypeKind;
using logic::Op;

Term Emitter::pointer(ObjectId object, Bits offset) {
  return terms_.concat(terms_.bv(static_cast<uint32_t>(object), kObjectBits), terms_.bv(offset, pointer_bits_));
}
Term Emitter::object_of(Term of) { return terms_.extract(of, kObjectBits + pointer_bits_ - 1, pointer_bits_); }
Term Emitter::offset_of(Term of) { return terms_.extract(of, pointer_bits_ - 1, 0); }
Term Emitter::is_object(Term of, ObjectId object) {
  return terms_.eq(object_of(of), terms_.bv(static_cast<uint32_t>(object), kObjectBits));
}

Term Emitter::constant(const AbstractValue& value, const core::Type& type) {
  if (!value.targets.empty())
    return pointer(value.targets.begin()->first, static_cast<Bits>(value.targets.begin()->second.base));
  return scalars_.constant(*value.constant(), type);
}

Term Emitter::by_object(Term of, const AbstractValue& value, const std::function<Term(ObjectId)>& found) {
  Term result;
  for (const auto& [object, offset] : value.targets) {
    (void)offset;
    Term here = found(object);
    result = result ? terms_.ite(is_object(of, object), here, result) : here;
  }
  return result;
}

Term Emitter::fitted(Term bits, bool is_signed, unsigned width) {
  if (bits.sort().width > width) return terms_.extract(bits, width - 1, 0);
  return is_signed ? terms_.sext(bits, width) : terms_.zext(bits, width);
}

Term Emitter::value(const core::Expr& expr, const AbstractState& state) {
  AbstractValue known = analysis_.evaluate(expr, state, frame_);
  if (known.is_constant()) return constant(known, expr.type);
  if (Term told = lives(expr, state)) return told;
  auto arg = [&](size_t i) { return value(*expr.args[i], state); };
  switch (expr.op) {
    case ExprOp::reg: {
      auto found = state.registers.find({frame_, expr.reg});
      if (found == state.registers.end()) {
        VarId any = temporary(sort_of(expr.type), "unset");
        emit(Havoc{any});
        return term(any);
      }
      return term(reg(expr.reg));
    }
    case ExprOp::select:
      return terms_.ite(arg(0), arg(1), arg(2));
    case ExprOp::specified:
      return specified(*expr.args[0], state);
    case ExprOp::ptr_add: {
      Term base = arg(0);
      Term moved =
          terms_.binary(Op::bv_add, offset_of(base), fitted(arg(1), expr.args[1]->type.is_signed, pointer_bits_));
      return terms_.concat(object_of(base), moved);
    }
    case ExprOp::ptr_view:
    case ExprOp::ptr_unview:
    case ExprOp::ptr_based:
      return arg(0);
    case ExprOp::int_to_ptr:
      return terms_.concat(terms_.bv(0, kObjectBits), fitted(arg(0), expr.args[0]->type.is_signed, pointer_bits_));
    case ExprOp::ptr_diff:
      return fitted(terms_.binary(Op::bv_sub, offset_of(arg(0)), offset_of(arg(1))), true, expr.type.bits);
    case ExprOp::ptr_to_int:
      return fitted(address(*expr.args[0], state), false, expr.type.bits);
    default:
      break;
  }
  if (expr.args[0]->type.kind == TypeKind::pointer) return pointer_operator(expr, state);
  std::vector<Term> args;
  for (size_t i = 0; i < expr.args.size(); ++i) args.push_back(arg(i));
  return scalars_.apply(expr, args);
}

// Where an object lies is not followed: any number, another one each time, but not that of the null pointer.
Term Emitter::address(const core::Expr& expr, const AbstractState& state) {
  AbstractValue known = analysis_.evaluate(expr, state, frame_);
  Term of = value(expr, state);
  if (known.targets.size() == 1 && known.targets.contains(kNothing)) return offset_of(of);
  VarId any = temporary(logic::bv_sort(pointer_bits_), "address");
  emit(Havoc{any});
  loosen("the address of an object is any number");
  bool inside = true;
  for (const auto& [object, offset] : known.targets)
    inside = inside && (object == kNothing || (offset.stride == 0 && offset.base >= 0 &&
                                               static_cast<uint64_t>(offset.base) <= analysis_.object(object).size));
  if (inside) emit(Assume{terms_.ne(term(any), terms_.bv(0, pointer_bits_))});
  return terms_.ite(is_object(of, kNothing), offset_of(of), term(any));
}

Term Emitter::perhaps(Term where, const char* why) {
  if (where.is_false()) return where;
  VarId any = temporary(logic::bool_sort(), "perhaps");
  emit(Havoc{any});
  loosen(why);
  return terms_.and_(where, term(any));
}

Term Emitter::both(Term one, ObjectId object, Term other, ObjectId at) {
  return terms_.and_(is_object(one, object), is_object(other, at));
}

// By objects and offsets; those of which one has ended before the other began may lie at the same place.
Term Emitter::equal(const core::Expr& one, const core::Expr& other, const AbstractState& state) {
  AbstractValue x = analysis_.evaluate(one, state, frame_), y = analysis_.evaluate(other, state, frame_);
  Term a = value(one, state), b = value(other, state), coincide = terms_.boolean(false);
  for (const auto& [of, offset] : x.targets)
    for (const auto& [at, there] : y.targets)
      if (analysis_.may_coincide(of, at, state, ThreadId{index(template_)}))
        coincide = terms_.or_(coincide, both(a, of, b, at));
  return terms_.or_(terms_.eq(a, b),
                    perhaps(coincide, "objects that do not live at the same time may have one address"));
}

Term Emitter::adjacent(const core::Expr& one, const core::Expr& other, const AbstractState& state) {
  AbstractValue x = analysis_.evaluate(one, state, frame_), y = analysis_.evaluate(other, state, frame_);
  Term a = value(one, state), b = value(other, state), adjoin = terms_.boolean(false);
  auto add = [&](const AbstractValue& end, Term past, ObjectId of, const AbstractValue& begin, Term start,
                 ObjectId at) {
    if (!analysis_.may_adjoin(end, of, begin, at)) return;
    Term is_past = terms_.eq(offset_of(past), terms_.bv(analysis_.object(of).size, pointer_bits_));
    Term is_start = terms_.eq(offset_of(start), terms_.bv(0, pointer_bits_));
    adjoin = terms_.or_(adjoin, terms_.and_(both(past, of, start, at), terms_.and_(is_past, is_start)));
  };
  for (const auto& [of, offset] : x.targets)
    for (const auto& [at, there] : y.targets) {
      add(x, a, of, y, b, at);
      add(y, b, at, x, a, of);
    }
  return perhaps(adjoin, "where objects lie is not followed");
}

Term Emitter::pointer_operator(const core::Expr& expr, const AbstractState& state) {
  AbstractValue known = analysis_.evaluate(*expr.args[0], state, frame_);
  Term a = value(*expr.args[0], state);
  auto second = [&] { return value(*expr.args[1], state); };
  auto kind = [&](const std::function<bool(const Object&)>& holds) {
    return by_object(a, known, [&](ObjectId id) { return terms_.boolean(holds(analysis_.object(id))); });
  };
  auto size = [&] {
    return by_object(a, known, [&](ObjectId id) {
      const Object& of = analysis_.object(id);
      return terms_.bv(of.function ? 0 : of.size, pointer_bits_);
    });
  };
  switch (expr.op) {
    case ExprOp::eq:
      return equal(*expr.args[0], *expr.args[1], state);
    case ExprOp::ne:
      return terms_.not_(equal(*expr.args[0], *expr.args[1], state));
    case ExprOp::ptr_adjacent:
      return adjacent(*expr.args[0], *expr.args[1], state);
    case ExprOp::lt:
      return terms_.binary(Op::bv_slt, offset_of(a), offset_of(second()));
    case ExprOp::le:
      return terms_.binary(Op::bv_sle, offset_of(a), offset_of(second()));
    case ExprOp::ptr_is_null:
      return terms_.eq(a, pointer(kNothing, 0));
    case ExprOp::ptr_same_object:
      return terms_.eq(object_of(a), object_of(second()));
    case ExprOp::ptr_overlap: {
      // One range begins in the other.
      Term bytes = fitted(second(), false, pointer_bits_), b = value(*expr.args[2], state);
      Term bytes_of_b = fitted(value(*expr.args[3], state), false, pointer_bits_);
      Term apart = terms_.binary(Op::bv_sub, offset_of(b), offset_of(a)), zero = terms_.bv(0, pointer_bits_);
      Term begins = terms_.or_(terms_.binary(Op::bv_ult, apart, bytes),
                               terms_.binary(Op::bv_ult, terms_.unary(Op::bv_neg, apart), bytes_of_b));
      Term none_empty = terms_.and_(terms_.ne(bytes, zero), terms_.ne(bytes_of_b, zero));
      return terms_.and_(terms_.and_(terms_.eq(object_of(a), object_of(b)), none_empty), begins);
    }
    case ExprOp::ptr_is_function:
      return kind([](const Object& of) { return of.function.has_value(); });
    case ExprOp::ptr_callable: {
      Term fits = kind([&](const Object& of) {
        return of.function &&
               core::compatible_signatures(analysis_.cfa().program->function(*of.function).signature, expr.text);
      });
      return terms_.and_(fits, terms_.eq(offset_of(a), terms_.bv(0, pointer_bits_)));
    }
    case ExprOp::ptr_is_data:
      return by_object(a, known,
                       [&](ObjectId id) { return terms_.boolean(id != kNothing && !analysis_.object(id).function); });
    case ExprOp::ptr_is_heap:
      return kind([](const Object& of) { return of.storage == core::Storage::heap; });
    case ExprOp::ptr_at_start:
      return terms_.eq(offset_of(a), terms_.bv(0, pointer_bits_));
    case ExprOp::ptr_in_bounds: {
      // 0 <= offset and offset + bytes <= size, without wrapping.
      Term bytes = second();
      if (bytes.sort().width != pointer_bits_) break;
      Term all = size();
      return terms_.and_(terms_.binary(Op::bv_ule, bytes, all),
                         terms_.binary(Op::bv_ule, offset_of(a), terms_.binary(Op::bv_sub, all, bytes)));
    }
    case ExprOp::ptr_aligned: {
      Term multiple = second();
      if (!multiple.is_const() || multiple.value() == 0) break;
      Term rest = terms_.binary(Op::bv_urem, offset_of(a), terms_.bv(multiple.value(), pointer_bits_));
      return terms_.eq(rest, terms_.bv(0, pointer_bits_));
    }
    case ExprOp::ptr_base_aligned: {
      Term least = second();
      if (!least.is_const()) break;
      return by_object(a, known, [&](ObjectId id) {
        const Object& of = analysis_.object(id);
        return terms_.boolean(id == kNothing || of.function || of.align >= least.value());
      });
    }
    case ExprOp::ptr_writable:
      return kind([](const Object& of) { return !of.is_const && of.storage != core::Storage::literal; });
    case ExprOp::ptr_is_literal:
      return kind([](const Object& of) { return of.storage == core::Storage::literal; });
    case ExprOp::ptr_size:
      return fitted(size(), false, expr.type.bits);
    case ExprOp::ptr_in_or_past:
      return terms_.binary(Op::bv_ule, offset_of(a), size());
    default:
      break;
  }
  throw NotFlat{edge_->pos, fmt::format("{} is asked of a pointer", core::name(expr.op))};
}

}  // namespace fencepost::flat

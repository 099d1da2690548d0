#include "flat/analysis.h"

namespace fencepost::flat {

using core::ExprOp;
using core::TypeKind;

namespace {

AbstractValue truth(bool may_hold, bool may_fail) {
  AbstractValue made;
  if (may_hold) made.numbers.insert(1);
  if (may_fail) made.numbers.insert(0);
  return made;
}

AbstractValue negated(const AbstractValue& value) {
  bool may_hold = value.numbers.contains(1), may_fail = value.numbers.contains(0);
  return truth(may_fail, may_hold);
}

}  // namespace

// Equal, as far as objects and constant offsets tell.
AbstractValue Analysis::same_place(const AbstractValue& a, const AbstractValue& b, const AbstractState& state,
                                   FrameId frame) const {
  const unsigned pointer_bits = 8 * program_.pointer_bytes;
  for (const auto& [one, offset] : a.targets)
    for (const auto& [other, there] : b.targets)
      if (may_coincide(one, other, state, thread_of(frame))) return truth(true, true);
  auto differ = [&](Strided x, Strided y) {
    return x.stride == 0 && y.stride == 0 &&
           logic::low_bits(static_cast<Bits>(x.base) - static_cast<Bits>(y.base), pointer_bits) != 0;
  };
  if (a.is_constant() && b.is_constant()) {
    const auto &x = *a.targets.begin(), &y = *b.targets.begin();
    bool same = x.first == y.first && !differ(x.second, y.second);
    return truth(same, !same);
  }
  bool may_hold = false;
  for (const auto& [object, offset] : a.targets) {
    auto other = b.targets.find(object);
    if (other == b.targets.end()) continue;
    may_hold = may_hold || !differ(offset, other->second);
  }
  return truth(may_hold, true);
}

AbstractValue Analysis::evaluate(const core::Expr& expr, const AbstractState& state, FrameId frame) const {
  auto value = [&](size_t i) { return evaluate(*expr.args[i], state, frame); };
  switch (expr.op) {
    case ExprOp::constant:
      if (expr.type.kind == TypeKind::pointer)
        return AbstractValue::pointer(kNothing, {static_cast<int64_t>(expr.value), 0});
      return AbstractValue::number(expr.value);
    case ExprOp::reg: {
      auto found = state.registers.find({frame, expr.reg});
      return found != state.registers.end() ? found->second : AbstractValue::unset(expr.type);
    }
    case ExprOp::global:
      return AbstractValue::pointer(initialising_ ? of(expr.global) : of(expr.global, contexts_.frame(frame).thread));
    case ExprOp::function:
      return AbstractValue::pointer(of(expr.function));
    case ExprOp::select: {
      AbstractValue condition = value(0), result;
      if (condition.may_be(1)) join_into(result, value(1));
      if (condition.may_be(0)) join_into(result, value(2));
      return result;
    }
    case ExprOp::specified:
      return truth(true, value(0).unspecified);
    case ExprOp::ptr_add: {
      AbstractValue made = value(0);
      Strided step = value(1).as_strided(expr.args[1]->type);
      for (auto& [object, offset] : made.targets) offset = sum(offset, step);
      made.unspecified = false;
      return made;
    }
    case ExprOp::ptr_view:
    case ExprOp::ptr_unview:
    case ExprOp::ptr_based: {
      AbstractValue made = value(0);
      made.unspecified = false;
      return made;
    }
    case ExprOp::ptr_alive: {
      AbstractValue result;
      for (const auto& [object, offset] : value(0).targets) {
        (void)offset;
        Life known = life(object, state, thread_of(frame));
        join_into(result, truth(known != Life::over, known != Life::living));
      }
      return result;
    }
    case ExprOp::ptr_shadow:
      throw NotFlat{{}, "effective types"};
    case ExprOp::int_to_ptr: {
      AbstractValue number = value(0);
      if (number.constant() != Bits{0}) saw_made_ = true;
      AbstractValue made = AbstractValue::pointer(kNothing, number.as_strided(expr.args[0]->type));
      if (number.any_number) made.targets[kNothing] = {0, 1};
      made.unspecified = number.unspecified;
      return made;
    }
    default:
      break;
  }
  std::vector<AbstractValue> args;
  for (size_t i = 0; i < expr.args.size(); ++i) args.push_back(value(i));
  AbstractValue result = apply(expr, args, state, frame);
  result.unspecified = core::propagates_unspecified(expr.op) && args[0].unspecified;
  return result;
}

void Analysis::note_test(const core::Let& label, AbstractState& state, FrameId frame) const {
  const core::Expr* test = label.value.get();
  bool is_null = true;
  for (; test->op == ExprOp::log_not; test = test->args[0].get()) is_null = !is_null;
  if (test->op == ExprOp::ptr_is_null && test->args[0]->op == ExprOp::reg)
    state.tests[{frame, label.reg}] = {test->args[0]->reg, is_null};
}

void Analysis::learn(const core::Expr& condition, bool holds, AbstractState& state, FrameId frame) const {
  if (condition.op == ExprOp::log_not) return learn(*condition.args[0], !holds, state, frame);
  if (condition.op == (holds ? ExprOp::log_and : ExprOp::log_or)) {
    learn(*condition.args[0], holds, state, frame);
    return learn(*condition.args[1], holds, state, frame);
  }
  std::optional<core::Reg> pointer;
  if (condition.op == ExprOp::ptr_is_null && condition.args[0]->op == ExprOp::reg) pointer = condition.args[0]->reg;
  if (auto test = state.tests.find({frame, condition.reg}); condition.op == ExprOp::reg && test != state.tests.end()) {
    pointer = test->second.first;
    holds = holds == test->second.second;
  }
  if (!pointer) return;
  auto found = state.registers.find({frame, *pointer});
  if (found == state.registers.end() || found->second.unspecified) return;
  // Null is the one address that a pointer into nothing has here; others are numbers of which nothing is learnt.
  AbstractValue& value = found->second;
  auto nothing = value.targets.find(kNothing);
  if (nothing == value.targets.end()) return;
  if (holds)
    value = AbstractValue::pointer(kNothing);
  else if (nothing->second == Strided{} && value.targets.size() > 1)
    value.targets.erase(nothing);
}

AbstractValue Analysis::apply(const core::Expr& expr, const std::vector<AbstractValue>& args,
                              const AbstractState& state, FrameId frame) const {
  const core::Type& operand = expr.args[0]->type;
  if (expr.op == ExprOp::ptr_to_int) {
    bool is_number = args[0].targets.size() == 1 && args[0].targets.contains(kNothing);
    if (!is_number) saw_exposed_ = true;
    if (!is_number || args[0].targets.begin()->second.stride != 0) return AbstractValue::any();
    return AbstractValue::number(
        logic::low_bits(static_cast<Bits>(args[0].targets.begin()->second.base), expr.type.bits));
  }
  if (operand.kind == TypeKind::pointer) {
    switch (expr.op) {
      case ExprOp::ptr_is_null:
        return same_place(args[0], AbstractValue::pointer(kNothing), state, frame);
      case ExprOp::eq:
        return same_place(args[0], args[1], state, frame);
      case ExprOp::ne:
        return negated(same_place(args[0], args[1], state, frame));
      case ExprOp::ptr_adjacent: {
        bool may_hold = false;
        for (const auto& [one, offset] : args[0].targets)
          for (const auto& [other, there] : args[1].targets)
            may_hold = may_hold || may_adjoin(args[0], one, args[1], other) || may_adjoin(args[1], other, args[0], one);
        return truth(may_hold, true);
      }
      default:
        return expr.type.kind == TypeKind::boolean ? truth(true, true) : AbstractValue::any();
    }
  }
  size_t ways = 1;
  for (const AbstractValue& arg : args) ways *= arg.any_number ? 1000 : arg.numbers.size();
  if (ways <= 64) {
    AbstractValue result;
    std::vector<logic::Term> operands(args.size());
    for (size_t way = 0; way < ways; ++way) {
      size_t left = way;
      for (size_t i = 0; i < args.size(); ++i) {
        const auto& numbers = args[i].numbers;
        const auto chosen = static_cast<std::ptrdiff_t>(left % numbers.size());
        operands[i] = scalars_.constant(*std::next(numbers.begin(), chosen), expr.args[i]->type);
        left /= numbers.size();
      }
      logic::Term term = scalars_.apply(expr, operands);
      if (!term.is_const()) return AbstractValue::any();
      join_into(result, AbstractValue::number(term.value()));
    }
    return result;
  }
  if (expr.type.kind == TypeKind::boolean) return truth(true, true);
  if (operand.kind != TypeKind::integer) return AbstractValue::any();
  auto strided = [&](size_t i) { return args[i].as_strided(expr.args[i]->type); };
  switch (expr.op) {
    case ExprOp::add:
      return AbstractValue::any(sum(strided(0), strided(1)));
    case ExprOp::mul:
      for (size_t i : {0, 1})
        if (auto factor = args[i].constant())
          return AbstractValue::any(
              product(strided(1 - i), static_cast<int64_t>(logic::as_signed(*factor, operand.bits))));
      return AbstractValue::any();
    case ExprOp::shl:
      if (auto count = args[1].constant(); count && *count < 32)
        return AbstractValue::any(product(strided(0), int64_t{1} << static_cast<int>(*count)));
      return AbstractValue::any();
    case ExprOp::int_cast:
      return AbstractValue::any(strided(0));
    default:
      return AbstractValue::any();
  }
}

}  // namespace fencepost::flat

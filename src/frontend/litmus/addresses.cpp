#include "frontend/litmus/addresses.h"

#include <algorithm>

namespace fencepost::litmus {

Addresses::Addresses(const Test& test) {
  for (const Location& location : test.locations) {
    locations_.push_back(fresh());
    classes_.back().bytes = location.element_bytes;
    classes_.back().is_signed = location.is_signed;
  }
  for (size_t thread = 0; thread < test.threads.size(); ++thread) {
    uint32_t count = 1;
    for (const auto& [name, reg] : test.register_names[thread]) count = std::max(count, reg + 1);
    for (uint32_t reg = 0; reg < count; ++reg) {
      Node node = fresh();
      if (registers_.size() <= thread) registers_.emplace_back();
      registers_[thread].push_back(node);
    }
    for (const auto& [reg, value] : test.initial_registers[thread])
      if (reg < count) unify(registers_[thread][reg], of_value(value));
    for (const Instruction& instruction : test.threads[thread].instructions)
      for (const Step& step : instruction.steps) visit(thread, step);
  }
  for (uint32_t location = 0; location < test.locations.size(); ++location)
    for (const auto& [offset, value] : test.locations[location].initial) unify(locations_[location], of_value(value));
  visit(test, test.condition);
  if (test.filter) visit(test, *test.filter);
}

Addresses::Cell Addresses::pointed_to(const Operand& operand) const {
  Node target = classes_[find(of_operand_.at(&operand))].pointee;
  if (target == kNone) return {};
  const Class& cell = classes_[find(target)];
  return {cell.pointee != kNone, static_cast<uint8_t>(cell.mixed ? 0 : cell.bytes), cell.is_signed};
}

Addresses::Node Addresses::fresh() {
  auto node = static_cast<Node>(classes_.size());
  classes_.push_back({node});
  return node;
}

Addresses::Node Addresses::find(Node node) const {
  while (classes_[node].parent != node) node = classes_[node].parent;
  return node;
}

void Addresses::unify(Node a, Node b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  Class &kept = classes_[a], &gone = classes_[b];
  gone.parent = a;
  bool differ = kept.bytes != 0 && gone.bytes != 0 && (kept.bytes != gone.bytes || kept.is_signed != gone.is_signed);
  kept.mixed = kept.mixed || gone.mixed || differ;
  if (kept.bytes == 0) kept.bytes = gone.bytes, kept.is_signed = gone.is_signed;
  Node target = gone.pointee;
  if (kept.pointee == kNone)
    kept.pointee = target;
  else if (target != kNone)
    unify(kept.pointee, target);
}

Addresses::Node Addresses::pointee(Node node) {
  node = find(node);
  if (classes_[node].pointee == kNone) {
    Node made = fresh();
    classes_[node].pointee = made;
  }
  return classes_[node].pointee;
}

// An integer may stand where addresses do (0 and the like), so it says nothing.
Addresses::Node Addresses::of_value(const Value& value) {
  Node node = fresh();
  if (value.kind == Value::Kind::address) classes_[node].pointee = locations_[value.base];
  return node;
}

Addresses::Node Addresses::visit(size_t thread, const OperandPtr& operand) {
  if (!operand) return fresh();
  auto known = of_operand_.find(operand.get());
  if (known != of_operand_.end()) return known->second;
  Node node = visit_new(thread, *operand);
  of_operand_.emplace(operand.get(), node);
  return node;
}

Addresses::Node Addresses::visit_new(size_t thread, const Operand& operand) {
  if (operand.kind == Operand::Kind::constant) return of_value(operand.constant);
  if (operand.kind == Operand::Kind::reg) {
    // The old value of an update is that of one step.
    bool is_old = operand.reg == kOldValue || operand.reg >= registers_[thread].size();
    return is_old ? fresh() : registers_[thread][operand.reg];
  }
  std::vector<Node> children;
  for (const OperandPtr& child : operand.children) children.push_back(visit(thread, child));
  switch (operand.op) {
    case Operator::add:
    case Operator::sub:
      return children[0];
    case Operator::select:
      unify(children[0], children[1]);
      return children[0];
    case Operator::equal:
    case Operator::not_equal:
      unify(children[0], children[1]);
      return fresh();
    default:
      return fresh();
  }
}

void Addresses::old_values(const OperandPtr& operand, Node cell) {
  if (!operand) return;
  if (operand->kind == Operand::Kind::reg && operand->reg == kOldValue) unify(of_operand_.at(operand.get()), cell);
  for (const OperandPtr& child : operand->children) old_values(child, cell);
}

void Addresses::visit(size_t thread, const Step& step) {
  Node a = visit(thread, step.a), b = visit(thread, step.b), c = visit(thread, step.c);
  visit(thread, step.condition);
  bool has_result = step.reg != kNoRegister && step.reg < registers_[thread].size();
  Node result = has_result ? registers_[thread][step.reg] : fresh();
  switch (step.kind) {
    case StepKind::assign:
      return unify(result, a);
    case StepKind::load:
      return unify(result, pointee(a));
    case StepKind::store:
      return unify(pointee(a), b);
    case StepKind::rmw:
    case StepKind::cas: {
      Node cell = pointee(a);
      for (const OperandPtr* operand : {&step.b, &step.c, &step.condition}) old_values(*operand, cell);
      if (step.b) unify(cell, b);
      if (step.c) unify(cell, c);
      return unify(result, cell);
    }
    case StepKind::fence:
      if (step.a) pointee(a);
      return;
    case StepKind::lock:
    case StepKind::trylock:
    case StepKind::is_locked:
      pointee(a);
      return;
    default:
      return;
  }
}

void Addresses::visit(const Test& test, const Proposition& proposition) {
  auto node = [&](size_t index) {
    const Observable& seen = test.observables[index];
    return seen.thread < 0 ? locations_[seen.location] : registers_[static_cast<size_t>(seen.thread)][seen.reg];
  };
  bool compares = proposition.kind == Proposition::Kind::equal || proposition.kind == Proposition::Kind::not_equal;
  if (compares)
    unify(node(proposition.left),
          proposition.right_observable ? node(*proposition.right_observable) : of_value(proposition.right));
  for (const Proposition& child : proposition.children) visit(test, child);
}

}  // namespace fencepost::litmus

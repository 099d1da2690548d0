#include "memory/cat/evaluator.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/diagnostic.h"

namespace fencepost::memory::cat {

Evaluator::Evaluator(const Program& program, Values values)
    : program_(program), kept_(values), slots_(program.slot_names.size()), flag_raised_(program.check_names.size()) {
  by_level_.resize(program.choice_count + 1);
  for (const Op& op : program.ops)
    if (op.needed) by_level_[op.level].push_back(&op);
  auto& c = communication_;
  const std::vector<std::pair<const char*, std::vector<uint32_t>*>> names = {
      {"rf", &c.rf},   {"rfe", &c.rfe}, {"rfi", &c.rfi}, {"co", &c.co},   {"coe", &c.coe},
      {"coi", &c.coi}, {"fr", &c.fr},   {"fre", &c.fre}, {"fri", &c.fri}, {"FW", &c.finals}};
  for (const BaseSlot& b : program.base)
    for (const auto& [name, slots] : names)
      if (b.name == name) slots->push_back(b.slot);
}

bool Evaluator::bind(const ExecutionGraph& graph) {
  graph_ = &graph;
  n_ = graph.size();
  empty_relation_ = Relation(n_);
  empty_set_ = EventSet(n_);
  universe_ = EventSet::full(n_);
  rf_ = co_ = empty_relation_;
  finals_ = empty_set_;
  identity_ = Relation::identity(universe_);
  const Relation* loc = graph.find_relation("loc");
  const Relation* internal = graph.find_relation("int");
  FP_CHECK_MSG(loc != nullptr && internal != nullptr, "derive_static() has not run on this graph");
  loc_ = *loc;
  internal_ = *internal;
  constexpr std::string_view kPrimitive = "primitive ";
  for (const BaseSlot& b : program_.base) {
    if (b.name.starts_with(kPrimitive)) {
      slots_[b.slot] = Value::primitive(static_cast<Primitive>(std::stoi(b.name.substr(kPrimitive.size()))));
    } else if (b.kind == BaseKind::set) {
      const EventSet* set = graph.find_set(b.name);
      slots_[b.slot] = set != nullptr ? Value(*set) : Value(empty_set_);
    } else {
      const Relation* r = graph.find_relation(b.name);
      slots_[b.slot] = r != nullptr ? Value(*r) : Value(empty_relation_);
    }
  }
  bind_rf(empty_relation_);
  bind_co(empty_relation_);
  return run_level(0, false);
}

void Evaluator::bind_rf(const Relation& rf) {
  rf_ = rf;
  auto& c = communication_;
  for (uint32_t s : c.rf) slots_[s] = rf;
  for (uint32_t s : c.rfi) slots_[s] = rf & internal_;
  for (uint32_t s : c.rfe) slots_[s] = rf - internal_;
}

void Evaluator::bind_co(const Relation& co) {
  auto& c = communication_;
  if (!program_.options.with_co) return;
  co_ = co;
  for (uint32_t s : c.co) slots_[s] = co;
  for (uint32_t s : c.coi) slots_[s] = co & internal_;
  for (uint32_t s : c.coe) slots_[s] = co - internal_;
  if (c.fr.empty() && c.fre.empty() && c.fri.empty()) return;
  const Relation fr = rf_.transpose().compose(co) - identity_;
  for (uint32_t s : c.fr) slots_[s] = fr;
  for (uint32_t s : c.fri) slots_[s] = fr & internal_;
  for (uint32_t s : c.fre) slots_[s] = fr - internal_;
}

bool Evaluator::run_level(uint32_t level, bool partial) {
  for (const Op* op : by_level_[level])
    if ((!partial || op->partial) && !run_op(*op)) return false;
  return true;
}

bool Evaluator::run_remaining(uint32_t level) {
  for (const Op* op : by_level_[level])
    if (!op->partial && !run_op(*op)) return false;
  return true;
}

bool Evaluator::run_op(const Op& op) {
  switch (op.kind) {
    case Op::Kind::let:
      run_let(op);
      return true;
    case Op::Kind::with_from:
      return true;  // its value is chosen by choose()
    case Op::Kind::check: {
      const bool ok = check_holds(op.check);
      // A flag states what is wrong with the test; undefined_unless and assert state what must hold.
      if (op.check.role == CheckRole::require) return ok;
      flag_raised_[op.check_index] = op.check.role == CheckRole::flag ? ok : !ok;
      return true;
    }
    case Op::Kind::for_all:
      for (const Value& element : elements(eval(*op.over, nullptr), op.pos)) {
        slots_[op.slot] = element;
        for (const Op& inner : op.body)
          if (!run_op(inner)) return false;
      }
      return true;
  }
  return true;
}

void Evaluator::run_let(const Op& op) {
  if (!op.recursive) {
    std::vector<Value> values;
    values.reserve(op.bindings.size());
    for (const Binding& b : op.bindings) values.push_back(eval(*b.value, nullptr));
    for (size_t i = 0; i < values.size(); ++i) slots_[op.bindings[i].slot] = std::move(values[i]);
    return;
  }
  bool relations = false;
  for (const Binding& b : op.bindings) {
    if (b.value->kind == ExprKind::function) {
      slots_[b.slot] = Closure{b.value.get(), nullptr, nullptr};
    } else {
      slots_[b.slot] = Value();
      relations = true;
    }
  }
  // herd7's order: all bindings start empty, one round evaluates them in textual order, each seeing the newest values.
  // A monotone program adds at least one pair a round, which bounds the rounds of any program that converges for sure.
  const size_t limit = op.bindings.size() * n_ * n_ + 10;
  for (size_t round = 0; relations; ++round) {
    bool changed = false;
    for (const Binding& b : op.bindings) {
      if (b.value->kind == ExprKind::function) continue;
      Value v = eval(*b.value, nullptr);
      changed = changed || !(v == slots_[b.slot]);
      slots_[b.slot] = std::move(v);
    }
    if (!changed) break;
    if (round > limit)
      throw InputError(op.pos, fmt::format("the recursive definition of '{}' does not converge", op.bindings[0].name),
                       "a name defined by let rec must not occur on the right of \\ or below ~ in its own definition");
  }
}

bool Evaluator::check_holds(const Check& check) {
  const Value v = eval(*check.expr, nullptr);
  bool ok = true;
  if (v.kind() != Value::Kind::empty) {
    if (check.kind == CheckKind::empty) {
      if (v.kind() == Value::Kind::set)
        ok = v.as_set().none();
      else if (v.kind() == Value::Kind::relation)
        ok = v.as_relation().none();
      else if (v.kind() == Value::Kind::collection)
        ok = v.items().empty();
      else
        to_relation(v, check.expr->pos);
    } else {
      const Relation& r = to_relation(v, check.expr->pos);
      ok = check.kind == CheckKind::acyclic ? r.acyclic() : r.irreflexive();
    }
  }
  return ok != check.negated;
}

// Both relations may still grow, so only checks whose expression shrinks with neither are evaluated.
bool Evaluator::may_grow(const Relation& rf, const Relation& co) {
  constexpr uint32_t kGrowing = 1u << kChoiceRf | 1u << kChoiceFinals | 1u << kChoiceCo;
  bind_rf(rf);
  bind_co(co);
  for (uint32_t level = kChoiceRf + 1; level <= kChoiceCo + 1; ++level)
    for (const Op* op : by_level_[level]) {
      if (op->kind == Op::Kind::let) run_let(*op);
      const bool is_final = op->kind == Op::Kind::check && op->check.role == CheckRole::require && !op->check.negated &&
                            (op->dependence.down & kGrowing) == 0;
      if (is_final && !check_holds(op->check)) return false;
    }
  return true;
}

bool Evaluator::complete_rf(const Relation& rf) {
  bind_rf(rf);
  return run_level(kChoiceRf + 1, false);
}

bool Evaluator::for_each_completion(const std::vector<OpenLocation>& locations, const Visit& visit) {
  return choose(kChoiceFinals, locations, visit);
}

const Op* Evaluator::with_op(uint32_t choice) const {
  for (const Op& op : program_.ops)
    if (op.kind == Op::Kind::with_from && op.choice == choice) return &op;
  return nullptr;
}

bool Evaluator::choose(uint32_t choice, const std::vector<OpenLocation>& locations, const Visit& visit) {
  if (budget_ != nullptr) budget_->check();
  if (choice == program_.choice_count) return visit();
  if (choice == kChoiceFinals) {
    finals_ = empty_set_;
    if (program_.uses_finals) return choose_finals(locations, 0, visit);
    if (!run_level(choice + 1, false)) return true;
    return choose(choice + 1, locations, visit);
  }
  if (choice == kChoiceCo) {
    if (!program_.uses_co && program_.options.with_co) {
      // The model never mentions coherence: it still decides the final state.
      bool observed = false;
      for (const OpenLocation& l : locations) observed = observed || l.observed;
      if (!observed) {
        bind_co(empty_relation_);
        return !run_level(choice + 1, false) || choose(choice + 1, locations, visit);
      }
    }
    std::vector<Factor> factors;
    if (program_.options.with_co)
      for (const OpenLocation& l : locations) {
        if (!program_.uses_co && !l.observed) continue;
        Factor f{{}, l.writes, empty_relation_, true};
        if (l.has_initial) {
          EventSet first(n_);
          first.set(l.initial);
          f.partial = Relation::product(first, l.writes - first);
        }
        if (program_.uses_finals && l.observed) {
          const EventSet last = finals_ & l.writes;
          f.partial |= Relation::product(l.writes - last, last);
        }
        factors.push_back(std::move(f));
      }
    return choose_factors(choice, factors, 0, empty_relation_, locations, visit);
  }
  const Op* op = with_op(choice);
  FP_CHECK(op != nullptr);
  const Value v = eval(*op->bindings[0].value, nullptr);
  return choose_factors(choice, factors_of(v, op->pos), 0, empty_relation_, locations, visit);
}

bool Evaluator::choose_finals(const std::vector<OpenLocation>& locations, size_t index, const Visit& visit) {
  while (index < locations.size() && !locations[index].observed) ++index;
  if (index == locations.size()) {
    for (uint32_t s : communication_.finals) slots_[s] = finals_;
    if (!run_level(kChoiceFinals + 1, false)) return true;
    return choose(kChoiceCo, locations, visit);
  }
  bool go_on = true;
  const OpenLocation& location = locations[index];
  location.writes.for_each([&](size_t w) {
    // An initial write is final only where nothing else writes.
    if (!go_on || (location.has_initial && w == location.initial && location.writes.count() > 1)) return;
    finals_.set(w);
    go_on = choose_finals(locations, index + 1, visit);
    finals_.reset(w);
  });
  return go_on;
}

bool Evaluator::judge(uint32_t choice, const Relation& value) {
  if (choice == kChoiceCo) {
    bind_co(value);
  } else {
    const Op* op = with_op(choice);
    slots_[op->bindings[0].slot] = value;
    if (op->bindings[0].name == "co") co_ = value;
  }
  return run_level(choice + 1, true);
}

bool Evaluator::choose_factors(uint32_t choice, const std::vector<Factor>& factors, size_t index,
                               const Relation& so_far, const std::vector<OpenLocation>& locations, const Visit& visit) {
  if (index == factors.size()) {
    // The value on the slots may stem from a sibling branch when there was nothing to choose or the last step failed.
    if (!judge(choice, so_far) || !run_remaining(choice + 1)) return true;
    return choose(choice + 1, locations, visit);
  }
  const Factor& factor = factors[index];
  if (factor.order) return extend_order(choice, factors, index, factor.elements, so_far, locations, visit);
  for (const Relation& alternative : factor.alternatives) {
    const Relation next = so_far | alternative;
    if (index + 1 < factors.size() && !judge(choice, next)) continue;
    if (!choose_factors(choice, factors, index + 1, next, locations, visit)) return false;
  }
  return true;
}

bool Evaluator::extend_order(uint32_t choice, const std::vector<Factor>& factors, size_t index, const EventSet& left,
                             const Relation& so_far, const std::vector<OpenLocation>& locations, const Visit& visit) {
  if (left.count() <= 1) return choose_factors(choice, factors, index + 1, so_far, locations, visit);
  const Relation& partial = factors[index].partial;
  EventSet candidates = left;
  left.for_each([&](size_t w) {
    bool preceded = false;
    left.for_each([&](size_t v) { preceded = preceded || partial.test(v, w); });
    if (preceded) candidates.reset(w);
  });
  const bool forced = candidates.count() == 1;
  bool go_on = true;
  candidates.for_each([&](size_t w) {
    if (!go_on) return;
    EventSet rest = left;
    rest.reset(w);
    Relation next = so_far;
    rest.for_each([&](size_t v) { next.set(w, v); });
    const bool last = rest.count() == 1 && index + 1 == factors.size();
    if (!forced && !last && !judge(choice, next)) return;
    go_on = extend_order(choice, factors, index, rest, next, locations, visit);
  });
  return go_on;
}

std::vector<std::string> Evaluator::raised_flags() const {
  std::vector<std::string> flags;
  for (const Op& op : program_.ops) {
    if (op.kind != Op::Kind::check || op.check.role == CheckRole::require || !flag_raised_[op.check_index]) continue;
    if (op.check.role == CheckRole::undefined_unless)
      flags.push_back("*undef*");
    else if (op.check.role == CheckRole::assertion)
      flags.push_back("assert:" + op.check.name);
    else
      flags.push_back(op.check.name);
  }
  return flags;
}

const Value* Evaluator::named(std::string_view name) const {
  for (size_t i = program_.slot_names.size(); i-- > 0;)
    if (program_.slot_names[i] == name) return &slots_[i];
  return nullptr;
}

void Evaluator::evaluate_unneeded() {
  for (const Op& op : program_.ops)
    if (!op.needed && op.kind == Op::Kind::let) run_let(op);
}

std::vector<const Op*> Evaluator::failing_checks(const ExecutionGraph& graph) {
  std::vector<const Op*> failing;
  bind(graph);
  if (const Relation* rf = graph.find_relation("rf")) bind_rf(*rf);
  if (const Relation* co = graph.find_relation("co")) {
    bind_co(*co);
    co_ = *co;
  }
  if (const EventSet* finals = graph.find_set("FW"))
    for (uint32_t s : communication_.finals) slots_[s] = *finals;
  for (const Op& op : program_.ops) {
    if (!op.needed) continue;
    if (op.kind == Op::Kind::with_from) {
      // The graph decides orders; of other choices (locks) the first alternative stands for all.
      const Value v = eval(*op.bindings[0].value, nullptr);
      Relation chosen = empty_relation_;
      for (const Factor& f : factors_of(v, op.pos)) {
        if (f.order)
          chosen |= co_.restricted(f.elements, f.elements);
        else if (!f.alternatives.empty()) {
          chosen |= f.alternatives[0];
          took_one_of_several_ = took_one_of_several_ || f.alternatives.size() > 1;
        }
      }
      slots_[op.bindings[0].slot] = chosen;
      continue;
    }
    if (!run_op(op)) failing.push_back(&op);
  }
  return failing;
}

}  // namespace fencepost::memory::cat

#include "memory/cat/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "memory/cat/resolve.h"

namespace fencepost::memory::cat {

namespace {

uint32_t bit(uint32_t choice) { return uint32_t{1} << choice; }

// The abstract value of an expression: its dependence and, for functions, what to apply.
struct Abstract {
  Dependence dependence;
  const Expr* function = nullptr;
  std::vector<Abstract> environment;  // of the function, outermost first
  std::vector<Abstract> items;        // of a tuple
  bool different_values = false;
};

class Analysis {
 public:
  explicit Analysis(Program& program) : program_(program), slots_(program.slot_names.size()) {
    for (const BaseSlot& b : program.base) {
      slots_[b.slot].dependence = base_dependence(b.name, program.options.with_co);
      if (b.name == fmt::format("primitive {}", static_cast<int>(Primitive::different_values)))
        slots_[b.slot].different_values = true;
    }
  }

  void run_one(Op& op) {
    has_unforeseen_ = false;
    analyse(op);
    // Whatever a choice is made from, it is one.
    if (op.kind != Op::Kind::with_from) program_.has_unforeseen = program_.has_unforeseen || has_unforeseen_;
  }

  void grow(uint32_t slot, const Dependence& d) {
    if (slots_.size() <= slot) slots_.resize(slot + 1);
    slots_[slot].dependence = d;
  }

  Dependence of(const Expr& e) {
    depth_ = 0;
    std::vector<Abstract> none;
    return analyse(e, none).dependence;
  }

 private:
  void analyse(Op& op) {
    op.dependence = {};
    std::vector<Abstract> none;
    switch (op.kind) {
      case Op::Kind::let:
        if (op.recursive) {
          for (const Binding& b : op.bindings)
            if (b.value->kind == ExprKind::function) slots_[b.slot] = Abstract{{}, b.value.get(), {}, {}, false};
          for (bool changed = true; changed;) {
            changed = false;
            for (const Binding& b : op.bindings) {
              if (b.value->kind == ExprKind::function) continue;
              Dependence d = of(*b.value);
              d |= slots_[b.slot].dependence;
              changed = changed || !(d == slots_[b.slot].dependence);
              slots_[b.slot].dependence = d;
            }
          }
          for (const Binding& b : op.bindings) op.dependence |= slots_[b.slot].dependence;
          for (const Binding& b : op.bindings) slots_[b.slot].dependence = op.dependence;
          return;
        }
        for (const Binding& b : op.bindings) {
          depth_ = 0;
          slots_[b.slot] = analyse(*b.value, none);
          op.dependence |= slots_[b.slot].dependence;
        }
        return;
      case Op::Kind::check:
        op.dependence = of(*op.check.expr);
        return;
      case Op::Kind::with_from:
        op.dependence = of(*op.bindings[0].value);
        slots_[op.bindings[0].slot].dependence = {bit(op.choice), 0};
        return;
      case Op::Kind::for_all:
        op.dependence = unforeseen(of(*op.over));
        slots_[op.slot].dependence = op.dependence;
        for (Op& inner : op.body) {
          analyse(inner);
          op.dependence |= unforeseen(inner.dependence);
        }
        return;
    }
  }

  Abstract analyse(const Expr& e, std::vector<Abstract>& env) {
    Abstract result;
    switch (e.kind) {
      case ExprKind::variable:
        return e.scope == Expr::Scope::local ? env[env.size() - 1 - e.index] : slots_[e.index];
      case ExprKind::function:
        return Abstract{{}, &e, env, {}, false};
      case ExprKind::minus:
        result.dependence = analyse(*e.children[0], env).dependence;
        result.dependence |= without(e, analyse(*e.children[1], env).dependence);
        return result;
      case ExprKind::complement:
        result.dependence = without(e, analyse(*e.children[0], env).dependence);
        return result;
      case ExprKind::tuple:
        for (const ExprPtr& child : e.children) {
          result.items.push_back(analyse(*child, env));
          result.dependence |= result.items.back().dependence;
        }
        return result;
      case ExprKind::apply:
        return apply(e, env);
      case ExprKind::let_in:
        return let_in(e, env);
      case ExprKind::match: {
        const Abstract over = analyse(*e.children[0], env);
        Abstract element;
        element.dependence = result.dependence = unforeseen(over.dependence);
        for (const MatchClause& c : e.clauses) {
          const size_t depth = env.size();
          if (c.kind == MatchClause::Kind::insert) env.insert(env.end(), 2, element);
          result.dependence |= analyse(*c.body, env).dependence;
          env.resize(depth);
        }
        return result;
      }
      case ExprKind::if_then_else:
        result.dependence = condition(e.condition, env);
        for (const ExprPtr& child : e.children) result.dependence |= analyse(*child, env).dependence;
        return result;
      default:
        for (const ExprPtr& child : e.children) result.dependence |= analyse(*child, env).dependence;
        if (!is_of_its_events_alone(e.kind)) result.dependence.up |= kOtherEvents;
        return result;
    }
  }

  static bool is_of_its_events_alone(ExprKind kind) {
    return kind != ExprKind::sequence && kind != ExprKind::plus && kind != ExprKind::star &&
           kind != ExprKind::explicit_set && kind != ExprKind::insert && kind != ExprKind::attempt;
  }

  Dependence without(const Expr& e, const Dependence& taken_away) {
    if (taken_away.all() != 0) program_.shrinking.insert(&e);
    return taken_away.flipped();
  }

  // The dependence of a value that may depend on `on` in any way.
  Dependence unforeseen(Dependence on) {
    has_unforeseen_ = has_unforeseen_ || on.choices() != 0;
    on.up |= kOtherEvents;
    return on.mixed();
  }

  Dependence condition(const Condition& c, std::vector<Abstract>& env) {
    Dependence d;
    for (const Condition& child : c.children) d |= condition(child, env);
    for (const ExprPtr& operand : c.operands) d |= unforeseen(analyse(*operand, env).dependence);
    return d;
  }

  Abstract apply(const Expr& e, std::vector<Abstract>& env) {
    const Abstract f = analyse(*e.children[0], env);
    const Abstract argument = analyse(*e.children[1], env);
    Abstract result;
    if (f.function == nullptr) {
      result.dependence = f.dependence;
      result.dependence.up |= kOtherEvents;
      // domain and range are monotone; of the other primitives we only know on what they depend.
      result.dependence |=
          is_monotone_primitive(*e.children[0]) ? argument.dependence : unforeseen(argument.dependence);
      if (f.different_values) result.dependence |= Dependence{bit(kChoiceRf), bit(kChoiceRf)};
      return result;
    }
    if (depth_ > 60) {  // recursive function: everything it can see, in both polarities
      result.dependence = unforeseen(argument.dependence);
      for (const Abstract& a : f.environment) result.dependence |= a.dependence.mixed();
      result.dependence |= globals(*f.function).mixed();
      return result;
    }
    ++depth_;
    std::vector<Abstract> inner = f.environment;
    const auto& parameters = f.function->parameters;
    for (size_t i = 0; i < parameters.size(); ++i)
      inner.push_back(parameters.size() > 1 && i < argument.items.size() ? argument.items[i] : argument);
    result = analyse(*f.function->children[0], inner);
    --depth_;
    return result;
  }

  bool is_monotone_primitive(const Expr& f) const {
    if (f.kind != ExprKind::variable || f.scope != Expr::Scope::global) return false;
    return f.name == "domain" || f.name == "range";
  }

  Dependence globals(const Expr& e) {
    Dependence d;
    if (e.kind == ExprKind::variable && e.scope == Expr::Scope::global) d = slots_[e.index].dependence;
    for (const ExprPtr& child : e.children) d |= globals(*child);
    for (const Binding& b : e.bindings) d |= globals(*b.value);
    for (const MatchClause& c : e.clauses) d |= globals(*c.body);
    return d;
  }

  Abstract let_in(const Expr& e, std::vector<Abstract>& env) {
    const size_t depth = env.size();
    if (!e.recursive) {
      std::vector<Abstract> values;
      for (const Binding& b : e.bindings) values.push_back(analyse(*b.value, env));
      env.insert(env.end(), values.begin(), values.end());
    } else {
      Dependence all;
      env.insert(env.end(), e.bindings.size(), Abstract{});
      for (int round = 0; round < 4; ++round)
        for (size_t i = 0; i < e.bindings.size(); ++i) {
          const Abstract value = analyse(*e.bindings[i].value, env);
          all |= value.function == nullptr ? value.dependence : unforeseen(globals(*value.function));
          for (size_t j = 0; j < e.bindings.size(); ++j) env[depth + j].dependence = all;
        }
      // A recursive local function is not applied abstractly: its result depends on its argument and on what it sees.
      for (size_t j = 0; j < e.bindings.size(); ++j) env[depth + j].dependence = all;
    }
    Abstract result = analyse(*e.children[0], env);
    env.resize(depth);
    return result;
  }

  Program& program_;
  std::vector<Abstract> slots_;
  int depth_ = 0;
  bool has_unforeseen_ = false;  // of the op that is being analysed
};

void collect_slots(const Expr& e, std::vector<bool>& used, const std::vector<const Expr*>& functions) {
  if (e.kind == ExprKind::variable && e.scope == Expr::Scope::global && !used[e.index]) {
    used[e.index] = true;
    if (functions[e.index] != nullptr) collect_slots(*functions[e.index], used, functions);
  }
  for (const ExprPtr& child : e.children) collect_slots(*child, used, functions);
  for (const Binding& b : e.bindings) collect_slots(*b.value, used, functions);
  for (const MatchClause& c : e.clauses) collect_slots(*c.body, used, functions);
  std::function<void(const Condition&)> in_condition = [&](const Condition& c) {
    for (const Condition& child : c.children) in_condition(child);
    for (const ExprPtr& operand : c.operands) collect_slots(*operand, used, functions);
  };
  in_condition(e.condition);
}

class Planner {
 public:
  explicit Planner(Program& program) : program_(program) {}

  void run() {
    drop_unneeded();
    hoist();
    mark_partial();
    for (BaseSlot& b : program_.base) {
      b.needed = b.slot < used_.size() && used_[b.slot];
      b.required = b.slot < required_.size() && required_[b.slot];
      if (!b.needed) continue;
      const Dependence d = base_dependence(b.name, program_.options.with_co);
      program_.uses_finals |= (d.all() & bit(kChoiceFinals)) != 0;
      program_.uses_co |= (d.all() & bit(kChoiceCo)) != 0;
    }
    if (!program_.options.with_co) program_.uses_finals = true;
  }

 private:
  static uint32_t level_of(const Dependence& d) { return static_cast<uint32_t>(std::bit_width(d.choices())); }

  void mark(const Op& op, std::vector<bool>& used) {
    for (const Binding& b : op.bindings) collect_slots(*b.value, used, functions_);
    if (op.check.expr) collect_slots(*op.check.expr, used, functions_);
    if (op.over) collect_slots(*op.over, used, functions_);
    for (const Op& inner : op.body) mark(inner, used);
  }

  static bool defines_used(const Op& op, const std::vector<bool>& used) {
    for (const Binding& b : op.bindings)
      if (used[b.slot]) return true;
    return false;
  }

  void find_functions(const std::vector<Op>& ops) {
    for (const Op& op : ops) {
      for (const Binding& b : op.bindings)
        if (b.value->kind == ExprKind::function) functions_[b.slot] = b.value.get();
      find_functions(op.body);
    }
  }

  void drop_unneeded() {
    functions_.assign(program_.slot_names.size(), nullptr);
    find_functions(program_.ops);
    used_.assign(program_.slot_names.size(), false);
    for (size_t i = program_.ops.size(); i-- > 0;) {
      Op& op = program_.ops[i];
      op.needed = op.kind != Op::Kind::let || defines_used(op, used_);
      if (op.needed) mark(op, used_);
    }
    required_.assign(program_.slot_names.size(), false);
    for (size_t i = program_.ops.size(); i-- > 0;) {
      const Op& op = program_.ops[i];
      bool decides = op.kind == Op::Kind::let     ? defines_used(op, required_)
                     : op.kind == Op::Kind::check ? op.check.role == CheckRole::require
                                                  : true;
      if (decides) mark(op, required_);
    }
  }

  // Closed subexpressions that depend on fewer choices than the op around them move to an op of their own, once.
  void hoist() {
    Analysis analysis(program_);
    std::vector<Op> planned;
    for (Op& op : program_.ops) {
      analysis.run_one(op);
      Op& current = op;
      current.level = level_of(current.dependence);
      if (current.needed && current.level > 0 && current.kind != Op::Kind::for_all) {
        for (Binding& b : current.bindings)
          if (b.value->kind != ExprKind::function) hoist(b.value, current.level, analysis, planned);
        if (current.check.expr) hoist(current.check.expr, current.level, analysis, planned);
      }
      planned.push_back(std::move(current));
    }
    program_.ops = std::move(planned);
  }

  static bool closed(const Expr& e, uint32_t bound) {
    if (e.kind == ExprKind::variable) return e.scope != Expr::Scope::local || e.index < bound;
    if (e.kind == ExprKind::function || e.kind == ExprKind::let_in || e.kind == ExprKind::match) return false;
    for (const ExprPtr& child : e.children)
      if (!closed(*child, bound)) return false;
    return true;
  }

  static bool worth_hoisting(const Expr& e) {
    return e.kind != ExprKind::variable && e.kind != ExprKind::empty && e.kind != ExprKind::universe &&
           e.kind != ExprKind::tag && e.kind != ExprKind::function && e.kind != ExprKind::tuple;
  }

  static std::string key(const Expr& e) {
    std::string k = std::to_string(static_cast<int>(e.kind));
    if (e.kind == ExprKind::variable) return k + "v" + std::to_string(e.index);
    k += "(";
    for (const ExprPtr& child : e.children) k += key(*child) + ",";
    return k + ")" + (e.kind == ExprKind::tag ? e.name : "");
  }

  void hoist(ExprPtr& e, uint32_t level, Analysis& analysis, std::vector<Op>& planned) {
    if (e->kind == ExprKind::function || e->kind == ExprKind::let_in || e->kind == ExprKind::match) return;
    if (worth_hoisting(*e) && closed(*e, 0)) {
      const Dependence d = analysis.of(*e);
      if (level_of(d) < level) {
        const uint32_t slot = hoisted_slot(e, d, analysis, planned);
        auto v = std::make_shared<Expr>();
        v->kind = ExprKind::variable;
        v->pos = e->pos;
        v->scope = Expr::Scope::global;
        v->index = slot;
        e = v;
        return;
      }
    }
    split_chain(e, level, analysis, planned);
    for (ExprPtr& child : e->children) hoist(child, level, analysis, planned);
  }

  // In a | b | c the operands of lower level are grouped, so that they are united once; likewise for &.
  void split_chain(ExprPtr& e, uint32_t level, Analysis& analysis, std::vector<Op>&) {
    if ((e->kind != ExprKind::unite && e->kind != ExprKind::intersect) || e->children.size() < 3) return;
    std::map<uint32_t, std::vector<ExprPtr>> groups;
    for (const ExprPtr& child : e->children)
      groups[closed(*child, 0) ? std::min(level_of(analysis.of(*child)), level) : level].push_back(child);
    std::vector<ExprPtr> children;
    for (auto& [l, members] : groups) {
      if (l == level || members.size() == 1) {
        children.insert(children.end(), members.begin(), members.end());
        continue;
      }
      auto group = std::make_shared<Expr>(*e);
      group->children = members;
      children.push_back(std::move(group));
    }
    e->children = std::move(children);
  }

  uint32_t hoisted_slot(const ExprPtr& e, const Dependence& d, Analysis& analysis, std::vector<Op>& planned) {
    const std::string k = key(*e);
    if (auto it = hoisted_.find(k); it != hoisted_.end()) return it->second;
    const auto slot = static_cast<uint32_t>(program_.slot_names.size());
    program_.slot_names.push_back("");
    Op op;
    op.pos = e->pos;
    op.bindings.push_back({"", e->pos, e, slot});
    op.level = level_of(d);
    op.dependence = d;
    // What is hoisted may itself contain parts of a still lower level.
    if (op.level > 0) {
      split_chain(op.bindings[0].value, op.level, analysis, planned);
      for (ExprPtr& child : op.bindings[0].value->children) hoist(child, op.level, analysis, planned);
    }
    analysis.grow(slot, d);
    planned.push_back(std::move(op));
    hoisted_.emplace(k, slot);
    return slot;
  }

  // Partial judgement of level L needs the monotone checks of level L and the definitions of that level they use.
  void mark_partial() {
    std::vector<bool> used(program_.slot_names.size());
    functions_.resize(program_.slot_names.size(), nullptr);
    for (size_t i = program_.ops.size(); i-- > 0;) {
      Op& op = program_.ops[i];
      if (!op.needed || op.level == 0) continue;
      if (op.kind == Op::Kind::check)
        op.partial =
            op.check.role == CheckRole::require && !op.check.negated && (op.dependence.down & bit(op.level - 1)) == 0;
      else
        op.partial = op.kind == Op::Kind::let && defines_used(op, used);
      if (op.partial) mark(op, used);
    }
  }

  Program& program_;
  std::vector<bool> used_;
  std::vector<bool> required_;
  std::vector<const Expr*> functions_;
  std::map<std::string, uint32_t> hoisted_;
};

}  // namespace

Dependence base_dependence(const std::string& name, bool with_co) {
  if (name == "addr" || name == "data" || name == "ctrl" || name == "ctrlisync") return {kDataFlow, 0};
  if (name == "rf" || name == "rfe" || name == "rfi") return {bit(kChoiceRf), 0};
  if (name == "FW") return {bit(kChoiceFinals), bit(kChoiceFinals)};
  if (!with_co) return {};
  if (name == "co" || name == "coe" || name == "coi") return {bit(kChoiceCo), 0};
  if (name == "fr" || name == "fre" || name == "fri") return {bit(kChoiceRf) | bit(kChoiceCo), 0};
  return {};
}

Program compile(const File& file, const std::set<std::string>& variants, const std::set<std::string>& tags) {
  Program program;
  program.title = file.title;
  program.options = file.options;
  resolve(file, variants, tags, program);
  Planner(program).run();
  return program;
}

}  // namespace fencepost::memory::cat

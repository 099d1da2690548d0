#include "memory/cat/resolve.h"

#include <fmt/format.h>

#include <map>
#include <unordered_map>

#include "base/diagnostic.h"
#include "memory/cat/suggest.h"

namespace fencepost::memory::cat {

namespace {

const std::unordered_map<std::string, Primitive>& primitives() {
  static const std::unordered_map<std::string, Primitive> map = {
      {"domain", Primitive::domain},
      {"range", Primitive::range},
      {"linearisations", Primitive::linearisations},
      {"classes-loc", Primitive::classes_loc},
      {"partition", Primitive::classes_loc},
      {"classes", Primitive::classes},
      {"tag2events", Primitive::tag_to_events},
      {"tag2instrs", Primitive::tag_to_events},
      {"different-values", Primitive::different_values},
      {"generate_orders", Primitive::generate_orders},
      {"co_locs", Primitive::co_locs},
      {"cross", Primitive::cross},
      {"same-oa", Primitive::identity_function},
  };
  return map;
}

ExprPtr clone(const ExprPtr& e) {
  auto copy = std::make_shared<Expr>(*e);
  for (ExprPtr& child : copy->children) child = clone(child);
  for (Binding& b : copy->bindings) b.value = clone(b.value);
  for (MatchClause& c : copy->clauses) c.body = clone(c.body);
  return copy;
}

class Resolver {
 public:
  Resolver(const std::set<std::string>& variants, const std::set<std::string>& tags, Program& program)
      : variants_(variants), program_(program), tag_sets_(tags) {}

  void run(const std::vector<Statement>& statements, std::vector<Op>& ops) {
    for (const Statement& s : statements) statement(s, ops);
  }

 private:
  using Scope = std::map<std::string, uint32_t, std::less<>>;

  uint32_t new_slot(const std::string& name) {
    program_.slot_names.push_back(name);
    return static_cast<uint32_t>(program_.slot_names.size() - 1);
  }

  uint32_t define(const std::string& name) { return globals_[name] = new_slot(name); }

  void statement(const Statement& s, std::vector<Op>& ops) {
    Op op;
    op.pos = s.pos;
    switch (s.kind) {
      case StatementKind::let:
        return let(s, op, ops);
      case StatementKind::check:
        return check(s, op, ops);
      case StatementKind::with_from: {
        op.kind = Op::Kind::with_from;
        Binding b = s.bindings[0];
        b.value = resolved(b.value);
        b.slot = define(b.name);
        op.choice = program_.choice_count++;
        if (program_.choice_count > 30) throw InputError(s.pos, "too many 'with ... from' statements");
        op.bindings.push_back(std::move(b));
        ops.push_back(std::move(op));
        return;
      }
      case StatementKind::show:
        for (size_t i = 0; i < s.arguments.size(); ++i) show(s, i);
        return;
      case StatementKind::procedure:
        procedures_[s.name] = &s;
        return;
      case StatementKind::call:
        return call(s, ops);
      case StatementKind::for_all:
        return for_all(s, op, ops);
      case StatementKind::conditional:
        return run(holds(s.condition, variants_) ? s.body : s.otherwise, ops);
      case StatementKind::enumeration:
        return enumeration(s, op, ops);
      case StatementKind::instructions:
        return;  // which tags an instruction may carry: the front end's concern
    }
  }

  void let(const Statement& s, Op& op, std::vector<Op>& ops) {
    op.recursive = s.recursive;
    op.bindings = s.bindings;
    if (s.recursive)
      for (Binding& b : op.bindings) b.slot = define(b.name);
    for (Binding& b : op.bindings) b.value = resolved(b.value);
    if (!s.recursive)
      for (Binding& b : op.bindings) b.slot = define(b.name);
    ops.push_back(std::move(op));
  }

  void check(const Statement& s, Op& op, std::vector<Op>& ops) {
    op.kind = Op::Kind::check;
    op.check = s.check;
    op.check.expr = resolved(s.check.expr);
    op.check_index = static_cast<uint32_t>(program_.check_names.size());
    if (op.check.name.empty()) op.check.name = fmt::format("check{}", op.check_index);
    program_.check_names.push_back(op.check.name);
    ops.push_back(std::move(op));
  }

  void show(const Statement& s, size_t i) {
    if (s.hide) {
      std::erase_if(program_.shown, [&](const Shown& shown) { return shown.name == s.parameters[i]; });
      return;
    }
    try {
      program_.shown.push_back({s.parameters[i], resolved(s.arguments[i])});
    } catch (const InputError&) {
      return;  // herd7 ignores names to show that do not exist; drawing less is harmless.
    }
  }

  void call(const Statement& s, std::vector<Op>& ops) {
    auto it = procedures_.find(s.name);
    if (it == procedures_.end()) {
      std::vector<std::string> known;
      for (const auto& [name, body] : procedures_) known.push_back(name);
      const std::string near = closest(s.name, known);
      throw InputError(s.pos, fmt::format("no procedure is called '{}'", s.name),
                       near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    const Statement& procedure = *it->second;
    std::vector<ExprPtr> arguments = {s.arguments[0]};
    if (procedure.parameters.size() != 1 && s.arguments[0]->kind == ExprKind::tuple)
      arguments = s.arguments[0]->children;
    if (arguments.size() != procedure.parameters.size())
      throw InputError(s.pos, fmt::format("procedure '{}' takes {} arguments, not {}", s.name,
                                          procedure.parameters.size(), arguments.size()));
    if (++call_depth_ > 50) throw InputError(s.pos, fmt::format("procedure '{}' calls itself without end", s.name));
    const Scope saved = globals_;
    Op op;
    op.pos = s.pos;
    for (size_t i = 0; i < arguments.size(); ++i)
      op.bindings.push_back({procedure.parameters[i], s.pos, resolved(arguments[i]), 0});
    for (Binding& b : op.bindings) b.slot = define(b.name);
    if (!op.bindings.empty()) ops.push_back(std::move(op));
    run(procedure.body, ops);
    globals_ = saved;
    --call_depth_;
  }

  void for_all(const Statement& s, Op& op, std::vector<Op>& ops) {
    op.kind = Op::Kind::for_all;
    op.over = resolved(s.arguments[0]);
    const Scope saved = globals_;
    op.slot = define(s.name);
    run(s.body, op.body);
    globals_ = saved;
    for (const Op& inner : op.body)
      if (inner.kind == Op::Kind::with_from) throw InputError(inner.pos, "'with ... from' cannot stand inside forall");
    ops.push_back(std::move(op));
  }

  void enumeration(const Statement& s, Op& op, std::vector<Op>& ops) {
    Binding b{s.name, s.pos, std::make_shared<Expr>(), 0};
    b.value->kind = ExprKind::explicit_set;
    b.value->pos = s.pos;
    for (const std::string& tag : s.parameters) {
      tag_sets_.insert(capitalised(tag));
      auto e = std::make_shared<Expr>();
      e->kind = ExprKind::tag;
      e->pos = s.pos;
      e->index = tag_id(tag);
      b.value->children.push_back(std::move(e));
    }
    if (s.name.empty()) return;
    b.slot = define(s.name);
    op.bindings.push_back(std::move(b));
    ops.push_back(std::move(op));
  }

  static std::string capitalised(std::string tag) {
    tag[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(tag[0])));
    return tag;
  }

  uint32_t tag_id(const std::string& tag) {
    for (size_t i = 0; i < program_.tags.size(); ++i)
      if (program_.tags[i] == tag) return static_cast<uint32_t>(i);
    program_.tags.push_back(tag);
    return static_cast<uint32_t>(program_.tags.size() - 1);
  }

  ExprPtr resolved(const ExprPtr& e) {
    ExprPtr copy = clone(e);
    locals_.clear();
    resolve(copy);
    return copy;
  }

  void resolve(ExprPtr& e) {
    switch (e->kind) {
      case ExprKind::variable:
        return variable(*e);
      case ExprKind::tag:
        e->index = tag_id(e->name);
        return;
      case ExprKind::function: {
        const size_t depth = locals_.size();
        for (const std::string& p : e->parameters) locals_.push_back(p);
        resolve(e->children[0]);
        locals_.resize(depth);
        return;
      }
      case ExprKind::let_in:
        return let_in(*e);
      case ExprKind::match: {
        resolve(e->children[0]);
        for (MatchClause& c : e->clauses) {
          const size_t depth = locals_.size();
          if (c.kind == MatchClause::Kind::insert) {
            locals_.push_back(c.first);
            locals_.push_back(c.rest);
          }
          resolve(c.body);
          locals_.resize(depth);
        }
        return;
      }
      case ExprKind::attempt: {
        const std::vector<std::string> saved = locals_;
        try {
          resolve(e->children[0]);
          e = e->children[0];
        } catch (const InputError&) {
          locals_ = saved;
          resolve(e->children[1]);
          e = e->children[1];
        }
        return;
      }
      case ExprKind::if_then_else: {
        if (only_variants(e->condition)) {
          ExprPtr chosen = e->children[holds(e->condition, variants_) ? 0 : 1];
          resolve(chosen);
          e = chosen;
          return;
        }
        resolve_condition(e->condition);
        break;
      }
      default:
        break;
    }
    for (ExprPtr& child : e->children) resolve(child);
  }

  void let_in(Expr& e) {
    const size_t depth = locals_.size();
    if (e.recursive)
      for (const Binding& b : e.bindings) locals_.push_back(b.name);
    for (Binding& b : e.bindings) resolve(b.value);
    if (!e.recursive)
      for (const Binding& b : e.bindings) locals_.push_back(b.name);
    resolve(e.children[0]);
    locals_.resize(depth);
  }

  static bool only_variants(const Condition& c) {
    if (c.kind == ConditionKind::equal || c.kind == ConditionKind::subset) return false;
    for (const Condition& child : c.children)
      if (!only_variants(child)) return false;
    return true;
  }

  void resolve_condition(Condition& c) {
    for (Condition& child : c.children) resolve_condition(child);
    for (ExprPtr& operand : c.operands) resolve(operand);
    if (c.kind == ConditionKind::variant) c.variant = variants_.contains(c.variant) ? "yes" : "";
  }

  void variable(Expr& e) {
    for (size_t i = locals_.size(); i-- > 0;)
      if (locals_[i] == e.name) {
        e.scope = Expr::Scope::local;
        e.index = static_cast<uint32_t>(locals_.size() - 1 - i);
        return;
      }
    e.scope = Expr::Scope::global;
    if (auto it = globals_.find(e.name); it != globals_.end()) {
      e.index = it->second;
      return;
    }
    if (auto it = primitives().find(e.name); it != primitives().end()) {
      // Primitives are values in a slot of their own, marked by a binding that needs no evaluation.
      e.index = define(e.name);
      program_.base.push_back({fmt::format("primitive {}", static_cast<int>(it->second)), BaseKind::set, e.index});
      return;
    }
    std::optional<BaseKind> kind = find_base_name(e.name);
    if (!kind && tag_sets_.contains(e.name)) kind = BaseKind::set;
    if (!kind) unknown(e);
    e.index = define(e.name);
    program_.base.push_back({e.name, *kind, e.index});
  }

  [[noreturn]] void unknown(const Expr& e) const {
    std::vector<std::string> known = locals_;
    for (const auto& [name, slot] : globals_) known.push_back(name);
    for (const auto& [name, primitive] : primitives()) known.push_back(name);
    for (const BaseName& b : base_names()) known.emplace_back(b.name);
    known.insert(known.end(), tag_sets_.begin(), tag_sets_.end());
    const std::string near = closest(e.name, known);
    throw InputError(
        e.pos, fmt::format("nothing is called '{}'", e.name),
        near.empty() ? "define it with let, or include the file that does" : fmt::format("did you mean '{}'?", near));
  }

  const std::set<std::string>& variants_;
  Program& program_;
  Scope globals_;
  std::set<std::string> tag_sets_;
  std::map<std::string, const Statement*> procedures_;
  std::vector<std::string> locals_;
  int call_depth_ = 0;
};

}  // namespace

bool holds(const Condition& c, const std::set<std::string>& variants) {
  switch (c.kind) {
    case ConditionKind::variant:
      return variants.contains(c.variant);
    case ConditionKind::negation:
      return !holds(c.children[0], variants);
    case ConditionKind::conjunction:
      return holds(c.children[0], variants) && holds(c.children[1], variants);
    case ConditionKind::disjunction:
      return holds(c.children[0], variants) || holds(c.children[1], variants);
    default:
      throw InputError(c.operands.at(0)->pos, "only variants can be tested where statements are chosen",
                       "use if ... then ... else inside an expression");
  }
}

void resolve(const File& file, const std::set<std::string>& variants, const std::set<std::string>& tags,
             Program& program) {
  Resolver(variants, tags, program).run(file.statements, program.ops);
}

}  // namespace fencepost::memory::cat

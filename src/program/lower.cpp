#include "program/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/check.h"
#include "core/effects.h"
#include "core/walk.h"
#include "program/blocks.h"
#include "program/passes.h"
#include "program/unsequenced_races.h"

namespace fencepost::program {

namespace {

using namespace core;

// The context of a Block: the accesses with which its own may race, and its own. Accesses are indices into accesses_.
struct Scope {
  std::vector<uint32_t>
      rivals;  // accesses of earlier strands of the Unseqs around, and pending stores of the Blocks around
  std::vector<uint32_t> pending;    // negative stores of this Block since its last SeqPoint
  std::vector<uint32_t> performed;  // all its accesses, for the strands that follow
  std::vector<ExprPtr> guards;      // conditions of the Ifs between this Block and the expression around it
  bool in_expression = false;       // inside a strand or If
  bool has_jumps = false;           // control inside is not structured: every access sets a flag of its own
};

class Lowering {
 public:
  // effects: outlives the lowering; null for programs without threads.
  Lowering(const Function& function, FunctionId id, const Program& program, const EffectAnalysis* effects)
      : function_(function),
        definitions_(function),
        effects_(effects),
        size_(int_type(8 * program.pointer_bytes, false)) {
    proc_.name = function.name;
    proc_.function = id;
    proc_.regs = function.regs;
    labels_.resize(function.labels);
  }

  Procedure run() {
    here_ = new_location();
    proc_.entry = *here_;
    Scope scope;
    block(function_.body, scope);
    if (here_) emit(Return{}, {function_.pos, {}}, std::nullopt);
    proc_.exit = new_location();
    for (Target& jump : jumps_) {
      std::optional<Loc> to = jump.label ? labels_[*jump.label] : proc_.exit;
      FP_CHECK_MSG(to.has_value(), fmt::format("{}: a jump to a label without a place", function_.name));
      proc_.edges[jump.edge].to = *to;
    }
    std::stable_sort(proc_.edges.begin(), proc_.edges.end(),
                     [](const Edge& a, const Edge& b) { return a.from < b.from; });
    index_edges(proc_);
    return std::move(proc_);
  }

 private:
  struct Origin {
    SourcePos pos;
    std::string text;
    bool as_call = false;
  };
  // An edge whose target is not known yet: a label, or the exit.
  struct Target {
    size_t edge;
    std::optional<uint32_t> label;
  };

  Loc new_location() { return Loc{proc_.locations++}; }

  Reg new_register(Type type, std::string name) {
    proc_.regs.push_back({type, std::move(name)});
    return Reg{static_cast<uint32_t>(proc_.regs.size() - 1)};
  }

  void emit(EdgeLabel label, const Origin& origin) {
    if (!here_) return;
    Loc from = *here_;
    here_ = new_location();
    proc_.edges.push_back({from, *here_, std::move(label), origin.pos, origin.text});
  }

  // To a label (none: the exit); what follows is reached only through another label.
  void emit(EdgeLabel label, const Origin& origin, std::optional<uint32_t> target, Loc from) {
    jumps_.push_back({proc_.edges.size(), target});
    proc_.edges.push_back({from, from, std::move(label), origin.pos, origin.text});
  }
  void emit(EdgeLabel label, const Origin& origin, std::optional<uint32_t> target) {
    if (here_) emit(std::move(label), origin, target, *here_);
    here_.reset();
  }

  uint32_t new_label() {
    labels_.push_back(std::nullopt);
    return static_cast<uint32_t>(labels_.size() - 1);
  }
  void place(uint32_t label) {
    FP_CHECK_MSG(!labels_[label], fmt::format("{}: a label with two places", function_.name));
    if (!here_) here_ = new_location();
    labels_[label] = here_;
  }
  // Labels inside a strand that is lowered once for each order are different labels each time.
  uint32_t number(Label label) const {
    auto renamed = renamed_.find(index(label));
    return renamed == renamed_.end() ? index(label) : renamed->second;
  }

  void block(const Block& statements, Scope& scope) {
    for (const Stmt& stmt : statements) {
      Origin origin{stmt.pos, stmt.text, stmt.as_call};
      std::visit([&](const auto& kind) { statement(kind, origin, scope); }, stmt.kind);
    }
  }

  template <typename Kind>
  void statement(const Kind& kind, const Origin& origin, Scope&) {
    emit(kind, origin);
  }
  void statement(const core::Assume& kind, const Origin& origin, Scope&) { emit(Restrict{kind.condition}, origin); }
  void statement(const Return& kind, const Origin& origin, Scope&) { emit(kind, origin, std::nullopt); }
  void statement(const Exit& kind, const Origin& origin, Scope&) { emit(kind, origin, std::nullopt); }
  void statement(const EndThread& kind, const Origin& origin, Scope&) { emit(kind, origin, std::nullopt); }
  void statement(const Jump& kind, const Origin& origin, Scope&) { emit(Skip{}, origin, number(kind.target)); }
  void statement(const Branch& kind, const Origin& origin, Scope&) {
    branch(kind.condition, number(kind.then_target), number(kind.else_target), origin);
  }
  void statement(const DefineLabel& kind, const Origin&, Scope& scope) {
    // A full expression ended before every label of the body, so nothing is pending there.
    if (!scope.in_expression) scope.pending.clear();
    place(number(kind.label));
  }
  void statement(const SeqPoint&, const Origin&, Scope& scope) {
    scope.pending.clear();
    if (!scope.in_expression) scope.performed.clear();
  }

  void statement(const core::Print&, const Origin&, Scope&) {}  // output has no effect on the program

  void statement(const Load& kind, const Origin& origin, Scope& scope) {
    UnsequencedAccess access = {false, false, kind.ptr, size(kind.type.bytes), kind.bits, scope.guards, origin.text};
    act(kind, origin, scope, {access});
  }
  void statement(const Store& kind, const Origin& origin, Scope& scope) {
    act(kind, origin, scope,
        {{true, kind.negative, kind.ptr, size(kind.type.bytes), kind.bits, scope.guards, origin.text}});
  }
  void statement(const Rmw& kind, const Origin& origin, Scope& scope) {
    act(kind, origin, scope, {{true, false, kind.ptr, size(kind.type.bytes), {}, scope.guards, origin.text}});
  }
  void statement(const Fill& kind, const Origin& origin, Scope& scope) {
    act(kind, origin, scope, {{true, false, kind.ptr, kind.bytes, {}, scope.guards, origin.text}});
  }
  void statement(const Copy& kind, const Origin& origin, Scope& scope) {
    act(kind, origin, scope,
        {{false, false, kind.src, kind.bytes, {}, scope.guards, origin.text},
         {true, kind.negative, kind.dst, kind.bytes, {}, scope.guards, origin.text}});
  }

  void statement(const If& kind, const Origin& origin, Scope& scope) {
    if (!here_) return lower_unreached(kind, scope);
    ExprPtr condition = kind.condition;
    if (scope.in_expression) condition = kept(condition, origin);
    uint32_t then_label = new_label(), else_label = new_label(), end = new_label();
    branch(condition, then_label, else_label, origin);
    Scope then_scope = nested(scope), else_scope = nested(scope);
    then_scope.guards.push_back(condition);
    else_scope.guards.push_back(log_not(condition));
    place(then_label);
    block(kind.then_block, then_scope);
    emit(Skip{}, origin, end);
    place(else_label);
    block(kind.else_block, else_scope);
    place(end);
    for (Scope* inner : {&then_scope, &else_scope}) leave(*inner, scope);
  }

  // Code after a jump, which is reached only through labels inside it, if at all.
  void lower_unreached(const If& kind, Scope& scope) {
    for (const Block* inner : {&kind.then_block, &kind.else_block}) {
      if (!has_labels(*inner)) continue;
      Scope inner_scope = nested(scope);
      block(*inner, inner_scope);
      leave(inner_scope, scope);
    }
  }

  void statement(const Unseq& kind, const Origin& origin, Scope& scope) {
    std::vector<unsigned> order(kind.strands.size());
    std::iota(order.begin(), order.end(), 0);
    if (!kind.permute || !here_) {
      if (kind.interleave) emit(Sequencing{Sequencing::Kind::begin, has_seen_calls(kind)}, origin);
      strands(kind, order, scope, kind.interleave ? &origin : nullptr);
      if (kind.interleave) emit(Sequencing{Sequencing::Kind::end}, origin);
      return;
    }
    FP_CHECK_MSG(order.size() <= 4, "more orders than a Core pass lets through");

    Type number_type = int_type(32, false);
    Reg chosen = new_register(number_type, "order");
    emit(ChooseOrder{chosen, static_cast<unsigned>(order.size())}, origin);
    uint32_t end = new_label();
    std::map<uint32_t, uint32_t> outer_names = renamed_;
    Scope before = scope;
    uint32_t position = 0;
    do {
      bool last = std::is_sorted(order.rbegin(), order.rend());
      uint32_t next = last ? end : new_label();
      if (!last) {
        uint32_t here = new_label();
        ExprPtr is_this =
            make(ExprOp::eq, boolean_type(), {reg_expr(chosen, number_type), constant(position, number_type)});
        branch(is_this, here, next, origin);
        place(here);
      }
      rename_labels(kind);
      Scope copy = before;
      strands(kind, order, copy);
      renamed_ = outer_names;
      // The accesses of another order are other entries of the table, so each copy adds its own.
      ExprPtr is_this =
          make(ExprOp::eq, boolean_type(), {reg_expr(chosen, number_type), constant(position, number_type)});
      take(copy.pending, before.pending.size(), is_this, scope.pending);
      take(copy.performed, before.performed.size(), is_this, scope.performed);
      if (!last) {
        emit(Skip{}, origin, end);
        place(next);
      }
      ++position;
    } while (std::next_permutation(order.begin(), order.end()));
    place(end);
  }

  void take(const std::vector<uint32_t>& from, size_t first, const ExprPtr& guard, std::vector<uint32_t>& to) {
    for (size_t i = first; i < from.size(); ++i) {
      UnsequencedAccess access = accesses_[from[i]];
      access.guards.push_back(guard);
      accesses_.push_back(std::move(access));
      to.push_back(static_cast<uint32_t>(accesses_.size() - 1));
    }
  }

  bool has_seen_calls(const Unseq& kind) const {
    bool found = false;
    for (const Block& strand : kind.strands)
      for_each_stmt(strand, [&](const Stmt& stmt) {
        if (!std::holds_alternative<Call>(stmt.kind) || effects_ == nullptr) return;
        Effects effects = effects_->of_stmt(stmt, proc_.function);
        for (const AbstractObjects* objects : {&effects.reads, &effects.writes})
          for (const AbstractObject& object : *objects)
            found = found || object.kind != AbstractObject::Kind::local ||
                    effects_->points_to(proc_.function).escapes(object);
      });
    return found;
  }

  // With an origin, Sequencing edges around and between the strands say that they are unsequenced.
  void strands(const Unseq& kind, const std::vector<unsigned>& order, Scope& scope, const Origin* seen = nullptr) {
    std::vector<uint32_t> finished;
    std::vector<uint32_t> left_pending;
    for (unsigned number : order) {
      if (seen != nullptr && number != order.front()) emit(Sequencing{Sequencing::Kind::next}, *seen);
      const Block& strand = kind.strands[number];
      Scope inner = nested(scope);
      if (!kind.indeterminate) inner.rivals.insert(inner.rivals.end(), finished.begin(), finished.end());
      if (!inner.has_jumps && has_labels(strand)) start_flags(strand, inner);
      block(strand, inner);
      finished.insert(finished.end(), inner.performed.begin(), inner.performed.end());
      left_pending.insert(left_pending.end(), inner.pending.begin(), inner.pending.end());
    }
    scope.performed.insert(scope.performed.end(), finished.begin(), finished.end());
    scope.pending.insert(scope.pending.end(), left_pending.begin(), left_pending.end());
  }

  Scope nested(const Scope& scope) {
    Scope inner;
    inner.rivals = scope.rivals;
    inner.rivals.insert(inner.rivals.end(), scope.pending.begin(), scope.pending.end());
    inner.guards = scope.guards;
    inner.in_expression = true;
    inner.has_jumps = scope.has_jumps;
    return inner;
  }

  static void leave(const Scope& inner, Scope& scope) {
    scope.pending.insert(scope.pending.end(), inner.pending.begin(), inner.pending.end());
    scope.performed.insert(scope.performed.end(), inner.performed.begin(), inner.performed.end());
  }

  void rename_labels(const Unseq& kind) {
    std::vector<Label> labels;
    for (const Block& strand : kind.strands) collect_labels(strand, labels);
    for (Label label : labels) renamed_[index(label)] = new_label();
  }

  void start_flags(const Block& strand, Scope& scope) {
    scope.has_jumps = true;
    for (unsigned i = count_accesses(strand); i-- > 0;) {
      flags_.push_back(new_register(boolean_type(), "happened"));
      emit(Let{flags_.back(), truth(false)}, {});
    }
  }

  void branch(const ExprPtr& condition, uint32_t then_label, uint32_t else_label, const Origin& origin) {
    if (!here_) return;
    if (then_label == else_label) return emit(Skip{}, origin, then_label);
    emit(program::Assume{condition}, origin, then_label, *here_);
    emit(program::Assume{log_not(condition)}, origin, else_label, *here_);
    here_.reset();
  }

  ExprPtr size(unsigned bytes) const { return constant(bytes, size_); }

  ExprPtr kept(const ExprPtr& expr, const Origin& origin) {
    if (definitions_.stable(*expr)) return expr;
    Reg saved = new_register(expr->type, "kept");
    emit(Let{saved, expr}, origin);
    return reg_expr(saved, expr->type);
  }

  void act(const EdgeLabel& label, const Origin& origin, Scope& scope, std::vector<UnsequencedAccess> actions) {
    if (!here_) return;
    if (origin.as_call) return emit(label, origin);
    for (UnsequencedAccess& access : actions) {
      access.ptr = kept(access.ptr, origin);
      access.bytes = kept(access.bytes, origin);
    }
    emit(label, origin);
    if (scope.has_jumps && !flags_.empty()) {
      Reg flag = flags_.back();
      flags_.pop_back();
      for (UnsequencedAccess& access : actions) access.guards.push_back(reg_expr(flag, boolean_type()));
      emit(Let{flag, truth(true)}, origin);
    }
    for (const UnsequencedAccess& access : actions)
      for (const std::vector<uint32_t>* earlier : {&scope.rivals, &scope.pending})
        for (uint32_t rival : *earlier) check_race(accesses_[rival], access, origin);
    for (UnsequencedAccess& access : actions) {
      auto number = static_cast<uint32_t>(accesses_.size());
      if (access.negative) scope.pending.push_back(number);
      scope.performed.push_back(number);
      accesses_.push_back(std::move(access));
    }
  }

  void check_race(const UnsequencedAccess& earlier, const UnsequencedAccess& later, const Origin& origin) {
    ExprPtr condition = no_conflict(earlier, later, definitions_);
    if (condition == nullptr) return;
    std::string detail = fmt::format("{} of `{}` and {} of `{}`", earlier.write ? "write" : "read", earlier.text,
                                     later.write ? "write" : "read", later.text);
    emit(Check{Undef::unsequenced_race, condition, std::move(detail)}, origin);
  }

  const Function& function_;
  Definitions definitions_;
  const EffectAnalysis* effects_;
  Type size_;
  Procedure proc_;
  std::optional<Loc> here_;  // none: no edge leads here
  std::vector<std::optional<Loc>> labels_;
  std::map<uint32_t, uint32_t> renamed_;
  std::vector<Target> jumps_;
  std::vector<UnsequencedAccess> accesses_;
  std::vector<Reg> flags_;
};

}  // namespace

Procedure lower(const Function& function, FunctionId id, const Program& program) {
  std::optional<EffectAnalysis> effects;
  if (starts_threads(program)) effects.emplace(program);
  return Lowering(function, id, program, effects ? &*effects : nullptr).run();
}

Cfa lower(const Program& program) {
  Cfa cfa;
  cfa.program = &program;
  std::optional<EffectAnalysis> effects;
  if (starts_threads(program)) effects.emplace(program);
  for (uint32_t i = 0; i < program.functions.size(); ++i)
    cfa.procedures.push_back(
        Lowering(program.functions[i], FunctionId{i}, program, effects ? &*effects : nullptr).run());
  run_passes(cfa);
  return cfa;
}

}  // namespace fencepost::program

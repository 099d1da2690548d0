#include "core/strand_actions.h"

#include <algorithm>

#include "core/walk.h"

namespace fencepost::core {

namespace {

// The pointers that a statement accesses memory through.
std::vector<ExprPtr> accessed_through(const Stmt& stmt) {
  if (const auto* load = std::get_if<Load>(&stmt.kind)) return {load->ptr};
  if (const auto* store = std::get_if<Store>(&stmt.kind)) return {store->ptr};
  if (const auto* rmw = std::get_if<Rmw>(&stmt.kind)) return {rmw->ptr};
  if (const auto* copy = std::get_if<Copy>(&stmt.kind)) return {copy->dst, copy->src};
  if (const auto* fill = std::get_if<Fill>(&stmt.kind)) return {fill->ptr};
  if (const auto* kill = std::get_if<Kill>(&stmt.kind)) return {kill->ptr};
  return {};
}

// Elaboration spells out free, exit and their like.
bool like_call(const Stmt& stmt) {
  return stmt.as_call || std::holds_alternative<Call>(stmt.kind) || std::holds_alternative<Kill>(stmt.kind) ||
         std::holds_alternative<Exit>(stmt.kind) || std::holds_alternative<Assume>(stmt.kind);
}

bool is_assignment(const Stmt& stmt) {
  const auto* store = std::get_if<Store>(&stmt.kind);
  return store != nullptr && store->negative;
}

class Collector {
 public:
  Collector(FunctionId in, const EffectAnalysis& analysis) : in_(in), analysis_(analysis) {}

  std::vector<Action> collect(const Block& block) {
    std::vector<Action> actions;
    // Loads of this block that an assignment may still complete: the pointer and the action.
    std::vector<std::pair<ExprPtr, size_t>> open;
    for (const Stmt& stmt : block) {
      if (const auto* branches = std::get_if<If>(&stmt.kind)) {
        append(actions, alternatives(collect(branches->then_block), collect(branches->else_block)));
        open.clear();
        continue;
      }
      if (const auto* unseq = std::get_if<Unseq>(&stmt.kind)) {
        for (const Block& strand : unseq->strands) append(actions, collect(strand));
        open.clear();
        continue;
      }
      Action action{analysis_.of_stmt(stmt, in_), like_call(stmt), false};
      all_.add(action.effects);
      if (action.is_call) open.clear();
      if (std::holds_alternative<Check>(stmt.kind) && guards_an_access(stmt, block)) continue;
      bool silent = action.effects.reads.empty() && action.effects.writes.empty();
      if (silent && !action.is_call && !action.effects.may_not_return) continue;
      if (is_assignment(stmt))
        if (std::optional<size_t> begun = take(open, std::get<Store>(stmt.kind).ptr)) {
          actions[*begun].effects.add(action.effects);
          continue;
        }
      if (const auto* load = std::get_if<Load>(&stmt.kind)) open.emplace_back(load->ptr, actions.size());
      actions.push_back(std::move(action));
    }
    return actions;
  }

  const Effects& all() const { return all_; }

 private:
  static void append(std::vector<Action>& to, std::vector<Action> from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  }

  static std::vector<Action> alternatives(std::vector<Action> a, std::vector<Action> b) {
    if (a.size() < b.size()) std::swap(a, b);
    for (size_t i = 0; i < b.size(); ++i) {
      a[i].effects.add(b[i].effects);
      a[i].is_call = a[i].is_call || b[i].is_call;
    }
    return a;
  }

  static std::optional<size_t> take(std::vector<std::pair<ExprPtr, size_t>>& open, const ExprPtr& pointer) {
    for (const auto& [begun, action] : open)
      if (same_expr(*begun, *pointer)) return action;
    return std::nullopt;
  }

  // A check of a pointer belongs to the access through it: a call between them would be a call before the access.
  static bool guards_an_access(const Stmt& check, const Block& block) {
    bool all_accessed = true;
    for_each_expr(std::get<Check>(check.kind).condition, [&](const ExprPtr& part) {
      if (part->op != ExprOp::ptr_alive) return;
      bool accessed = false;
      for_each_stmt(block, [&](const Stmt& stmt) {
        for (const ExprPtr& pointer : accessed_through(stmt))
          accessed = accessed || same_expr(*pointer, *part->args[0]);
      });
      all_accessed = all_accessed && accessed;
    });
    return all_accessed;
  }

  FunctionId in_;
  const EffectAnalysis& analysis_;
  Effects all_;
};

}  // namespace

StrandActions strand_actions(const Block& strand, FunctionId in, const EffectAnalysis& analysis) {
  Collector collector(in, analysis);
  StrandActions result;
  result.actions = collector.collect(strand);
  result.all = collector.all();
  bool loops = false;
  for_each_stmt(strand, [&](const Stmt& stmt) { loops = loops || std::holds_alternative<DefineLabel>(stmt.kind); });
  for (Action& action : result.actions) action.repeated = loops;
  return result;
}

bool same_expr(const Expr& a, const Expr& b) {
  if (&a == &b) return true;
  if (a.op != b.op || a.type != b.type || a.type2 != b.type2 || a.value != b.value || a.reg != b.reg ||
      a.global != b.global || a.function != b.function || a.text != b.text || a.args.size() != b.args.size())
    return false;
  for (size_t i = 0; i < a.args.size(); ++i)
    if (!same_expr(*a.args[i], *b.args[i])) return false;
  return true;
}

}  // namespace fencepost::core

#include "core/side_effects.h"

#include <algorithm>
#include <set>

#include "core/effects.h"
#include "core/strand_actions.h"
#include "core/walk.h"

namespace fencepost::core {

namespace {

// Does control come in at the top and leave at the end?
bool is_closed(const Block& block) {
  std::set<Label> labels, targets;
  bool leaves = false;
  for_each_stmt(block, [&](const Stmt& stmt) {
    if (const auto* defined = std::get_if<DefineLabel>(&stmt.kind)) labels.insert(defined->label);
    if (const auto* jump = std::get_if<Jump>(&stmt.kind)) targets.insert(jump->target);
    if (const auto* branch = std::get_if<Branch>(&stmt.kind))
      targets.insert({branch->then_target, branch->else_target});
    leaves = leaves || std::holds_alternative<Return>(stmt.kind) || std::holds_alternative<Exit>(stmt.kind) ||
             std::holds_alternative<EndThread>(stmt.kind);
  });
  return !leaves && std::ranges::includes(labels, targets);
}

class Delay {
 public:
  explicit Delay(Program& program) : program_(program), analysis_(program) {}

  void run() {
    for (uint32_t f = 0; f < program_.functions.size(); ++f) {
      in_ = FunctionId{f};
      if (program_.functions[f].library) continue;
      Rewritten body = rewrite(program_.functions[f].body, true);
      if (body.changed) program_.functions[f].body = std::move(body.block);
    }
  }

 private:
  struct Pending {
    Stmt store;
    Reg is_pending;
  };
  struct Rewritten {
    Block block;
    std::vector<Pending> pending = {};  // stores that are pending at its end
    bool changed = false;               // some side effect may come later than its statement
  };

  bool may_be_seen(const Stmt& stmt) const {
    Effects effects = analysis_.of_stmt(stmt, in_);
    auto is_seen = [&](const AbstractObject& object) {
      return object.kind != AbstractObject::Kind::local || analysis_.points_to(in_).escapes(object);
    };
    return std::ranges::any_of(effects.reads, is_seen) || std::ranges::any_of(effects.writes, is_seen);
  }
  bool may_be_seen(const Block& block) const {
    bool seen = false;
    for_each_stmt(block, [&](const Stmt& stmt) { seen = seen || may_be_seen(stmt); });
    return seen;
  }
  static bool has_calls(const Block& block) {
    bool calls = false;
    for_each_stmt(block,
                  [&](const Stmt& stmt) { calls = calls || stmt.as_call || std::holds_alternative<Call>(stmt.kind); });
    return calls;
  }

  bool is_late(const Stmt& stmt) const {
    const auto* store = std::get_if<Store>(&stmt.kind);
    const auto* copy = std::get_if<Copy>(&stmt.kind);
    bool negative = (store != nullptr && store->negative) || (copy != nullptr && copy->negative);
    return negative && !stmt.as_call && may_be_seen(stmt);
  }

  // Rewrites the full expressions of a block one after the other. Stores that are pending at the end are left to the
  // caller, unless this is a function's body.
  Rewritten rewrite(const Block& block, bool is_body) {
    Rewritten result;
    for (auto from = block.begin(); from != block.end();) {
      auto to = std::find_if(from, block.end(), [](const Stmt& s) { return std::holds_alternative<SeqPoint>(s.kind); });
      bool is_sequenced = is_body || to != block.end();
      const Block part(from, to);
      Rewritten now = expression(part, is_sequenced);
      if (now.changed) result.changed = true;
      // If no side effect may come later, the statements stay as they are.
      bool keep = now.changed || !now.pending.empty();
      const Block& chosen = keep ? now.block : part;
      result.block.insert(result.block.end(), chosen.begin(), chosen.end());
      std::ranges::move(now.pending, std::back_inserter(result.pending));
      if (to != block.end()) result.block.push_back(*to++);
      from = to;
    }
    return result;
  }

  // Rewrites statements without a sequence point between them. is_sequenced: a sequence point follows them.
  Rewritten expression(const Block& part, bool is_sequenced) {
    for (size_t i = 0; i < part.size(); ++i) {
      Block before(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(i));
      Block after(part.begin() + static_cast<std::ptrdiff_t>(i) + 1, part.end());
      Rewritten here = statement(part[i], before, after);
      if (here.pending.empty() && !here.changed) continue;
      Rewritten rest = expression(after, is_sequenced);
      bool is_seen = is_closed(after) && may_be_seen(after);
      bool changed = here.changed || rest.changed || (is_seen && !here.pending.empty());
      Rewritten result;
      if (is_sequenced && !changed) return {part};
      result.block = std::move(before);
      for (const Pending& one : here.pending)
        result.block.push_back({Let{one.is_pending, truth(false)}, one.store.pos, ""});
      std::ranges::move(here.block, std::back_inserter(result.block));
      std::ranges::move(
          is_seen || !is_sequenced ? together(here.pending, rest.block, is_seen, is_sequenced) : rest.block,
          std::back_inserter(result.block));
      if (is_sequenced && !is_seen)
        for (const Pending& one : here.pending) result.block.push_back(late(one));
      result.changed = changed;
      if (!is_sequenced) {
        result.pending = std::move(here.pending);
        std::ranges::move(rest.pending, std::back_inserter(result.pending));
      }
      return result;
    }
    return {part};
  }

  // The rest, unsequenced with the side effects that are pending.
  Block together(const std::vector<Pending>& pending, const Block& rest, bool is_seen, bool is_sequenced) {
    if (!is_seen || pending.empty()) return rest;
    Unseq unseq;
    for (const Pending& one : pending) {
      Block strand;
      if (is_sequenced) {
        strand.push_back(late(one));
      } else {
        Reg now = fresh();
        strand.push_back({Choose{now, boolean_type()}, one.store.pos, "a side effect is done now"});
        strand.push_back({If{reg_expr(now, boolean_type()), {late(one)}, {}}, one.store.pos, ""});
      }
      unseq.strands.push_back(std::move(strand));
    }
    unseq.strands.push_back(rest);
    return {Stmt{std::move(unseq), pending[0].store.pos, ""}};
  }

  static Stmt late(const Pending& one) {
    Block then = {one.store, {Let{one.is_pending, truth(false)}, one.store.pos, ""}};
    return {If{reg_expr(one.is_pending, boolean_type()), std::move(then), {}}, one.store.pos, ""};
  }

  Rewritten statement(const Stmt& stmt, const Block& before, const Block& after) {
    if (is_late(stmt)) {
      if (completes_update(stmt, before) && has_calls(after)) return {{stmt}};
      Reg later = fresh();
      Block now = {{Choose{later, boolean_type()}, stmt.pos, "a side effect comes later"}};
      now.push_back({If{reg_expr(later, boolean_type()), {}, {stmt}}, stmt.pos, ""});
      return {std::move(now), {{stmt, later}}};
    }
    Rewritten result;
    Stmt copy = stmt;
    auto nested = [&](Block& block, bool is_complete = false) {
      Rewritten inner = rewrite(block, is_complete);
      if (inner.changed || !inner.pending.empty()) block = std::move(inner.block);
      result.changed = result.changed || inner.changed;
      std::ranges::move(inner.pending, std::back_inserter(result.pending));
    };
    if (auto* branches = std::get_if<If>(&copy.kind)) {
      nested(branches->then_block);
      nested(branches->else_block);
    } else if (auto* unseq = std::get_if<Unseq>(&copy.kind)) {
      for (Block& strand : unseq->strands) nested(strand, unseq->indeterminate);
    }
    bool updates = std::ranges::any_of(result.pending, [&](const Pending& one) { return is_update(one.store, stmt); });
    if (!is_closed({stmt}) || (updates && has_calls({stmt}))) return {{stmt}};
    result.block.push_back(std::move(copy));
    return result;
  }

  static bool completes_update(const Stmt& stmt, const Block& before) {
    const auto* store = std::get_if<Store>(&stmt.kind);
    bool found = false;
    for_each_stmt(before, [&](const Stmt& other) {
      const auto* load = std::get_if<Load>(&other.kind);
      found = found || (store != nullptr && load != nullptr && same_expr(*load->ptr, *store->ptr));
    });
    return found;
  }
  static bool is_update(const Stmt& store, const Stmt& inside) { return completes_update(store, {inside}); }

  Reg fresh() {
    Function& function = program_.functions[index(in_)];
    function.regs.push_back({boolean_type(), ""});
    return Reg{static_cast<uint32_t>(function.regs.size() - 1)};
  }

  Program& program_;
  EffectAnalysis analysis_;
  FunctionId in_{};
};

}  // namespace

void delay_side_effects(Program& program) { Delay(program).run(); }

}  // namespace fencepost::core

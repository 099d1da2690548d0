#include "frontend/clang/separate_exclusives.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "core/walk.h"

namespace fencepost::frontend {

namespace {

using core::Block;
using core::ExprPtr;
using core::FunctionId;
using core::Stmt;

std::optional<FunctionId> callee_of(const core::Call& call) {
  if (call.callee->op != core::ExprOp::function) return std::nullopt;
  return call.callee->function;
}

// What the thread does behind each statement, calls and returns included. Who called a function is not kept.
class Ways {
 public:
  using Node = uint32_t;

  explicit Ways(const core::Program& program) : program_(program) {
    for (const core::Function& function : program.functions) {
      core::for_each_stmt(function.body, [&](const Stmt& stmt) { node_.emplace(&stmt, new_node(&stmt)); });
      end_.push_back(new_node(nullptr));
    }
    for (size_t i = 0; i < program.functions.size(); ++i) link(program.functions[i], end_[i]);
  }

  size_t size() const { return stmts_.size(); }
  Node of(const Stmt& stmt) const { return node_.at(&stmt); }
  const Stmt* stmt(Node node) const { return stmts_[node]; }  // null: the end of a function
  const std::vector<Node>& next(Node node) const { return next_[node]; }
  // Behind a call, when it has returned.
  Node behind(Node call) const { return behind_.at(call); }

 private:
  Node new_node(const Stmt* stmt) {
    stmts_.push_back(stmt);
    next_.emplace_back();
    return static_cast<Node>(stmts_.size() - 1);
  }

  void link(const core::Function& function, Node end) {
    labels_.clear();
    core::for_each_stmt(function.body, [&](const Stmt& stmt) {
      if (const auto* label = std::get_if<core::DefineLabel>(&stmt.kind)) labels_[label->label] = of(stmt);
    });
    end_of_function_ = end;
    link(function.body, {end});
  }

  std::vector<Node> entry(const Block& block, const std::vector<Node>& after) const {
    return block.empty() ? after : std::vector<Node>{of(block.front())};
  }

  void link(const Block& block, const std::vector<Node>& after) {
    for (size_t i = 0; i < block.size(); ++i)
      link(block[i], i + 1 < block.size() ? std::vector<Node>{of(block[i + 1])} : after);
  }

  void link(const Stmt& stmt, const std::vector<Node>& after) {
    const Node node = of(stmt);
    std::vector<Node>& next = next_[node];
    auto add = [&](const std::vector<Node>& nodes) { next.insert(next.end(), nodes.begin(), nodes.end()); };
    if (const auto* jump = std::get_if<core::Jump>(&stmt.kind)) {
      add({labels_.at(jump->target)});
    } else if (const auto* branch = std::get_if<core::Branch>(&stmt.kind)) {
      add({labels_.at(branch->then_target), labels_.at(branch->else_target)});
    } else if (std::holds_alternative<core::Return>(stmt.kind)) {
      add({end_of_function_});
    } else if (const auto* either = std::get_if<core::If>(&stmt.kind)) {
      for (const Block* block : {&either->then_block, &either->else_block}) {
        add(entry(*block, after));
        link(*block, after);
      }
    } else if (const auto* unseq = std::get_if<core::Unseq>(&stmt.kind)) {
      // In any order.
      std::vector<Node> any = after;
      for (const Block& strand : unseq->strands)
        if (!strand.empty()) any.push_back(of(strand.front()));
      add(any);
      for (const Block& strand : unseq->strands) link(strand, any);
    } else if (const auto* call = std::get_if<core::Call>(&stmt.kind)) {
      link_call(*call, node, after);
    } else if (!std::holds_alternative<core::Exit>(stmt.kind) && !std::holds_alternative<core::EndThread>(stmt.kind)) {
      add(after);
    }
  }

  void link_call(const core::Call& call, Node node, const std::vector<Node>& after) {
    const Node behind = new_node(nullptr);
    behind_.emplace(node, behind);
    next_[behind] = after;
    for (size_t i = 0; i < program_.functions.size(); ++i) {
      const auto callee = callee_of(call);
      if (callee && core::index(*callee) != i) continue;
      next_[node].push_back(entry(program_.functions[i].body, {end_[i]}).front());
      next_[end_[i]].push_back(behind);
    }
  }

  const core::Program& program_;
  std::vector<const Stmt*> stmts_;
  std::vector<std::vector<Node>> next_;
  std::map<const Stmt*, Node> node_;
  std::map<Node, Node> behind_;
  std::vector<Node> end_;  // of each function
  std::map<core::Label, Node> labels_;
  Node end_of_function_ = 0;
};

// Registers that hold the address of an object which nobody else can name.
std::set<core::Reg> own_objects(const core::Function& function) {
  std::set<core::Reg> own, others;
  auto is_told = [&](const ExprPtr& expr) {
    core::for_each_expr(expr, [&](const ExprPtr& part) {
      if (part->op == core::ExprOp::reg) others.insert(part->reg);
    });
  };
  core::for_each_stmt(function.body, [&](const Stmt& stmt) {
    if (const auto* alloc = std::get_if<core::Alloc>(&stmt.kind)) {
      if (alloc->storage != core::Storage::heap) own.insert(alloc->reg);
    } else if (std::optional<core::Reg> reg = core::assigned(stmt)) {
      others.insert(*reg);
    }
    if (const auto* store = std::get_if<core::Store>(&stmt.kind)) {
      is_told(store->value);
      if (store->ptr->op != core::ExprOp::reg) is_told(store->ptr);
    } else if (const auto* load = std::get_if<core::Load>(&stmt.kind)) {
      if (load->ptr->op != core::ExprOp::reg) is_told(load->ptr);
    } else if (!std::holds_alternative<core::Kill>(stmt.kind) && !std::holds_alternative<core::Check>(stmt.kind)) {
      for (const ExprPtr& expr : core::expressions(stmt)) is_told(expr);
    }
  });
  for (core::Reg reg : others) own.erase(reg);
  return own;
}

class SeparateExclusives {
 public:
  explicit SeparateExclusives(core::Program& program) : program_(program) {
    for (size_t i = 0; i < program.functions.size(); ++i) {
      const core::Function& function = program.functions[i];
      if (!function.library) continue;
      const auto id = static_cast<FunctionId>(i);
      if (function.name == "__fencepost_exclusive_number" || function.name == "__fencepost_exclusive_pointer")
        loads_.insert(id);
      if (function.name == kTakesExclusive) store_ = id;
    }
  }

  void run() {
    if (loads_.empty() && !store_) return;
    if (!store_) {
      for (core::Function& function : program_.functions) drop_loads(function.body);
      return;
    }
    const Ways ways(program_);
    const std::set<const Stmt*> bad = reached_from_others(ways), dead = first_dead(ways);
    for (core::Function& function : program_.functions) rewrite(function.body, bad, dead);
  }

 private:
  bool is_load(const Stmt& stmt) const {
    const auto* call = std::get_if<core::Call>(&stmt.kind);
    const auto callee = call != nullptr ? callee_of(*call) : std::nullopt;
    return callee && loads_.contains(*callee);
  }
  bool is_store(const Stmt& stmt) const {
    const auto* call = std::get_if<core::Call>(&stmt.kind);
    return call != nullptr && callee_of(*call) == store_;
  }

  void drop_loads(Block& block) {
    std::erase_if(block, [&](const Stmt& stmt) { return is_load(stmt); });
    for (Stmt& stmt : block) for_each_block(stmt, [&](Block& inner) { drop_loads(inner); });
  }

  template <typename Visit>
  static void for_each_block(Stmt& stmt, const Visit& visit) {
    if (auto* either = std::get_if<core::If>(&stmt.kind)) {
      visit(either->then_block);
      visit(either->else_block);
    } else if (auto* unseq = std::get_if<core::Unseq>(&stmt.kind)) {
      for (Block& strand : unseq->strands) visit(strand);
    }
  }

  // May others see it, or see others by it?
  bool is_own(const ExprPtr& place, const std::set<core::Reg>& own) const {
    if (place->op == core::ExprOp::reg) return own.contains(place->reg);
    return place->op == core::ExprOp::global && is_kept(program_.globals[core::index(place->global)]);
  }
  static bool is_kept(const core::Global& global) {
    return global.storage == core::Storage::thread && global.name.starts_with("__fencepost_exclusive_");
  }
  bool is_computation(const Stmt& stmt, const std::set<core::Reg>& own) const {
    if (const auto* load = std::get_if<core::Load>(&stmt.kind)) return is_own(load->ptr, own);
    if (const auto* store = std::get_if<core::Store>(&stmt.kind)) return is_own(store->ptr, own);
    if (const auto* call = std::get_if<core::Call>(&stmt.kind)) return callee_of(*call).has_value();
    return is_any<core::Let, core::Alloc, core::Kill, core::Check, core::Assume, core::Choose, core::Return, core::Jump,
                  core::Branch, core::DefineLabel, core::If, core::Unseq, core::SeqPoint, core::Self>(stmt);
  }
  template <typename... Kinds>
  static bool is_any(const Stmt& stmt) {
    return (std::holds_alternative<Kinds>(stmt.kind) || ...);
  }

  std::set<const Stmt*> reached_from_others(const Ways& ways) const {
    std::vector<uint8_t> others(ways.size(), 0);  // is it reached behind something else than computations?
    for (const core::Function& function : program_.functions) {
      const std::set<core::Reg> own = own_objects(function);
      core::for_each_stmt(function.body,
                          [&](const Stmt& stmt) { others[ways.of(stmt)] = is_computation(stmt, own) ? 0 : 1; });
    }
    constexpr uint8_t kClean = 1, kBehindOthers = 2;
    std::vector<uint8_t> reached(ways.size(), 0);
    std::vector<std::pair<Ways::Node, uint8_t>> open;
    for (const core::Function& function : program_.functions)
      core::for_each_stmt(function.body, [&](const Stmt& stmt) {
        if (is_load(stmt)) open.emplace_back(ways.behind(ways.of(stmt)), kClean);
      });
    std::set<const Stmt*> bad;
    while (!open.empty()) {
      auto [node, how] = open.back();
      open.pop_back();
      if ((reached[node] & how) != 0) continue;
      reached[node] |= how;
      const Stmt* stmt = ways.stmt(node);
      if (stmt != nullptr && is_store(*stmt) && how == kBehindOthers) bad.insert(stmt);
      if (stmt != nullptr && (is_load(*stmt) || is_store(*stmt))) continue;
      if (others[node] != 0) how = kBehindOthers;
      for (Ways::Node next : ways.next(node)) open.emplace_back(next, how);
    }
    return bad;
  }

  // The statements from which on no store takes what was kept, behind those from which one still may.
  std::set<const Stmt*> first_dead(const Ways& ways) const {
    std::vector<std::vector<Ways::Node>> before(ways.size());
    std::vector<Ways::Node> open;
    for (Ways::Node node = 0; node < ways.size(); ++node) {
      for (Ways::Node next : ways.next(node)) before[next].push_back(node);
      if (ways.stmt(node) != nullptr && is_store(*ways.stmt(node))) open.push_back(node);
    }
    std::vector<bool> is_live(ways.size(), false);
    while (!open.empty()) {
      const Ways::Node node = open.back();
      open.pop_back();
      if (is_live[node]) continue;
      is_live[node] = true;
      for (Ways::Node earlier : before[node])
        if (ways.stmt(earlier) == nullptr || !is_load(*ways.stmt(earlier))) open.push_back(earlier);
    }
    std::set<const Stmt*> found;
    for (Ways::Node node = 0; node < ways.size(); ++node) {
      const Stmt* stmt = ways.stmt(node);
      if (stmt == nullptr || is_live[node] || is_load(*stmt)) continue;
      const auto may_hold = [&](Ways::Node earlier) {
        return is_live[earlier] && (ways.stmt(earlier) == nullptr || !is_store(*ways.stmt(earlier)));
      };
      if (std::ranges::any_of(before[node], may_hold)) found.insert(stmt);
    }
    return found;
  }

  // All that is kept becomes zero.
  void drop(Block& to, const Stmt& at) const {
    const core::Type pointer = core::pointer_type(program_.pointer_bytes);
    for (size_t i = 0; i < program_.globals.size(); ++i) {
      const core::Global& global = program_.globals[i];
      if (!is_kept(global)) continue;
      const bool is_pointer = global.name.ends_with("_at") || global.name.ends_with("_pointer");
      core::Store zero;
      zero.ptr = core::global_expr(static_cast<core::GlobalId>(i), pointer);
      zero.type = is_pointer ? pointer : core::int_type(static_cast<unsigned>(8 * global.bytes), false);
      zero.value = core::constant(0, zero.type);
      to.push_back({std::move(zero), at.pos, {}});
    }
  }

  void rewrite(Block& block, const std::set<const Stmt*>& bad, const std::set<const Stmt*>& dead) {
    Block result;
    for (Stmt& stmt : block) {
      const bool is_bad = bad.contains(&stmt), is_dead = dead.contains(&stmt);
      const bool is_label = std::holds_alternative<core::DefineLabel>(stmt.kind);
      const Stmt at{core::SeqPoint{}, stmt.pos, {}};
      for_each_block(stmt, [&](Block& inner) { rewrite(inner, bad, dead); });
      if (is_bad)
        result.push_back(
            {core::Unsupported{"a store-exclusive in a statement of its own, with accesses of memory between its "
                               "load-exclusive and it"},
             stmt.pos,
             {}});
      if (is_dead && !is_label) drop(result, at);
      result.push_back(std::move(stmt));
      if (is_dead && is_label) drop(result, at);
    }
    block = std::move(result);
  }

  core::Program& program_;
  std::set<FunctionId> loads_;
  std::optional<FunctionId> store_;
};

}  // namespace

void join_separate_exclusives(core::Program& program) { SeparateExclusives(program).run(); }

}  // namespace fencepost::frontend

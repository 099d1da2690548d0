#include "core/evaluation_order.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/choice_source.h"
#include "core/side_effects.h"
#include "core/strand_actions.h"
#include "core/walk.h"

namespace fencepost::core {

namespace {

constexpr size_t kMostStrands = 4;
constexpr unsigned kMostOrders = 24;

// The number of copies of a block that lowering makes for the orders inside it.
unsigned orders_inside(const Block& block) {
  unsigned most = 1;
  for (const Stmt& stmt : block) {
    if (const auto* branches = std::get_if<If>(&stmt.kind)) {
      most = std::max({most, orders_inside(branches->then_block), orders_inside(branches->else_block)});
    } else if (const auto* unseq = std::get_if<Unseq>(&stmt.kind)) {
      unsigned own =
          unseq->permute ? static_cast<unsigned>(permutations(static_cast<unsigned>(unseq->strands.size()))) : 1;
      for (const Block& strand : unseq->strands) most = std::max(most, own * orders_inside(strand));
    }
  }
  return most;
}

// Interference between the strands of one Unseq.
class Interference {
 public:
  Interference(const std::vector<Block>& strands, FunctionId in, const EffectAnalysis& analysis,
               bool indeterminate = false)
      : indeterminate_(indeterminate) {
    for (const Block& strand : strands) strands_.push_back(strand_actions(strand, in, analysis));
    size_t n = strands_.size();
    pairs_.assign(n, std::vector<unsigned>(n));
    disturbed_.assign(n, std::vector<std::set<size_t>>(n));
    for (size_t s = 0; s < n; ++s)
      for (size_t t = 0; t < s; ++t) pairs_[s][t] = pairs_[t][s] = count_pairs(s, t, in, analysis);
  }

  // A strand that always returns and one that may not, without conflict, need no second order: the latter runs last.
  bool interfere(size_t s, size_t t) const {
    bool both_may_leave = may_not_return(s) && may_not_return(t) && (may_fail(s) || may_fail(t));
    return pairs_[s][t] > 0 || both_may_leave;
  }

  // The sets of strands that interfere, directly or through others; strands that interfere with none are left out.
  std::vector<std::vector<size_t>> groups() const {
    std::vector<std::vector<size_t>> result;
    std::vector<bool> seen(strands_.size());
    for (size_t first = 0; first < strands_.size(); ++first) {
      if (seen[first]) continue;
      std::vector<size_t> group = {first};
      seen[first] = true;
      for (size_t i = 0; i < group.size(); ++i)
        for (size_t other = 0; other < strands_.size(); ++other)
          if (!seen[other] && interfere(group[i], other)) {
            seen[other] = true;
            group.push_back(other);
          }
      std::sort(group.begin(), group.end());
      if (group.size() > 1) result.push_back(std::move(group));
    }
    return result;
  }

  bool may_not_return(size_t s) const { return strands_[s].all.may_not_return; }
  bool may_fail(size_t s) const { return strands_[s].all.may_fail; }

  // Do permutations of whole strands give every order that can matter? (evaluation_order.h)
  bool whole_strands_suffice(const std::vector<size_t>& group) const {
    if (indeterminate_) return true;
    size_t edges = 0;
    bool several_actions = false;
    for (size_t s : group) {
      std::set<size_t> actions;
      for (size_t t : group) actions.insert(disturbed_[s][t].begin(), disturbed_[s][t].end());
      several_actions = several_actions || actions.size() > 1;
      for (size_t t : group) {
        if (t >= s || pairs_[s][t] == 0) continue;
        ++edges;
        if (pairs_[s][t] > 1 || leaves_later(s, t) || leaves_later(t, s)) return false;
      }
    }
    bool may_have_cycle = edges >= group.size();
    return !(may_have_cycle && several_actions);
  }

 private:
  // Can s end the program by an action other than the one that t conflicts with, before t could fail?
  bool leaves_later(size_t s, size_t t) const {
    if (!may_fail(t)) return false;
    const std::vector<Action>& actions = strands_[s].actions;
    for (size_t i = 0; i < actions.size(); ++i)
      if (actions[i].effects.may_not_return && disturbed_[s][t].count(i) == 0) return true;
    return false;
  }

  unsigned count_pairs(size_t s, size_t t, FunctionId in, const EffectAnalysis& analysis) {
    unsigned count = 0;
    for (size_t i = 0; i < strands_[s].actions.size(); ++i)
      for (size_t k = 0; k < strands_[t].actions.size(); ++k) {
        const Action& a = strands_[s].actions[i];
        const Action& b = strands_[t].actions[k];
        if ((!indeterminate_ && !a.is_call && !b.is_call) || !analysis.conflict(a.effects, b.effects, in)) continue;
        count += a.repeated || b.repeated ? 2 : 1;
        disturbed_[s][t].insert(i);
        disturbed_[t][s].insert(k);
      }
    return count;
  }

  bool indeterminate_;
  std::vector<StrandActions> strands_;
  std::vector<std::vector<unsigned>> pairs_;
  std::vector<std::vector<std::set<size_t>>> disturbed_;  // [s][t]: numbers of s's actions that conflict with t
};

class OrderDecider {
 public:
  OrderDecider(Program& program, bool as_threads_see)
      : program_(program), analysis_(program), has_threads_(as_threads_see && starts_threads(program)) {}

  void run() {
    for (uint32_t f = 0; f < program_.functions.size(); ++f) {
      in_ = FunctionId{f};
      program_.functions[f].body = decide(std::move(program_.functions[f].body));
    }
  }

 private:
  Block decide(Block block) {
    Block out;
    for (Stmt& stmt : block) {
      if (auto* branches = std::get_if<If>(&stmt.kind)) {
        branches->then_block = decide(std::move(branches->then_block));
        branches->else_block = decide(std::move(branches->else_block));
      } else if (std::holds_alternative<Unseq>(stmt.kind)) {
        Block before, after;
        const std::vector<Block>& strands = std::get<Unseq>(stmt.kind).strands;
        bool reads = std::all_of(strands.begin(), strands.end(), only_reads);
        if (!reads && !std::get<Unseq>(stmt.kind).indeterminate) merge_nested(stmt, before, after);
        auto& unseq = std::get<Unseq>(stmt.kind);
        for (Block& strand : unseq.strands) strand = decide(std::move(strand));
        if (!reads) choose_permutations(unseq, stmt);
        if (!reads && has_threads_ && !unseq.permute) permute_calls(unseq);
        unseq.interleave = has_threads_ && !unseq.permute && is_seen_in_parts(unseq);
        if (unseq.indeterminate && unseq.interleave && is_seen_twice(unseq)) {
          unseq.interleave = false;
          gap(stmt, "threads may see in which order the expressions of this initialiser are evaluated");
        }
        move_to(out, before);
        bool in_order = !unseq.interleave && (reads || (unseq.indeterminate && !unseq.permute));
        if (in_order)
          for (Block& strand : unseq.strands) move_to(out, strand);
        else
          out.push_back(std::move(stmt));
        move_to(out, after);
        continue;
      }
      out.push_back(std::move(stmt));
    }
    return out;
  }

  static void move_to(Block& out, Block& from) {
    for (Stmt& stmt : from) out.push_back(std::move(stmt));
    from.clear();
  }

  static bool is_pure(const Stmt& stmt, bool checks_too) {
    if (!std::holds_alternative<Let>(stmt.kind) && !(checks_too && std::holds_alternative<Check>(stmt.kind)))
      return false;
    bool asks_lifetimes = false;
    for (const ExprPtr& root : expressions(stmt))
      for_each_expr(root, [&](const ExprPtr& e) { asks_lifetimes = asks_lifetimes || e->op == ExprOp::ptr_alive; });
    return !asks_lifetimes;
  }

  // The index of the nested Unseq, if the strand consists of it and of pure statements only.
  static std::optional<size_t> sole_unseq(const Block& strand, bool checks_after) {
    std::optional<size_t> at;
    for (size_t i = 0; i < strand.size(); ++i) {
      const auto* unseq = std::get_if<Unseq>(&strand[i].kind);
      if (unseq != nullptr && !unseq->indeterminate && !at)
        at = i;
      else if (!is_pure(strand[i], !at || checks_after))
        return std::nullopt;
    }
    return at;
  }

  // Strands of nested Unseqs become strands of this one; the statements around a nested Unseq move out of their
  // strand.
  void merge_nested(Stmt& stmt, Block& before, Block& after) {
    bool merged = true;
    while (merged) {
      merged = false;
      auto& unseq = std::get<Unseq>(stmt.kind);
      Interference interference(unseq.strands, in_, analysis_);
      if (interference.groups().empty()) return;
      for (size_t s = 0; s < unseq.strands.size() && !merged; ++s) {
        bool others_return = true;
        for (size_t t = 0; t < unseq.strands.size(); ++t)
          others_return = others_return && (t == s || !interference.may_not_return(t));
        std::optional<size_t> at = sole_unseq(unseq.strands[s], others_return);
        if (!at) continue;
        merged = merge_strand(unseq, s, *at, before, after);
      }
    }
  }

  bool merge_strand(Unseq& unseq, size_t s, size_t at, Block& before, Block& after) {
    auto& inner = std::get<Unseq>(unseq.strands[s][at].kind);
    std::vector<Block> strands;
    for (size_t t = 0; t < unseq.strands.size(); ++t) {
      if (t == s)
        strands.insert(strands.end(), inner.strands.begin(), inner.strands.end());
      else
        strands.push_back(unseq.strands[t]);
    }
    for (const auto& group : Interference(strands, in_, analysis_).groups())
      if (group.size() > kMostStrands) return false;
    Block around = std::move(unseq.strands[s]);
    Block trailing(std::make_move_iterator(around.begin() + static_cast<std::ptrdiff_t>(at) + 1),
                   std::make_move_iterator(around.end()));
    around.resize(at);
    move_to(before, around);
    // A later merge is of a more deeply nested Unseq, and the statements around that compute operands of the outer
    // ones.
    move_to(trailing, after);
    after = std::move(trailing);
    unseq.strands = std::move(strands);
    return true;
  }

  // May other threads observe accesses of two strands?
  bool is_seen_in_parts(const Unseq& unseq) const {
    return std::count_if(unseq.strands.begin(), unseq.strands.end(),
                         [&](const Block& strand) { return may_be_seen(strand); }) > 1;
  }

  // Does some strand have several accesses that other threads may observe? Then they may observe that strands
  // interleave.
  bool is_seen_twice(const Unseq& unseq) const {
    return std::any_of(unseq.strands.begin(), unseq.strands.end(), [&](const Block& strand) {
      unsigned seen = 0;
      for (const Action& action : strand_actions(strand, in_, analysis_).actions)
        if (may_be_seen(action.effects)) seen += action.repeated ? 2 : 1;
      return seen > 1;
    });
  }

  bool may_be_seen(const Effects& effects) const {
    auto is_seen = [&](const AbstractObject& object) {
      return object.kind != AbstractObject::Kind::local || analysis_.points_to(in_).escapes(object);
    };
    return std::any_of(effects.reads.begin(), effects.reads.end(), is_seen) ||
           std::any_of(effects.writes.begin(), effects.writes.end(), is_seen);
  }
  bool may_be_seen(const Block& strand) const {
    bool seen = false;
    for_each_stmt(strand, [&](const Stmt& stmt) { seen = seen || may_be_seen(analysis_.of_stmt(stmt, in_)); });
    return seen;
  }

  // Permutes strands with calls, which are not interrupted. If each strand has one access that other threads may
  // observe, the permutations are all orders.
  void permute_calls(Unseq& unseq) const {
    if (unseq.strands.size() < 2 || unseq.strands.size() > kMostStrands) return;
    bool has_calls = false;
    unsigned inside = 1;
    for (const Block& strand : unseq.strands) {
      for_each_stmt(strand, [&](const Stmt& stmt) {
        has_calls = has_calls || (std::holds_alternative<Call>(stmt.kind) && may_be_seen(analysis_.of_stmt(stmt, in_)));
      });
      unsigned seen = 0;
      for (const Action& action : strand_actions(strand, in_, analysis_).actions)
        if (may_be_seen(action.effects)) seen += action.repeated ? 2 : 1;
      if (seen != 1) return;
      inside = std::max(inside, orders_inside(strand));
    }
    auto orders = static_cast<unsigned>(permutations(static_cast<unsigned>(unseq.strands.size())));
    unseq.permute = has_calls && inside * orders <= kMostOrders;
  }

  void choose_permutations(Unseq& unseq, const Stmt& stmt) {
    Interference interference(unseq.strands, in_, analysis_, unseq.indeterminate);
    std::vector<std::vector<size_t>> groups = interference.groups();
    std::vector<std::vector<size_t>> permuted;
    for (std::vector<size_t>& group : groups) {
      if (group.size() > kMostStrands) {
        gap(stmt, "more than four operands of this expression call functions that affect each other");
        continue;
      }
      unsigned inside = 1;
      for (size_t s : group) inside = std::max(inside, orders_inside(unseq.strands[s]));
      if (inside * static_cast<unsigned>(permutations(static_cast<unsigned>(group.size()))) > kMostOrders) {
        gap(stmt, "the calls of this expression can be ordered in too many ways");
        continue;
      }
      if (!interference.whole_strands_suffice(group))
        gap(stmt, "a call of this expression may come between two actions of another operand");
      permuted.push_back(std::move(group));
    }
    if (permuted.size() == 1 && permuted[0].size() == unseq.strands.size())
      unseq.permute = true;
    else
      arrange(unseq, permuted, interference, stmt);
  }

  // Each group becomes an Unseq of its own at the position of its first strand; strands that may not return move to
  // the end.
  static void arrange(Unseq& unseq, const std::vector<std::vector<size_t>>& groups, const Interference& interference,
                      const Stmt& stmt) {
    std::vector<Block> returning, leaving;
    for (size_t s = 0; s < unseq.strands.size(); ++s) {
      const std::vector<size_t>* group = nullptr;
      for (const auto& candidate : groups)
        if (std::find(candidate.begin(), candidate.end(), s) != candidate.end()) group = &candidate;
      if (group != nullptr && group->front() != s) continue;
      bool leaves = interference.may_not_return(s);
      Block unit;
      if (group == nullptr) {
        unit = std::move(unseq.strands[s]);
      } else {
        Unseq inner;
        inner.permute = true;
        inner.indeterminate = unseq.indeterminate;
        for (size_t member : *group) {
          leaves = leaves || interference.may_not_return(member);
          inner.strands.push_back(std::move(unseq.strands[member]));
        }
        unit.push_back(Stmt{std::move(inner), stmt.pos, stmt.text, stmt.as_call});
      }
      (leaves ? leaving : returning).push_back(std::move(unit));
    }
    unseq.strands = std::move(returning);
    for (Block& unit : leaving) unseq.strands.push_back(std::move(unit));
  }

  void gap(const Stmt& stmt, const std::string& reason) {
    if (!analysis_.reachable()[index(in_)]) return;
    std::pair<SourcePos, std::string> entry(
        stmt.pos, reason + ", and not every order was covered; --eval-order left-to-right checks one order");
    if (std::find(program_.gaps.begin(), program_.gaps.end(), entry) == program_.gaps.end())
      program_.gaps.push_back(std::move(entry));
  }

  Program& program_;
  EffectAnalysis analysis_;
  bool has_threads_;
  FunctionId in_{};
};

}  // namespace

bool only_reads(const Block& block) {
  bool reads = true;
  for_each_stmt(block, [&](const Stmt& stmt) {
    reads = reads && !(std::holds_alternative<Store>(stmt.kind) || std::holds_alternative<Rmw>(stmt.kind) ||
                       std::holds_alternative<Copy>(stmt.kind) || std::holds_alternative<Fill>(stmt.kind) ||
                       std::holds_alternative<Call>(stmt.kind) || std::holds_alternative<Exit>(stmt.kind) ||
                       std::holds_alternative<Fence>(stmt.kind) || std::holds_alternative<Spawn>(stmt.kind) ||
                       std::holds_alternative<Join>(stmt.kind) || std::holds_alternative<EndThread>(stmt.kind));
  });
  return reads;
}

void decide_evaluation_orders(Program& program, bool as_threads_see) {
  if (as_threads_see && starts_threads(program)) delay_side_effects(program);
  OrderDecider(program, as_threads_see).run();
}

}  // namespace fencepost::core

#include "check/join_points.h"

#include <algorithm>

#include "core/walk.h"
#include "program/passes.h"
#include "program/post_dominators.h"

namespace fencepost::check {

using core::Block;
using core::Stmt;
using program::Loc;

namespace {

// A function's statements as locations, and an edge for each way on.
class Flow {
 public:
  explicit Flow(const core::Function& function) : labels_(function.labels) {
    core::for_each_stmt(function.body, [&](const Stmt& stmt) {
      Loc here{static_cast<uint32_t>(statements_.size())};
      statements_.push_back(&stmt);
      numbers_.emplace(&stmt, here);
      if (const auto* defined = std::get_if<core::DefineLabel>(&stmt.kind)) labels_[index(defined->label)] = here;
    });
    graph_.exit = Loc{static_cast<uint32_t>(statements_.size())};
    graph_.locations = index(graph_.exit) + 1;
    graph_.entry = first(function.body, graph_.exit);
    connect(function.body, graph_.exit);
    std::ranges::stable_sort(graph_.edges, {}, &program::Edge::from);
    program::index_edges(graph_);
  }

  const std::vector<const Stmt*>& statements() const { return statements_; }  // by location
  const program::Procedure& graph() const { return graph_; }
  // The statement that is executed there, since jumps go past marks; null: none, but the function ends.
  const Stmt* executed(Loc loc) const {
    while (loc != graph_.exit && std::holds_alternative<core::DefineLabel>(statements_[index(loc)]->kind))
      loc = graph_.edges[graph_.first_out[index(loc)]].to;
    return loc == graph_.exit ? nullptr : statements_[index(loc)];
  }

 private:
  Loc first(const Block& block, Loc otherwise) const { return block.empty() ? otherwise : numbers_.at(&block.front()); }
  void edge(const Stmt& from, Loc to) { graph_.edges.push_back({numbers_.at(&from), to, program::Skip{}, {}, {}}); }

  // `follow`: where control goes afterwards.
  void connect(const Block& block, Loc follow) {
    for (size_t i = 0; i < block.size(); ++i)
      connect(block[i], i + 1 < block.size() ? numbers_.at(&block[i + 1]) : follow);
  }
  void connect(const Stmt& stmt, Loc follow) {
    if (const auto* branches = std::get_if<core::If>(&stmt.kind)) {
      for (const Block* block : {&branches->then_block, &branches->else_block}) {
        edge(stmt, first(*block, follow));
        connect(*block, follow);
      }
    } else if (const auto* unseq = std::get_if<core::Unseq>(&stmt.kind)) {
      for (size_t i = unseq->strands.size(); i-- > 0;) {
        connect(unseq->strands[i], follow);
        follow = first(unseq->strands[i], follow);
      }
      edge(stmt, follow);
    } else if (const auto* jump = std::get_if<core::Jump>(&stmt.kind)) {
      edge(stmt, labels_[index(jump->target)]);
    } else if (const auto* branch = std::get_if<core::Branch>(&stmt.kind)) {
      edge(stmt, labels_[index(branch->then_target)]);
      edge(stmt, labels_[index(branch->else_target)]);
    } else {
      bool leaves = std::holds_alternative<core::Return>(stmt.kind) || std::holds_alternative<core::Exit>(stmt.kind) ||
                    std::holds_alternative<core::EndThread>(stmt.kind);
      edge(stmt, leaves ? graph_.exit : follow);
    }
  }

  std::vector<const Stmt*> statements_;
  std::unordered_map<const Stmt*, Loc> numbers_;
  std::vector<Loc> labels_;  // by core::Label
  program::Procedure graph_;
};

}  // namespace

JoinPoints::JoinPoints(const core::Function& function) {
  Flow flow(function);
  program::PostDominators meeting(flow.graph());
  for (uint32_t i = 0; i < flow.statements().size(); ++i)
    meets_[flow.statements()[i]] = flow.executed(meeting.of(Loc{i}));
}

}  // namespace fencepost::check

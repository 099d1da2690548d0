#include "memory/growing_evaluation.h"

#include "base/check.h"

namespace fencepost::memory {

GrowingEvaluation::GrowingEvaluation(Consistency& judge, const cat::Program& program, ExecutionGraph graph)
    : judge_(judge), graph_(std::move(graph)), evaluator_(program), rf_(graph_.size()), co_(graph_.size()) {
  graph_.relation("rf") = graph_.relation("co") = Relation(graph_.size());
  bool is_ordered = true;
  const EventSet& writes = graph_.set("W");
  writes.for_each([&](size_t a) {
    if (graph_.events()[a].thread != kInitThread) return;
    writes.for_each([&](size_t b) {
      const Event &first = graph_.events()[a], &second = graph_.events()[b];
      if (second.thread != kInitThread && first.location == second.location && first.location != kNoLocation)
        is_ordered = is_ordered && order(static_cast<EventId>(a), static_cast<EventId>(b));
    });
  });
  added_.clear();
  const bool possible = evaluator_.bind(graph_) && is_ordered && evaluator_.may_grow(rf_, co_);
  if (!possible) refused_at_ = 0;
}

bool GrowingEvaluation::refuse() {
  added_.push_back({Added::Kind::nothing});
  refused_at_ = added_.size();
  return false;
}

bool GrowingEvaluation::judged() { return evaluator_.may_grow(rf_, co_) || refuse(); }

bool GrowingEvaluation::order(EventId first, EventId second) {
  if (first == second || co_.test(second, first)) return false;
  for (const auto& [x, y] : closing_pairs(co_, first, second)) {
    co_.set(x, y);
    added_.push_back({Added::Kind::co, x, y});
  }
  return true;
}

bool GrowingEvaluation::add_rf(EventId write, EventId read) {
  FP_CHECK(possible() && !rf_.test(write, read));
  rf_.set(write, read);
  added_.push_back({Added::Kind::rf, write, read});
  return judged();
}

bool GrowingEvaluation::add_co(EventId first, EventId second) {
  FP_CHECK(possible());
  return order(first, second) ? judged() : refuse();
}

void GrowingEvaluation::undo(size_t mark) {
  if (mark < refused_at_) refused_at_ = kNever;
  for (; added_.size() > mark; added_.pop_back()) {
    const Added& last = added_.back();
    if (last.kind == Added::Kind::rf) rf_.reset(last.from, last.to);
    if (last.kind == Added::Kind::co) co_.reset(last.from, last.to);
  }
}

bool GrowingEvaluation::allowed() {
  if (!possible()) return false;
  graph_.relation("rf") = rf_;
  graph_.relation("co") = co_;
  graph_.derive_communication();
  return judge_.allows(graph_);
}

}  // namespace fencepost::memory

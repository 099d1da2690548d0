// The runs of a program within fixed bounds: one unrolling, and the searches for runs of it. What is asked about them has a
// file a question: failed_checks.h, races.h, standstills.h, open_places.h, coverage.h, some_run.h.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "base/budget.h"
#include "base/statistics.h"
#include "result/claim.h"
#include "result/task.h"
#include "runs/preparation.h"
#include "runs/schedule.h"
#include "runs/search.h"
#include "unroll/unrolled.h"

namespace fencepost::engine::bounded {

using runs::next_step;
using runs::schedule;
using runs::Scheduled;

// What the answer to a question rests on: claims, unless the solver gave up on some of it.
struct Answer {
  std::vector<result::Claim> claims;
  bool gave_up = false;  // there may be others
};

class BoundedRuns {
 public:
  // Everything outlives it.
  BoundedRuns(const result::Task& task, const unroll::Options& unrolling, const result::EngineOptions& options,
              Budget& budget, Statistics& statistics);

  const result::Task& task() const { return task_; }
  const unroll::Unrolled& unrolled() const { return unrolled_; }
  logic::Terms& terms() { return terms_; }
  Budget& budget() { return budget_; }
  runs::Refinement* refinement() const { return search_->refinement(); }  // null: one thread
  bool has_threads() const { return refinement() != nullptr; }
  bool sections_are_open() const { return has_threads() && runs::sections_are_open(unrolled_, *task_.model); }
  // The memory model makes races undefined, so that SAFE needs their absence.
  bool makes_races_undefined() const { return has_threads() && task_.model->makes_races_undefined(); }
  bool left_choices_out() const { return has_threads() && refinement()->left_choices_out(); }

  void limit(const runs::Effort& effort);
  // `told` hears how many proposed runs the memory model has refuted since a question was asked.
  void tell_judged(const std::function<void(size_t)>& told);
  // The solver answered "unknown" to one of these; no verdict may rest on the answers.
  bool gave_up() const { return search_->gave_up() || (relevant_search_ && relevant_search_->gave_up()); }
  // A run of which the question holds, whole.
  std::optional<logic::Assignment> ask(logic::Term question);
  // Of such a run what the obligations depend on: enough to know that there is one.
  std::optional<logic::Assignment> ask_relevant(logic::Term question) {
    return (relevant_search_ ? relevant_search_ : search_)->ask({question});
  }
  runs::Search& whole() { return *search_; }
  // Of the runs of another program, made from this one.
  std::unique_ptr<runs::Search> search(const unroll::Unrolled& runs);

  core::Choices choices_of(const logic::Assignment& model) const;

 private:
  // The program whose runs are looked for when a check is to fail. `at_most_buffers`: the model keeps what locks and sections
  // need, and delays nothing but stores.
  const unroll::Unrolled& searched(bool at_most_buffers);
  void search_relevant(const unroll::Unrolled& runs);

  const result::Task& task_;
  logic::Terms terms_;
  unroll::Unrolled unrolled_;
  const result::EngineOptions& options_;
  Budget& budget_;
  Statistics& statistics_;
  unroll::Unrolled sorted_;  // with its symmetric threads, if it has any
  std::unique_ptr<runs::Search> search_;
  unroll::Unrolled relevant_;                      // without what no obligation depends on
  std::unique_ptr<runs::Search> relevant_search_;  // of that; null: everything is relevant
};

}  // namespace fencepost::engine::bounded

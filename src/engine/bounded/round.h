// One unrolling with fixed bounds, and the questions about it.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "engine/bounded/schedule.h"
#include "logic/solver.h"
#include "result/claim.h"
#include "result/task.h"
#include "runs/preparation.h"
#include "runs/races.h"
#include "runs/search.h"
#include "runs/stuck.h"
#include "runs/unordered.h"
#include "unroll/unrolled.h"

namespace fencepost::engine::bounded {

class Round {
 public:
  Round(const result::Task& task, const unroll::Options& unrolling, const result::EngineOptions& options,
        Budget& budget, Statistics& statistics);

  // The solver answered "unknown" to a question; no verdict may rest on the answers.
  bool gave_up() const {
    return search_->gave_up() || (outline_ && outline_->gave_up()) || (stopping_ && stopping_->gave_up()) ||
           (resting_ && resting_->gave_up());
  }

  bool has_threads() const { return refinement() != nullptr; }
  bool sections_are_open() const { return has_threads() && runs::sections_are_open(unrolled_, *task_.model); }
  size_t events() const { return unrolled_.events.size(); }
  void limit(const runs::Effort& effort);

  // The memory model makes races undefined, so that SAFE needs their absence.
  bool makes_races_undefined() const { return refinement() != nullptr && task_.model->makes_races_undefined(); }
  // Where an object may be used without coming after its beginning and before its end, found by races().
  const std::optional<result::Claim>& used_outside_life() const { return used_outside_life_; }
  bool left_choices_out() const { return refinement() != nullptr && refinement()->left_choices_out(); }

  // Runs that fail a check, with no earlier failure on them: one, or one for each site.
  std::vector<result::Claim> violations(bool all);
  // A check that fails after reads of what is written only after the failure, as models without causality have it. No run
  // shows that: it ends where it fails. After violations().
  const std::optional<unroll::Site>& fails_too_early() const { return too_early_; }
  // Runs with a data race: two threads access one place, one of them writes, and not both accesses are atomic, with no
  // order between them by the model's definition or, if it has none, at the same time.
  std::vector<result::Claim> races(bool all);
  // Runs that can never go on: with a thread that waits for a lock or another thread (deadlock), or in a loop (liveness).
  std::vector<result::Claim> standstills(core::Undef kind, bool all);
  // A place at which some run that failed nothing before does what is not modelled. After violations().
  std::optional<unroll::Site> unsupported();
  // The places at which some run that failed nothing before goes on beyond its bound: one for each loop. After
  // violations().
  std::vector<unroll::Site> unfinished();
  // Does every run meet a bound, but for those of loops without a way out? Then nothing has been shown.
  bool all_are_cut();
  // A run on which nothing fails: one that comes to its end, or else one whose threads all end, wait or go on beyond their
  // bounds. Nothing: there is none. After violations().
  std::optional<result::Run> some_run();
  // Of a program without a run: the last assumption that one gets to.
  std::optional<SourcePos> last_assumption();
  // Does some run come to each of the program's checks?
  bool looks_at_all(const program::CheckPlaces& checks);

 private:
  using Kind = unroll::Obligation::Kind;

  std::unique_ptr<runs::Search> search(const unroll::Unrolled& runs);
  runs::Refinement* refinement() const { return search_->refinement(); }  // null: one thread
  // The program whose runs are looked for when a check is to fail. `at_most_buffers`: the model keeps what locks and sections
  // need, and delays nothing but stores.
  const unroll::Unrolled& searched(bool at_most_buffers);
  void outline(const unroll::Unrolled& runs);
  std::optional<logic::Assignment> ask(logic::Term question);
  // Only what the obligations depend on.
  std::optional<logic::Assignment> ask_outline(logic::Term question) {
    return (outline_ ? outline_ : search_)->ask({question});
  }
  bool ends_run(const unroll::Obligation& obligation) const;
  const unroll::Obligation& first_met(const logic::Assignment& model) const;
  uint32_t first_scheduled(const logic::Assignment& model, Scheduled& scheduled);
  void cut(Scheduled& scheduled, const unroll::Obligation& failed, uint32_t time);
  result::Claim explain(const logic::Assignment& model);
  result::Claim race_between(uint32_t write, uint32_t other) const;
  result::Claim use_outside_life(const runs::Unordered::Found& race) const;
  core::Choices choices_of(const logic::Assignment& model) const;
  runs::Search& resting_runs();
  logic::Term ends_program();
  logic::Term never_ends();
  std::vector<result::Claim> simultaneous_accesses(bool all);
  std::vector<result::Claim> unordered_accesses(bool all);
  // The obligation on runs that failed no check before it.
  std::vector<logic::Term> failures_of_clean_runs();

  const result::Task& task_;
  logic::Terms terms_;
  unroll::Unrolled unrolled_;
  const result::EngineOptions& options_;
  Budget& budget_;
  Statistics& statistics_;
  unroll::Unrolled sorted_;  // with its twins, if it has any
  std::unique_ptr<runs::Search> search_;
  unroll::Unrolled relevant_;              // without what no obligation depends on
  std::unique_ptr<runs::Search> outline_;  // of that; null: everything is relevant
  std::unique_ptr<runs::Races> races_;
  std::unique_ptr<runs::Search> stopping_;  // of the program whose threads may stop
  std::unique_ptr<runs::Stuck> stuck_;
  std::unique_ptr<runs::Search> resting_;  // of the program with its observer
  std::optional<result::Claim> used_outside_life_;
  uint32_t met_ = 0;             // the site that the last explanation is about
  std::set<uint32_t> reported_;  // sites of violations
  bool violated_ = false;
  bool fails_too_early_ = false;  // the last explanation
  std::optional<unroll::Site> too_early_;
};

}  // namespace fencepost::engine::bounded

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
#include "program/runs/refinement.h"
#include "program/unroll/unrolled.h"
#include "result/result.h"
#include "result/task.h"

namespace fencepost::engine::bounded {

class Round {
 public:
  Round(const program::Cfa& cfa, const program::unroll::Options& unrolling, const result::Property& property,
        logic::SolverKind solver, Budget& budget, Statistics& statistics);

  // The solver answered "unknown" to a question; no verdict may rest on the answers.
  bool gave_up() const { return gave_up_; }

  // Where a race may be that the memory model makes undefined; null: nowhere.
  const SourcePos* possible_race() const { return refinement_ ? refinement_->possible_race() : nullptr; }

  bool left_choices_out() const { return refinement_ && refinement_->left_choices_out(); }

  // Runs that fail a check, with no earlier failure on them: one, or one for each site.
  std::vector<result::Violation> violations(bool all);
  // A place at which some run that failed nothing before does what is not modelled. After violations().
  std::optional<program::unroll::Site> unsupported();
  // The places at which some run that failed nothing before goes on beyond its bound: one for each loop. After
  // violations().
  std::vector<program::unroll::Site> unfinished();

 private:
  using Kind = program::unroll::Obligation::Kind;

  // A model of the constraints and the question that the memory model allows; none: there is no such run.
  std::optional<logic::Assignment> ask(logic::Term question);
  void start_solver(logic::Term question);
  std::optional<logic::Assignment> trivial_model(logic::Term question);
  const program::unroll::Obligation& first_met(const logic::Assignment& model) const;
  uint32_t first_scheduled(const logic::Assignment& model, Scheduled& scheduled) const;
  result::Violation explain(const logic::Assignment& model);
  // The obligation on runs that failed no check before it.
  std::vector<logic::Term> failures_of_clean_runs();

  logic::Terms terms_;
  program::unroll::Unrolled unrolled_;
  logic::SolverKind kind_;
  const result::Property& property_;
  Budget& budget_;
  Statistics& statistics_;
  std::unique_ptr<program::runs::Refinement> refinement_;  // of programs with threads
  std::vector<logic::Term> learnt_;
  std::unique_ptr<logic::Solver> solver_;
  uint32_t met_ = 0;  // the site that the last explanation is about
  bool gave_up_ = false;
  bool violated_ = false;
};

}  // namespace fencepost::engine::bounded

// A solver that is made anew after so many questions: one that has been asked much searches long for what is easy, since it gives values to all that
// it was ever asked about.
#pragma once

#include "base/check.h"
#include "logic/solver.h"

namespace fencepost::engine::symmetric {

class RenewedSolver : public logic::Solver {
 public:
  // All outlive it. Questions that meet more conflicts than this are given up; 0: there is no limit.
  RenewedSolver(logic::SolverKind kind, int most_conflicts, logic::Terms& terms, Budget& budget, Statistics& statistics)
      : kind_(kind), most_conflicts_(most_conflicts), terms_(terms), budget_(budget), statistics_(statistics) {}

  void assert_term(logic::Term term) override {
    asserted_.push_back(term);
    if (solver_) solver_->assert_term(term);
  }
  logic::Answer check(std::span<const logic::Term> assumptions) override {
    if (!solver_ || ++questions_ == kMostQuestions) {
      questions_ = 0;
      solver_ = logic::make_solver(kind_, terms_, budget_, statistics_);
      for (logic::Term term : asserted_) solver_->assert_term(term);
      if (most_conflicts_ != 0) solver_->limit_conflicts(most_conflicts_);
    }
    return solver_->check(assumptions);
  }
  logic::Assignment model() override { return solver_->model(); }
  std::vector<logic::Term> core() override { return solver_->core(); }
  void assert_clauses(const logic::Clauses&) override { throw InternalError("a renewed solver takes terms alone"); }
  void push() override { throw InternalError("a renewed solver has no levels"); }
  void pop() override { push(); }

 private:
  static constexpr unsigned kMostQuestions = 200;

  logic::SolverKind kind_;
  int most_conflicts_;
  logic::Terms& terms_;
  Budget& budget_;
  Statistics& statistics_;
  std::vector<logic::Term> asserted_;
  std::unique_ptr<logic::Solver> solver_;
  unsigned questions_ = 0;
};

}  // namespace fencepost::engine::symmetric

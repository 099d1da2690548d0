// Asks for runs of an unrolled program: the solver proposes one, the memory model judges it (refinement.h), and what forbids
// it is learnt, until a proposal is allowed or there is none. A program with one thread needs no judge.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "logic/solver.h"
#include "runs/refinement.h"

namespace fencepost::runs {

// How hard to try before giving up: for each question so many runs that are judged, and for the n-th of them an n-th of so
// many conflicts of the solver, fewer if there are many clauses.
struct Effort {
  int conflicts = -1;  // as many as it takes
  size_t runs = ~size_t{0};
};

// What of the memory model is in the formula before any run is judged: what is cheap, all that Refinement can say about the
// order of accesses, or everything, so that the judge has nothing to say.
enum class Formula { cheap, ordered, whole };

class Search {
 public:
  // `model` may be null for a program with one thread. The rest outlives the search.
  Search(const unroll::Unrolled& unrolled, const std::shared_ptr<const memory::Model>& model, logic::Terms& terms,
         logic::SolverKind solver, Budget& budget, Statistics& statistics, Formula formula = Formula::cheap);

  // A run on which all of these hold; none: there is none, or the solver gave up.
  std::optional<logic::Assignment> ask(const std::vector<logic::Term>& assumptions);
  void limit(const Effort& effort) { effort_ = effort; }
  // `told` hears, while a question is asked, how many runs were refuted since.
  void tell_judged(std::function<void(size_t)> told) { told_ = std::move(told); }
  // These hold on all runs from now on.
  void require(const std::vector<logic::Term>& facts) { require(Facts{facts, {}}); }
  bool gave_up() const { return gave_up_; }
  Refinement* refinement() const { return refinement_.get(); }  // null: one thread

 private:
  std::optional<logic::Assignment> trivial_model(const std::vector<logic::Term>& assumptions) const;
  int conflicts_for(size_t run) const;
  void require(Facts facts);
  void keep(Facts facts);
  static bool supported(logic::SolverKind kind, const Facts& facts);
  void tell(const Facts& facts);
  void start_solver(const std::vector<logic::Term>& assumptions);

  const unroll::Unrolled& unrolled_;
  logic::Terms& terms_;
  logic::SolverKind kind_;
  Budget& budget_;
  Statistics& statistics_;
  std::unique_ptr<Refinement> refinement_;
  Facts facts_;
  size_t fact_count_ = 0;
  bool has_constraints_ = false;  // of the abstraction; they cost time, and some searches are never asked anything
  std::unique_ptr<logic::Solver> solver_;
  Effort effort_;
  std::function<void(size_t)> told_;  // null: nobody listens
  size_t refuted_ = 0;                // runs
  bool gave_up_ = false;
  Formula formula_;
};

}  // namespace fencepost::runs

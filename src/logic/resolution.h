// A SAT solver that keeps its proof: conflict-driven clause learning where every learned clause remembers the resolution
// steps that made it. The packaged CaDiCaL (1.5) writes proofs without antecedents and to files only, which interpolation
// cannot use. Small on purpose: it gets the few formulas that an unsat core has left, and gives up after a number of
// conflicts; no clause is ever deleted or shortened.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "logic/gates.h"
#include "logic/solver.h"

namespace fencepost::logic {

class ResolutionProver final : public ClauseSink {
 public:
  using ClauseId = uint32_t;

  explicit ResolutionProver(Budget& budget) : budget_(budget) {}

  // Input clauses have the ids 0, 1, ...; all come before solve(). Literals as in DIMACS: not zero, negative if negated.
  void clause(std::span<const int> literals) override;
  size_t inputs() const { return inputs_; }
  std::span<const int> literals(ClauseId id) const;

  // unknown: past the limit.
  Answer solve(size_t most_conflicts);

  // A clause is what is left of the first parent after it was resolved with each other parent on its pivot variable.
  // Parents of input clauses are empty.
  struct Parent {
    int pivot;  // 0 for the first
    ClauseId clause;
  };
  std::span<const Parent> parents(ClauseId id) const;
  ClauseId empty_clause() const;  // after unsat; every other derived clause that matters has a smaller id

 private:
  static constexpr ClauseId kNone = ~ClauseId(0);

  struct Stored {
    size_t literals, parents;  // where they begin
    uint32_t size, steps;
  };
  struct Variable {
    int8_t value = 0;   // 1, -1, or 0 for none
    int8_t phase = -1;  // the value to try first
    bool seen = false;  // by analyze()
    uint32_t level = 0;
    ClauseId reason = kNone;
    int newer = 0, older = 0;  // in the queue of decisions
    uint64_t bumped = 0;
  };

  static size_t index(int literal) { return 2 * static_cast<size_t>(literal < 0 ? -literal : literal) + (literal < 0); }
  static size_t variable_of(int literal) { return static_cast<size_t>(literal < 0 ? -literal : literal); }
  int value(int literal) const {
    const int8_t own = variables_[variable_of(literal)].value;
    return literal < 0 ? -own : own;
  }
  uint32_t level() const { return static_cast<uint32_t>(decisions_.size()); }

  void need(int variable);
  ClauseId store(std::span<const int> literals, std::span<const Parent> parents);
  void watch(ClauseId id);
  void assign(int literal, ClauseId reason);
  bool attach_inputs();
  ClauseId propagate();
  void analyze(ClauseId conflict);
  void learn();
  void backtrack(uint32_t level);
  bool decide();
  void enqueue(int variable);
  void bump(int variable);

  Budget& budget_;
  std::vector<Variable> variables_{1};
  std::vector<Stored> clauses_;
  std::vector<int> literals_;
  std::vector<Parent> parents_;
  std::vector<std::vector<ClauseId>> watches_{2};  // by index of the literal that must not become false
  std::vector<int> trail_;
  std::vector<size_t> decisions_;  // by level: where it begins on the trail
  size_t propagated_ = 0;
  size_t inputs_ = 0;
  int newest_ = 0, search_ = 0;  // queue of decisions: its end, and where an unassigned variable may be
  uint64_t bumps_ = 0;
  ClauseId conflict_ = kNone;
  std::vector<int> learned_;  // by analyze(); the asserting literal first
  std::vector<Parent> steps_;
};

}  // namespace fencepost::logic

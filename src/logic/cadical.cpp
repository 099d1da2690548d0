// CaDiCaL behind Solver. Pushed levels are activation literals: a clause of a level carries its negation, a check assumes
// it, a pop asserts the negation for good. CaDiCaL may eliminate variables while it solves and restores them when a
// later clause or assumption mentions them (Fazekas, Biere, Scholl, SAT 2019), so nothing needs freezing.
#include <cadical.hpp>
#include <exception>
#include <unordered_set>
#include <utility>

#include "base/check.h"
#include "logic/bitblast.h"
#include "logic/simplify.h"
#include "logic/solvers.h"

namespace fencepost::logic {
namespace {

class Sink final : public ClauseSink {
 public:
  explicit Sink(CaDiCaL::Solver& solver) : solver_(solver) {}
  void clause(std::span<const int> literals) override {
    for (int literal : literals) solver_.add(literal);
    solver_.add(0);
    ++clauses_;
  }
  size_t clauses() const { return clauses_; }

 private:
  CaDiCaL::Solver& solver_;
  size_t clauses_ = 0;
};

// Asked by CaDiCaL many times a second; what the budget throws waits here until CaDiCaL has returned.
class Watch final : public CaDiCaL::Terminator {
 public:
  explicit Watch(Budget& budget) : budget_(budget) {}
  bool terminate() override {
    if (stopped_) return true;
    try {
      budget_.check();
    } catch (const Exhausted&) {
      stopped_ = std::current_exception();
    }
    return stopped_ != nullptr;
  }
  void rethrow() {
    if (stopped_) std::rethrow_exception(std::exchange(stopped_, nullptr));
  }

 private:
  Budget& budget_;
  std::exception_ptr stopped_;
};

// Options have to be set before the first clause.
CaDiCaL::Solver& configured(CaDiCaL::Solver& solver) {
  solver.set("quiet", 1);
  solver.set("phase", 0);  // try false first: small values, mostly zero, read best in a counterexample
  return solver;
}

class CadicalSolver final : public Solver {
 public:
  CadicalSolver(Budget& budget, Statistics& statistics)
      : budget_(budget), statistics_(statistics), sink_(configured(solver_)), watch_(budget), blaster_(sink_, budget) {
    solver_.connect_terminator(&watch_);
  }
  ~CadicalSolver() override { solver_.disconnect_terminator(); }

  void assert_term(Term term) override;
  void assert_clauses(const Clauses& clauses) override;
  Answer check(std::span<const Term> assumptions) override;
  Assignment model() override;
  std::vector<Term> core() override;
  void limit_conflicts(int most) override { most_conflicts_ = most; }
  void push() override { levels_.push_back(blaster_.gates().fresh()); }
  void pop() override {
    FP_CHECK(!levels_.empty());
    int level = levels_.back();
    levels_.pop_back();
    int unit[] = {-level};
    sink_.clause(unit);
    answer_ = Answer::unknown;
  }

 private:
  struct Disjunct {
    Term term;
    bool negated;
  };
  void assert_clause(std::span<const Term> disjuncts);
  bool add_literal(Term term, bool negated);
  bool can_be_spread(Term term, bool negated) const;
  void assert_spread(Disjunct whole);

  Budget& budget_;
  Statistics& statistics_;
  CaDiCaL::Solver solver_;
  Sink sink_;
  Watch watch_;
  Bitblaster blaster_;
  std::vector<int> clause_;  // of assert_clause, kept for their storage
  std::vector<Disjunct> disjuncts_;
  std::vector<int> levels_;
  std::vector<std::pair<Term, int>> assumed_;
  Answer answer_ = Answer::unknown;
  int most_conflicts_ = -1;  // none
};

// Conjunctions are asserted part by part, each once: parts are shared.
void CadicalSolver::assert_term(Term term) {
  Timer timer(statistics_, "cadical.encode-seconds");
  answer_ = Answer::unknown;
  std::vector<Term> stack{term};
  std::unordered_set<Term> seen;
  while (!stack.empty()) {
    Term top = stack.back();
    stack.pop_back();
    if (top.op() == Op::and_ && !blaster_.known(top)) {
      if (!seen.insert(top).second) continue;
      stack.push_back(top.args()[1]);
      stack.push_back(top.args()[0]);
    } else {
      assert_clause(std::span(&top, 1));
    }
  }
}

void CadicalSolver::assert_clauses(const Clauses& clauses) {
  Timer timer(statistics_, "cadical.encode-seconds");
  answer_ = Answer::unknown;
  for (size_t i = 0; i < clauses.size(); ++i) {
    budget_.check();
    assert_clause(clauses[i]);
  }
}

// Disjunctions become one clause, through De Morgan as well, without a gate for each inner node. Nodes that already have
// a literal, and what is past the limit, contribute that literal: clauses that grow from one another stay linear. One
// conjunction or equation of words among few disjuncts is spread: a clause for each part, instead of gates for all.
void CadicalSolver::assert_clause(std::span<const Term> disjuncts) {
  constexpr size_t kClauseLimit = 500, kSpreadLimit = 3;
  std::vector<int>& clause = clause_;
  std::vector<Disjunct>& stack = disjuncts_;
  clause.clear();
  stack.clear();
  for (size_t i = disjuncts.size(); i > 0; --i) stack.push_back({disjuncts[i - 1], false});
  std::unordered_set<Term> seen;
  Disjunct spread{};
  while (!stack.empty()) {
    auto [top, negated] = stack.back();
    stack.pop_back();
    if (top.op() == Op::not_) {
      stack.push_back({top.args()[0], !negated});
      continue;
    }
    bool split = top.op() == (negated ? Op::and_ : Op::or_) && !blaster_.known(top) &&
                 clause.size() + stack.size() < kClauseLimit;
    if (split) {
      if (!seen.insert(top).second) continue;
      for (Term arg : top.args()) stack.push_back({arg, negated});
      continue;
    }
    if (!spread.term && can_be_spread(top, negated)) {
      spread = {top, negated};
      continue;
    }
    if (!add_literal(top, negated)) return;
  }
  if (!levels_.empty()) clause.push_back(-levels_.back());
  if (spread.term && clause.size() > kSpreadLimit) {
    if (!add_literal(spread.term, spread.negated)) return;
    spread.term = {};
  }
  if (spread.term)
    assert_spread(spread);
  else
    sink_.clause(clause);
}

// False if the clause holds anyway.
bool CadicalSolver::add_literal(Term term, bool negated) {
  int literal = blaster_.literal(term);
  literal = negated ? -literal : literal;
  if (literal == Gates::kTrue) return false;
  if (literal != Gates::kFalse) clause_.push_back(literal);
  return true;
}

bool CadicalSolver::can_be_spread(Term term, bool negated) const {
  if (blaster_.known(term)) return false;
  return term.op() == (negated ? Op::or_ : Op::and_) || (term.op() == Op::eq && !negated);
}

// The clause in hand, with each part of what is spread, once: parts are shared.
void CadicalSolver::assert_spread(Disjunct whole) {
  auto clause_with = [&](std::initializer_list<int> more) {
    size_t size = clause_.size();
    bool holds = false;
    for (int literal : more) {
      holds = holds || literal == Gates::kTrue;
      if (literal != Gates::kFalse) clause_.push_back(literal);
    }
    if (!holds) sink_.clause(clause_);
    clause_.resize(size);
  };
  std::vector<Disjunct>& stack = disjuncts_;
  stack.assign(1, whole);
  std::unordered_set<Term> seen;  // conjunctions, and disjunctions that are negated
  while (!stack.empty()) {
    auto [top, negated] = stack.back();
    stack.pop_back();
    if (top.op() == Op::not_) {
      stack.push_back({top.args()[0], !negated});
    } else if (!can_be_spread(top, negated)) {
      int literal = blaster_.literal(top);
      clause_with({negated ? -literal : literal});
    } else if (top.op() != Op::eq) {
      if (!seen.insert(top).second) continue;
      for (Term arg : top.args()) stack.push_back({arg, negated});
    } else {
      Word a = blaster_.word(top.args()[0]), b = blaster_.word(top.args()[1]);
      for (size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i]) continue;
        clause_with({-a[i], b[i]});
        clause_with({a[i], -b[i]});
      }
    }
  }
}

Answer CadicalSolver::check(std::span<const Term> assumptions) {
  budget_.check_now();
  answer_ = Answer::unknown;
  assumed_.clear();
  {
    Timer timer(statistics_, "cadical.encode-seconds");
    for (Term term : assumptions) assumed_.emplace_back(term, blaster_.literal(term));
  }
  for (int level : levels_) solver_.assume(level);
  for (auto [term, literal] : assumed_) solver_.assume(literal);
  Timer timer(statistics_, "cadical.solve-seconds");
  statistics_.add("cadical.checks");
  statistics_.set("cadical.variables", blaster_.gates().variables());
  statistics_.set("cadical.clauses", static_cast<double>(sink_.clauses()));
  int status = 0;
  solver_.limit("conflicts", most_conflicts_);
  try {
    status = solver_.solve();
  } catch (const std::bad_alloc&) {
    throw Exhausted(Resource::memory, "CaDiCaL ran out of memory");
  }
  answer_ = status == 10 ? Answer::sat : status == 20 ? Answer::unsat : Answer::unknown;
  if (answer_ == Answer::unknown) watch_.rethrow();
  return answer_;
}

Assignment CadicalSolver::model() {
  FP_CHECK_MSG(answer_ == Answer::sat, "a model is only there right after sat");
  Assignment result;
  for (Term variable : blaster_.variables()) {
    Bits value = 0;
    auto bits = blaster_.bits(variable);
    for (size_t i = 0; i < bits.size(); ++i)
      if (solver_.val(bits[i]) > 0) value |= Bits(1) << i;
    result.emplace(variable, value);
  }
  return result;
}

std::vector<Term> CadicalSolver::core() {
  FP_CHECK_MSG(answer_ == Answer::unsat, "a core is only there right after unsat");
  std::vector<Term> result;
  std::unordered_set<int> taken;
  for (auto [term, literal] : assumed_)
    if (!taken.contains(literal) && solver_.failed(literal)) {
      taken.insert(literal);
      result.push_back(term);
    }
  return result;
}

}  // namespace

std::unique_ptr<Solver> make_cadical(Budget& budget, Statistics& statistics) {
  return std::make_unique<CadicalSolver>(budget, statistics);
}

}  // namespace fencepost::logic

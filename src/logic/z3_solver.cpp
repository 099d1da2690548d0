// Z3 behind Solver. While only Booleans and bit-vectors occur, Z3's incremental SAT solver serves (logic QF_FD); the
// first integer or float moves everything asserted so far to its general solver. A thread watches the budget during a
// check and interrupts Z3, whose own timeout does not cover cancellation or memory.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/check.h"
#include "logic/parse_number.h"
#include "logic/single_questions.h"
#include "logic/solvers.h"
#include "logic/watchdog.h"
#include "logic/z3_backend.h"

namespace fencepost::logic {
namespace {

bool needs_general_solver(Op op, Sort sort) {
  return sort.kind == SortKind::integer || (op >= Op::int_add && op != Op::fp_from_bits && op != Op::fp_to_bits);
}

class Z3Solver final : public Solver {
 public:
  Z3Solver(Budget& budget, Statistics& statistics)
      : budget_(budget),
        statistics_(statistics),
        backend_(context_),
        translate_(backend_, budget),
        watchdog_(budget, [this] { context_.interrupt(); }) {}

  void assert_term(Term term) override {
    guarded([&] { add(translated(term)); });
  }

  void assert_clauses(const Clauses& clauses) override {
    for (size_t i = 0; i < clauses.size(); ++i)
      guarded([&] {
        z3::expr_vector disjuncts(context_);
        for (Term term : clauses[i]) disjuncts.push_back(translated(term));
        add(z3::mk_or(disjuncts));
      });
  }

  Answer check(std::span<const Term> assumptions) override {
    budget_.check_now();
    return guarded([&] { return run(assumptions); });
  }

  Assignment model() override;
  std::vector<Term> core() override;

  void limit_conflicts(int most) override {
    most_conflicts_ = most;
    guarded([&] { set_limit(); });
  }

  // What was asserted is gone, translations stay. False: they need definitions that are gone with it.
  bool reset() {
    for (const Level& level : levels_)
      if (!level.definitions.empty()) return false;
    levels_.assign(1, {});
    assumed_.clear();
    answer_ = Answer::unknown;
    general_ = false;
    most_conflicts_ = 0;
    guarded([&] { solver_.emplace(context_, "QF_FD"); });
    return true;
  }

  void push() override {
    guarded([&] { solver_->push(); });
    levels_.emplace_back();
  }
  void pop() override {
    FP_CHECK(levels_.size() > 1);
    std::vector<z3::expr> definitions = std::move(levels_.back().definitions);
    levels_.pop_back();
    guarded([&] {
      solver_->pop();
      for (const z3::expr& definition : definitions) add_definition(definition);
    });
    answer_ = Answer::unknown;
  }

 private:
  // Z3's exceptions stay in this file.
  template <typename Action>
  auto guarded(Action action) -> decltype(action()) {
    try {
      return action();
    } catch (const z3::exception& error) {
      budget_.check_now();
      std::string message = error.msg();
      if (message.find("memory") != std::string::npos)
        throw Exhausted(Resource::memory, fmt::format("Z3: {}", message));
      throw InternalError(fmt::format("Z3: {}", message));
    } catch (const std::bad_alloc&) {
      throw Exhausted(Resource::memory, "Z3 ran out of memory");
    }
  }

  z3::expr translated(Term term) {
    Timer timer(statistics_, "z3.encode-seconds");
    answer_ = Answer::unknown;
    if (!general_ && unsupported_by_sat(term)) move_to_general();
    z3::expr formula = translate_(term);
    for (const z3::expr& definition : backend_.take_definitions()) add_definition(definition);
    return formula;
  }

  void add(const z3::expr& formula) {
    levels_.back().asserted.push_back(formula);
    solver_->add(formula);
  }

  // Translations are kept for good, and so must be what defines their parts: a pop moves it down a level.
  void add_definition(const z3::expr& definition) {
    levels_.back().definitions.push_back(definition);
    solver_->add(definition);
  }

  void set_limit() {
    if (most_conflicts_ == 0) return;
    z3::params limit(context_);
    limit.set("max_conflicts", static_cast<unsigned>(most_conflicts_));
    solver_->set(limit);
  }

  z3::expr assumption(Term term);
  bool unsupported_by_sat(Term root);
  void move_to_general();
  Answer run(std::span<const Term> assumptions);

  struct Level {
    std::vector<z3::expr> asserted, definitions;
    std::unordered_set<Term> named;  // assumptions that have a name here
  };

  Budget& budget_;
  Statistics& statistics_;
  z3::context context_;
  Z3Backend backend_;
  Translator<Z3Backend> translate_;
  std::optional<z3::solver> solver_ = z3::solver(context_, "QF_FD");
  bool general_ = false;
  int most_conflicts_ = 0;  // 0: no limit
  std::vector<bool> seen_;  // terms without integers and floats
  std::vector<Level> levels_{1};
  std::vector<std::pair<Term, z3::expr>> assumed_;
  Answer answer_ = Answer::unknown;
  Watchdog watchdog_;  // the last: it may interrupt the context
};

bool Z3Solver::unsupported_by_sat(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term term = stack.back();
    stack.pop_back();
    if (term.id() < seen_.size() && seen_[term.id()]) continue;
    if (needs_general_solver(term.op(), term.sort())) return true;
    if (term.id() >= seen_.size()) seen_.resize(std::max<size_t>(term.id() + 1, seen_.size() * 2));
    seen_[term.id()] = true;
    for (Term arg : term.args()) stack.push_back(arg);
  }
  return false;
}

void Z3Solver::move_to_general() {
  general_ = true;
  solver_.emplace(context_);
  set_limit();
  for (size_t level = 0; level < levels_.size(); ++level) {
    if (level > 0) solver_->push();
    for (const z3::expr& definition : levels_[level].definitions) solver_->add(definition);
    for (const z3::expr& formula : levels_[level].asserted) solver_->add(formula);
  }
}

// Z3 takes only literals as assumptions, and forgets some in its core when they are decided by what is asserted: each
// gets a name of its own, once for as long as its level lives.
z3::expr Z3Solver::assumption(Term term) {
  z3::expr formula = translated(term);
  z3::symbol symbol = context_.str_symbol(fmt::format("a{}", term.id()).c_str());
  z3::expr name = context_.constant(symbol, context_.bool_sort());
  for (const Level& level : levels_)
    if (level.named.contains(term)) return name;
  levels_.back().named.insert(term);
  add(z3::implies(name, formula));
  return name;
}

Answer Z3Solver::run(std::span<const Term> assumptions) {
  assumed_.clear();
  z3::expr_vector given(context_);
  for (Term term : assumptions) {
    z3::expr formula = assumption(term);
    assumed_.emplace_back(term, formula);
    given.push_back(formula);
  }
  Timer timer(statistics_, "z3.solve-seconds");
  statistics_.add("z3.checks");
  z3::check_result result = z3::unknown;
  {
    Watchdog::Question watched(watchdog_);
    result = solver_->check(given);
  }
  answer_ = result == z3::sat ? Answer::sat : result == z3::unsat ? Answer::unsat : Answer::unknown;
  if (answer_ == Answer::unknown) {
    budget_.check_now();
    if (solver_->reason_unknown().find("memory") != std::string::npos)
      throw Exhausted(Resource::memory, "Z3 ran out of memory");
  }
  return answer_;
}

Assignment Z3Solver::model() {
  FP_CHECK_MSG(answer_ == Answer::sat, "a model is only there right after sat");
  return guarded([&] {
    Assignment result;
    z3::model found = solver_->get_model();
    for (Term variable : translate_.variables()) {
      z3::expr value = found.eval(translate_(variable), true);
      if (variable.sort().kind == SortKind::boolean)
        result.emplace(variable, value.is_true() ? 1 : 0);
      else
        result.emplace(variable, parse_decimal(Z3_get_numeral_string(context_, value)));
    }
    return result;
  });
}

std::vector<Term> Z3Solver::core() {
  FP_CHECK_MSG(answer_ == Answer::unsat, "a core is only there right after unsat");
  return guarded([&] {
    std::vector<Term> result;
    z3::expr_vector core = solver_->unsat_core();
    std::vector<unsigned> ids;
    for (const z3::expr& formula : core) ids.push_back(formula.id());
    for (auto& [term, formula] : assumed_) {
      auto found = std::find(ids.begin(), ids.end(), formula.id());
      if (found == ids.end()) continue;
      ids.erase(found);
      result.push_back(term);
    }
    return result;
  });
}

class Z3Questions final : public SingleQuestions {
 public:
  Z3Questions(Budget& budget, Statistics& statistics) : budget_(budget), statistics_(statistics) {}

  Answer operator()(std::span<const Term> formulas, int most_conflicts) override {
    if (!solver_ || ++asked_ > kMostAsked || !solver_->reset()) {
      solver_.emplace(budget_, statistics_);
      asked_ = 0;
    }
    if (most_conflicts != 0) solver_->limit_conflicts(most_conflicts);
    for (Term formula : formulas) solver_->assert_term(formula);
    return solver_->check({});
  }
  Assignment model() override { return solver_->model(); }

 private:
  static constexpr unsigned kMostAsked = 100;  // a model speaks of all that the context has ever heard of

  Budget& budget_;
  Statistics& statistics_;
  std::optional<Z3Solver> solver_;
  unsigned asked_ = 0;
};

}  // namespace

std::unique_ptr<SingleQuestions> make_single_questions(Budget& budget, Statistics& statistics) {
  return std::make_unique<Z3Questions>(budget, statistics);
}

std::unique_ptr<Solver> make_z3(Terms&, Budget& budget, Statistics& statistics) {
  return std::make_unique<Z3Solver>(budget, statistics);
}

}  // namespace fencepost::logic

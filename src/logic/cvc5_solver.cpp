// cvc5 behind Solver. Levels are activation literals, as for CaDiCaL, because definitions that the translation adds on
// the way must outlive the level that needed them. cvc5 1.0 cannot be interrupted from outside: a check runs in slices
// of doubling length (it keeps what it has learned), and the budget is looked at in between.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "logic/cvc5_backend.h"
#include "logic/parse_number.h"
#include "logic/solvers.h"

namespace fencepost::logic {
namespace {

class Cvc5Solver final : public Solver {
 public:
  Cvc5Solver(Budget& budget, Statistics& statistics)
      : budget_(budget),
        statistics_(statistics),
        configured_(configure(solver_)),
        backend_(solver_),
        translate_(backend_, budget) {}

  void assert_term(Term term) override {
    guarded([&] { add(translated(term)); });
  }

  void assert_clauses(const Clauses& clauses) override {
    for (size_t i = 0; i < clauses.size(); ++i)
      guarded([&] {
        std::vector<cvc5::Term> disjuncts{solver_.mkFalse(), solver_.mkFalse()};  // cvc5 wants two
        for (Term term : clauses[i]) disjuncts.push_back(translated(term));
        add(solver_.mkTerm(cvc5::OR, disjuncts));
      });
  }

  Answer check(std::span<const Term> assumptions) override {
    budget_.check_now();
    return guarded([&] { return run(assumptions); });
  }

  Assignment model() override;
  std::vector<Term> core() override;

  void push() override {
    guarded([&] { levels_.push_back(solver_.mkConst(solver_.getBooleanSort())); });
  }
  void pop() override {
    FP_CHECK(!levels_.empty());
    guarded([&] { solver_.assertFormula(solver_.mkTerm(cvc5::NOT, {levels_.back()})); });
    levels_.pop_back();
    answer_ = Answer::unknown;
  }

 private:
  static bool configure(cvc5::Solver& solver) {
    solver.setOption("incremental", "true");
    solver.setOption("produce-models", "true");
    solver.setOption("produce-unsat-assumptions", "true");
    solver.setOption("fp-exp", "true");  // formats other than 32 and 64 bits
    solver.setLogic("ALL");
    return true;
  }

  // cvc5's exceptions stay in this file.
  template <typename Action>
  auto guarded(Action action) -> decltype(action()) {
    try {
      return action();
    } catch (const cvc5::CVC5ApiException& error) {
      budget_.check_now();
      throw InternalError(fmt::format("cvc5: {}", error.getMessage()));
    } catch (const std::bad_alloc&) {
      throw Exhausted(Resource::memory, "cvc5 ran out of memory");
    }
  }

  void add(const cvc5::Term& formula) {
    solver_.assertFormula(levels_.empty() ? formula : solver_.mkTerm(cvc5::IMPLIES, {levels_.back(), formula}));
  }

  cvc5::Term translated(Term term) {
    Timer timer(statistics_, "cvc5.encode-seconds");
    answer_ = Answer::unknown;
    return translate_(term);
  }

  Answer run(std::span<const Term> assumptions);

  Budget& budget_;
  Statistics& statistics_;
  cvc5::Solver solver_;
  bool configured_;
  Cvc5Backend backend_;
  Translator<Cvc5Backend> translate_;
  std::vector<cvc5::Term> levels_;
  std::vector<std::pair<Term, cvc5::Term>> assumed_;
  Answer answer_ = Answer::unknown;
};

Answer Cvc5Solver::run(std::span<const Term> assumptions) {
  assumed_.clear();
  std::vector<cvc5::Term> given = levels_;
  for (Term term : assumptions) {
    cvc5::Term formula = translated(term);
    assumed_.emplace_back(term, formula);
    given.push_back(formula);
  }
  Timer timer(statistics_, "cvc5.solve-seconds");
  statistics_.add("cvc5.checks");
  for (double slice = 0.25;; slice = std::min(2 * slice, 30.0)) {
    double allowed = std::min(slice, std::max(budget_.remaining(), 0.001));
    solver_.setOption("tlimit-per", std::to_string(static_cast<long>(std::ceil(allowed * 1000))));
    cvc5::Result result = given.empty() ? solver_.checkSat() : solver_.checkSatAssuming(given);
    if (result.isSat()) return answer_ = Answer::sat;
    if (result.isUnsat()) return answer_ = Answer::unsat;
    budget_.check_now();
    if (result.getUnknownExplanation() != cvc5::UnknownExplanation::TIMEOUT) return answer_ = Answer::unknown;
  }
}

Assignment Cvc5Solver::model() {
  FP_CHECK_MSG(answer_ == Answer::sat, "a model is only there right after sat");
  return guarded([&] {
    Assignment result;
    for (Term variable : translate_.variables()) {
      cvc5::Term value = solver_.getValue(translate_(variable));
      switch (variable.sort().kind) {
        case SortKind::boolean:
          result.emplace(variable, value.getBooleanValue() ? 1 : 0);
          break;
        case SortKind::integer:
          result.emplace(variable, parse_decimal(value.getIntegerValue()));
          break;
        default:
          result.emplace(variable, parse_decimal(value.getBitVectorValue(10)));
      }
    }
    return result;
  });
}

std::vector<Term> Cvc5Solver::core() {
  FP_CHECK_MSG(answer_ == Answer::unsat, "a core is only there right after unsat");
  return guarded([&] {
    std::vector<Term> result;
    if (assumed_.empty()) return result;
    std::vector<cvc5::Term> failed = solver_.getUnsatAssumptions();
    for (auto& [term, formula] : assumed_) {
      auto found = std::find(failed.begin(), failed.end(), formula);
      if (found == failed.end()) continue;
      failed.erase(found);
      if (std::find(result.begin(), result.end(), term) == result.end()) result.push_back(term);
    }
    return result;
  });
}

}  // namespace

std::unique_ptr<Solver> make_cvc5(Terms&, Budget& budget, Statistics& statistics) {
  return std::make_unique<Cvc5Solver>(budget, statistics);
}

}  // namespace fencepost::logic

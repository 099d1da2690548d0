// Floats on CaDiCaL. An operation that rounds is at first a number of which only the lemmas of float_lemmas.h are known. A model
// is put to the test: with the values of its variables each operation is computed exactly, and where the model has
// something else, the true result for these operands gives more lemmas. What is unsatisfiable with true lemmas is so
// for good, and a model in which nothing is wrong is one. Questions that need many such corrections go to Z3, which has
// circuits for everything; that is exact as well, and slow, since a product or quotient of doubles is a hundred
// thousand clauses.
#include <algorithm>
#include <unordered_set>

#include "base/check.h"
#include "logic/bitblast.h"
#include "logic/evaluate.h"
#include "logic/float_lemmas.h"
#include "logic/solvers.h"
#include "logic/substitute.h"

namespace fencepost::logic {
namespace {

// Of one question.
constexpr int kMostCorrections = 60;
// In a row with the same decisions: a number that threads hand on is corrected once for each of them.
constexpr int kMostRepairs = 50;

class LazyFloats final : public Solver {
 public:
  LazyFloats(Terms& terms, Budget& budget, Statistics& statistics)
      : terms_(terms),
        budget_(budget),
        statistics_(statistics),
        rough_(make_cadical(budget, statistics)),
        abstraction_(terms) {}

  void assert_term(Term term) override {
    facts_.push_back(term);
    if (exact_)
      exact_->assert_term(term);
    else
      rough_->assert_term(abstract(term));
  }
  void assert_clauses(const Clauses& clauses) override;
  Answer check(std::span<const Term> assumptions) override;
  Assignment model() override { return exact_ ? exact_->model() : model_; }
  std::vector<Term> core() override;
  void limit_conflicts(int most) override {
    most_conflicts_ = most;
    rough_->limit_conflicts(most);
  }
  void push() override {
    levels_.push_back({facts_.size(), clauses_.size(), lemmas_.size()});
    (exact_ ? exact_ : rough_)->push();
  }
  void pop() override {
    FP_CHECK(!levels_.empty());
    Level level = levels_.back();
    levels_.pop_back();
    facts_.resize(level.facts);
    clauses_.resize(level.clauses);
    (exact_ ? exact_ : rough_)->pop();
    // Lemmas hold on all levels.
    if (!exact_)
      for (size_t i = level.lemmas; i < lemmas_.size(); ++i) rough_->assert_term(lemmas_[i]);
  }

 private:
  struct Operation {
    Term term;    // as it was given
    Term result;  // the variable in its place
  };
  struct Level {
    size_t facts, clauses, lemmas;  // from before
  };

  Term abstract(Term term);
  void add_operation(Term term);
  void learn(Term lemma) {
    lemmas_.push_back(lemma);
    rough_->assert_term(lemma);
  }
  bool is_right(Evaluator& evaluate, std::span<const Term> assumptions) const;
  bool take_model(std::span<const Term> assumptions);
  void correct(Evaluator& evaluate);
  void give_up_lemmas();

  Terms& terms_;
  Budget& budget_;
  Statistics& statistics_;
  std::unique_ptr<Solver> rough_;
  std::unique_ptr<Solver> exact_;  // once lemmas have not been enough
  Substitution abstraction_;
  std::unordered_set<Term> seen_;
  std::vector<Operation> operations_;  // arguments first
  std::vector<Term> facts_, lemmas_;
  std::vector<Clauses> clauses_;
  std::vector<Level> levels_;
  std::vector<std::pair<Term, Term>> assumed_;  // rewritten, as it was given
  Assignment model_;
  int corrections_ = 0;
  int most_conflicts_ = -1;
};

void LazyFloats::assert_clauses(const Clauses& clauses) {
  clauses_.push_back(clauses);
  if (exact_) return exact_->assert_clauses(clauses);
  if (supports(SolverKind::cadical, clauses.disjuncts())) return rough_->assert_clauses(clauses);
  for (size_t i = 0; i < clauses.size(); ++i) {
    std::vector<Term> disjuncts;
    for (Term term : clauses[i]) disjuncts.push_back(abstract(term));
    rough_->assert_term(terms_.or_(disjuncts));
  }
}

Term LazyFloats::abstract(Term term) {
  std::vector<Term> open = {term}, found;
  while (!open.empty()) {
    Term next = open.back();
    open.pop_back();
    if (!seen_.insert(next).second) continue;
    if (!Bitblaster::supports(next.op(), next.sort())) found.push_back(next);
    open.insert(open.end(), next.args().begin(), next.args().end());
  }
  std::sort(found.begin(), found.end(), [](Term a, Term b) { return a.id() < b.id(); });
  for (Term operation : found) add_operation(operation);
  return abstraction_(term);
}

void LazyFloats::add_operation(Term term) {
  budget_.check();
  Term result = terms_.fresh("float", term.sort());
  std::vector<Term> args;
  for (Term arg : term.args()) args.push_back(abstraction_(arg));
  abstraction_.put(term, result);
  operations_.push_back({term, result});
  statistics_.set("floats.operations", static_cast<double>(operations_.size()));
  for (Term lemma : float_lemmas(term.op(), args, result, terms_)) learn(lemma);
}

Answer LazyFloats::check(std::span<const Term> assumptions) {
  if (exact_) return exact_->check(assumptions);
  assumed_.clear();
  std::vector<Term> rewritten;
  for (Term term : assumptions) {
    rewritten.push_back(abstract(term));
    assumed_.emplace_back(rewritten.back(), term);
  }
  corrections_ = 0;
  while (corrections_ < kMostCorrections) {
    Answer answer = rough_->check(rewritten);
    if (answer != Answer::sat || take_model(assumptions)) return answer;
    // Most often the decisions are right and only the numbers are not.
    std::vector<Term> decided = rewritten;
    for (const auto& [variable, value] : model_)
      if (variable.sort().kind == SortKind::boolean) decided.push_back(value != 0 ? variable : terms_.not_(variable));
    std::sort(decided.begin(), decided.end(), [](Term a, Term b) { return a.id() < b.id(); });
    for (int repairs = 0; repairs < kMostRepairs && rough_->check(decided) == Answer::sat; ++repairs)
      if (take_model(assumptions)) return Answer::sat;
  }
  give_up_lemmas();
  return exact_->check(assumptions);
}

// After sat. False: the model is wrong, and something was learnt from that.
bool LazyFloats::take_model(std::span<const Term> assumptions) {
  model_ = rough_->model();
  Evaluator evaluate(model_);
  bool right = is_right(evaluate, assumptions);
  if (!right) correct(evaluate);
  for (const Operation& operation : operations_) model_.erase(operation.result);
  return right;
}

// Facts and assumptions mention no variable of an operation, so this asks what they mean.
bool LazyFloats::is_right(Evaluator& evaluate, std::span<const Term> assumptions) const {
  auto holds = [&](Term term) { return evaluate.holds(term); };
  auto all_hold = [&](const Clauses& clauses) {
    for (size_t i = 0; i < clauses.size(); ++i)
      if (std::none_of(clauses[i].begin(), clauses[i].end(), holds)) return false;
    return true;
  };
  return std::all_of(assumptions.begin(), assumptions.end(), holds) &&
         std::all_of(facts_.begin(), facts_.end(), holds) && std::all_of(clauses_.begin(), clauses_.end(), all_hold);
}

// The first operation that is wrong has right operands, so its lemma forbids this model.
void LazyFloats::correct(Evaluator& evaluate) {
  ++corrections_;
  statistics_.add("floats.corrections");
  auto constant = [&](Term term) {
    Bits value = evaluate(term);
    return term.sort().kind == SortKind::floating ? terms_.fp_bits(value, term.sort().width)
                                                  : terms_.bv(value, term.sort().width);
  };
  std::vector<Term> lemmas;
  for (const Operation& operation : operations_) {
    auto known = model_.find(operation.result);
    if (known == model_.end() || known->second == evaluate(operation.term)) continue;
    std::vector<Term> args;
    FloatCase known_case = {{}, constant(operation.term)};
    for (Term arg : operation.term.args()) {
      args.push_back(abstraction_(arg));
      known_case.values.push_back(constant(arg));
    }
    for (Term lemma : float_lemmas(operation.term.op(), args, operation.result, known_case, terms_))
      lemmas.push_back(lemma);
  }
  for (Term lemma : lemmas) learn(lemma);
}

void LazyFloats::give_up_lemmas() {
  statistics_.add("floats.left-to-z3");
  exact_ = make_z3(terms_, budget_, statistics_);
  exact_->limit_conflicts(most_conflicts_);
  size_t fact = 0, clauses = 0;
  auto tell = [&](size_t most_facts, size_t most_clauses) {
    for (; fact < most_facts; ++fact) exact_->assert_term(facts_[fact]);
    for (; clauses < most_clauses; ++clauses) exact_->assert_clauses(clauses_[clauses]);
  };
  for (const Level& level : levels_) {
    tell(level.facts, level.clauses);
    exact_->push();
  }
  tell(facts_.size(), clauses_.size());
}

std::vector<Term> LazyFloats::core() {
  if (exact_) return exact_->core();
  std::vector<Term> all;
  for (Term term : rough_->core())
    for (auto [rewritten, given] : assumed_)
      if (rewritten == term) {
        all.push_back(given);
        break;
      }
  return all;
}

}  // namespace

std::unique_ptr<Solver> make_lazy_floats(Terms& terms, Budget& budget, Statistics& statistics) {
  return std::make_unique<LazyFloats>(terms, budget, statistics);
}

}  // namespace fencepost::logic

#include "engine/bounded/round.h"

#include <algorithm>

#include "base/check.h"
#include "logic/evaluate.h"

namespace fencepost::engine::bounded {

using logic::Assignment;
using logic::Term;
using program::unroll::ChoiceRecord;
using program::unroll::Obligation;
using program::unroll::Site;
using result::Violation;

namespace {

program::unroll::Unrolled timed_unroll(const program::Cfa& cfa, const program::unroll::Options& options,
                                       logic::Terms& terms, Budget& budget, Statistics& statistics) {
  Timer timer(statistics, "time.unroll");
  return program::unroll::unroll(cfa, options, terms, budget);
}

}  // namespace

Round::Round(const program::Cfa& cfa, const program::unroll::Options& unrolling, logic::SolverKind solver,
             Budget& budget, Statistics& statistics)
    : unrolled_(timed_unroll(cfa, unrolling, terms_, budget, statistics)),
      kind_(solver),
      budget_(budget),
      statistics_(statistics) {
  for (const auto& [name, value] : unrolled_.statistics.entries()) statistics_.set(name, value);
}

std::optional<Assignment> Round::trivial_model(Term question) {
  if (!question.is_true()) return std::nullopt;
  Assignment zeros;
  logic::Evaluator evaluate(zeros);
  for (Term constraint : unrolled_.constraints)
    if (!evaluate.holds(constraint)) return std::nullopt;
  return zeros;
}

std::optional<Assignment> Round::ask(Term question) {
  if (question.is_false()) return std::nullopt;
  if (auto model = trivial_model(question)) return model;
  Timer timer(statistics_, "time.solve");
  statistics_.add("bounded.questions");
  if (!solver_ || !logic::supports(kind_, question)) {
    // Floats and integers are beyond bit-blasting.
    auto all_supported = [&] {
      return logic::supports(kind_, question) &&
             std::all_of(unrolled_.constraints.begin(), unrolled_.constraints.end(),
                         [&](Term constraint) { return logic::supports(kind_, constraint); });
    };
    if (!all_supported()) kind_ = logic::SolverKind::z3;
    solver_ = logic::make_solver(kind_, terms_, budget_, statistics_);
    for (Term constraint : unrolled_.constraints) solver_->assert_term(constraint);
  }
  std::vector<Term> assumptions = {question};
  switch (solver_->check(assumptions)) {
    case logic::Answer::sat:
      return solver_->model();
    case logic::Answer::unsat:
      return std::nullopt;
    case logic::Answer::unknown:
      gave_up_ = true;
      return std::nullopt;
  }
  FP_UNREACHABLE("answer");
}

// The run that a model describes stops at its first obligation.
Violation Round::explain(const Assignment& model) {
  logic::Evaluator evaluate(model);
  auto first = std::find_if(unrolled_.obligations.begin(), unrolled_.obligations.end(),
                            [&](const Obligation& obligation) { return evaluate.holds(obligation.failure); });
  FP_CHECK(first != unrolled_.obligations.end() && first->kind == Kind::check);
  const Site& site = unrolled_.sites[first->site];
  Violation violation;
  violation.kind = site.undef;
  violation.pos = site.pos;
  violation.function = site.function;
  violation.detail = site.detail;
  for (const ChoiceRecord& record : unrolled_.choices) {
    if (!evaluate.holds(record.guard)) continue;
    bool known = static_cast<bool>(record.value);
    violation.choices.push_back({record.kind, known ? evaluate(record.value) : logic::Bits{0}, known});
  }
  return violation;
}

std::vector<Violation> Round::violations(bool all) {
  std::vector<Violation> found;
  std::set<uint32_t> reported;
  for (;;) {
    // A check counts on runs that did nothing unsupported before; when all are wanted, on runs that fail nothing before.
    Term over = terms_.boolean(false);
    Term question = terms_.boolean(false);
    for (const Obligation& obligation : unrolled_.obligations) {
      if (obligation.kind == Kind::unwinding) continue;
      if (obligation.kind == Kind::check && !reported.contains(obligation.site))
        question = terms_.or_(question, terms_.and_(obligation.failure, terms_.not_(over)));
      if (obligation.kind == Kind::unsupported || all) over = terms_.or_(over, obligation.failure);
    }
    std::optional<Assignment> model = ask(question);
    if (!model) return found;
    found.push_back(explain(*model));
    if (!all) return found;
    logic::Evaluator evaluate(*model);
    for (const Obligation& obligation : unrolled_.obligations)
      if (evaluate.holds(obligation.failure)) {
        FP_CHECK(reported.insert(obligation.site).second);
        break;
      }
  }
}

std::optional<Site> Round::unsupported() {
  Term question = terms_.boolean(false);
  for (const Obligation& obligation : unrolled_.obligations)
    if (obligation.kind == Kind::unsupported) question = terms_.or_(question, obligation.failure);
  std::optional<Assignment> model = ask(question);
  if (!model) return std::nullopt;
  logic::Evaluator evaluate(*model);
  for (const Obligation& obligation : unrolled_.obligations)
    if (obligation.kind == Kind::unsupported && evaluate.holds(obligation.failure))
      return unrolled_.sites[obligation.site];
  FP_UNREACHABLE("a model of nothing");
}

std::vector<Site> Round::unfinished() {
  std::vector<Site> found;
  std::set<std::pair<program::unroll::LoopId, bool>> loops;
  for (;;) {
    Term question = terms_.boolean(false);
    for (const Obligation& obligation : unrolled_.obligations) {
      const Site& site = unrolled_.sites[obligation.site];
      if (obligation.kind == Kind::unwinding && !loops.contains({site.loop, site.deepens}))
        question = terms_.or_(question, obligation.failure);
    }
    std::optional<Assignment> model = ask(question);
    if (!model) return found;
    logic::Evaluator evaluate(*model);
    for (const Obligation& obligation : unrolled_.obligations) {
      const Site& site = unrolled_.sites[obligation.site];
      if (obligation.kind == Kind::unwinding && evaluate.holds(obligation.failure) &&
          loops.insert({site.loop, site.deepens}).second)
        found.push_back(site);
    }
  }
}

}  // namespace fencepost::engine::bounded

#include "driver/robust_run.h"

#include <fmt/format.h>

#include <cmath>

#include "check/allowed.h"
#include "check/checker.h"
#include "check/invariants.h"
#include "core/walk.h"
#include "driver/program_run.h"
#include "driver/rendered.h"
#include "driver/task_run.h"
#include "driver/verify_run.h"
#include "engine/cegar/cegar.h"
#include "engine/explore/explore.h"
#include "report/html.h"
#include "report/json.h"
#include "report/robustness.h"

namespace fencepost::driver {

namespace {

using result::Result;
using result::Robustness;
using result::Verdict;

// What is left of a result if robustness is not found out.
Result undecided(Result result, const std::string& reason, const SourcePos& pos) {
  result.verdict = Verdict::unknown;
  result.violations.clear();
  result.reason = reason;
  result.reason_pos = pos;
  return result;
}

// Lists the executions and compares each, within bounds that `asked` sets. `result`: what is known of the checks within them.
Result listed(const Input& input, const Options& asked, Session& session, Result result, Robustness& robustness) {
  Budget& budget = session.budget();
  result::Task task = task_of(asked, input.cfa, input.model);
  const check::Checker checker(task);
  const bool fails = result.verdict == Verdict::unsafe;
  session.stage("exploring");
  task.property.checks.set(core::Undef::memory_order, false);
  const std::shared_ptr<const memory::Model> sc = memory::load_model("sc");
  bool is_weak = false;
  engine::explore::ExploreOptions explore{engine_options(asked), 0, true, {}, fails, true};
  robustness.executions = 0;
  auto visit = [&](const result::Execution& execution) {
    ++robustness.executions;
    if (check::is_allowed(execution.graph, sc, budget)) return true;
    is_weak = true;
    if (std::optional<result::Run> run = execution.run()) {
      // Beyond its bound it goes on, and what is weak in it stays so.
      run->ends = run->ends && result.verdict != Verdict::safe_to_bound;
      robustness.weak = checker.confirm_weak(*run, budget);
    }
    return false;
  };
  const result::Exploration seen = engine::explore::explore(task, explore, budget, visit);
  for (const auto& [name, value] : seen.statistics.entries()) result.statistics.set(name, value);
  if (robustness.weak) {
    result.verdict = Verdict::unsafe;
    result.violations.clear();
    result.reason.clear();
    result.reason_pos = {};
    return result;
  }
  if (is_weak)
    return undecided(std::move(result), "an execution seems to be none of sc, but could not be replayed", {});
  if (!seen.whole || !seen.blocked)
    return undecided(std::move(result), seen.reason.empty() ? "not all executions were found" : seen.reason,
                     seen.reason_pos);
  if (!fails) return result;
  const SourcePos pos = result.violations.front().pos;
  return undecided(std::move(result), "a check fails under sc, and executions on which one fails are not compared",
                   pos);
}

// That all executions are interleavings, by a proof that holds for runs of every length. The result says so then.
void prove(const Input& input, const Options& options, Session& session, Budget& budget, Result& result) {
  if (options.engine == "bounded") return;  // nothing but a list
  const result::Task task = task_of(options, input.cfa, input.model);
  if (!core::starts_threads(task.program) || !task.model) return;
  // Where sc stands for ISO C (model_choice.h), that is so for programs without a data race, and nothing else is to be proved.
  if (input.model.races_are_undefined && input.model.name == "sc") {
    Result decided = decide(input, options, session, budget, false);
    if (decided.verdict == Verdict::safe) result = std::move(decided);
    return;
  }
  session.stage("proving");
  engine::Listener listener;
  if (options.log == "steps") listener.log = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  engine::cegar::CegarEngine engine(engine_options(options).cegar, listener);
  const result::Claims claims = engine.prove_order(task, budget);
  for (const auto& [name, value] : claims.statistics.entries()) result.statistics.set(name, value);
  if (claims.verdict != Verdict::safe) {
    if (listener.log) listener.log("no proof that all executions are interleavings: " + claims.reason);
    if (options.engine == "cegar" && !claims.reason.empty()) result.take_back(claims.reason, claims.reason_pos);
    return;
  }
  result::ProofSummary summary;
  std::optional<std::string> problem;
  try {
    problem = check::problem_of_order(std::get<std::vector<result::Invariants>>(*claims.proof), task, budget,
                                      result.statistics, summary);
  } catch (const Exhausted&) {
    return;
  }
  if (problem) {
    result.diagnostics.push_back(
        {Severity::error,
         {},
         fmt::format("internal error: the proof that all executions are interleavings does not hold: {}", *problem),
         result::kReport});
    return;
  }
  result.verdict = Verdict::safe;
  result.bound = 0;
  result.violations.clear();
  result.reason.clear();
  result.reason_pos = {};
  result.decided_by = "cegar";
  result.proof = std::move(summary);
}

// Executions with one, two, four visits of loop heads, and so on: a weak one is mostly short, and the long ones are many.
Result listed_by_length(const Input& input, Options asked, Session& session, Result result, Robustness& robustness) {
  const unsigned most = result.bound;
  for (unsigned bound = 1;; bound *= 2) {
    asked.unwind = fmt::format("{}", std::min(bound, most));
    result.bound = std::min(bound, most);
    Result now = listed(input, asked, session, result, robustness);
    if (now.verdict != Verdict::safe_to_bound || bound >= most) return now;
    session.keep(now);
  }
}

Result compared(const Input& input, const Options& options, Session& session, Robustness& robustness) {
  Budget& budget = session.budget();
  if (options.engine == "cegar") {  // nothing but a proof
    Result result;
    result.reason = "no proof was found that all executions are interleavings";
    prove(input, options, session, budget, result);
    return result;
  }
  Options asked = options;
  asked.engine = "bounded";  // exploring comes to the end of what a proof would be about
  // Who sets a bound wants to know about that bound.
  const bool deepens = options.unwind == "auto" && options.unwindset.empty();
  if (deepens) {
    Options first = asked;
    first.unwind = "2";
    Result small = decide(input, first, session, budget, false);
    if (small.verdict == Verdict::safe_to_bound) {
      // It may be that loops have an end that is further away, so that not all time goes into this.
      Budget part(Budget::Beside{budget});
      if (std::isfinite(budget.remaining())) part.limit_time(budget.remaining() / 3);
      prove(input, options, session, part, small);
      if (small.verdict == Verdict::safe) return small;
      const Result few = listed_by_length(input, first, session, small, robustness);
      if (few.verdict == Verdict::unsafe) return few;
      if (few.verdict == Verdict::safe_to_bound) session.keep(few);
    }
  }
  Result result = decide(input, asked, session, budget, false);
  if (result.verdict == Verdict::unsafe) {
    const result::Task task = task_of(options, input.cfa, input.model);
    const check::Checker checker(task);
    for (result::Violation& violation : result.violations) checker.find_weakness(violation);
    if (result.violations.front().weakness) return result;
  }
  if (result.verdict != Verdict::unknown)
    result = deepens && result.verdict == Verdict::safe_to_bound
                 ? listed_by_length(input, asked, session, std::move(result), robustness)
                 : listed(input, asked, session, std::move(result), robustness);
  if (result.verdict == Verdict::unknown || (result.verdict == Verdict::safe_to_bound && !deepens))
    prove(input, options, session, budget, result);
  return result;
}

}  // namespace

int robust_run(const Options& options, std::ostream& err) {
  Robustness robustness;
  ModelChoice model;
  auto find = [&](Session& session) {
    if (has_task(options)) throw UsageError("a program is robust, not a task: name the file");
    return with_input(options, session, model, [&](const Input& input) {
      Result result = compared(input, options, session, robustness);
      tell_stories(result, input, options, session);
      return result;
    });
  };
  auto report = [&](const Result& result, bool was_cut) {
    if (options.format == "json") return report::to_json(result, info_of(options, model), robustness);
    if (options.format == "sarif") return rendered(result, options, info_of(options, model), was_cut);
    return report::to_text(result, robustness, info_of(options, model), style_of(options, was_cut));
  };
  auto page = [&](const Result& result) {
    report::Page made(result, info_of(options, model));
    if (robustness.weak) made.add(*robustness.weak);
    return report::to_html({&made});
  };
  return program_run(options, err, find, {report, page});
}

}  // namespace fencepost::driver

#include "driver/verify_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <set>

#include "check/checker.h"
#include "core/walk.h"
#include "driver/challenged.h"
#include "driver/draw.h"
#include "driver/loop_names.h"
#include "driver/output.h"
#include "driver/program_run.h"
#include "driver/rendered.h"
#include "driver/sampled.h"
#include "driver/supervised.h"
#include "driver/task_run.h"
#include "driver/under_sc.h"
#include "driver/volatile_hint.h"
#include "driver/witness/witness_run.h"
#include "engine/registry.h"
#include "program/lower.h"
#include "report/html.h"

namespace fencepost::driver {

using result::Result;
using result::Verdict;

std::unique_ptr<Input> read_and_lower(const Options& options, Session& session, const Changes* changes) {
  auto input = std::make_unique<Input>();
  session.stage("reading C");
  {
    Timer timer(input->statistics, "time.frontend");
    input->elaborated = read_program(options, session.budget(), false, changes);
  }
  input->model = choose_model(options, input->elaborated);
  session.stage("lowering");
  Timer timer(input->statistics, "time.lower");
  input->cfa = program::lower(input->elaborated.program);
  return input;
}

void compare_with_sc(Result& result, const Input& input, const Options& options, Session& session) {
  result::Task task = task_of(options, input.cfa, input.model);
  if (result.verdict != Verdict::unsafe || !core::starts_threads(task.program) || task.model->name == "sc") return;
  session.stage("comparing with sc");
  Timer timer(result.statistics, "time.sc");
  check::Checker checker(task);
  for (result::Violation& violation : result.violations) checker.find_weakness(violation);
  result.verdict_under_sc = verdict_under_sc(options, input.cfa, result.violations, session.budget());
}

void tell_stories(Result& result, const Input& input, const Options& options, Session& session) {
  constexpr size_t kMostStories = 50;
  if (options.html.empty() || result.violations.empty()) return;
  session.stage("telling the runs");
  Timer timer(result.statistics, "time.page");
  const result::Task task = task_of(options, input.cfa, input.model);
  const check::Checker checker(task);
  try {
    for (size_t i = 0; i < result.violations.size() && i < kMostStories; ++i)
      checker.tell_story(result.violations[i], session.budget());
  } catch (const Exhausted&) {
    return;  // the page shows these runs without their states
  }
}

namespace {

// What nobody defines may be why nothing is known; each once, where it is called first.
void tell_undefined(Result& result, const std::vector<frontend::UndefinedCall>& calls) {
  std::map<std::string, std::vector<const frontend::UndefinedCall*>> by_name;
  for (const frontend::UndefinedCall& call : calls) by_name[call.function].push_back(&call);
  for (const auto& [name, all] : by_name) {
    std::set<std::string> callers;
    for (const frontend::UndefinedCall* call : all) callers.insert(fmt::format("`{}`", call->caller));
    result.diagnostics.push_back(
        {Severity::note, all.front()->pos,
         fmt::format("`{}` is called in {} and has no definition here and no model", name, fmt::join(callers, ", ")),
         fmt::format("give its file as well, or a body with --stub FILE.c, or --havoc {} if it changes nothing",
                     name)});
  }
}

}  // namespace

Result with_input(const Options& options, Session& session, ModelChoice& model,
                  const std::function<Result(const Input&)>& work, const Changes* changes) {
  std::unique_ptr<Input> input;
  Result result;
  try {
    input = read_and_lower(options, session, changes);
    model = input->model;
    result = work(*input);
  } catch (const Exhausted& error) {
    result = unknown(error.what());
  } catch (const std::bad_alloc&) {
    result = unknown(session.out_of_memory());
  }
  if (input) {
    const std::vector<Diagnostic>& warnings = input->elaborated.warnings;
    result.diagnostics.insert(result.diagnostics.begin(), warnings.begin(), warnings.end());
    if (options.engine == "cegar" && (options.unwind != "auto" || !options.unwindset.empty()))
      result.diagnostics.push_back({Severity::warning,
                                    {},
                                    "--unwind and --unwindset say nothing to --engine cegar, which unrolls no loop",
                                    "use --engine bounded to stay within a bound"});
    for (const std::string& name : names_of_no_loop(engine_options(options).loop_bounds, input->cfa))
      result.diagnostics.push_back({Severity::warning,
                                    {},
                                    fmt::format("--unwindset: there is no loop {}", name),
                                    "loops have the names LINE and FUNCTION.LINE of their heads"});
    result.has_threads = core::starts_threads(input->elaborated.program);
    suggest_relaxed_volatile(result, input->elaborated.program, options);
    if (result.verdict == Verdict::unknown) tell_undefined(result, input->elaborated.undefined);
  }
  note_end(result, session, session.budget());
  return result;
}

namespace {

// For the page and the witness: without it the proof is the same.
void tell_lines(Result& result, const result::Proof& proof, const Options& options, const check::Checker& checker,
                Budget& budget) {
  try {
    if (!options.html.empty()) result.proof_lines = checker.lines_of(proof, budget);
    if (!options.witness.empty()) result.shared_facts = checker.shared_facts_of(proof, budget);
  } catch (const Exhausted&) {
    result.proof_lines.clear();
  }
}

}  // namespace

Result decide(const Input& input, const Options& options, Session& session, Budget& budget, bool keeps) {
  session.stage("solving");
  const result::Task task = task_of(options, input.cfa, input.model);
  const result::EngineOptions how = engine_options(options);
  const check::Checker checker(task);
  Challenge challenge(task, checker, how, budget);
  engine::Listener listener;
  listener.needs_run = [&] { return challenge.needs_run(); };
  if (options.log == "steps")
    listener.log = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  else if (session.shows_progress())
    listener.log = [&](const std::string& line) { session.note(line); };
  if (session.shows_progress()) listener.progress = [&](const std::string& line) { session.note(line); };
  if (!options.draw.empty())
    listener.draw = [&](const std::string& text) {
      write_output((std::filesystem::path(options.draw) / "reachability.dot").string(), text, "--draw");
    };
  // Who keeps what is finished wants the most that there is time for (engine/deepening.h).
  auto keep = [&](const result::Claims& claims) {
    if (!challenge.accepts(claims)) return;
    Result so_far = checker.confirm(claims, budget);
    so_far.executions = result::Executions::shown;
    so_far.has_threads = core::starts_threads(task.program);
    session.keep(std::move(so_far));
  };
  if (keeps) listener.finished = keep;
  Statistics statistics = input.statistics;
  result::Claims claims;
  {
    Timer timer(statistics, "time.engine");
    auto engines = [&] { return engine::decide(engine::registry(), task, how, listener, budget); };
    // Who sets a bound wants to know about that bound.
    bool deepens = how.unwind == 0;
    const engine::Entry* named = engine::named(how);
    auto finding =
        named && named->finds_fewest_threads ? engine::sampling::Finding::is_kept : engine::sampling::Finding::preempts;
    claims = deepens ? with_samples(task, checker, budget, finding, engines) : engines();
  }
  session.stage("replaying");
  Result result;
  {
    Timer timer(statistics, "time.replay");
    result = checker.confirm(claims, budget);
    if (result.proof) tell_lines(result, *claims.proof, options, checker, budget);
    challenge.judge(result, claims.run);
    // A proof that nobody had the time to check takes nothing away from what is known without it.
    if (keeps && claims.proof && result.verdict == Verdict::unknown && result.diagnostics.empty() && budget.exhausted())
      if (std::optional<Result> kept = session.kept()) result = std::move(*kept);
  }
  for (const auto& [name, value] : result.statistics.entries()) statistics.set(name, value);
  result.statistics = std::move(statistics);
  return result;
}

Result verify(const Options& options, Session& session, ModelChoice& model) {
  Changes changes;
  changes.marks_places = false;
  changes.maps_source = true;
  return with_input(
      options, session, model,
      [&](const Input& input) {
        Result result = decide(input, options, session, session.budget());
        compare_with_sc(result, input, options, session);
        tell_stories(result, input, options, session);
        write_witness(result, input, options, session.budget());
        return result;
      },
      options.witness.empty() ? nullptr : &changes);
}

namespace {

int list_loops(const Options& options, std::ostream& err) {
  auto work = [&](Session& session) {
    std::string loops = listed_loops(engine_options(options), read_and_lower(options, session)->cfa);
    session.claim_report();
    write_output(options.output, loops);
    return 0;
  };
  return supervised({options.timeout, options.memory, true}, err, work);
}

}  // namespace

int verify_run(const Options& options, std::ostream& err) {
  if (!options.validate_witness.empty()) return validate_run(options, err);
  if (has_task(options)) return task_run(options, err);
  if (options.loops) return list_loops(options, err);
  ModelChoice model;
  auto find = [&](Session& session) {
    prepare_drawings(options.draw);
    Result result = verify(options, session, model);
    draw_violations(result, options, info_of(options, model));
    return result;
  };
  auto report = [&](const Result& result, bool was_cut) {
    return rendered(result, options, info_of(options, model), was_cut);
  };
  auto page = [&](const Result& result) { return report::to_html(result, info_of(options, model)); };
  return program_run(options, err, find, {report, page});
}

}  // namespace fencepost::driver

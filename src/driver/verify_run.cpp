#include "driver/verify_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <new>

#include "base/check.h"
#include "core/walk.h"
#include "driver/challenged.h"
#include "driver/draw.h"
#include "driver/failure.h"
#include "driver/last_words.h"
#include "driver/output.h"
#include "driver/read_program.h"
#include "driver/replayed.h"
#include "driver/sampled.h"
#include "driver/task_run.h"
#include "driver/under_sc.h"
#include "engine/bounded/bounded.h"
#include "frontend/clang/frontend.h"
#include "program/lower.h"
#include "report/json.h"
#include "report/text.h"

namespace fencepost::driver {

namespace {

using result::Result;
using result::Verdict;

Result unknown(std::string reason) {
  Result result;
  result.verdict = Verdict::unknown;
  result.reason = std::move(reason);
  return result;
}

// Whether the run needs a weak memory, and whether the program fails without one.
void compare_with_sc(Result& result, const Input& input, const Options& options, Session& session) {
  result::Property property = property_of(options, input.model);
  if (result.verdict != Verdict::unsafe || !core::starts_threads(input.elaborated.program) ||
      property.model->name == "sc")
    return;
  session.stage("comparing with sc");
  Timer timer(result.statistics, "time.sc");
  find_weaknesses(result, property);
  result.verdict_under_sc =
      verdict_under_sc(options, input.cfa, input.elaborated.program, result.violations, session.budget());
}

bool wants_color(const Options& options) {
  if (options.color != "auto") return options.color == "always";
  const char* term = std::getenv("TERM");
  return options.output.empty() && isatty(STDOUT_FILENO) && !std::getenv("NO_COLOR") &&
         !(term && std::string_view(term) == "dumb");
}

// The files that the user names, which no report may replace.
std::vector<std::string> inputs_of(const Options& options) {
  std::vector<std::string> inputs = options.files;
  inputs.insert(inputs.end(), {options.model, options.compile_commands, options.property});
  return inputs;
}

int exit_code_of(const Result& result, const Session& session) {
  bool is_decided = result.verdict == Verdict::safe || result.verdict == Verdict::unsafe;
  return session.interrupted() && !is_decided ? kExitInterrupted : result::exit_code(result.verdict);
}

void finish(Result& result, const Session& session, Budget& budget) {
  if (result.verdict == Verdict::unknown && !session.cut_reason().empty()) result.reason = session.cut_reason();
  result.statistics.set("time.total", budget.elapsed());
  result.statistics.set("memory.peak_mb", static_cast<double>(peak_megabytes()));
}

// The JSON form of a failure; `guarded` prints the message and decides the exit
// code.
int with_json_errors(const Options& options, std::ostream& err, const std::function<int()>& work) {
  std::vector<Diagnostic> diagnostics;
  std::string message;
  int code = guarded(err, [&] {
    try {
      return work();
    } catch (const InputError& error) {
      diagnostics = error.diagnostics();
      throw;
    } catch (const std::exception& error) {
      message = error.what();
      throw;
    }
  });
  if (code == kExitBug)
    diagnostics.push_back({Severity::error, {}, message, "please report this with the input that caused it"});
  if (diagnostics.empty() || options.format != "json") return code;
  return guarded(err, [&] {
    write_output(options.output, report::to_json_error(code, diagnostics, info_of(options)));
    return code;
  });
}

}  // namespace

report::RunInfo info_of(const Options& options) {
  return {options.files, options.entry, model_name(options), options.data_model};
}

report::RunInfo info_of(const Options& options, const ModelChoice& model) {
  report::RunInfo info = info_of(options);
  if (!model.name.empty()) info.model = model.name;
  info.model_reason = model.reason;
  return info;
}

// A run that was cut off tells how far it came, asked or not.
std::string rendered(const Result& result, const Options& options, const report::RunInfo& info, bool was_cut) {
  if (options.format == "json") return report::to_json(result, info);
  return report::to_text(result, info, {.colors = wants_color(options), .statistics = options.stats || was_cut});
}

std::unique_ptr<Input> read_input(const Options& options, Session& session) {
  auto input = std::make_unique<Input>();
  session.stage("reading C");
  {
    Timer timer(input->statistics, "time.frontend");
    input->elaborated = read_program(options, session.budget());
  }
  input->model = choose_model(options, input->elaborated);
  session.stage("lowering");
  Timer timer(input->statistics, "time.lower");
  input->cfa = program::lower(input->elaborated.program);
  return input;
}

Result judge(const Input& input, const Options& options, Session& session, Budget& budget) {
  session.stage("solving");
  result::Property property = property_of(options, input.model);
  result::EngineOptions how = engine_options(options);
  Challenge challenge(input.elaborated.program, property, how, budget);
  how.needs_run = [&] { return challenge.needs_run(); };
  how.finished = [&](Result so_far) {
    if (!challenge.accepts(so_far)) return;
    so_far.run.reset();
    so_far.executions = result::Executions::shown;
    so_far.has_threads = core::starts_threads(input.elaborated.program);
    session.keep(std::move(so_far));
  };
  Statistics statistics = input.statistics;
  Result result;
  {
    Timer timer(statistics, "time.engine");
    auto bounded = [&] { return engine::bounded::BoundedEngine(how).run(input.cfa, property, budget); };
    // Who sets a bound wants to know about that bound.
    bool deepens = how.unwind == 0;
    result = deepens ? with_samples(input.elaborated.program, property, budget, bounded) : bounded();
  }
  session.stage("replaying");
  {
    Timer timer(statistics, "time.replay");
    keep_replayed(result, input.elaborated.program, property, budget);
    challenge.judge(result);
  }
  for (const auto& [name, value] : result.statistics.entries()) statistics.set(name, value);
  result.statistics = std::move(statistics);
  return result;
}

Result verify(const Options& options, Session& session, ModelChoice& model, const Judge& judged) {
  std::unique_ptr<Input> input;
  Result result;
  try {
    input = read_input(options, session);
    model = input->model;
    result = judged(*input, session);
  } catch (const Exhausted& error) {
    result = unknown(error.what());
  } catch (const std::bad_alloc&) {
    result = unknown(session.out_of_memory());
  }
  if (input) {
    const std::vector<Diagnostic>& warnings = input->elaborated.warnings;
    result.diagnostics.insert(result.diagnostics.begin(), warnings.begin(), warnings.end());
    result.has_threads = core::starts_threads(input->elaborated.program);
  }
  finish(result, session, session.budget());
  return result;
}

Result verify(const Options& options, Session& session, ModelChoice& model) {
  return verify(options, session, model, [&](const Input& input, Session& running) {
    Result result = judge(input, options, running, running.budget());
    compare_with_sc(result, input, options, running);
    return result;
  });
}

int verify_run(const Options& options, std::ostream& err) {
  if (has_task(options)) return task_run(options, err);
  ModelChoice model;
  auto judge = [&](Session& session) {
    prepare_drawings(options.draw);
    Result result = verify(options, session, model);
    draw_violations(result, options, info_of(options, model));
    return result;
  };
  return program_run(options, err, judge, [&](const Result& result, bool was_cut) {
    return rendered(result, options, info_of(options, model), was_cut);
  });
}

int program_run(const Options& options, std::ostream& err, const std::function<Result(Session&)>& judge,
                const std::function<std::string(const Result&, bool was_cut)>& render) {
  int early = guarded(err, [&] {
    checks_of(options);
    engine_options(options);
    check_output(options.output, inputs_of(options));
    return 0;
  });
  if (early != 0) return early;

  Session session({options.timeout, options.memory, options.format == "text"});
  auto last_words = [&](const char* reason) { return options.output.empty() ? render(unknown(reason), false) : ""; };
  std::string memory_words =
      options.memory == 0 ? "out of memory" : fmt::format("the memory limit of {} MB was reached", options.memory);
  std::vector<Diagnostic> our_bug = {
      {Severity::error, {}, "internal error: died of a signal", "please report this with the input that caused it"}};
  bool wants_json = options.format == "json" && options.output.empty();
  set_last_words(last_words("the input nests too deeply: the stack is full"), last_words(memory_words.c_str()),
                 wants_json ? report::to_json_error(kExitBug, our_bug, info_of(options)) : "");
  auto work = [&] {
    return with_json_errors(options, err, [&] {
      Result result = judge(session);
      std::string report = render(result, session.budget().exhausted());
      session.claim_report();
      err << report::to_text(result.diagnostics,
                             options.color == "always" || (options.color == "auto" && isatty(STDERR_FILENO)));
      write_output(options.output, report);
      return exit_code_of(result, session);
    });
  };
  auto give_up = [&](const std::string& reason) {
    return guarded(err, [&] {
      Result result = session.kept().value_or(unknown(reason));
      finish(result, session, session.budget());
      result.reason = result.verdict == Verdict::unknown ? reason : reason + ": " + result.reason;
      write_output(options.output, render(result, true));
      return exit_code_of(result, session);
    });
  };
  return session.run(work, give_up);
}

}  // namespace fencepost::driver

#include "driver/program_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iterator>
#include <new>
#include <optional>
#include <utility>

#include "driver/failure.h"
#include "driver/last_words.h"
#include "driver/output.h"
#include "driver/rendered.h"
#include "driver/witness/witness_run.h"
#include "report/html.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/text.h"

namespace fencepost::driver {

using result::Result;
using result::Verdict;

namespace {

// The files that the user names, which no report may replace.
std::vector<std::string> inputs_of(const Options& options) {
  std::vector<std::string> inputs = options.files;
  inputs.insert(inputs.end(), options.stubs.begin(), options.stubs.end());
  inputs.insert(inputs.end(),
                {options.model, options.compile_commands, options.property, options.cost, options.validate_witness});
  return inputs;
}

// What is to be written can be, each to a place of its own.
void check_places(const Options& options) {
  check_witness_options(options);
  check_output(options.output, inputs_of(options));
  check_output(options.html, inputs_of(options), "--html");
  const std::pair<const char*, const std::string&> places[] = {
      {"--witness", options.witness}, {"--html", options.html}, {"--output", options.output}};
  for (const auto* one = std::begin(places); one != std::end(places); ++one)
    for (const auto* other = std::next(one); other != std::end(places); ++other)
      if (!one->second.empty() && one->second == other->second)
        throw UsageError(fmt::format("{} and {} name the same file", one->first, other->first));
}

int exit_code_of(const Result& result, const Session& session, const std::function<bool()>& is_complete) {
  // A run that fails stands, whatever else was looked for.
  bool is_decided = result.verdict == Verdict::unsafe || (result.verdict == Verdict::safe && is_complete());
  return session.interrupted() && !is_decided ? kExitInterrupted : result::exit_code(result.verdict);
}

std::string error_report(int code, const std::vector<Diagnostic>& diagnostics, const Options& options) {
  if (options.format == "sarif") return report::to_sarif_error(code, diagnostics, info_of(options), reader(options));
  return report::to_json_error(code, diagnostics, info_of(options));
}

// The form of a failure for machines; `guarded` prints the message and decides the exit code.
int with_told_errors(const Options& options, std::ostream& err, const std::function<int()>& work) {
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
  if (code == kExitBug) diagnostics.push_back({Severity::error, {}, message, result::kReport});
  if (diagnostics.empty() || options.format == "text") return code;
  return guarded(err, [&] {
    write_output(options.output, error_report(code, diagnostics, options));
    return code;
  });
}

struct Reports {
  std::string report;
  std::optional<std::string> page;
};

// None is asked for, or memory, which may be what ended the run, is not enough for it.
std::optional<std::string> page_of(const Result& result, const Options& options, const Rendering& render) {
  if (options.html.empty()) return std::nullopt;
  try {
    return render.page ? render.page(result) : report::to_html(result, info_of(options));
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

Reports rendered_all(const Result& result, const Options& options, const Rendering& render, bool was_cut) {
  return {render.report(result, was_cut), page_of(result, options, render)};
}

// The verdict is out, should the page fail.
void write_all(const Reports& reports, const Options& options) {
  write_output(options.output, reports.report);
  if (reports.page) write_output(options.html, *reports.page, "--html");
}

}  // namespace

Result unknown(std::string reason) {
  Result result;
  result.verdict = Verdict::unknown;
  result.reason = std::move(reason);
  return result;
}

void note_end(Result& result, const Session& session, const Budget& budget) {
  if (result.verdict == Verdict::unknown && !session.cut_reason().empty()) result.reason = session.cut_reason();
  result.statistics.set("time.total", budget.elapsed());
  result.statistics.set("memory.peak_mb", static_cast<double>(peak_megabytes()));
}

int program_run(const Options& options, std::ostream& err, const std::function<Result(Session&)>& find,
                const Rendering& render, const std::function<bool()>& is_complete) {
  int early = guarded(err, [&] {
    checks_of(options);
    engine_options(options);
    check_places(options);
    return 0;
  });
  if (early != 0) return early;

  Session session({options.timeout, options.memory, !options.quiet && options.log != "steps"});
  auto last_words = [&](const char* reason) {
    return options.output.empty() ? render.report(unknown(reason), false) : "";
  };
  std::string memory_words =
      options.memory == 0 ? "out of memory" : fmt::format("the memory limit of {} MB was reached", options.memory);
  std::vector<Diagnostic> our_bug = {{Severity::error, {}, "internal error: died of a signal", result::kReport}};
  bool wants_words = options.format != "text" && options.output.empty();
  set_last_words(last_words("the input nests too deeply: the stack is full"), last_words(memory_words.c_str()),
                 wants_words ? error_report(kExitBug, our_bug, options) : "");
  auto work = [&] {
    return with_told_errors(options, err, [&] {
      Result result = find(session);
      const Reports reports = rendered_all(result, options, render, session.budget().exhausted());
      session.claim_report();
      err << report::to_text(result.diagnostics,
                             options.color == "always" || (options.color == "auto" && isatty(STDERR_FILENO)));
      write_all(reports, options);
      return exit_code_of(result, session, is_complete);
    });
  };
  auto give_up = [&](const std::string& reason) {
    return guarded(err, [&] {
      Result result = session.kept().value_or(unknown(reason));
      note_end(result, session, session.budget());
      result.reason = result.verdict == Verdict::unknown ? reason : reason + ": " + result.reason;
      write_all(rendered_all(result, options, render, true), options);
      return exit_code_of(result, session, is_complete);
    });
  };
  return session.run(work, give_up);
}

}  // namespace fencepost::driver

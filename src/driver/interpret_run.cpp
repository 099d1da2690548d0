#include "driver/interpret_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include "core/interpreter.h"
#include "driver/failure.h"
#include "driver/output.h"
#include "driver/read_program.h"
#include "driver/supervised.h"
#include "engine/sampling/sampled_run.h"
#include "report/layout.h"
#include "report/text.h"

namespace fencepost::driver {

namespace {

using core::Outcome;

std::string story(const std::vector<core::TraceStep>& trace, bool colors) {
  std::vector<result::Step> steps;
  for (const core::TraceStep& step : trace)
    steps.push_back({step.thread, step.pos, step.function, step.depth, step.text, step.shared, step.caller});
  return report::to_text(steps, {.colors = colors, .trace_steps = steps.size()});
}

std::string ending(const Outcome& outcome, const core::Program& program, const core::Memory& memory, bool colors) {
  using report::Color;
  switch (outcome.kind) {
    case Outcome::Kind::finished: {
      const auto& type = program.function(program.entry).result;
      if (!outcome.result || !type) return "finished\n";
      return fmt::format("finished, result {}\n", core::describe(*outcome.result, *type, memory));
    }
    case Outcome::Kind::violated: {
      std::string out;
      for (const core::Failure& failure : outcome.failures) {
        const core::UndefInfo& info = core::info(failure.kind);
        out += fmt::format("{} at {}{}\n", report::paint(info.id, Color::red, colors), to_string(failure.pos),
                           failure.function.empty() ? "" : ", in " + failure.function);
        out +=
            report::wrap(report::sentence(info.sentence) + (failure.detail.empty() ? "." : ": " + failure.detail), 2);
        out += report::excerpt(failure.pos, 2, colors);
      }
      return out;
    }
    case Outcome::Kind::assume_failed:
      return fmt::format("stopped by an assumption at {}\n", to_string(outcome.pos));
    case Outcome::Kind::blocked:
      return fmt::format("blocked: {}\n", outcome.reason);
    case Outcome::Kind::unsupported:
    case Outcome::Kind::step_limit:
    case Outcome::Kind::bad_choice:
      break;
  }
  return fmt::format("{} at {}: {}\n", core::name(outcome.kind), to_string(outcome.pos), outcome.reason);
}

// What there is to tell of a run that was not waited for: what it printed, and where it was.
std::string until_cut(const std::string& printed, const std::vector<core::TraceStep>& trace, bool all, bool colors) {
  std::string text = printed;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  if (all) text += story(trace, colors);
  return text + "stopped before its end\n";
}

int exit_code_of(const Outcome& outcome) {
  switch (outcome.kind) {
    case Outcome::Kind::finished:
    case Outcome::Kind::assume_failed:
    case Outcome::Kind::blocked:
      return 0;
    case Outcome::Kind::violated:
      return 10;
    default:
      return kExitUnknown;
  }
}

}  // namespace

int interpret_run(const Options& options, std::ostream& err) {
  bool colors = options.color == "always" || (options.color == "auto" && isatty(STDOUT_FILENO));
  std::string so_far;  // where the run was ended
  auto work = [&](Session& session) {
    session.stage("reading C");
    Options started = options;  // whoever gives no arguments starts the program without any
    if (started.args.empty() && started.entry.empty()) started.args.emplace_back();
    frontend::Elaborated elaborated = read_program(started, session.budget(), true);
    session.stage("running");
    core::Limits limits;
    limits.trace = options.trace;
    core::UndefSet checks = checks_of(options);
    std::string text;
    Outcome outcome;
    auto tell = [&](const std::string& printed, const std::vector<core::TraceStep>& trace, const core::Memory& memory) {
      text = printed;
      if (!text.empty() && !text.ends_with('\n')) text += '\n';
      if (options.trace) text += story(trace, colors);
      text += ending(outcome, elaborated.program, memory, colors);
    };
    if (options.seed == 0) {
      core::DefaultChoices zeros;
      core::Interpreter interpreter(elaborated.program, checks, zeros, session.budget(), limits);
      try {
        outcome = interpreter.run();
      } catch (const Exhausted&) {
        so_far = until_cut(interpreter.printed(), interpreter.trace(), options.trace, colors);
        throw;
      }
      tell(interpreter.printed(), interpreter.trace(), interpreter.memory());
    } else {
      engine::sampling::Constants constants = engine::sampling::constants_of(elaborated.program);
      engine::sampling::SharedLocals locals;
      engine::sampling::Sample sample(engine::sampling::draw_of(options.seed), elaborated.program, checks, constants,
                                      locals, session.budget(), limits);
      try {
        outcome = sample.run();
      } catch (const Exhausted&) {
        so_far = until_cut(sample.machine().printed(), sample.machine().trace().steps(), options.trace, colors);
        throw;
      }
      tell(sample.machine().printed(), sample.machine().trace().steps(), sample.machine().memory());
    }
    session.claim_report();
    write_output("", text);
    return exit_code_of(outcome);
  };
  auto partial = [&] { write_output("", so_far); };
  return supervised({options.timeout, options.memory, !options.quiet}, err, work, partial);
}

}  // namespace fencepost::driver

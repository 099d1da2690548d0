#include "driver/explore_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "driver/draw.h"
#include "driver/gallery.h"
#include "driver/program_run.h"
#include "driver/rendered.h"
#include "driver/verify_run.h"
#include "engine/explore/explore.h"
#include "report/exploration.h"
#include "report/html.h"
#include "report/json.h"

namespace fencepost::driver {

namespace {

using result::Exploration;
using result::Result;
using result::Verdict;

engine::explore::ExploreOptions explore_options(const Options& options, bool may_fail, Session& session) {
  engine::explore::ExploreOptions asked{engine_options(options), options.limit, options.blocked, options.observe,
                                        may_fail};
  if (session.shows_progress())
    asked.counted = [&](uint64_t executions, size_t outcomes) {
      session.note(fmt::format("{} executions, {} outcomes", executions, outcomes));
    };
  return asked;
}

constexpr uint32_t kFirstTicks = 400'000;
constexpr double kFirstShare = 0.4;  // of the user's time limit

// Of programs with many locks all executions are counted faster than no failure is proved, of programs with many
// executions it is the other way round: the verdict has a share of the work first, and what counting leaves afterwards.
Result explored(const Input& input, const Options& options, Session& session, std::optional<Exploration>& exploration,
                Gallery& gallery) {
  Budget& all = session.budget();
  Budget first;  // does not see Ctrl-C: for so short a time the session's own watch is enough
  first.limit_ticks(kFirstTicks);
  if (std::isfinite(all.remaining())) first.limit_time(kFirstShare * std::max(0.1, all.remaining()));
  first.limit_memory(options.memory);
  Options asked = options;
  asked.engine = "bounded";  // counting comes to the end of what a proof would be about
  Result result = decide(input, asked, session, first);
  bool again = result.verdict == Verdict::unknown && first.exhausted();
  // Executions that fail a check are not counted, so a failure that nobody understands makes any number a guess.
  if (result.verdict == Verdict::unknown && !result.diagnostics.empty()) return result;
  session.stage("exploring");
  bool may_fail = result.verdict == Verdict::unsafe;
  // What the model gives a meaning to is counted.
  result::Task task = task_of(options, input.cfa, input.model);
  task.property.checks.set(core::Undef::memory_order, false);
  exploration =
      engine::explore::explore(task, explore_options(options, may_fail, session), all, gallery.visitor(task, all));
  // Where no time is left, that is its answer, in terms of the user's limit.
  if (again) result = decide(input, asked, session, all);
  gallery.tell(result);
  compare_with_sc(result, input, options, session);
  tell_stories(result, input, options, session);
  for (const auto& [name, value] : exploration->statistics.entries()) result.statistics.set(name, value);
  return result;
}

}  // namespace

int explore_run(const Options& options, std::ostream& err) {
  std::optional<Exploration> exploration;
  Gallery gallery(options);
  ModelChoice model;
  auto find = [&](Session& session) {
    prepare_drawings(options.draw);
    return with_input(options, session, model,
                      [&](const Input& input) { return explored(input, options, session, exploration, gallery); });
  };
  auto render = [&](const Result& result, bool was_cut) {
    Exploration none;
    const Exploration& found = exploration ? *exploration : none;
    if (options.format != "text") {
      Result told = result;
      if (told.reason.empty()) {
        told.reason = found.reason;
        told.reason_pos = found.reason_pos;
      }
      if (options.format == "json") return report::to_json(told, info_of(options, model), &found);
      return rendered(told, options, info_of(options, model), was_cut);
    }
    return rendered(result, options, info_of(options, model), was_cut) + (exploration ? report::to_text(found) : "");
  };
  auto page = [&](const Result& result) {
    report::Page made(result, info_of(options, model));
    gallery.add_to(made);
    if (exploration) made.add(*exploration);
    return report::to_html({&made});
  };
  return program_run(options, err, find, {render, page}, [&] { return exploration && exploration->whole; });
}

}  // namespace fencepost::driver

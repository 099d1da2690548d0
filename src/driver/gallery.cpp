#include "driver/gallery.h"

#include <fmt/format.h>

#include "check/checker.h"
#include "driver/draw.h"
#include "report/exploration.h"

namespace fencepost::driver {

namespace {

// Each is two files; nobody looks at more.
constexpr size_t kMostDrawings = 1000;
// In a page: of each outcome, and of all.
constexpr size_t kMostAlike = 8, kMostShown = 200;

}  // namespace

Gallery::Gallery(const Options& options) : options_(options), observed_{"return"} {
  observed_.insert(observed_.end(), options.observe.begin(), options.observe.end());
}

result::ExecutionVisitor Gallery::visitor(const result::Task& task, Budget& budget) {
  if (options_.draw.empty() && options_.html.empty()) return {};
  return [this, &task, &budget](const result::Execution& execution) {
    ++seen_;
    if (!options_.draw.empty()) draw(execution);
    if (!options_.html.empty() && execution.is_complete) show(execution, task, budget);
    return true;
  };
}

void Gallery::draw(const result::Execution& execution) {
  if (seen_ > kMostDrawings) return;
  report::GraphDrawing drawing = report::drawing(execution, observed_);
  std::string name = fmt::format("execution-{}", seen_);
  drawing.title = name;
  write_drawing(options_.draw, name, drawing);
}

void Gallery::show(const result::Execution& execution, const result::Task& task, Budget& budget) {
  std::string outcome = report::outcome_text(execution.values, observed_);
  if (shown_.size() >= kMostShown || ++by_outcome_[outcome] > kMostAlike) return;
  Shown shown{fmt::format("execution {}", seen_), std::move(outcome), {}, {}};
  if (std::optional<result::Run> run = execution.run ? execution.run() : std::nullopt)
    shown.told = check::Checker(task).tell(*run, budget);
  if (!shown.told) shown.graph = result::RunGraph{execution.graph, {}, {}};
  const std::scoped_lock lock(lock_);
  shown_.push_back(std::move(shown));
}

void Gallery::tell(result::Result& result) const {
  if (!options_.draw.empty() && seen_ > kMostDrawings)
    result.diagnostics.push_back(
        {Severity::note, {}, fmt::format("only the first {} executions are drawn", kMostDrawings), {}});
}

void Gallery::add_to(report::Page& page) {
  const std::scoped_lock lock(lock_);
  for (const Shown& one : shown_) {
    report::PageRun run;
    run.title = one.title;
    run.outcome = one.outcome;
    run.graph = one.told ? &one.told->graph : &*one.graph;
    if (one.told) {
      run.trace = &one.told->trace;
      run.story = &one.told->story;
    }
    page.add(run);
  }
}

}  // namespace fencepost::driver

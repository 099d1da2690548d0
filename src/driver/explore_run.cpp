#include "driver/explore_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "base/diagnostic.h"
#include "driver/output.h"
#include "driver/verify_run.h"
#include "engine/explore/explore.h"
#include "frontend/clang/frontend.h"
#include "program/lower.h"
#include "report/exploration.h"
#include "report/graph_dot.h"
#include "report/graph_svg.h"
#include "report/json.h"

namespace fencepost::driver {

namespace {

using result::Exploration;
using result::Result;
using result::Verdict;

engine::explore::ExploreOptions explore_options(const Options& options) {
  return {engine_options(options), options.limit, options.blocked, options.observe};
}

// Draws each execution that comes by into the directory that the user named.
class Drawer {
 public:
  explicit Drawer(const Options& options) : directory_(options.draw), observed_{"return"} {
    observed_.insert(observed_.end(), options.observe.begin(), options.observe.end());
    if (options.draw.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(directory_, error);
    if (error)
      throw InputError(source_pos(options.draw, 0), fmt::format("cannot create the directory: {}", error.message()));
  }
  result::ExecutionVisitor visitor() {
    if (directory_.empty()) return {};
    return [this](const result::Execution& execution) { draw(execution); };
  }

 private:
  void draw(const result::Execution& execution) {
    report::GraphDrawing drawing = report::drawing(execution, observed_);
    std::string name = fmt::format("execution-{}", ++drawn_);
    drawing.title = name;
    write_output((directory_ / (name + ".dot")).string(), report::to_dot(drawing));
    write_output((directory_ / (name + ".svg")).string(), report::to_svg(drawing));
  }

  std::filesystem::path directory_;
  std::vector<std::string> observed_;
  size_t drawn_ = 0;
};

Exploration explored(const Options& options, Session& session) {
  session.stage("reading C");
  frontend::Elaborated elaborated = frontend::elaborate(source_options(options), session.budget());
  program::Cfa cfa = program::lower(elaborated.program);
  session.stage("exploring");
  Drawer drawer(options);
  return engine::explore::explore(cfa, property_of(options), explore_options(options), session.budget(),
                                  drawer.visitor());
}

Result judged(const Options& options, Session& session, std::optional<Exploration>& exploration) {
  Result result = verify(options, session);
  if (result.verdict == Verdict::unknown) return result;
  try {
    exploration = explored(options, session);
  } catch (const Exhausted& error) {
    exploration.emplace();
    exploration->reason = error.what();
  }
  for (const auto& [name, value] : exploration->statistics.entries()) result.statistics.set(name, value);
  if (result.reason.empty()) {
    result.reason = exploration->reason;
    result.reason_pos = exploration->reason_pos;
  }
  return result;
}

}  // namespace

int explore_run(const Options& options, std::ostream& err) {
  std::optional<Exploration> exploration;
  auto judge = [&](Session& session) { return judged(options, session, exploration); };
  auto render = [&](const Result& result, bool was_cut) {
    Exploration none;
    const Exploration& found = exploration ? *exploration : none;
    if (options.format == "json") return report::to_json(result, info_of(options), &found);
    return rendered(result, options, was_cut) + (exploration ? report::to_text(found) : "");
  };
  return program_run(options, err, judge, render);
}

}  // namespace fencepost::driver

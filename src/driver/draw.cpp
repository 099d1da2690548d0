#include "driver/draw.h"

#include <fmt/format.h>

#include <filesystem>

#include "driver/output.h"
#include "driver/verify_run.h"
#include "report/graph_dot.h"
#include "report/graph_svg.h"
#include "report/violation_drawing.h"

namespace fencepost::driver {

void prepare_drawings(const Options& options) {
  if (options.draw.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(options.draw, error);
  if (error)
    throw OutputError(fmt::format("the folder {} cannot be made: {}\n  help: choose another with --draw", options.draw,
                                  error.message()));
}

void draw_violations(result::Result& result, const Options& options) {
  if (options.draw.empty()) return;
  size_t number = 0;
  for (const result::Violation& violation : result.violations) {
    std::string name = fmt::format("violation-{}", ++number);
    std::optional<report::GraphDrawing> picture = report::drawing(violation, info_of(options));
    if (!picture) {
      result.diagnostics.push_back(
          {Severity::note, violation.pos, "this run has one thread: the trace shows all, nothing is drawn", {}});
      continue;
    }
    std::filesystem::path base = std::filesystem::path(options.draw) / name;
    write_output(base.string() + ".dot", report::to_dot(*picture));
    write_output(base.string() + ".svg", report::to_svg(*picture));
  }
}

}  // namespace fencepost::driver

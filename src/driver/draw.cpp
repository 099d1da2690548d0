#include "driver/draw.h"

#include <fmt/format.h>

#include <filesystem>

#include "driver/output.h"
#include "report/graph_dot.h"
#include "report/graph_svg.h"
#include "report/violation_drawing.h"

namespace fencepost::driver {

void prepare_drawings(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw OutputError(
        fmt::format("the folder {} cannot be made: {}\n  help: choose another with --draw", folder, error.message()));
}

void write_drawing(const std::string& folder, const std::string& name, const report::GraphDrawing& drawing) {
  const std::string base = (std::filesystem::path(folder) / name).string();
  write_output(base + ".dot", report::to_dot(drawing), "--draw");
  write_output(base + ".svg", report::to_svg(drawing), "--draw");
}

void draw_violations(result::Result& result, const Options& options, const report::RunInfo& info) {
  if (options.draw.empty()) return;
  size_t number = 0;
  for (const result::Violation& violation : result.violations) {
    std::string name = fmt::format("violation-{}", ++number);
    std::optional<report::GraphDrawing> picture = report::drawing(violation, info);
    if (!picture) {
      result.diagnostics.push_back(
          {Severity::note, violation.pos, "this run has one thread: the trace shows all, nothing is drawn", {}});
      continue;
    }
    write_drawing(options.draw, name, *picture);
  }
}

}  // namespace fencepost::driver

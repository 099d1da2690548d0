// What `--draw DIR` of verify, explore and litmus shares, and the drawings of verify: the run of each violation as a picture,
// violation-1.dot and violation-1.svg and so on, in the order of the report. Each file appears whole or not at all.
#pragma once

#include <string>

#include "driver/options.h"
#include "report/graph_drawing.h"
#include "report/run_info.h"
#include "result/result.h"

namespace fencepost::driver {

// Makes the folder if one is named; throws OutputError. Before minutes are spent.
void prepare_drawings(const std::string& folder);
// NAME.dot and NAME.svg; throws OutputError.
void write_drawing(const std::string& folder, const std::string& name, const report::GraphDrawing& drawing);
// Adds a note to the result where there is nothing to draw.
void draw_violations(result::Result& result, const Options& options, const report::RunInfo& info);

}  // namespace fencepost::driver

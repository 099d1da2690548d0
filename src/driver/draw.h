// `verify --draw DIR`: the run of each violation as a picture, violation-1.dot and violation-1.svg and so on, in the order of
// the report. Each file appears whole or not at all.
#pragma once

#include "driver/options.h"
#include "result/result.h"

namespace fencepost::driver {

// Makes the folder; throws OutputError. Before minutes are spent.
void prepare_drawings(const Options& options);
// Adds a note to the result where there is nothing to draw.
void draw_violations(result::Result& result, const Options& options);

}  // namespace fencepost::driver

// What to try next where nothing was shown: which options to raise, another engine or model, what to give or to write otherwise. One table,
// from what the reason is about to what helps with it: reasons come from engines, the frontend, solvers and libraries, and often name
// several things in one sentence, so that the sentence itself is asked, in the order of the table.
#pragma once

#include <string>

#include "report/run_info.h"
#include "result/result.h"

namespace fencepost::report {

// One sentence or two, never empty for UNKNOWN; empty for every other verdict.
std::string advice(const result::Result& result, const RunInfo& info);

}  // namespace fencepost::report

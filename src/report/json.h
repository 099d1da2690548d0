// The report for programs: one JSON object, schema "fencepost/1", documented in docs/json.md. Within a major version of the
// schema fields are only added, and kinds of checks keep their ids.
#pragma once

#include <string>

#include "report/run_info.h"
#include "result/exploration.h"
#include "result/fence_choices.h"
#include "result/result.h"
#include "result/weak_run.h"

namespace fencepost::report {

// With an exploration, the object has its counts and outcomes, too.
std::string to_json(const result::Result& result, const RunInfo& info,
                    const result::Exploration* exploration = nullptr);
// With the fences for which the result holds.
std::string to_json(const result::Result& result, const RunInfo& info, const result::FenceChoices& fences);

// Whether every execution is one of sequential consistency.
std::string to_json(const result::Result& result, const RunInfo& info, const result::Robustness& robustness);

// A run that ended before there could be a verdict: bad input, a missing file, our bug.
std::string to_json_error(int exit_code, const std::vector<Diagnostic>& diagnostics, const RunInfo& info);

}  // namespace fencepost::report

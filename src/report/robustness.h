// Is every execution one of sequential consistency? The report for people.
#pragma once

#include <string>

#include "report/text.h"
#include "result/weak_run.h"

namespace fencepost::report {

// SAFE: every one is; UNSAFE: the one that is shown, or that of the violation, is not.
std::string to_text(const result::Result& result, const result::Robustness& robustness, const RunInfo& info,
                    const TextStyle& style);

}  // namespace fencepost::report

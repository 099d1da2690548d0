// The report in SARIF 2.1.0 (OASIS), which code hosts and editors show: the checks are rules, a violation is a result with its run as a
// code flow, one thread flow a thread, and as a graph of events; what else happened are notifications of the invocation.
// Columns count Unicode code points.
#pragma once

#include <string>

#include "report/run_info.h"
#include "report/source_text.h"
#include "result/result.h"

namespace fencepost::report {

std::string to_sarif(const result::Result& result, const RunInfo& info, const SourceText::Read& read);
// Of a run that ended in an error.
std::string to_sarif_error(int exit_code, const std::vector<Diagnostic>& diagnostics, const RunInfo& info,
                           const SourceText::Read& read);
// One log with the runs of several.
std::string joined_sarif(const std::vector<std::string>& logs);

}  // namespace fencepost::report

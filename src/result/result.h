// What people are told about a task: claims that check/ has confirmed, and why there is no more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "base/statistics.h"
#include "result/violation.h"

namespace fencepost::result {

struct Result {
  Verdict verdict = Verdict::unknown;
  bool has_threads = false;                 // the program may start some: its memory model matters
  std::optional<Verdict> verdict_under_sc;  // UNSAFE under another model: safe or unsafe if it was found out
  Executions executions = Executions::unknown;
  unsigned bound = 0;  // SAFE-TO-BOUND: the loop bound that was covered
  std::string reason;  // UNKNOWN, SAFE-TO-BOUND: why, with the way out
  SourcePos reason_pos;
  std::vector<Violation> violations;
  std::vector<Diagnostic> diagnostics;
  Statistics statistics;
};

}  // namespace fencepost::result

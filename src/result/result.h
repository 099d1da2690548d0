// What comes out of a run. One verdict type owns the exit codes, and a bound that was reached is never SAFE.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "base/statistics.h"
#include "core/choice.h"
#include "core/undef.h"

namespace fencepost::result {

enum class Verdict { safe, unsafe, unknown, safe_to_bound };

int exit_code(Verdict verdict);               // 0, 10, 20, 21
std::string_view name(Verdict verdict);       // "SAFE", "UNSAFE", "UNKNOWN", "SAFE-TO-BOUND"
std::string_view json_name(Verdict verdict);  // "safe", "unsafe", "unknown", "safe-to-bound"

// One line of the story that replay tells: what happened where.
struct Step {
  SourcePos pos;
  std::string function;
  unsigned depth = 0;  // call depth
  std::string text;    // "x = 5", "a[i] reads 7", "call f(3)", "return 0", "rand() gives 12"
};

struct Violation {
  core::Undef kind{};
  SourcePos pos;
  std::string function;
  std::string detail;       // "INT_MAX + 1 does not fit int", the assertion's text, ...
  core::Choices choices;    // the run that shows it
  std::vector<Step> trace;  // filled by replay (check/replay.h), never by an engine
  bool replayed = false;
};

struct Result {
  Verdict verdict = Verdict::unknown;
  unsigned bound = 0;  // SAFE-TO-BOUND: the loop bound that was covered
  std::string reason;  // UNKNOWN, SAFE-TO-BOUND: why, with the way out
  SourcePos reason_pos;
  std::vector<Violation> violations;
  std::vector<Diagnostic> diagnostics;
  Statistics statistics;
};

}  // namespace fencepost::result

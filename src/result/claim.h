// What an engine says. Nobody is told it before check/ has made it a result::Result.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "base/statistics.h"
#include "core/undef.h"
#include "result/proof.h"
#include "result/run.h"
#include "result/verdict.h"

namespace fencepost::result {

// A check that fails, and the run that shows it.
struct Claim {
  core::Undef kind{};
  SourcePos pos;
  std::string function;
  std::string detail;                       // "INT_MAX + 1 does not fit int", the assertion's text, ...
  core::Choices choices = {};               // the run that shows it
  std::optional<ConcurrentRun> concurrent;  // of a program with threads: instead of `choices`
  std::string doubt = {};                   // why it may not replay, and nobody is to blame; empty: it must
};

// Has the program any executions? `none`: its assumptions, or the memory model, exclude all of them.
enum class Executions : uint8_t { unknown, shown, none };

// A verdict and what belongs to it, beside violations: an engine's as well as what people are told.
struct Conclusion {
  Verdict verdict = Verdict::unknown;
  Executions executions = Executions::unknown;
  std::string decided_by;  // the engine; empty: nobody has decided anything
  unsigned bound = 0;      // SAFE-TO-BOUND: the loop bound that was covered
  std::string reason;      // UNKNOWN, SAFE-TO-BOUND: why, with the way out
  SourcePos reason_pos;
  std::vector<Diagnostic> diagnostics;
  Statistics statistics;

  // UNKNOWN, for that reason.
  void take_back(std::string why, const SourcePos& where) {
    verdict = Verdict::unknown;
    bound = 0;
    reason = std::move(why);
    reason_pos = where;
  }
};

// What to do about an error of our own.
inline constexpr const char* kReport = "please report this with the input that caused it";

// All that an engine says about a task.
struct Claims : Conclusion {
  std::vector<Claim> violations;
  std::optional<Run> run;      // if the engine was asked for one (engine::Listener::needs_run)
  std::optional<Proof> proof;  // SAFE: why, if the engine can say it in a way that others can check
};

}  // namespace fencepost::result

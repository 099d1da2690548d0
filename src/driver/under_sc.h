// A program that fails under a weak memory model: do the same checks hold at the same places under sequential consistency? If
// so the model is to blame, and the heading says it. What else may fail under sc is not asked. The question is about the
// very program that was verified, after preprocessing.
#pragma once

#include <optional>

#include "base/budget.h"
#include "driver/options.h"
#include "program/cfa.h"
#include "result/result.h"

namespace fencepost::driver {

// safe: none of them happens; unsafe: all do; nothing: some do, or it was not found out in about the
// time that the run took so far. Never throws for lack of resources.
std::optional<result::Verdict> verdict_under_sc(const Options& options, const program::Cfa& cfa,
                                                const std::vector<result::Violation>& violations, Budget& budget);

}  // namespace fencepost::driver

// The report for people: the verdict first, then each violation as a short story (what, by which rule, where, how the run
// gets there), in 80 columns.
#pragma once

#include <string>
#include <vector>

#include "report/run_info.h"
#include "result/result.h"

namespace fencepost::report {

struct TextStyle {
  bool colors = false;
  bool statistics = false;
  size_t trace_steps = 40;  // longer traces lose their middle
};

std::string to_text(const result::Result& result, const RunInfo& info, const TextStyle& style);

// "SAFE  file.c  model tso", with the end of its line.
std::string heading_text(const result::Result& result, const RunInfo& info, bool colors);

// What the verdict says, and for whom: sentences.
std::vector<std::string> conclusions(const result::Result& result, const RunInfo& info);

// With a heading, a line each.
std::string statistics_text(const result::Result& result);

// "file:3:5: warning: ...", coloured; the first `limit` of them, then how many more there are.
std::string to_text(const std::vector<Diagnostic>& diagnostics, bool colors, size_t limit = 10);

// The steps of a trace, a heading whenever the function changes.
std::string to_text(const std::vector<result::Step>& trace, const TextStyle& style);

}  // namespace fencepost::report

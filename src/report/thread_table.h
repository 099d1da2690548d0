// The trace of a run with several threads as a table: a column a thread, time goes down. It shows what threads see of each
// other (steps marked shared) and, of the thread that fails, what it did by itself just before. At most kWidest columns wide; with more
// threads than fit there, one line a step that names its thread.
#pragma once

#include <string>
#include <vector>

#include "report/text.h"
#include "result/result.h"

namespace fencepost::report {

// Do several threads take part?
bool has_threads(const std::vector<result::Step>& trace);

std::string thread_table(const std::vector<result::Step>& trace, const TextStyle& style);

}  // namespace fencepost::report

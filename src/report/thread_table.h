// The trace of a run with several threads as a table: a column a thread, time goes down. It shows the
// steps that concern other threads (Step::shared) and, of the thread that fails, its own last steps. At most kWidest columns
// wide; if there are too many threads for that, a list of steps, each with the name of its thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/text.h"
#include "result/result.h"

namespace fencepost::report {

// Do several threads take part?
bool has_threads(const std::vector<result::Step>& trace);

// A thread is called by the function that it started with.
std::map<uint32_t, std::string> thread_names(const std::vector<result::Step>& trace);

std::string thread_table(const std::vector<result::Step>& trace, const TextStyle& style);

}  // namespace fencepost::report

// The run of `fencepost verify TASK.yml`: each property of the task by itself, or the one that --property names, with the
// time divided among them. One report, in which each has its heading and the verdict that the task expects.
#pragma once

#include <ostream>

#include "driver/options.h"

namespace fencepost::driver {

// Is a task among the files?
bool has_task(const Options& options);

// What is asked about the one property of a task that is wanted; without a task, what was asked.
Options options_of_task(const Options& options);

// The exit code is that of the worst verdict: UNSAFE, then UNKNOWN, SAFE-TO-BOUND, SAFE.
int task_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver

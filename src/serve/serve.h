// `fencepost serve`: a page on this machine where programs are written, asked about and looked at. Who may ask is guard.h's
// matter, what may be asked question.h's; the work is done by child processes (jobs/child.h).
#pragma once

#include <ostream>

#include "driver/options.h"

namespace fencepost::serve {

// Until Ctrl-C; returns the exit code.
int serve_run(const driver::Options& options, std::ostream& err);

}  // namespace fencepost::serve

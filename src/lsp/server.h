// `fencepost lsp`: a language server over standard input and output. One thread reads messages and looks after jobs; each job is a
// process of its own (jobs/child.h), so that no program crashes or blocks the server. A saved text is verified; what is
// found is shown until the text is saved again, and whatever is at work on a text ends when the text changes.
#pragma once

#include <ostream>

#include "driver/options.h"

namespace fencepost::lsp {

// Until the editor ends it; returns the exit code.
int lsp_run(const driver::Options& options, std::ostream& err);

}  // namespace fencepost::lsp

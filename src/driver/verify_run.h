// The run of `fencepost verify`, from files to report: elaborate, lower, engine, replay, report. No UNSAFE leaves without its
// violations replayed by the interpreter, which shares no code with the engine.
#pragma once

#include <ostream>

#include "driver/options.h"
#include "driver/session.h"
#include "result/result.h"

namespace fencepost::driver {

// Bad input and our own bugs are thrown; exhausted resources are an UNKNOWN.
result::Result verify(const Options& options, Session& session);

// The command: writes the report where options say, messages to `err`, and returns the exit code.
int verify_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver

// A command about a program, supervised: time, memory and Ctrl-C (session.h), failures in the form that was asked for, and one
// report, whatever ends the work.
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "driver/options.h"
#include "driver/session.h"
#include "result/result.h"

namespace fencepost::driver {

// What is made of a result for people and programs.
struct Rendering {
  std::function<std::string(const result::Result&, bool was_cut)> report;
  // Of --html; where there is none, the result alone has one.
  std::function<std::string(const result::Result&)> page = {};
};

// `find` makes the result and `render` the report of it; `is_complete`: nothing that was asked for is left out of that.
// Messages go to `err`; returns the exit code.
int program_run(
    const Options& options, std::ostream& err, const std::function<result::Result(Session&)>& find,
    const Rendering& render, const std::function<bool()>& is_complete = [] { return true; });

result::Result unknown(std::string reason);
// Why the work was cut off, and what it took.
void note_end(result::Result& result, const Session& session, const Budget& budget);

}  // namespace fencepost::driver

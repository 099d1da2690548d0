// The run of `fencepost verify`, straight down: read, lower, engines, check, compare with sc, report. No UNSAFE leaves without its
// violations replayed by the interpreter, which shares no code with the engine; no SAFE leaves unchallenged.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <vector>

#include "driver/model_choice.h"
#include "driver/options.h"
#include "driver/read_program.h"
#include "driver/session.h"
#include "frontend/clang/frontend.h"
#include "program/cfa.h"
#include "result/result.h"

namespace fencepost::driver {

// A program as read; stays where it is, since the Cfa refers to the rest.
struct Input {
  frontend::Elaborated elaborated;
  program::Cfa cfa;
  ModelChoice model;
  Statistics statistics;
};

// With these changes, if there are some, and its places and orders marked (core/place.h); otherwise as it is.
std::unique_ptr<Input> read_and_lower(const Options& options, Session& session, const Changes* changes = nullptr);

// Reads the program and works on it. Bad input and our own bugs are thrown; exhausted resources are an UNKNOWN. `model` becomes the
// one that was chosen.
result::Result with_input(const Options& options, Session& session, ModelChoice& model,
                          const std::function<result::Result(const Input&)>& work, const Changes* changes = nullptr);

// Engines, and the check of what they say. Exhausted is thrown only while replaying. `keeps`: what is known before the end is the
// answer if the work is cut off.
result::Result decide(const Input& input, const Options& options, Session& session, Budget& budget, bool keeps = true);

// Whether the run needs a weak memory, and whether the program fails without one.
void compare_with_sc(result::Result& result, const Input& input, const Options& options, Session& session);

// For the page of --html, if there is to be one: what every step of each violation's run does to memory.
void tell_stories(result::Result& result, const Input& input, const Options& options, Session& session);

// All of it but the report.
result::Result verify(const Options& options, Session& session, ModelChoice& model);

// The command: writes the report where options say, messages to `err`, and returns the exit code.
int verify_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver

// The run of `fencepost verify`, from files to report: elaborate, lower, engine, replay, report. No UNSAFE leaves without its
// violations replayed by the interpreter, which shares no code with the engine.
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "driver/model_choice.h"
#include "driver/options.h"
#include "driver/session.h"
#include "frontend/clang/frontend.h"
#include "program/cfa.h"
#include "report/run_info.h"
#include "result/result.h"

namespace fencepost::driver {

// A program as read; stays where it is, since the Cfa refers to the rest.
struct Input {
  frontend::Elaborated elaborated;
  program::Cfa cfa;
  ModelChoice model;
  Statistics statistics;
};

// Engine and replay. Exhausted is thrown only while replaying.
result::Result judge(const Input& input, const Options& options, Session& session, Budget& budget);

// Bad input and our own bugs are thrown; exhausted resources are an UNKNOWN. `model` becomes the one that was chosen.
using Judge = std::function<result::Result(const Input&, Session&)>;
result::Result verify(const Options& options, Session& session, ModelChoice& model, const Judge& judged);
result::Result verify(const Options& options, Session& session, ModelChoice& model);

// The report about a program, as options want it.
report::RunInfo info_of(const Options& options);
report::RunInfo info_of(const Options& options, const ModelChoice& model);
std::string rendered(const result::Result& result, const Options& options, const report::RunInfo& info, bool was_cut);

// A command about a program under supervision: `judge` finds the result and `render` makes the report of it.
int program_run(const Options& options, std::ostream& err, const std::function<result::Result(Session&)>& judge,
                const std::function<std::string(const result::Result&, bool was_cut)>& render);

// The command: writes the report where options say, messages to `err`, and returns the exit code.
int verify_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver

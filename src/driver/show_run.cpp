#include "driver/show_run.h"

#include "driver/output.h"
#include "driver/read_program.h"
#include "driver/show_events.h"
#include "driver/supervised.h"
#include "program/lower.h"

namespace fencepost::driver {

int show_run(const Options& options, std::ostream& err) {
  auto work = [&](Session& session) {
    frontend::Elaborated elaborated = read_program(options, session.budget());
    std::string text;
    if (options.stage == "core") {
      text = core::to_string(elaborated.program);
    } else {
      program::Cfa cfa = program::lower(elaborated.program);
      text = options.stage == "cfa" ? program::to_string(cfa) : events_of(cfa, options, session.budget());
    }
    session.claim_report();
    write_output("", text);
    return 0;
  };
  return supervised({options.timeout, options.memory, true}, err, work);
}

}  // namespace fencepost::driver

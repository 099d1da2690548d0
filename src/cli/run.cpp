#include <iostream>

#include "cli/commands.h"
#include "cli/option_table.h"
#include "driver/interpret_run.h"

namespace fencepost::cli {

void add_run_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("run", "Run a program once in the interpreter, checking every step");
  command->footer(
      "Exit code: 0 the run ended without a failed check, 10 a check failed, 20 the run could not be finished.\n\n"
      "Example: fencepost run --trace --seed 7 program.c");
  auto options = std::make_shared<driver::Options>();
  add_options(*command, *options, driver::kRun);
  command->callback([options, &exit_code] { exit_code = driver::interpret_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

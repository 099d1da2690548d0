#include <iostream>

#include "cli/commands.h"
#include "cli/option_table.h"
#include "driver/explore_run.h"

namespace fencepost::cli {

void add_explore_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "explore", "Which executions does a C program with threads have under a memory model, and how do they end?");
  command->footer(
      "Two runs are one execution if the same accesses to shared memory happen, each read\n"
      "takes the same write, and the writes of each place are in the same order. An\n"
      "execution is complete if every thread comes to its end.\n\n"
      "Exit code: as of verify.\n\n"
      "Examples:\n"
      "  fencepost explore --model tso program.c\n"
      "  fencepost explore --model rc11 --unwind 3 --observe x --format json program.c");
  auto options = std::make_shared<driver::Options>();
  add_options(*command, *options, driver::kExplore);
  command->callback([options, &exit_code] { exit_code = driver::explore_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

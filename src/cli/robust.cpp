#include <iostream>

#include "cli/commands.h"
#include "cli/option_table.h"
#include "driver/robust_run.h"

namespace fencepost::cli {

void add_robust_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("robust", "Is every execution of a C program under a memory model one of interleaving (sc)?");
  command->footer(
      "Executions are those that `fencepost explore` counts. SAFE: each is one under sc.\n"
      "UNSAFE: one is not, and is shown. Exit code: as of verify.\n\n"
      "Example: fencepost robust --model tso queue.c");
  auto options = std::make_shared<driver::Options>();
  add_options(*command, *options, driver::kRobust);
  command->callback([options, &exit_code] { exit_code = driver::robust_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

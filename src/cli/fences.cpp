#include <iostream>

#include "cli/commands.h"
#include "cli/option_table.h"
#include "driver/fences_run.h"

namespace fencepost::cli {

void add_fences_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "fences", "Which fences or memory orders does a C program need to be right under a memory model?");
  command->footer(
      "The verdict is that of the program with the fences and memory orders that are named:\n"
      "SAFE with the cheapest ones, or as it is if nothing is needed. UNSAFE: no such change\n"
      "helps. Exit code: as of verify.\n\n"
      "Examples:\n"
      "  fencepost fences --model tso dekker.c\n"
      "  fencepost fences --model rc11 --all --cost costs.txt lock.c\n"
      "  fencepost fences --model rc11 --relax --patch queue.c | patch -p0");
  auto options = std::make_shared<driver::Options>();
  add_options(*command, *options, driver::kFences);
  command->callback([options, &exit_code] { exit_code = driver::fences_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

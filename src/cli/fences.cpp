#include <iostream>

#include "cli/commands.h"
#include "cli/option_table.h"
#include "driver/fences_run.h"

namespace fencepost::cli {

void add_fences_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("fences", "Which fences does a C program need to be right under a memory model?");
  command->footer(
      "The verdict is that of the program with the fences that are named: SAFE with the\n"
      "cheapest ones, or without any if none is needed. UNSAFE: no fences between\n"
      "statements help. Exit code: as of verify.\n\n"
      "Examples:\n"
      "  fencepost fences --model tso dekker.c\n"
      "  fencepost fences --model rc11 --all --cost costs.txt lock.c\n"
      "  fencepost fences --model power --patch lock.c | patch -p0");
  auto options = std::make_shared<driver::Options>();
  add_options(*command, *options, driver::kFences);
  command->callback([options, &exit_code] { exit_code = driver::fences_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

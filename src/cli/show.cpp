#include <iostream>

#include "cli/commands.h"
#include "cli/option_table.h"
#include "driver/show_run.h"

namespace fencepost::cli {

void add_show_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("show", "Print a program as a stage of the road sees it");
  command->footer("Example: fencepost show --stage core program.c");
  auto options = std::make_shared<driver::Options>();
  add_options(*command, *options, driver::kShow);
  command->callback([options, &exit_code] { exit_code = driver::show_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

#include "serve/serve.h"

#include <iostream>

#include "cli/commands.h"
#include "cli/option_table.h"

namespace fencepost::cli {

void add_serve_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("serve", "A page in the browser to write programs, verify them and look at runs");
  command->footer(
      "The page is on this machine alone, and has a secret address. What is verified there is\n"
      "a process of its own with limits, reads no file, and leaves nothing behind.\n"
      "Exit code: 0 after Ctrl-C.\n\n"
      "Examples:\n"
      "  fencepost serve --open\n"
      "  fencepost serve --port 8000 --jobs 4 --timeout 300");
  auto options = std::make_shared<driver::Options>();
  add_options(*command, *options, driver::kServe);
  command->callback([options, &exit_code] { exit_code = serve::serve_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

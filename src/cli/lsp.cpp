#include <iostream>

#include "cli/commands.h"
#include "cli/option_table.h"
#include "lsp/server.h"

namespace fencepost::cli {

void add_lsp_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("lsp", "A language server for editors, over standard input and output");
  command->footer(
      "Editors start it; docs/lsp.md tells how to say that to VS Code, Neovim and Emacs.\n"
      "Exit code: 0 if the editor has said goodbye, otherwise 1.\n\n"
      "Example: fencepost lsp --model tso");
  auto options = std::make_shared<driver::Options>();
  add_options(*command, *options, driver::kLsp);
  command->callback([options, &exit_code] { exit_code = lsp::lsp_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

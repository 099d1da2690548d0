#include "cli/commands.h"
#include "driver/output.h"
#include "report/checks_table.h"

namespace fencepost::cli {

void add_checks_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("checks", "List the kinds of failed checks, their ids and ISO clauses");
  command->footer("An id is what `fencepost verify --check ID` and `--no-check ID` take.");
  command->callback([&exit_code] {
    driver::write_output("", report::checks_table());
    exit_code = 0;
  });
}

}  // namespace fencepost::cli

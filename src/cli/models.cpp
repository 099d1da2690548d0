#include <memory>

#include "cli/litmus.h"
#include "driver/litmus_run.h"
#include "driver/output.h"

namespace fencepost::cli {

void add_models_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("models", "List the built-in memory models, or show one");
  command->footer("Example: fencepost models tso > my.cat");
  auto name = std::make_shared<std::string>();
  command->add_option("name", *name, "The model to show");
  command->callback([name, &exit_code] {
    exit_code = driver::with_standard_output([&](std::ostream& out) { return driver::models_run(*name, out); });
  });
}

}  // namespace fencepost::cli

#include <iostream>
#include <memory>

#include "cli/litmus.h"
#include "driver/explain_run.h"

namespace fencepost::cli {

void add_explain_command(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("explain", "Tell in words why a model allows or forbids a litmus test's condition");
  command->footer("Example: fencepost explain SB.litmus --model tso");
  auto options = std::make_shared<driver::ExplainOptions>();
  command->add_option("test", options->file, "A litmus test")->required();
  command->add_option("-m,--model", options->model, "Built-in model or a cat file; default: the dialect's own");
  command->add_option("--unroll", options->unroll, "How often a loop on unknown values goes round")
      ->check(CLI::Range(0, 100));
  command->add_option("--root", options->root, "Read nothing outside this folder");
  command->callback([options, &exit_code] { exit_code = driver::explain_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

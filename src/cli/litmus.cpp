#include "cli/litmus.h"

#include <iostream>
#include <memory>

#include "driver/litmus_run.h"

namespace fencepost::cli {

void add_litmus_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("litmus", "Tell which outcomes of litmus tests a memory model allows");
  auto options = std::make_shared<driver::LitmusOptions>();
  auto quiet = std::make_shared<bool>(false);
  auto variants = std::make_shared<std::vector<std::string>>();
  command->add_option("inputs", options->inputs, "Litmus tests, directories of them, or @LIST")->required();
  command->add_option("-m,--model", options->model,
                      "Built-in model (see `fencepost models`) or a cat file; default: the dialect's own");
  command->add_option("--variant", *variants, "Variant that the cat file may ask about");
  command->add_option("--bell", options->bell, "Bell file: declarations read before the cat file");
  command->add_option("--macros", options->macros, "File of C macros (.def), read before the built-in ones");
  command->add_option("-f,--format", options->format, "text, json or csv")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command->add_option("-j,--jobs", options->jobs, "Threads")->check(CLI::Range(1, 256));
  command->add_option("--expect", options->expect, "CSV of recorded results; exit 1 when ours differ");
  command->add_option("--draw", options->draw, "Directory for drawings of executions (DOT and SVG)");
  command->add_option("--html", options->html,
                      "File for a page to look at: outcomes, executions, what is forbidden and why");
  command->add_option("--unroll", options->unroll, "How often a loop on unknown values goes round")
      ->check(CLI::Range(0, 100));
  command->add_option("--timeout", options->timeout, "Seconds a test may take (0: no limit)")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--root", options->root, "Read nothing outside this folder");
  command->add_flag("-q,--quiet", *quiet, "Show no progress");
  command->footer("Example: fencepost litmus tests/ --model tso --format csv");
  command->callback([options, quiet, variants, &exit_code] {
    options->progress = !*quiet;
    options->variants = {variants->begin(), variants->end()};
    exit_code = driver::litmus_run(*options, std::cerr);
  });
}

}  // namespace fencepost::cli

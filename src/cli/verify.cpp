#include <iostream>

#include "cli/commands.h"
#include "cli/option_table.h"
#include "driver/verify_run.h"

namespace fencepost::cli {

void add_verify_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("verify", "Does any execution of a C program, or of a litmus test in C, fail?");
  command->footer(
      "Exit code: 0 SAFE, 10 UNSAFE, 12 witness refuted, 20 UNKNOWN, 21 SAFE-TO-BOUND, 64 usage,\n"
      "65 bad input, 66 missing file, 70 bug of fencepost, 73 report not written,\n"
      "130 interrupted.\n\n"
      "Examples:\n"
      "  fencepost verify program.c\n"
      "  fencepost verify --entry 'clamp(5, -3)' --unwind 8 parser.c util.c\n"
      "  fencepost verify --format json --timeout 60 --all-violations program.c\n"
      "  fencepost verify --model lkmm test.litmus\n"
      "  fencepost verify --format sarif -o out.sarif --witness out.yml program.c\n"
      "  fencepost verify --validate-witness out.yml program.c");
  auto options = std::make_shared<driver::Options>();
  add_options(*command, *options, driver::kVerify);
  command->callback([options, &exit_code] { exit_code = driver::verify_run(*options, std::cerr); });
}

}  // namespace fencepost::cli

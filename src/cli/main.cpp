#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>
#include <iostream>

#include "cli/commands.h"
#include "cli/compiler_flags.h"
#include "cli/litmus.h"
#include "cli/option_table.h"
#include "driver/failure.h"
#include "driver/output.h"
#include "report/run_info.h"

namespace {

using namespace fencepost;

void tell_flags(const std::vector<std::string>& flags, const char* what) {
  if (!flags.empty()) std::cerr << fmt::format("{}: {}\n", what, fmt::join(flags, " "));
}

// Compilers spell it -std=c11; the argument parser knows one-letter names after a single dash alone.
std::vector<std::string> arguments(int argc, char** argv) {
  cli::CompilerFlags flags = cli::without_compiler_flags({argv + 1, argv + argc});
  tell_flags(flags.left_out, "note: flags for compilers, which change no answer here");
  tell_flags(flags.not_obeyed, "warning: flags that are not obeyed here, though they change what programs compute");
  std::vector<std::string> all = std::move(flags.arguments);
  for (std::string& argument : all)
    if (argument == "-std" || argument.starts_with("-std=")) argument.insert(0, "-");
  return {all.rbegin(), all.rend()};  // as App::parse wants them
}

// The error, and the closest option or command that exists.
int usage_error(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& given) {
  const CLI::App* command = app.get_subcommands().empty() ? nullptr : app.get_subcommands().front();
  bool is_unknown_command = !command && !given.empty() && !given.back().starts_with("-");
  std::cerr << "fencepost: "
            << (is_unknown_command ? fmt::format("there is no command '{}'", given.back()) : error.what()) << "\n";
  std::string suggestion;
  for (auto argument = given.rbegin(); argument != given.rend() && suggestion.empty(); ++argument) {
    const CLI::App& scope = command ? *command : app;
    const bool has_one_dash = argument->starts_with("-") && !argument->starts_with("--") && argument->size() > 2;
    const std::string with_two = has_one_dash ? "-" + *argument : *argument;
    if (has_one_dash ||
        (with_two.starts_with("--") && !scope.get_option_no_throw(with_two.substr(0, with_two.find('=')))))
      suggestion = cli::closest_option(scope, with_two);
    else if (!command && !argument->starts_with("-"))
      suggestion = cli::closest_command(app, *argument);
  }
  if (!suggestion.empty()) std::cerr << "  help: did you mean " << suggestion << "?\n";
  std::cerr << fmt::format("  help: `fencepost {}--help` tells what is possible\n",
                           command ? command->get_name() + " " : "");
  return driver::kExitUsage;
}

int run(int argc, char** argv) {
  int exit_code = 0;
  CLI::App app(
      "Fencepost verifies C programs: SAFE with all paths covered or a proof, UNSAFE with an execution, or UNKNOWN "
      "with the "
      "reason.",
      "fencepost");
  app.set_version_flag("--version", fmt::format("fencepost {}", report::version()));
  app.require_subcommand(1);
  app.footer("`fencepost COMMAND --help` tells the options of a command.\nStart with: fencepost verify program.c");
  cli::add_verify_command(app, exit_code);
  cli::add_fences_command(app, exit_code);
  cli::add_robust_command(app, exit_code);
  cli::add_explore_command(app, exit_code);
  cli::add_run_command(app, exit_code);
  cli::add_show_command(app, exit_code);
  cli::add_checks_command(app, exit_code);
  cli::add_litmus_command(app, exit_code);
  cli::add_explain_command(app, exit_code);
  cli::add_models_command(app, exit_code);
  cli::add_serve_command(app, exit_code);
  cli::add_lsp_command(app, exit_code);
  cli::add_examples_command(app, exit_code);
  cli::add_help_commands(app, exit_code);
  std::vector<std::string> given = arguments(argc, argv);
  try {
    if (given.empty()) {
      driver::write_output("", app.help());
      return driver::kExitUsage;
    }
    app.parse(std::vector<std::string>(given));
  } catch (const CLI::Success& wanted) {  // --help, --version
    return driver::with_standard_output([&](std::ostream& out) { return app.exit(wanted, out, std::cerr); });
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, given);
  }
  return exit_code;
}

// The next file to be opened would get the descriptor of a standard stream that is closed. So /dev/null takes it,
// opened for reading, so that writing still fails.
void occupy_closed_streams() {
  for (int stream : {0, 1, 2})
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDONLY);
}

}  // namespace

int main(int argc, char** argv) {
  // A closed pipe and a file that may not grow are errors of writing like a full disk, with their own exit code.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  occupy_closed_streams();
  fencepost::EscapedStream messages(std::cerr);
  return fencepost::driver::guarded(std::cerr, [&] { return run(argc, argv); });
}

// One function for each command: it adds the command to the command line; when the command runs, it sets `exit_code`.
#pragma once

#include <CLI/CLI.hpp>

namespace fencepost::cli {

void add_verify_command(CLI::App& app, int& exit_code);
void add_fences_command(CLI::App& app, int& exit_code);
void add_robust_command(CLI::App& app, int& exit_code);
void add_explore_command(CLI::App& app, int& exit_code);
void add_show_command(CLI::App& app, int& exit_code);
void add_run_command(CLI::App& app, int& exit_code);
void add_checks_command(CLI::App& app, int& exit_code);
void add_serve_command(CLI::App& app, int& exit_code);
void add_lsp_command(CLI::App& app, int& exit_code);
void add_examples_command(CLI::App& app, int& exit_code);
void add_help_commands(CLI::App& app, int& exit_code);  // manual pages and completions

}  // namespace fencepost::cli

// The commands about memory models: litmus, models, explain.
#pragma once

#include <CLI/CLI.hpp>

namespace fencepost::cli {

void add_litmus_command(CLI::App& app, int& exit_code);
void add_models_command(CLI::App& app, int& exit_code);
void add_explain_command(CLI::App& app, int& exit_code);

}  // namespace fencepost::cli

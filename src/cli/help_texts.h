// What the command line says about itself, for others than people at a terminal: manual pages and completions for shells. Both are made
// from the commands and options as they are declared, so they cannot differ from them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fencepost::cli {

// In roff, section 1; of the whole program, or of a command of it.
std::string manual_page(const CLI::App& app, const CLI::App* command);

enum class Shell : uint8_t { bash, zsh, fish };
std::string completions(const CLI::App& app, Shell shell);

// Those that a value of the option is one of; empty: others are possible.
std::vector<std::string> choices_of(const CLI::Option& option);
bool takes_file(const CLI::Option& option);

}  // namespace fencepost::cli

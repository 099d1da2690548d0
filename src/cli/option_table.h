// The driver's option table as command-line options, with their ranges checked while parsing.
#pragma once

#include <CLI/CLI.hpp>

#include "driver/options.h"

namespace fencepost::cli {

// Adds the positional files, if there are some, and every option of `command`; `options` must outlive the parsing.
void add_options(CLI::App& app, driver::Options& options, driver::Command command);

// The option of `app` whose name is closest to `given`, or "" if none is close.
std::string closest_option(const CLI::App& app, const std::string& given);
std::string closest_command(const CLI::App& app, const std::string& given);

// In letters that are added, taken away or changed.
size_t distance(const std::string& a, const std::string& b);

}  // namespace fencepost::cli

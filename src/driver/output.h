// Where a report goes: standard output, or a file that appears whole or not at all (written beside its place, synced, then
// renamed). A full disk or a closed pipe is an error, never a truncated report with a verdict's exit code.
#pragma once

#include <functional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/escape.h"  // of messages, which main puts around standard error

namespace fencepost::driver {

class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Fails early for a place that cannot be written, before minutes are spent. "": standard output.
// Refuses to replace one of `inputs`, or any other file that looks like source.
// `option`: the one that names the place, for messages.
void check_output(const std::string& path, const std::vector<std::string>& inputs = {},
                  const char* option = "--output");
void write_output(const std::string& path, const std::string& text, const char* option = "--output");

// `write` fills a text that then goes to standard output; returns what it returns.
int with_standard_output(const std::function<int(std::ostream&)>& write);

}  // namespace fencepost::driver

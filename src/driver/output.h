// Where a report goes: standard output, or a file that appears whole or not at all (written beside its place, synced, then
// renamed). A full disk or a closed pipe is an error, never a truncated report with a verdict's exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace fencepost::driver {

class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Fails early for a place that cannot be written, before minutes are spent. "": standard output.
void check_output(const std::string& path);
void write_output(const std::string& path, const std::string& text);

}  // namespace fencepost::driver

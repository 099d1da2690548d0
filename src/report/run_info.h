// What a report says about the run besides its result.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::report {

struct RunInfo {
  std::vector<std::string> files;
  std::string entry;  // "": main
  std::string model;
  std::string data_model;
  std::string property;          // of a task: the one that was checked
  std::optional<bool> expected;  // of a task: does the property hold?
  std::string model_reason;      // why this model; "": the user named it
};

std::string_view version();  // "0.1.0"

}  // namespace fencepost::report

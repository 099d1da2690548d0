// What a report says about the run besides its result.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fencepost::report {

struct RunInfo {
  std::vector<std::string> files;
  std::string entry;  // "": main
  std::string model;
  std::string data_model;
};

std::string_view version();  // "0.1.0"

}  // namespace fencepost::report
